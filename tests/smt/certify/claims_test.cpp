// Claims for all trip counts that were made once and are wrong: each must not come back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace counterpoint::smt
