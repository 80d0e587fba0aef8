// The known faults of the vendor's two schemes (ascend.md 5.1, 5.2), as kernels, each shown by the deciders.
// SPDX-License-Identifier: Apache-2.0
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

std::string c310(std::string_view program, std::string_view listing) {
  return word(verdict_of(program, listing, Architecture::c310, in_order_vector()));
}

// --- C220

// A tensor that is loaded and stored is in a VECOUT queue: the load is followed by V>MTE3, and V is idle.
TEST(AscendKnownFaults, a_copy_through_an_output_queue_does_not_wait_for_its_load) {
  constexpr std::string_view program =
      "program p\nengine mte2 v mte3\nbuffer a slots 1\nmte2: ld writes a\nmte3: st reads a\n";
  EXPECT_EQ(word_of(program, "q = queue vecout\nalloc q\nld\nenque q\ndeque q\nst\nfree q\nbar all"),
            "unsafe early-issue");
  EXPECT_EQ(word_of(program, "q = queue vecout\nalloc q\nld\nset mte2>mte3 #0\nwait mte2>mte3 #0\nst\nfree q\nbar all"),
            "refines");
}

// A load into a scratch tensor gets a barrier of V.
TEST(AscendKnownFaults, a_load_into_scratch_is_not_waited_for_by_a_barrier_of_the_vector_pipe) {
  constexpr std::string_view program = "program p\nengine mte2 v\nbuffer t slots 1\nmte2: ld writes t\nv: f reads t\n";
  EXPECT_EQ(word_of(program, "ld\nbar v\nf\nbar all"), "unsafe early-issue");
}

// The second load of a tensor is its first user, so the first is waited for by V, and MTE2 by nothing.
TEST(AscendKnownFaults, two_loads_of_one_queue_tensor_are_not_ordered) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nmte2: ld2 writes a\nv: f reads a\n";
  EXPECT_EQ(
      word_of(program, "q = queue vecin\nalloc q\nld\nenque q\ndeque q\nld2\nenque q\ndeque q\nf\nfree q\nbar all"),
      "unsafe early-issue");
}

// A reader on another pipe than the one that the queue's position names.
TEST(AscendKnownFaults, a_store_from_an_input_queue_is_not_made_to_wait) {
  EXPECT_EQ(word_of(read_and_stored, "q = queue vecin\nalloc q\nld\nenque q\ndeque q\nf\nst\nfree q\nbar all"),
            "unsafe early-issue");
}

// Two vector operations through an output queue: V>MTE3 orders nothing on V.
TEST(AscendKnownFaults, a_vector_result_that_the_vector_pipe_reads_needs_its_barrier) {
  constexpr std::string_view program =
      "program p\nengine v mte3\nbuffer b slots 1\nv: f writes b\nv: g reads b\nmte3: st reads b\n";
  constexpr std::string_view listing = "q = queue vecout\nalloc q\nf\nenque q\ndeque q\ng\nst\nfree q\nbar all";
  EXPECT_EQ(word_of(program, listing), "unsafe early-issue");
  EXPECT_EQ(word(verdict_of(program, listing, Architecture::c220, in_order_vector())), "refines");
}

// A store to global memory and a load of it, in one iteration.
constexpr std::string_view through_memory =
    "program p\nengine mte2 v mte3\nbuffer g slots 1\nbuffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\n"
    "v: f writes a\nmte3: st reads a writes g\nmte2: ld reads g writes b\nv: h reads b\n}\n";
TEST(AscendKnownFaults, a_load_of_global_memory_does_not_wait_for_the_store_before_it) {
  EXPECT_EQ(word_of(through_memory,
                    "i = queue vecin\no = queue vecout\nloop k\nalloc o\nf\nenque o\ndeque o\nst\nalloc i\nld\n"
                    "enque i\ndeque i\nh\nfree i\nfree o\nend\nbar all"),
            "unsafe early-issue");
  EXPECT_EQ(c310(through_memory,
                 "loop k\nget v #0\nf\nrls v #0\nget mte3 #0\nst\nrls mte3 #0\nget mte2 #1\nld\nrls mte2 #1\nget v #1\n"
                 "h\nrls v #1\nset mte3>mte2 #0\nwait mte3>mte2 #0\nend"),
            "unsafe early-issue");
  // Flags between the two, and at the end of the iteration for its load before the next store.
  EXPECT_EQ(c310(through_memory,
                 "loop k\nget v #0\nf\nrls v #0\nget mte3 #0\nst\nrls mte3 #0\nset mte3>mte2 #0\nwait mte3>mte2 #0\n"
                 "get mte2 #1\nld\nrls mte2 #1\nget v #1\nh\nrls v #1\nset mte2>mte3 #0\nwait mte2>mte3 #0\nend"),
            "refines");
}

