// Whether a program lets a producer run ahead of its consumer without limit.
// SPDX-License-Identifier: Apache-2.0
//
// What. By wrapped difference a proof assumes that no semaphore is 2^(w-2) or more beyond what is owed (`lag<2^(w-2)`).
// Where consumers hold their producers back, as buffers with slots do, that is so for any width in use. Where nothing
// does, it is broken by the first run that is long enough. No such run can be shown at 32 bits; but that the lag grows
// with the trip counts can: a consumer stands at its first instance, every other step is taken as long as there is
// one, and then the retirements of a producer are compared with what is owed. The program alone decides that, since an
// equivalent implementation allows the same steps.
// Invariant. What is found is a run of the program at each of two counts, and its lag at the larger is larger by at
// least the difference of the counts. Nothing found is no proof of a bound. Cost: two runs of at most `most_steps`
// steps for each of the first `most_consumers` consumers. Source: semantics.md 5.8.
#pragma once

#include <cstdint>
#include <optional>

#include "core/program/program.hpp"

namespace counterpoint::smt {

struct GrowingLag {
  InstructionId consumer;  // of the program
  InstructionId producer;
  std::uint32_t fewer = 0;  // iterations of every loop without a number
  std::uint32_t more = 0;
  std::int64_t at_fewer = 0;  // retirements beyond what is owed
  std::int64_t at_more = 0;
};

// The first consumer whose producer's lead grows; none if there is none among those that are looked at.
[[nodiscard]] std::optional<GrowingLag> growing_lag(const Program& program);

}  // namespace counterpoint::smt
