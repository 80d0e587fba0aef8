// Claims for all trip counts that were made once and are wrong: each must not come back.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "smt/certify/certify.hpp"
#include "tests/verify/pair.hpp"

namespace counterpoint::smt {
namespace {

VerdictWord certified(std::string_view program, std::string_view implementation) {
  const Pair pair(program, implementation);
  return certify(pair.program(), pair.implementation(), pair.question().pairing, {}).verdict.word;
}

// The answer for c, whose producer adds 2, was remembered for d, whose producer adds 1.
TEST(Claims, an_answer_for_a_producer_that_adds_two_is_none_for_one_that_adds_one) {
  EXPECT_EQ(certified(R"(program two
engine e0 e1
loop q trips dynamic {
  e0: p1
  e0: p2
  e1: c after p1
  e1: d after p2
}
)",
                      R"(implementation two
engine e0 e1
semaphore s
loop q trips dynamic {
  e1: r := r + 1
  e1: w := r * 3
  e1: v := w - 2
  e1: u := w - 1
  e0: p1 signal s += 2
  e0: p2 signal s += 1
  e1: c wait s >= v
  e1: d wait s >= u
}
)"),
            VerdictWord::unsafe);
}

// The sum of two increments, and a threshold, that no semaphore can hold: neither proved nor a reason to stop.
TEST(Claims, numbers_that_do_not_fit_are_left_open) {
  const char* program = R"(program large
engine e0 e1
loop q trips dynamic {
  e0: p
  e1: c after p
}
)";
  const char* sum = R"(implementation large
engine e0 e1
semaphore s t
loop q trips dynamic {
  e1: r := r + 1
  e0: p signal s += 1, t += 9223372036854775807, t += 1
  e1: c wait s >= r
}
)";
  const char* threshold = R"(implementation large
engine e0 e1
semaphore s
loop q trips dynamic {
  e1: r := r + 1
  e1: w := 9223372036854775807
  e1: w := w + 1
  e0: p signal s += 1
  e1: c wait s >= r
}
)";
  for (const char* implementation : {sum, threshold}) {
    const Pair pair(program, implementation);
    const Proof proof = prove_pair(pair.program(), pair.implementation(), pair.question().pairing, {});
    EXPECT_EQ(proof.word, VerdictWord::undecided);
    EXPECT_EQ(proof.reason, "obligation");
  }
}

// c asks for p of its own iteration, which its engine passes later: what it has counted so far is one too little.
TEST(Claims, an_ordinal_that_will_still_change_is_none) {
  EXPECT_EQ(certified(R"(program ahead
engine e0 e1
loop q trips dynamic {
  e1: c after p
  loop m trips dynamic {
    e0: x
  }
  e0: p
}
)",
                      R"(implementation ahead
engine e0 e1
semaphore s
loop q trips dynamic {
  e1: c wait s >= n
  loop m trips dynamic {
    e1: k := k + 1
    e0: x signal s += 1
  }
  e1: k := k + 1
  e1: n := k
  e0: p signal s += 1
}
)"),
            VerdictWord::unsafe);
}

// The same where nothing that is followed lies between c and p.
TEST(Claims, an_ordinal_that_changes_right_after_is_none) {
  EXPECT_EQ(certified(R"(program ahead
engine e0 e1
loop q trips dynamic {
  loop m trips dynamic {
    e0: x
  }
  e1: c after p
  loop n trips dynamic {
    e1: y
  }
  e0: p
}
)",
                      R"(implementation ahead
engine e0 e1
semaphore s
loop q trips dynamic {
  loop m trips dynamic {
    e1: k := k + 1
    e0: x signal s += 1
  }
  e1: c wait s >= n
  loop n trips dynamic {
    e1: y
  }
  e1: k := k + 1
  e1: n := k
  e0: p signal s += 1
}
)"),
            VerdictWord::unsafe);
}

// v was copied from u, which was set back since: that it is no more than u is tried, and must be found wrong.
TEST(Claims, a_copy_of_a_register_that_was_set_back_is_more_than_it) {
  EXPECT_EQ(certified(R"(program copied
engine e0 e1
loop q trips dynamic {
  loop m trips dynamic {
    e0: x
  }
  e1: c
  e0: p
}
)",
                      R"(implementation copied
engine e0 e1
semaphore s
loop q trips dynamic {
  e1: v := u
  e1: u := 0
  loop m trips dynamic {
    e1: u := min(u, 0)
    e0: x
  }
  e1: c wait s >= v
  e1: u := 5
  e0: p signal s += 1
}
)"),
            VerdictWord::deadlock);
}

// e1 counts its own trips of L, which are not those of e0 (program 6 of semantics.md 7).
TEST(Claims, a_count_of_one_engines_trips_is_none_of_anothers_where_they_diverge) {
  EXPECT_EQ(certified(R"(program sixth
engine e0 e1
loop L trips divergent {
  e0: a
}
e0: p
e1: c after p
)",
                      R"(implementation sixth
engine e0 e1
semaphore s
loop L trips divergent {
  e1: k := k + 1
  e0: a signal s += 1
}
e1: w := k + 1
e0: p signal s += 1
e1: c wait s >= w
)"),
            VerdictWord::unsafe);
}