// --- C310

// Buffers that swap roles in each iteration, bracketed with the ids that they have at first (3.1, Example 6).
TEST(AscendKnownFaults, a_rotation_under_buffer_ids_of_the_first_iteration_is_a_race) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer x slots 2\nloop k trips dynamic {\nmte2: ld writes x[k]\n"
      "v: f reads x[k+1]\n}\n";
  const BoundedVerdict v = verdict_of(program, "loop k\nget mte2 #0\nld\nrls mte2 #0\nget v #1\nf\nrls v #1\nend",
                                      Architecture::c310, in_order_vector());
  EXPECT_EQ(word(v), "unsafe early-issue");
  EXPECT_EQ(v.trips, "k=2");
  EXPECT_EQ(c310(program,
                 "loop k\nget mte2 #0\nget mte2 #1\nbar mte2\nld\nrls mte2 #1\nrls mte2 #0\nget v #1\nget v #0\nf\n"
                 "rls v #0\nrls v #1\nend"),
            "refines");
}

// After 32 tensors ids begin again: two tensors of one id wait for each other for nothing, and no order is lost.
TEST(AscendKnownFaults, ids_that_wrap_around_order_more_and_lose_nothing) {
  std::string program = "program p\nengine mte2 v\n";
  std::string body;
  std::string listing;
  for (int n = 0; n < 34; ++n) {
    const std::string i = std::to_string(n);
    const std::string id = std::to_string(n % 32);
    program += "buffer a" + i + " slots 1\n";
    body += "mte2: ld" + i + " writes a" + i + "\nv: f" + i + " reads a" + i + "\n";
    listing +=
        "get mte2 #" + id + "\nld" + i + "\nrls mte2 #" + id + "\nget v #" + id + "\nf" + i + "\nrls v #" + id + "\n";
  }
  EXPECT_EQ(c310(program + body, listing), "refines");
  // 32 tensors: each id is of one, and orders what its accesses need.
  const std::size_t program_end = body.find("mte2: ld32");
  const std::size_t listing_end = listing.find("get mte2 #0\nld32");
  EXPECT_EQ(c310(program + body.substr(0, program_end), listing.substr(0, listing_end)), "equivalent");
}

// A pass that takes an operation for another pipe's brackets a pipe that does not execute it.
TEST(AscendKnownFaults, brackets_on_a_pipe_that_does_not_execute_the_operation_order_nothing) {
  constexpr std::string_view program =
      "program p\nengine mte1 m fix v\nbuffer a slots 1\nbuffer c slots 1\nmte1: l writes a\nm: mmad reads a writes c\n"
      "fix: out reads c\n";
  EXPECT_EQ(c310(program,
                 "get mte1 #0\nl\nrls mte1 #0\nget v #1\nget v #0\nmmad\nrls v #0\nrls v #1\nget fix #1\nout\n"
                 "rls fix #1"),
            "unsafe early-issue");
  EXPECT_EQ(c310(program,
                 "get mte1 #0\nl\nrls mte1 #0\nget m #1\nget m #0\nmmad\nrls m #0\nrls m #1\nget fix #1\nout\n"
                 "rls fix #1"),
            "equivalent");
}

// Two loads of one buffer: the id says nothing on one pipe.
TEST(AscendKnownFaults, two_loads_of_one_buffer_need_the_barrier_of_their_pipe) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nmte2: ld2 writes a\n";
  EXPECT_EQ(c310(program, "get mte2 #0\nld\nrls mte2 #0\nget mte2 #0\nld2\nrls mte2 #0"), "unsafe early-issue");
  EXPECT_EQ(c310(program, "get mte2 #0\nld\nrls mte2 #0\nbar mte2\nget mte2 #0\nld2\nrls mte2 #0"), "equivalent");
}

// Two readers on two pipes take the id one after the other.
TEST(AscendKnownFaults, readers_on_two_pipes_wait_for_each_other_for_nothing) {
  EXPECT_EQ(c310(read_and_stored, "get mte2 #0\nld\nrls mte2 #0\nget v #0\nf\nrls v #0\nget mte3 #0\nst\nrls mte3 #0"),
            "refines");
}

// The flags at the end of an iteration: nothing makes MTE3 wait for MTE2 where no load feeds its store.
TEST(AscendKnownFaults, flags_at_the_end_of_an_iteration_are_set_twice_where_the_load_feeds_no_store) {
  constexpr std::string_view program =
      "program p\nengine mte2 mte3\nbuffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\nmte2: ld reads a\n"
      "mte3: st reads b\n}\n";
  EXPECT_EQ(c310(program, "loop k\nld\nst\nset mte3>mte2 #0\nwait mte3>mte2 #0\nend"), "unsafe double-set");
}

}  // namespace
}  // namespace counterpoint::ascend::testing
