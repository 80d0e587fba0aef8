// What is called redundant changes no clock when it is left out, and the rules of the page find what they should.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/redundant.hpp"

#include <map>
#include <string>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"
#include "tests/core/dependence/clocks.hpp"
#include "tests/core/dependence/draw.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::DrawnTrips;
using testing::ProgramClocks;

// The dependencies found redundant, as "consumer<-producer" in the order judged.
std::string found(std::string_view body, bool third_engine = false) {
  auto program = parse_program("program p\nengine a b c\n" + std::string(body), "p.cp");
  require(program.has_value(), "the test's program parses");
  RedundancyOptions options;
  options.third_engine = third_engine;
  std::string out;
  for (const Redundancy& r : redundant(*program, options)) {
    if (!out.empty()) out += " ";
    out += program->consumer_name(r.dependency) + "<-" + std::string(program->producer_name(r.dependency));
  }
  return out;
}

TEST(Redundant, an_earlier_consumer_on_the_engine_that_waits_as_far_is_enough) {
  EXPECT_EQ(found("loop l trips divergent { a: p\n b: x after p\n b: c after p }"), "c<-p");
  EXPECT_EQ(found("loop l trips divergent { a: p\n b: x after p@l-1\n b: c after p@l-2 }"), "c<-p");
  EXPECT_EQ(found("loop l trips divergent { a: p\n b: x after p@l-2\n b: c after p@l-1 }"), "x<-p");
}

TEST(Redundant, a_consumer_one_step_back_costs_one_iteration) {
  EXPECT_EQ(found("loop l trips divergent { a: p\n b: c after p@l-2\n b: x after p@l-1 }"), "c<-p");
  EXPECT_EQ(found("loop l trips divergent { a: p\n b: c after p@l-1\n b: x after p@l-1 }"), "x<-p");
}

TEST(Redundant, a_later_producer_on_the_engine_that_is_waited_for_is_enough) {
  EXPECT_EQ(found("loop l trips divergent { a: p\n a: q\n b: c after p, q }"), "c<-p");
  EXPECT_EQ(found("loop l trips divergent { a: q\n a: p\n b: c after p@l-1, q }"), "c<-p");
  EXPECT_EQ(found("loop l trips divergent { a: q\n a: p\n b: c after p@l-1, q@l-1 }"), "c<-q");
}

TEST(Redundant, exclusive_pairs_do_not_count) {
  EXPECT_EQ(found("loop l trips dynamic { a: p\n if x { b: d after p } else { b: e after p } }"), "");
}

TEST(Redundant, a_chain_through_a_third_engine_is_taken_only_where_scopes_are_uniform_and_only_on_request) {
  const std::string uniform = "loop l trips dynamic { a: p\n b: q after p\n c: c after q, p }";
  EXPECT_EQ(found(uniform), "");
  EXPECT_EQ(found(uniform, true), "c<-p");
  EXPECT_EQ(found("loop l trips divergent { a: p\n b: q after p\n c: c after q, p }", true), "");
  // program 24 of semantics.md
  EXPECT_EQ(
      found("loop q trips 2 { loop s trips divergent { a: p\n b: q1 after p@s-1\n c: c after q1, p@s-1 } }", true), "");
}

TEST(Redundant, of_two_equal_ones_the_first_remains_and_of_two_that_imply_each_other_one) {
  EXPECT_EQ(found("a: p\n b: c after p, p"), "c<-p");
  EXPECT_EQ(found("loop l trips dynamic { a: p\n b: c after p@l-1, p@l-1 }"), "c<-p");
}

TEST(Redundant, a_visit_that_has_waited_is_enough_for_what_comes_after_it) {
  EXPECT_EQ(found("a: p\n loop l trips divergent after p { b: c after p }"), "c<-p");
}

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

// 1-3 engines and 3-10 dependencies on the trees of draw_tree, one program in three divergent. What is redundant
// without a third engine must change no clock even if every scope differs between engines, the rest under trips of its
// kind.
void check(Choices& choices) {
  ProgramBuilder b("p");
  const std::uint32_t engines = 1 + choices.below(3);
  for (std::uint32_t e = 0; e < engines; ++e) b.tree.add_engine("e", false);
  testing::draw_tree(choices, b.tree, engines, choices.below(2), choices.one_in(3), [] {});
  const Program bare = b.finish();
  ProgramBuilder with(bare);
  testing::draw_dependencies(choices, bare.tree, 3 + choices.below(8), with);
  const Program program = with.finish();
  RedundancyOptions options;
  options.third_engine = choices.one_in(2);
  std::vector<bool> removed(program.dependency_count(), false);
  for (const Redundancy& r : redundant(program, options)) {
    removed[r.dependency.value] = true;
    ++tally()[r.any_trips ? "any trips" : "uniform"];
    if (program.dependency(r.dependency).control) ++tally()["control"];
    if (program.distances_of(r.dependency).size() > 1) ++tally()["vectors"];
  }
  const Program less = without(program, removed);
  for (int run = 0; run < 3; ++run) {
    const DrawnTrips trips(program.tree, choices, !options.third_engine && run > 0);
    const ProgramClocks all(program, trips);
    if (all.instances().size() > 200) continue;
    const ProgramClocks rest(less, trips);
    RC_ASSERT(all.summary() == rest.summary());
  }
}

TEST(Redundant, leaving_out_what_is_redundant_changes_no_clock) {
  tally().clear();
  testing::check_choices(8'000, 200, check);
  EXPECT_GE(tally()["any trips"], 2000);
  EXPECT_GE(tally()["uniform"], 200);
  EXPECT_GE(tally()["control"], 200);
  EXPECT_GE(tally()["vectors"], 100);
}

}  // namespace
}  // namespace counterpoint
