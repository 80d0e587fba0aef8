// docs/ascend.md says what the tables of parameters and of passes do.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "targets/ascend/machine/parameters.hpp"
#include "targets/ascend/passes/run_passes.hpp"

namespace counterpoint::ascend {
namespace {

// The lines of the table whose head begins so.
std::string table_of(std::string_view head) {
  std::ifstream file(std::string(COUNTERPOINT_SOURCE_DIR) + "/docs/ascend.md");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::size_t at = text.find(head);
  return at == std::string::npos ? "" : text.substr(at, text.find("\n\n", at) + 1 - at);
}

std::string values_text(std::string_view values) {
  if (const std::size_t dots = values.find(".."); dots != std::string_view::npos) {
    return fmt::format("{} to {}", values.substr(0, dots), values.substr(dots + 2));
  }
  std::string out = "`";
  for (const char c : values) out += c == '|' ? "`, `" : std::string(1, c);
  return out + "`";
}

// "4, 7": where the pass stands in what an architecture runs.
std::string places(std::string_view name, Architecture architecture) {
  const PassList passes = default_passes(architecture, false);
  std::string out;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    if (passes[i]->name == name) out += fmt::format("{}{}", out.empty() ? "" : ", ", i + 1);
  }
  return out.empty() ? " " : " " + out + " ";
}

TEST(AscendPage, lists_every_parameter_with_its_values_and_defaults) {
  std::string table = "| parameter | values | c220 | c310 | what | source |\n|---|---|---|---|---|---|\n";
  for (const ParameterEntry& e : all_parameters()) {
    table += fmt::format("| `{}` | {} | `{}` | `{}` | {} | {} |\n", e.word, values_text(e.values),
                         value_text(e, e.c220), value_text(e, e.c310), e.meaning, e.source);
  }
  EXPECT_EQ(table_of("| parameter |"), table);
}

TEST(AscendPage, lists_every_pass_of_the_vendor_and_when_it_runs) {
  std::string table = "| pass | c220 | c310 | what it does |\n|---|---|---|---|\n";
  for (const PassEntry& e : all_passes()) {
    if (e.name == "repair") continue;
    table += fmt::format("| `{}` |{}|{}| {} |\n", e.name, places(e.name, Architecture::c220),
                         places(e.name, Architecture::c310), e.meaning);
  }
  EXPECT_EQ(table_of("| pass |"), table);
}

}  // namespace
}  // namespace counterpoint::ascend
