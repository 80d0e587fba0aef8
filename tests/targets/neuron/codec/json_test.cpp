// JSON in the shape of a dump holds all of an image, and what contradicts itself is refused.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "targets/neuron/codec/convert.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/neuron/codec/draw_image.hpp"
#include "tests/targets/neuron/codec/words.hpp"

namespace counterpoint::neuron {
namespace {

using ::testing::HasSubstr;

// Distribution: 2,000 images as of draw_image.hpp.
TEST(ImageJson, what_is_written_is_read_as_the_same_image) {
  for (std::uint64_t seed = 0; seed < counterpoint::testing::property_cases(2'000, 100); ++seed) {
    const Image image = draw_image(seed);
    const auto text = to_json(image);
    ASSERT_TRUE(text) << seed;
    EXPECT_EQ(form_of(*text), Form::json);
    const auto again = from_json(*text);
    ASSERT_TRUE(again) << seed << "\n" << to_string(again.error().front()) << "\n" << *text;
    ASSERT_TRUE(*again == image) << seed << "\n" << *text;
  }
}

constexpr std::string_view assembly = R"(neuron p
profile device
instruction x
ring r sp
queue q ring=0 instruction=0 update S5 += 16

stream sp
b0:
  trigger queue=q count=1 wait S1 >= 2
b1:
  event_semaphore wait S7 >= 2, wait S200 >= r9, update S31 inc
  group_reset mode=range first=3 last=4
  branch if=lt type=int32 a=r1 value=3 target=b1
  branch target=b0
)";

TEST(ImageJson, who_reads_dumps_finds_what_dumps_have) {
  const std::string text = *to_json(*from_assembly(assembly));
  EXPECT_THAT(text, HasSubstr(R"("name": "q", "engine": "SP", "opcode": "DMATrigger", "sync_info": {"on_wait": )"
                              R"([{"from": "", "id": 1, "mode": "sem-ge-imm", "wait_value": 2}], "on_update": []}, )"
                              R"("queue": "r", "dma_blocks": ["q"])"));
  EXPECT_THAT(text, HasSubstr(R"({"from": "", "id": 200, "mode": "sem-ge-reg", "reg": 9}], )"
                              R"("on_update": [{"id": 31, "mode": "sem-inc", "update_value": 1}])"));
  EXPECT_THAT(text, HasSubstr(R"("sema_group": [3, 4])"));
  EXPECT_THAT(text, HasSubstr(R"("opcode": "CompareAndBranch", "on_true": "sp.b1", "on_false": "")"));
  EXPECT_THAT(text, HasSubstr(R"("opcode": "UnconditionalBranch", "target": "sp.b0")"));
  EXPECT_THAT(text, HasSubstr(R"("opcode": "DMABlock", "sync_info": {"on_wait": [], "on_update": )"
                              R"([{"id": 5, "mode": "sem-add-imm", "update_value": 16}]})"));
}

std::string error_after(std::string_view from, std::string_view to) {
  std::string text = *to_json(*from_assembly(assembly));
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const auto image = from_json(text);
  return image ? "" : to_string(image.error().front());
}

TEST(ImageJson, what_is_changed_beside_the_record_is_noticed) {
  EXPECT_THAT(error_after("\"wait_value\": 2", "\"wait_value\": 3"),
              HasSubstr("/functions/0/blocks/0/instructions/0/sync_info/on_wait/0/wait_value: error[CP0608]"));
  EXPECT_THAT(error_after("\"sema_group\": [3, 4]", "\"sema_group\": [3]"), HasSubstr("/sema_group: error[CP0608]"));
  EXPECT_THAT(error_after("\"from\": \"\", ", "\"from\": \"\", \"from\": \"\", "), HasSubstr("error[CP06"));
  EXPECT_THAT(error_after("\"dma_blocks\"", "\"dma_block\""), HasSubstr("error[CP0608]"));
}

TEST(ImageJson, what_is_wrong_is_said_with_its_pointer) {
  EXPECT_THAT(error_after("counterpoint-neuron/1", "counterpoint-neuron/2"), HasSubstr("/counterpoint/schema"));
  EXPECT_THAT(error_after("branch target=b0", "branch target=b9"), HasSubstr("stream sp, record 4, byte 0x30"));
  EXPECT_THAT(error_after("branch target=b0", "brunch target=b0"),
              HasSubstr("/functions/0/blocks/1/instructions/3/record: error[CP1017]: column 1:"));
  EXPECT_THAT(error_after("\"blocks\": 2", "\"blocks\": 3"), HasSubstr("fewer blocks"));
  EXPECT_THAT(error_after("\"blocks\": 2", "\"blocks\": 1"), HasSubstr("of no stream"));
  EXPECT_THAT(error_after("\"ring\": 0", "\"ring\": -1"), HasSubstr("/counterpoint/queues/0/ring"));
  EXPECT_THAT(error_after("\"ring\": 0", "\"ring\": 7"), HasSubstr("is in no ring"));
  EXPECT_THAT(error_after("\"counterpoint\": {", "\"counterpoint\": [{"), HasSubstr("error[CP0601]"));
}

TEST(ImageJson, a_word_that_is_no_record_is_kept_only_if_asked_for) {
  Image image = *from_assembly(assembly);
  image.streams[0].words[1][0x3F] = 1;
  EXPECT_FALSE(to_json(image));
  const std::string text = *to_json(image, Illegal::kept);
  EXPECT_FALSE(from_json(text));
  EXPECT_TRUE(*from_json(text, Illegal::kept) == image);
}

}  // namespace
}  // namespace counterpoint::neuron