// One walk serves all producers of a block, the last of which stands for them: by how much they differ counts.
TEST(Claims, a_threshold_between_two_producers_of_a_block_is_that_of_neither) {
  const char* program = R"(program row
engine e0 e1
loop q trips dynamic {
  e0: p1
  e0: p2
  e0: p3
  e1: c after p2
  loop m trips dynamic {
    e0: x
  }
}
)";
  const auto implementation = [](int behind) {
    return fmt::format(R"(implementation row
engine e0 e1
semaphore s
loop q trips dynamic {{
  e1: k := k + 3
  e1: w := k - {}
  e0: p1 signal s += 1
  e0: p2 signal s += 1
  e0: p3 signal s += 1
  e1: c wait s >= w
  loop m trips dynamic {{
    e1: k := k + 1
    e0: x signal s += 1
  }}
}}
)",
                       behind);
  };
  EXPECT_EQ(certified(program, implementation(0)), VerdictWord::refines);
  EXPECT_EQ(certified(program, implementation(1)), VerdictWord::equivalent);
  EXPECT_EQ(certified(program, implementation(2)), VerdictWord::unsafe);
}

// Who stands for a producer stands in its block: c waits for what came right before p2, which is more than p1.
TEST(Claims, a_producer_of_another_block_of_the_body_does_not_stand_for_one) {
  EXPECT_NE(certified(R"(program apart
engine e0 e1
loop q trips dynamic {
  e0: p1
  loop m trips dynamic {
    e0: x
    e1: c after p1@q-1
  }
  e0: p2
}
)",
                      R"(implementation apart
engine e0 e1
semaphore s
loop q trips dynamic {
  e1: t := t + 1
  e1: h := n
  e1: k := k + 1
  e0: p1 signal s += 1
  loop m trips dynamic {
    e1: k := k + 1
    e1: g := gt(t, 1)
    e1: w := h - 1
    e1: w := w * g
    e0: x signal s += 1
    e1: c wait s >= w
  }
  e1: k := k + 1
  e1: n := k
  e0: p2 signal s += 1
}
)"),
            VerdictWord::equivalent);
}

// With no trips of m nothing of p was passed, and c has to wait for nothing.
TEST(Claims, who_was_never_passed_is_not_waited_for) {
  const char* program = R"(program never
engine e0 e1
e0: x
loop m trips dynamic {
  e0: p1
  e0: p2
}
e1: c after p1
e0: y
)";
  const auto implementation = [](int first) {
    return fmt::format(R"(implementation never
engine e0 e1
semaphore s
e1: k := k + 1
e1: n := {}
e0: x signal s += 1
loop m trips dynamic {{
  e1: k := k + 2
  e1: n := k
  e0: p1 signal s += 1
  e0: p2 signal s += 1
}}
e1: w := n - 1
e1: c wait s >= w
e0: y signal s += 1
)",
                       first);
  };
  EXPECT_EQ(certified(program, implementation(1)), VerdictWord::equivalent);
  // It waits for x, and does no harm: that every wait is reached is not proved here.
  EXPECT_NE(certified(program, implementation(2)), VerdictWord::equivalent);
}

// The walk passes over blocks in which only a count and a register that is in step with it grow: if it is.
std::string far_away(int in_a, int in_d, std::string_view wait) {
  return fmt::format(R"(implementation far
engine e0 e1
semaphore s
loop q trips dynamic {{
  loop a trips dynamic {{
    e1: k := k + {}
    e0: x1 signal s += 1
  }}
  e1: k := k + 1
  e1: n := k
  e0: p signal s += 1
  loop b trips dynamic {{
    e1: k := k + 1
    e0: z signal s += 1
  }}
  e1: c wait s >= {}
  loop d trips dynamic {{
    e1: k := k + {}
    e0: x2 signal s += 1
  }}
}}
)",
                     in_a, wait, in_d);
}

constexpr std::string_view far_program = R"(program far
engine e0 e1
loop q trips dynamic {
  loop a trips dynamic {
    e0: x1
  }
  e0: p
  loop b trips dynamic {
    e0: z
  }
  e1: c after p
  loop d trips dynamic {
    e0: x2
  }
}
)";

TEST(Claims, a_register_that_counts_what_lies_far_away_otherwise_is_not_in_step) {
  EXPECT_EQ(certified(far_program, far_away(1, 1, "n")), VerdictWord::equivalent);
  EXPECT_EQ(certified(far_program, far_away(2, 0, "n")), VerdictWord::unsafe);
  EXPECT_EQ(certified(far_program, far_away(1, 0, "n")), VerdictWord::unsafe);
  EXPECT_EQ(certified(far_program, far_away(1, 2, "n")), VerdictWord::deadlock);
}

TEST(Claims, what_is_passed_over_is_counted) {
  EXPECT_EQ(certified(far_program, far_away(1, 1, "k")), VerdictWord::refines);
}

}  // namespace
}  // namespace counterpoint::smt
