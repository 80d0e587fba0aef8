// Timelines: tracks, arrows, escaping; the Python checker judges the whole file.
// SPDX-License-Identifier: Apache-2.0
#include "report/timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
// After gtest.h.
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "core/program/tree_builder.hpp"

namespace counterpoint::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two engines, `a` and `b` on the first, `c` on the second.
Tree tree() {
  TreeBuilder builder("pair");
  const EngineId e0 = builder.add_engine("e0", false);
  const EngineId e1 = builder.add_engine("e1", false);
  builder.add_instruction(e0, "a", 3);
  builder.add_instruction(e0, "b", 4);
  builder.add_instruction(e1, "c", 5);
  return builder.finish();
}

InstructionId instruction(std::size_t i) { return InstructionId{i}; }

std::string written(const Timeline& timeline) {
  std::string out;
  const std::vector<std::string> options = {"--trips", "kv=3"};
  const std::vector<Step> steps = {{StepKind::issue, EngineId{std::size_t{0}}, 0, 0}};
  write_timeline(tree(), timeline, steps, options, [&](std::string_view piece) { out += piece; });
  return out;
}

TEST(Timeline, instructions_in_flight_together_get_tracks_of_their_own_and_give_them_back) {
  const std::vector<Timeline::Slice> slices = {{instruction(0), 1, 0, 10},
                                               {instruction(1), 1, 2, 4},
                                               {instruction(2), 1, 3, 5},
                                               {instruction(0), 2, 4, 12},
                                               {instruction(1), 2, 10, 11}};
  EXPECT_THAT(assign_tracks(tree(), slices), ElementsAre(0, 1, 0, 1, 0));
}

TEST(Timeline, an_arrow_leaves_at_the_end_of_its_slice_and_arrives_within_the_wait) {
  Timeline timeline;
  timeline.unit = "ps";
  timeline.slices = {{instruction(0), 1, 0, 10}, {instruction(2), 1, 10, 12}};
  timeline.stalls = {{EngineId{std::size_t{1}}, 0, 10, "c: s >= 1"}};
  timeline.releases = {{0, 0, 10}};
  const std::string out = written(timeline);
  EXPECT_THAT(out, HasSubstr(R"("ph":"s","pid":1,"tid":2,"ts":9.75,"id":1)"));
  EXPECT_THAT(out, HasSubstr(R"("ph":"f","bp":"e","pid":1,"tid":3,"ts":9.75,"id":1)"));
  EXPECT_THAT(out, HasSubstr(R"("unit":"ps")"));
}

TEST(Timeline, a_wait_that_nobody_released_has_no_arrow) {
  Timeline timeline;
  timeline.stalls = {{EngineId{std::size_t{1}}, 0, 10, "c: s >= 1"}};
  EXPECT_THAT(written(timeline), Not(HasSubstr(R"("ph":"s")")));
}

TEST(Timeline, the_file_holds_the_steps_and_the_options_that_make_the_run_again) {
  EXPECT_THAT(written({}),
              HasSubstr("\"counterpoint\":{\"options\":[\n\"--trips\",\n\"kv=3\"],\n\"steps\":[\n\"issue e0 a\"\n]}}"));
}

TEST(Timeline, strings_are_escaped_as_json_asks) {
  EXPECT_EQ(json_string("plain"), R"("plain")");
  EXPECT_EQ(json_string("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_string(std::string_view("\n\t\0", 3)), R"("\u000a\u0009\u0000")");
  EXPECT_EQ(json_string("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
  EXPECT_EQ(json_string("\xff|\xc3|\xc0\x80|\xed\xa0\x80"), R"("\ufffd|\ufffd|\ufffd\ufffd|\ufffd\ufffd\ufffd")");
}

// Distribution: up to 40 instructions an engine, starts 0..5 apart, lengths 0..20.
RC_GTEST_PROP(Timeline, slices_of_one_track_never_overlap_and_no_track_is_wasted, ()) {
  const Tree t = tree();
  std::vector<Timeline::Slice> slices;
  std::vector<std::uint64_t> now(2, 0);
  for (int i = *rc::gen::inRange(0, 80); i > 0; --i) {
    const std::size_t which = *rc::gen::inRange<std::size_t>(0, 3);
    std::uint64_t& begin = now[which / 2];
    begin += *rc::gen::inRange<std::uint64_t>(0, 6);
    slices.push_back({instruction(which), 1, begin, begin + *rc::gen::inRange<std::uint64_t>(0, 21)});
  }
  const std::vector<std::uint32_t> tracks = assign_tracks(t, slices);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> ends;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::uint32_t engine = t.engine_of(slices[i].instruction).value;
    auto& end = ends[{engine, tracks[i]}];
    RC_ASSERT(slices[i].begin >= end);
    end = slices[i].end;
    // Lower tracks are all in use.
    for (std::uint32_t lower = 0; lower < tracks[i]; ++lower) RC_ASSERT((ends[{engine, lower}] > slices[i].begin));
  }
}

}  // namespace
}  // namespace counterpoint::report
