// Printing and reading gives the same again, in both forms.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>

#include "core/text/text.hpp"
#include "tests/core/generate.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

// The distribution is that of tests/core/generate.hpp, sizes 0 to 4, seeds uniform.
std::uint32_t draw_size() { return static_cast<std::uint32_t>(*rc::gen::inRange(0, 5)); }

void show(const Diagnostics& errors, const std::string& text) { RC_LOG() << messages(errors) << text; }

RC_GTEST_PROP(RoundTrip, of_any_program_through_text_is_the_identity, (std::uint64_t seed)) {
  const Program p = generate_program(seed, draw_size());
  const std::string text = print(p);
  const auto back = parse_program(text, "p.cp");
  if (!back) show(back.error(), text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(same_program(p, *back));
  RC_ASSERT(print(*back) == text);
}

RC_GTEST_PROP(RoundTrip, of_any_program_through_json_is_the_identity, (std::uint64_t seed)) {
  const Program p = generate_program(seed, draw_size());
  const std::string json = print_json(p);
  const auto back = parse_program(json, "p.json");
  if (!back) show(back.error(), json);
  RC_ASSERT(back.has_value());
  RC_ASSERT(same_program(p, *back));
  RC_ASSERT(print_json(*back) == json);
}

RC_GTEST_PROP(RoundTrip, of_any_implementation_through_text_is_the_identity, (std::uint64_t seed)) {
  const Implementation i = generate_implementation(seed, draw_size());
  const std::string text = print(i);
  const auto back = parse_implementation(text, "i.cp");
  if (!back) show(back.error(), text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(same_implementation(i, *back));
  RC_ASSERT(print(*back) == text);
}

RC_GTEST_PROP(RoundTrip, of_any_implementation_through_json_is_the_identity, (std::uint64_t seed)) {
  const Implementation i = generate_implementation(seed, draw_size());
  const std::string json = print_json(i);
  const auto back = parse_implementation(json, "i.json");
  if (!back) show(back.error(), json);
  RC_ASSERT(back.has_value());
  RC_ASSERT(same_implementation(i, *back));
  RC_ASSERT(print_json(*back) == json);
}

// What the generator promises: if it stopped drawing something, the properties above would say less.
TEST(RoundTrip, meets_every_construct) {
  std::string programs;
  std::string implementations;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    programs += print(generate_program(seed, 3));
    implementations += print(generate_implementation(seed, 3));
  }
  for (const char* word : {"unit ", " inorder", "buffer ", "loop ", " trips dynamic", " trips divergent", "if ",
                           " divergent {", "} else {", "after ", "@*", "+2147483647", "cost ", "interval ", "transfer ",
                           "op ", "reads ", "writes ", "dynamic  after "}) {
    EXPECT_NE(programs.find(word), std::string::npos) << word;
  }
  for (const char* word : {"scheme ",
                           "semaphore ",
                           "flag ",
                           " = -",
                           "] = ",
                           ": fence",
                           ": wait ",
                           ": take ",
                           ": signal ",
                           "  wait ",
                           "  take ",
                           "  signal ",
                           " == ",
                           " >= ",
                           " += ",
                           " -= ",
                           " := ",
                           " at issue",
                           " at retire",
                           " mod ",
                           " div ",
                           "gt(",
                           "min(",
                           "max(",
                           "barrier\n",
                           "barrier reset\n",
                           "-9223372036854775808"}) {
    EXPECT_NE(implementations.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace counterpoint
