// docs/neuron.md and the schema say what the tables and the writer do.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "targets/neuron/codec/json.hpp"
#include "tests/core/text/schema_validator.hpp"
#include "tests/targets/neuron/codec/draw_image.hpp"

namespace counterpoint::neuron {
namespace {

using ::testing::HasSubstr;

std::string page() {
  std::ifstream file(std::string(COUNTERPOINT_SOURCE_DIR) + "/docs/neuron.md");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The lines of the table whose head begins so.
std::string table_of(std::string_view head) {
  const std::string text = page();
  const std::size_t at = text.find(head);
  return at == std::string::npos ? "" : text.substr(at, text.find("\n\n", at) + 1 - at);
}

TEST(NeuronPage, lists_every_switch_with_its_values_and_what_each_profile_chooses) {
  std::string table = "| switch | values | page | device | what | source |\n|---|---|---|---|---|---|\n";
  for (const SwitchEntry& e : all_switches()) {
    const std::vector<std::string_view> values = values_of(e);
    std::string list;
    for (const std::string_view v : values) list += fmt::format("{}`{}`", list.empty() ? "" : ", ", v);
    table += fmt::format("| `{}` | {} | `{}` | `{}` | {} | {} |\n", e.word, list, values[e.page], values[e.device],
                         e.meaning, e.source);
  }
  EXPECT_EQ(table_of("| switch |"), table);
}

TEST(NeuronPage, lists_every_record_and_who_emits_it) {
  constexpr std::array<std::string_view, 4> emitters = {"a stand-in of ours", "the compiler", "the runtime", "both"};
  std::string table = "| byte | assembly | in a dump | emitted by |\n|---|---|---|---|\n";
  for (const OpcodeEntry& e : all_opcodes()) {
    table += fmt::format("| 0x{:02X}{} | `{}` | {} | {} |\n", static_cast<unsigned>(e.opcode),
                         is_pseudo(e.opcode) ? " (pseudo)" : "", e.mnemonic, e.dump_name,
                         emitters[static_cast<std::size_t>(e.emitter)]);
  }
  EXPECT_EQ(table_of("| byte |"), table);
}

TEST(NeuronSchema, takes_every_document_that_is_written_and_not_one_with_another_key) {
  SchemaValidator validator("counterpoint-neuron-1.schema.json");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Image image = draw_image(seed);
    const std::string text = *to_json(image);
    validator.add(true, text);
    validator.add(false, "{\"more\": 1, " + text.substr(1));
    if (image.streams.empty() || image.streams[0].words.empty()) continue;
    image.streams[0].words[0][1] = 0;
    validator.add(true, *to_json(image, Illegal::kept));
  }
  EXPECT_TRUE(validator.finish());
}

}  // namespace
}  // namespace counterpoint::neuron
