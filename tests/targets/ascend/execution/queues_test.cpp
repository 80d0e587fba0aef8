// Queues: ids given out as the scalar unit passes a call, free events from one iteration to the next, and asserts.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queues.hpp"

#include "core/text/text.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

constexpr std::string_view loop =
    "program p\nengine mte2 v mte3\nbuffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\n"
    "mte2: ld writes a\nv: f reads a writes b\nmte3: st reads b\n}\n";
constexpr std::string_view loop_with_queues =
    "i = queue vecin\no = queue vecout\nloop k\nalloc i\nld\nenque i\nalloc o\ndeque i\nf\nenque o\ndeque o\nst\n"
    "free o\nfree i\nend\nbar all";

std::string implementation_of(std::string_view program, std::string_view listing, FlagForm form = FlagForm::flags) {
  Listing text(program, listing, Architecture::c220);
  const Primitives primitives;
  const auto required = required_program(text.kernel(), primitives);
  EXPECT_TRUE(required.has_value());
  const auto made = execute(text.kernel(), *required, primitives, form);
  EXPECT_TRUE(made.has_value());
  std::string printed = print(*made);
  const auto again = parse_implementation(printed, "implementation");
  EXPECT_TRUE(again.has_value()) << printed;
  if (again) {
    EXPECT_EQ(print(*again), printed);
    EXPECT_TRUE(pair_up(required->program, *again).has_value()) << printed;
  }
  return printed;
}

TEST(AscendQueues, a_loop_waits_for_the_free_events_of_the_iteration_before) {
  const BoundedVerdict v = verdict_of(loop, loop_with_queues);
  EXPECT_EQ(word(v), "refines");
  EXPECT_TRUE(v.left.empty());
  EXPECT_EQ(v.undecided, 0U);
}

TEST(AscendQueues, ids_that_are_the_same_at_every_visit_are_numbers_and_what_is_written_reads_back) {
  const std::string text = implementation_of(loop, loop_with_queues);
  EXPECT_NE(text.find("signal mte2_v[0] += 1 at retire"), std::string::npos) << text;
  EXPECT_NE(text.find("take v_mte2[0] >= i.free"), std::string::npos) << text;
  EXPECT_EQ(text.find(".out0"), std::string::npos) << text;
  (void)implementation_of(loop, loop_with_queues, FlagForm::counters);
}

TEST(AscendQueues, without_its_enque_the_vector_pipe_does_not_wait) {
  EXPECT_EQ(word_of(loop,
                    "i = queue vecin\no = queue vecout\nloop k\nalloc i\nld\nalloc o\nf\nenque o\ndeque o\nst\n"
                    "free o\nfree i\nend\nbar all"),
            "unsafe early-issue");
}

TEST(AscendQueues, a_queue_enqueued_twice_asserts) {
  const BoundedVerdict v = verdict_of(loop,
                                      "i = queue vecin\no = queue vecout\nloop k\nalloc i\nld\nenque i\n"
                                      "alloc o\nf\nfree o\nst\nfree i\nend\nbar all");
  EXPECT_EQ(word(v), "unsafe early-issue");  // nothing waits for the load, in the first iteration already
  const BoundedVerdict twice =
      verdict_of("program p\nengine mte2\nbuffer a slots 1\nloop k trips dynamic {\nmte2: ld writes a\n}\n",
                 "i = queue vecin\nloop k\nld\nenque i\nbar mte2\nend");
  EXPECT_EQ(word(twice), "unsafe division");
  EXPECT_EQ(twice.trips, "k=2");
}

TEST(AscendQueues, a_ninth_tensor_that_is_not_dequeued_has_no_id_left) {
  std::string program = "program p\nengine mte2 v\n";
  std::string body;
  std::string listing;
  for (int n = 0; n < 9; ++n) {
    const std::string i = std::to_string(n);
    program += "buffer a" + i + " slots 1\n";
    body += "mte2: ld" + i + " writes a" + i + "\n";
    listing += "q" + i + " = queue vecin\nld" + i + "\nenque q" + i + "\n";
  }
  EXPECT_EQ(word_of(program + body, listing), "unsafe index");
  const auto last = listing.rfind("enque");
  const BoundedVerdict eight = verdict_of(program + body, listing.substr(0, last));
  EXPECT_EQ(word(eight), "equivalent");
  EXPECT_EQ(eight.left.size(), 8U);
}

// Which id the second queue gets depends on whether the first holds one, so registers work it out.
TEST(AscendQueues, ids_that_depend_on_the_path_are_worked_out) {
  constexpr std::string_view with_end =
      "program p\nengine mte2 v\nbuffer a slots 1\nbuffer b slots 1\nloop k trips 3 {\nif c {\n"
      "mte2: la writes a\n} else {\nmte2: lc\n}\nmte2: lb writes b\nv: fb reads b\n}\n";
  constexpr std::string_view held =
      "i = queue vecin\nj = queue vecin\nloop k\nif c\nalloc i\nla\nenque i\nelse\nlc\nend\nalloc j\nlb\nenque j\n"
      "deque j\nfb\nfree j\nend";
  const std::string text = implementation_of(with_end, held);
  EXPECT_NE(text.find("mte2_v.out0"), std::string::npos) << text;
  (void)implementation_of(with_end, held, FlagForm::counters);
  const BoundedVerdict v = verdict_of(with_end, held);
  EXPECT_EQ(word(v), "unsafe division");  // i is still allocated when c comes again
}

// --- brackets ---

constexpr std::string_view add =
    "program p\nengine mte2 v mte3\nbuffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\n"
    "mte2: ld writes a\nv: f reads a writes b\nmte3: st reads b\n}\n";

TEST(AscendBrackets, brackets_of_each_tensor_keep_a_loop_on_pipes_in_order) {
  constexpr std::string_view listing =
      "loop k\nget mte2 #0\nld\nrls mte2 #0\nget v #1\nget v #0\nf\nrls v #0\nrls v #1\nget mte3 #1\nst\n"
      "rls mte3 #1\nend";
  EXPECT_EQ(word_of(add, listing, Architecture::c310), "equivalent");
}

}  // namespace
}  // namespace counterpoint::ascend::testing
