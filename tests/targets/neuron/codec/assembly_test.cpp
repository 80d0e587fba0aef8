// Assembly says all of an image, and what is wrong in it is said with line and column.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/assembly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/property_factor.hpp"
#include "tests/targets/neuron/codec/draw_image.hpp"
#include "tests/targets/neuron/codec/words.hpp"

namespace counterpoint::neuron {
namespace {

using ::testing::HasSubstr;

std::string all_of(const Diagnostics& d) {
  std::string out;
  for (const Diagnostic& e : d) out += to_string(e) + "\n";
  return out;
}

// Distribution: 4,000 images as of draw_image.hpp.
TEST(Assembly, what_is_disassembled_assembles_to_the_same_image) {
  for (std::uint64_t seed = 0; seed < counterpoint::testing::property_cases(4'000, 100); ++seed) {
    const Image image = draw_image(seed);
    const auto text = to_assembly(image);
    ASSERT_TRUE(text) << seed << all_of(text.error());
    const auto again = from_assembly(*text);
    ASSERT_TRUE(again) << seed << "\n" << all_of(again.error()) << *text;
    ASSERT_TRUE(*again == image) << seed << "\n" << *text;
    ASSERT_EQ(*to_assembly(*again), *text);
  }
}

TEST(Assembly, a_record_is_a_line_that_says_what_it_does) {
  const auto line = [](std::string_view hex) {
    Image image;
    image.program = "p";
    image.streams.push_back({Engine::sp, "", {word_of(hex)}, {0}});
    const auto text = to_assembly(image);
    return text ? text->substr(text->find("b0:\n") + 4) : all_of(text.error());
  };
  EXPECT_EQ(line("a0100000050a000003"), "  event_semaphore wait S10 >= 3\n");
  EXPECT_EQ(line("a01000000507000002000000000000000000000000000000000000000000000085c8131f09"),
            "  event_semaphore wait S7 >= 2, wait S200 >= r9, update S31 inc\n");
  EXPECT_EQ(line("a010000000000000000000000000000000000000000000000000000000000000010213020400000001"),
            "  event_semaphore wait2 S2 == 4, update S2 inc (1)\n");
  EXPECT_EQ(line("a010000000000000000000000000000000000000000000000000000000000000040914090000000001"),
            "  event_semaphore wait2 S9 poll 0, update S9 dec (1)\n");
  EXPECT_EQ(line("b01000000000000000000000010d29"), "  group_reset mode=range first=13 last=41\n");
  EXPECT_EQ(line("df1000000000000000000000"
                 "01"),
            "  pseudo datapath=1\n");
}

TEST(Assembly, a_word_that_is_no_record_is_an_error_unless_it_is_asked_for) {
  Image image;
  image.program = "p";
  image.streams.push_back({Engine::sp, "", {word_of("a410"), word_of("a41000000900")}, {0}});
  const auto refused = to_assembly(image);
  ASSERT_FALSE(refused);
  EXPECT_THAT(all_of(refused.error()), HasSubstr("stream sp, record 1, byte 0x04"));
  const auto kept = to_assembly(image, Illegal::kept);
  ASSERT_TRUE(kept);
  EXPECT_THAT(*kept, HasSubstr("  .word a41000000900000000"));
  EXPECT_FALSE(from_assembly(*kept));
  EXPECT_TRUE(*from_assembly(*kept, Illegal::kept) == image);
}

struct Wrong {
  std::string_view line;
  Code code;
  Position at;
  std::string_view says;
};

TEST(Assembly, what_is_wrong_is_said_with_line_and_column_and_the_nearest_name) {
  const std::vector<Wrong> all = {
      {"  nop", Code::assembly_word, {4, 3}, "did you mean 'noop'?"},
      {"  noop wait S1 =< 5", Code::assembly_syntax, {4, 16}, "found '=<'"},
      {"  noop wait S1 >=", Code::assembly_syntax, {4, 16}, "ends too early"},
      {"  noop wait S1 >= 4294967296", Code::assembly_syntax, {4, 19}, "up to 4294967295"},
      {"  noop wait S256 >= 1", Code::semaphore_number, {4, 13}, "S256"},
      {"  noop wait S1 >= r64", Code::register_number, {4, 3}, "0x40"},
      {"  noop wait S1 >= 5, wait S2 >= 5", Code::sync_count, {4, 22}, "more waits"},
      {"  event_semaphore wait S1 >= 5, wait S2 >= 5, wait S3 >= 5", Code::sync_count, {4, 47}, "more waits"},
      {"  event_semaphore update S1 inc, update S2 inc", Code::sync_count, {4, 34}, "more updates"},
      {"  event_semaphore", Code::sync_count, {4, 3}, "neither waits nor updates"},
      {"  noop wait S1 >= 5, update S2 += 16", Code::value_clash, {4, 3}, "two values"},
      {"  drain count=r3", Code::assembly_syntax, {4, 15}, "a number"},
      {"  drain cuont=3", Code::assembly_word, {4, 9}, "no such field"},
      {"  group_reset mode=bitmask mask={}", Code::reset_group, {4, 33}, "empty"},
      {"  group_reset mode=bitmask mask={3,4,3}", Code::reset_group, {4, 38}, "twice"},
      {"  group_reset mode=bitmsk mask={3}", Code::assembly_word, {4, 20}, "did you mean 'bitmask'?"},
      {"  branch target=b7", Code::image_reference, {4, 17}, "b7"},
      {"  work instruction=x", Code::image_reference, {4, 20}, "no such instruction"},
      {"  trigger", Code::assembly_syntax, {4, 3}, "queue="},
      {"  .word a411", Code::record_length, {4, 11}, "0x11"},
      {"  .word a4111", Code::assembly_syntax, {4, 9}, "even number"},
      {"b0:", Code::image_duplicate, {4, 1}, "of this name"},
      {"stream all", Code::record_engine, {4, 8}, "has a stream"},
      {"stream dma", Code::record_engine, {4, 8}, "has a stream"},
      {"stream pe", Code::image_duplicate, {4, 8}, "in the order"},
      {"  noop \"", Code::assembly_syntax, {4, 8}, "does not end"},
  };
  for (const Wrong& w : all) {
    SCOPED_TRACE(w.line);
    const auto image = from_assembly("neuron p\nstream sp\nb0:\n" + std::string(w.line) + "\n");
    ASSERT_FALSE(image);
    const Diagnostic& d = image.error().front();
    EXPECT_EQ(code_text(d.code), code_text(w.code)) << to_string(d);
    EXPECT_EQ(d.position.line, w.at.line) << to_string(d);
    EXPECT_EQ(d.position.column, w.at.column) << to_string(d);
    EXPECT_THAT(to_string(d), HasSubstr(w.says));
  }
}

TEST(Assembly, records_behind_a_stream_that_names_no_engine_are_read_on) {
  const auto image = from_assembly("neuron p\nstream\nb0:\n  noop\n  nop\n");
  ASSERT_FALSE(image);
  ASSERT_EQ(image.error().size(), 2U);
  EXPECT_EQ(image.error()[0].position, (Position{2, 1}));
  EXPECT_EQ(image.error()[1].position, (Position{5, 3}));
}

TEST(Assembly, anything_at_all_is_an_image_or_errors) {
  std::mt19937_64 random(7);
  for (std::uint64_t seed = 0; seed < counterpoint::testing::property_cases(3'000, 100); ++seed) {
    std::string text = *to_assembly(draw_image(seed % 50));
    for (std::uint64_t n = 1 + random() % 5; n > 0 && !text.empty(); --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, random() % 30); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
      }
    }
    const auto image = from_assembly(text);
    EXPECT_TRUE(image || !image.error().empty());
  }
}

}  // namespace
}  // namespace counterpoint::neuron
