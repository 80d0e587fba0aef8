// Words against the program that they were made from, for given trip counts.
// SPDX-License-Identifier: Apache-2.0
//
// What. `unroll` turns both into a pair without loops, and the deciders of verify/ judge it. Words that do not even
// issue the program's instances are judged before: one too many, or a fault, is `unsafe`; too few, `deadlock`. Words
// that name what the program does not have (foreign_names.hpp) are of another program and get no verdict. Source:
// semantics.md 3 and 6. A verdict is about the trip counts given. Visits that wait are no visible step here: what they
// wait for is asked of the engine's next instance.
#pragma once

#include <optional>

#include "core/program/pairing.hpp"
#include "targets/neuron/check/unroll.hpp"
#include "verify/decide.hpp"

namespace counterpoint::neuron {

struct CheckOptions {
  unsigned width = 32;  // bits of registers and counters
  Decider by = Decider::automatic;
  std::uint64_t limit = 1'000'000;   // records executed on a stream, instances
  std::uint64_t states = 1'000'000;  // of exploration
  std::uint64_t memory = std::uint64_t{2} << 30U;
};

struct JudgedWords {
  Unrolled unrolled;
  std::optional<Pairing> pairing;  // of the unrolled pair, where there is one
  Judgement judgement;             // its names are those of the unrolled pair
};

// The comparison is that of the image's profile. The image must name nothing that the program does not have.
[[nodiscard]] JudgedWords judge_words(const Program& program, const Image& image, const Trips& trips,
                                      const CheckOptions& options = {});

}  // namespace counterpoint::neuron
