// What the deciders say of the flags that peers put into kernels: of drawn ones, and of each known defect.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/peers/drawn_program.hpp"
#include "tests/targets/ascend/peers/drawn_verdicts.hpp"
#include "tests/targets/ascend/peers/plain_kernel.hpp"

namespace counterpoint::ascend {
namespace {

using testing::DrawnCounts;
using testing::DrawnProgram;
using testing::hold_drawn;
using testing::Inserter;
using testing::listing_of;
using testing::plain_kernel;
using testing::verdict_of;

// 300 kernels each; see drawn_program.hpp for what is drawn. About 75 of 100 have a loop, 65 a conditional, 13 a
// rotating id, 25 a guard where flags are one bit.
TEST(PeersVerdict, FlagsOfInjectSyncAreSafeInDrawnPrograms) {
  DrawnCounts counts;
  hold_drawn(insert_event_flags, {}, 1, 300, counts);
  EXPECT_GE(counts.with_loops, counts.least(200));
  EXPECT_GE(counts.with_conditionals, counts.least(150));
  EXPECT_GE(counts.with_pairs, counts.least(230));
  EXPECT_GE(counts.with_rotation, counts.least(20));
  EXPECT_GE(counts.with_guards, counts.least(40));
}

TEST(PeersVerdict, TheFewestFlagsAreSafeInDrawnPrograms) {
  DrawnCounts counts;
  hold_drawn(insert_fewest_flags, {}, 2001, 300, counts);
  EXPECT_GE(counts.with_pairs, counts.least(230));
  EXPECT_GE(counts.with_rotation, counts.least(20));
  EXPECT_GE(counts.with_guards, counts.least(40));
}

TEST(PeersVerdict, FlagsThatCountAreSafeInDrawnPrograms) {
  DrawnCounts counts;
  FlagOptions options;
  options.machine.counting = true;
  hold_drawn(insert_event_flags, options, 4001, 150, counts);
  hold_drawn(insert_fewest_flags, options, 4001, 150, counts);
  EXPECT_GE(counts.with_rotation, counts.least(20));
}

TEST(PeersVerdict, FewIdsAreSafeInDrawnPrograms) {
  DrawnCounts counts;
  FlagOptions options;
  for (const std::uint32_t ids : {3U, 2U, 1U}) {
    options.machine.ids = ids;
    hold_drawn(insert_event_flags, options, 6001, 100, counts);
    hold_drawn(insert_fewest_flags, options, 6001, 100, counts);
  }
  EXPECT_GE(counts.fallbacks, counts.least(60));
}

// Thirty instructions more, so that several pairs in a row share each id: about 7 of 10 use all of two.
TEST(PeersVerdict, IdsThatManyPairsShareAreSafeInDrawnPrograms) {
  DrawnCounts counts;
  FlagOptions options;
  options.machine.ids = 2;
  hold_drawn(insert_event_flags, options, 9001, 60, counts, 30);
  EXPECT_GE(counts.with_pairs, counts.least(50));
  EXPECT_GE(counts.with_guards, counts.least(40));
}

// Twelve instructions more and two to four ids: about one kernel in ten primes pairs around their loops.
TEST(PeersVerdict, PairsThatArePrimedAroundTheirLoopsAreSafeInDrawnPrograms) {
  DrawnCounts counts;
  FlagOptions options;
  for (const std::uint32_t ids : {4U, 3U, 2U}) {
    options.machine.ids = ids;
    for (const bool counting : {false, true}) {
      options.machine.counting = counting;
      hold_drawn(insert_event_flags, options, 12001, 30, counts, 12);
      hold_drawn(insert_fewest_flags, options, 13001, 30, counts, 12);
    }
  }
  EXPECT_GE(counts.scoped, counts.least(20));
}

// Takes out every flag of one direction, and every third barrier of one pipe.
void thin_out(Kernel& kernel, std::uint32_t number) {
  std::vector<OpId> flags;
  std::size_t barriers = 0;
  for (const OpId o : kernel.in_order()) {
    const OpKind kind = kernel.op(o).kind;
    if (kind == OpKind::set_flag || kind == OpKind::wait_flag) flags.push_back(o);
    if (kind == OpKind::barrier && kernel.op(o).pipe != Pipe::all && ++barriers % 3 == 0) kernel.remove(o);
  }
  if (flags.empty()) return;
  const Op chosen = kernel.op(flags[number % flags.size()]);
  for (const OpId o : flags) {
    if (kernel.op(o).pipe == chosen.pipe && kernel.op(o).to == chosen.to) kernel.remove(o);
  }
}

// 200 kernels of each scheme, with eight ids and with three. A second run adds nothing to what the first one made, and
// what is missing where a direction was taken out is put in again, beside flags that stay as they are.
TEST(PeersVerdict, FlagsThatAreThereAreKeptAndOnlyWhatIsMissingIsAdded) {
  std::uint32_t again_with = 0;
  std::uint32_t with_kept = 0;
  const std::uint64_t cases = counterpoint::testing::property_cases(200);
  for (const Inserter insert : {&insert_event_flags, &insert_fewest_flags}) {
    for (std::uint32_t n = 1; n <= cases; ++n) {
      const DrawnProgram drawn(15'000 + n, n % 3 == 0 ? 12 : 0);
      FlagOptions options;
      options.machine.ids = n % 2 == 0 ? 8 : 3;
      options.machine.counting = n % 5 == 0;
      Kernel kernel = plain_kernel(drawn.text());
      ASSERT_TRUE(insert(kernel, options).has_value());
      const std::string once = listing_of(kernel);
      const auto twice = insert(kernel, options);
      ASSERT_TRUE(twice.has_value());
      EXPECT_FALSE(twice->not_understood.valid()) << drawn.text() << once;
      ASSERT_EQ(listing_of(kernel), once) << n << "\n" << drawn.text();
      thin_out(kernel, n);
      const std::string thin = listing_of(kernel);
      const auto more = insert(kernel, options);
      ASSERT_TRUE(more.has_value());
      const std::string verdict = verdict_of(kernel, options.machine, 24);
      ASSERT_TRUE(verdict == "equivalent" || verdict == "refines") << n << ": " << verdict << "\n"
                                                                   << drawn.text() << thin << listing_of(kernel);
      again_with += more->pairs > 0 ? 1 : 0;
      with_kept += more->pairs > 0 && more->kept > 1 ? 1 : 0;
    }
  }
  EXPECT_GE(again_with, counterpoint::testing::least_of(200, cases, 200));
  EXPECT_GE(with_kept, counterpoint::testing::least_of(100, cases, 200));
}

// A guard that rotates through two ids, two loops deep: a walk around the outer loop does not see it held.
TEST(PeersVerdict, AGuardOfRotatingIdsIsKeptAsItIs) {
  Kernel kernel = plain_kernel(R"(program p
engine s v mte1 mte2 mte3
buffer b0 slots 3
loop l0 trips dynamic {
mte2: i0 reads b0[l0+1] writes b0[1]
loop l1 trips dynamic {
v: i1 reads b0[l1+1]
mte3: i2 reads b0[l1] writes b0[l0+1]
if c0 {
s: i3 reads b0[l1+1]
mte3: i4 reads b0[l1+2]
loop l2 trips dynamic {
mte2: i5 writes b0[2] writes b0[l2]
v: i6 reads b0[l2]
}
mte2: i7 writes b0[l1+2] reads b0[l0+2]
mte3: i8 writes b0[l1-1] writes b0[l1-1]
mte1: i9 writes b0[l1]
if c1 {
}
if c2 {
s: i10 reads b0[l1+2] reads b0[l1-1]
mte3: i11 reads b0[l1+2]
mte3: i12 writes b0[l1+2]
v: i13 reads b0[l1+1] reads b0[l1+1]
mte2: i14 reads b0[l1+2] writes b0[l1]
s: i15 reads b0[l1+1]
}
}
}
}
)");
  ASSERT_TRUE(insert_event_flags(kernel, {}).has_value());
  const std::string once = listing_of(kernel);
  EXPECT_NE(once.find("set v>mte1 #(0 + l1 mod 2)"), std::string::npos) << once;
  ASSERT_TRUE(insert_event_flags(kernel, {}).has_value());
  EXPECT_EQ(listing_of(kernel), once);
}

// With one pool for each pipe that sets, every state is visited, so only small ones.
TEST(PeersVerdict, OnePoolForEachSourceIsSafe) {
  FlagOptions options;
  options.machine.destination_in_key = false;
  Kernel kernel = plain_kernel(
      "program p\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld_a writes A\nmte2: ld_b writes B\n"
      "v: f reads A\nmte3: st reads B\n");
  ASSERT_TRUE(insert_event_flags(kernel, options).has_value());
  EXPECT_EQ(print_body(kernel),
            "mte2: ld_a\nset mte2>v #1\nmte2: ld_b\nset mte2>mte3 #0\nwait mte2>v #1\nv: f\nwait mte2>mte3 #0\n"
            "mte3: st\nbar all\n");
  EXPECT_EQ(verdict_of(kernel, options.machine), "refines");
}

// --- each known defect, and what it costs

std::string flags_with(const FlagOptions& options, std::string_view program, FlagReport& report) {
  Kernel kernel = plain_kernel(program);
  const auto done = insert_event_flags(kernel, options);
  if (!done.has_value()) return done.error().message;
  report = *done;
  return verdict_of(kernel, options.machine);
}
bool starts_with(const std::string& text, std::string_view with) { return text.starts_with(with); }

constexpr std::string_view maybe_no_iteration =
    "program p\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld_a writes A\nloop k trips dynamic {\n"
    "  mte2: ld_b writes B\n  v: f reads B\n}\nv: h reads A\n";

TEST(PeersVerdict, AnOrderFromALoopThatDidNotRunIsUnsafe) {
  FlagReport report;
  EXPECT_EQ(flags_with({}, maybe_no_iteration, report), "refines");
  EXPECT_EQ(report.uncovered, 0U);
  FlagOptions options;
  options.credit_zero_trips = true;
  const std::string verdict = flags_with(options, maybe_no_iteration, report);
  EXPECT_TRUE(starts_with(verdict, "unsafe early-issue at k=0;")) << verdict;
  EXPECT_EQ(report.uncovered, 1U);
}

constexpr std::string_view one_buffer =
    "program p\nengine mte2 mte3\nbuffer A slots 1\nloop k trips dynamic {\n  mte2: ld writes A\n  mte3: st reads "
    "A\n}\n";

TEST(PeersVerdict, ACarriedWaitThatNobodyPrimedIsADeadlock) {
  FlagReport report;
  FlagOptions options;
  options.leave_out_primes = true;
  const std::string verdict = flags_with(options, one_buffer, report);
  EXPECT_TRUE(starts_with(verdict, "deadlock stuck")) << verdict;
}

// Four chains side by side, three ids: two are merged, none is lost.
constexpr std::string_view crossed =
    "program p\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 1\nbuffer C slots 1\nloop k trips dynamic {\n"
    "  mte2: ld_a writes A\n  if c {\n    mte2: ld_b writes B\n    v: f reads B\n  }\n  v: h reads A\n}\n";

TEST(PeersVerdict, APairWithoutAnIdNeedsABarrierInItsPlace) {
  FlagOptions options;
  options.machine.ids = 1;
  FlagReport report;
  EXPECT_EQ(flags_with(options, crossed, report), "refines");
  EXPECT_GT(report.fallbacks, 0U);
  options.fallback_at_tail = true;
  std::string verdict = flags_with(options, crossed, report);
  EXPECT_TRUE(starts_with(verdict, "unsafe early-issue")) << verdict;
  EXPECT_GT(report.uncovered, 0U);
  options.fallback_at_tail = false;
  options.lose_fallback = true;
  verdict = flags_with(options, crossed, report);
  EXPECT_TRUE(starts_with(verdict, "unsafe early-issue")) << verdict;
  EXPECT_GT(report.uncovered, 0U);
}

TEST(PeersVerdict, ADirectionThatTheCoreDoesNotHaveOrdersNothing) {
  constexpr std::string_view program =
      "program p\nengine mte3 mte1\nbuffer A slots 1\nmte3: st writes A\nmte1: ld reads A\n";
  FlagOptions options;
  for (auto& to : options.machine.no_event) to[static_cast<std::size_t>(Pipe::mte3)] = true;
  options.machine.no_event[static_cast<std::size_t>(Pipe::mte3)].fill(true);
  options.machine.missing_event_is_nothing = true;
  FlagReport report;
  EXPECT_EQ(flags_with(options, program, report), "refines");
  EXPECT_EQ(report.no_event, 1U);
  options.emit_illegal = true;
  const std::string verdict = flags_with(options, program, report);
  EXPECT_TRUE(starts_with(verdict, "unsafe early-issue")) << verdict;
}

constexpr std::string_view two_slots =
    "program p\nengine mte2 mte3\nbuffer A slots 2\nloop k trips dynamic {\n  mte2: ld writes A[k]\n"
    "  mte3: st reads A[k]\n}\n";

// The published listing has one forward id for two slots. It is right where flags count.
TEST(PeersVerdict, OneForwardIdForTwoSlotsIsSetTwiceWhereAFlagIsOneBit) {
  FlagOptions options;
  options.machine.counting = true;
  Kernel kernel = plain_kernel(two_slots);
  ASSERT_TRUE(insert_event_flags(kernel, options).has_value());
  EXPECT_EQ(verdict_of(kernel, options.machine), "refines");
  options.machine.counting = false;
  const std::string verdict = verdict_of(kernel, options.machine);
  EXPECT_TRUE(starts_with(verdict, "unsafe double-set, mte2_mte3[0] may have its set 2 before")) << verdict;
}

TEST(PeersVerdict, OneIdForTwoSlotsIsSafeAndGivesUpTheOverlap) {
  FlagOptions options;
  options.rotate = false;
  FlagReport report;
  EXPECT_EQ(flags_with(options, two_slots, report), "refines");
  EXPECT_EQ(report.pairs, 2U);
}

// A forward flag in a loop of which nothing flows back: the source would run ahead without end.
TEST(PeersVerdict, ASourceThatNothingHoldsBackIsHeldByAGuard) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 4\nloop k trips dynamic {\n  mte2: ld reads A\n"
      "  v: f writes A\n}\n";
  FlagReport report;
  EXPECT_EQ(flags_with({}, program, report), "refines");
  FlagOptions options;
  options.machine.counting = true;
  Kernel kernel = plain_kernel("program p\nengine mte2 v\nloop k trips dynamic {\n  mte2: ld\n  v: f after ld\n}\n");
  ASSERT_TRUE(insert_event_flags(kernel, options).has_value());
  EXPECT_EQ(listing_of(kernel), "loop k {\n  mte2: ld\n  set mte2>v #0\n  wait mte2>v #0\n  v: f\n}\nbar all\n");
  options.machine.counting = false;
  const std::string verdict = verdict_of(kernel, options.machine);
  EXPECT_TRUE(starts_with(verdict, "unsafe double-set")) << verdict;
  Kernel guarded = plain_kernel("program p\nengine mte2 v\nloop k trips dynamic {\n  mte2: ld\n  v: f after ld\n}\n");
  ASSERT_TRUE(insert_event_flags(guarded, options).has_value());
  EXPECT_EQ(listing_of(guarded),
            "loop k {\n  mte2: ld\n  set mte2>v #0\n  wait mte2>v #0\n  set v>mte2 #0\n  wait v>mte2 #0\n  v: f\n}\n"
            "bar all\n");
  EXPECT_EQ(verdict_of(guarded, options.machine), "refines");
}

TEST(PeersVerdict, ALoopMarkedParallelThatIsNotIsUnsafe) {
  Kernel kernel = plain_kernel(one_buffer, {"k"});
  ASSERT_TRUE(insert_event_flags(kernel, {}).has_value());
  const std::string verdict = verdict_of(kernel, {});
  EXPECT_TRUE(starts_with(verdict, "unsafe early-issue at k=2;")) << verdict;
}

TEST(PeersVerdict, WhatFlagsCannotKeepIsSaid) {
  Kernel kernel = plain_kernel("program p\nengine mte2 v\nmte2: cnt\nloop k trips dynamic after cnt {\n  v: f\n}\n");
  const auto report = insert_event_flags(kernel, {});
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, AscendCode::counted_by_instruction);
  EXPECT_EQ(report.error().position.line, 4U);
}

// Nine chains one after the other on four ids: what is set a second time waits until it has been taken.
TEST(PeersVerdict, IdsThatAreUsedAgainAreGuarded) {
  std::string program = "program p\nengine mte2 v\n";
  for (int i = 0; i < 9; ++i) program += "buffer b" + std::to_string(i) + " slots 1\n";
  for (int i = 0; i < 9; ++i) {
    const std::string n = std::to_string(i);
    program += "mte2: ld" + n + " writes b" + n + "\nv: f" + n + " reads b" + n + "\n";
  }
  FlagOptions options;
  options.machine.usable_ids = 4;
  FlagReport report;
  EXPECT_EQ(flags_with(options, program, report), "refines");
  EXPECT_GT(report.guards, 0U);
  EXPECT_EQ(report.ids_at_peak, 4U);
  // Flags that count may be set again at once.
  options.machine.counting = true;
  EXPECT_EQ(flags_with(options, program, report), "refines");
  EXPECT_EQ(report.guards, 0U);
  EXPECT_EQ(report.fallbacks, 0U);
  EXPECT_EQ(report.pairs, 9U);
}

}  // namespace
}  // namespace counterpoint::ascend
