// Which cases are put to the oracle, and how many of each kind there must be.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. Programs and trips: verify/generate, 1 to 3 engines, three levels of loops, at most 3 or 4 iterations,
// no buffers; no divergent scopes in one of four. A window of 1 to 3 in one of four. Allocations: per-instruction 2/6,
// per-loop 3/6, per-engine 1/6; all instructions counted or the producers; level 1 in 3/6, level 0 in 2/6, level 2 in
// 1/6. Dependencies without an implementation stay in the program and are left out of its allocation, which then mostly
// is unsafe.
// A third of the cases keeps its allocation. The others get one fault of verify/mutate, or two (1/4): half of them move
// a threshold, half are of any kind as long as what comes out can be said as a list of waits. Every kind has a floor:
// the agreement says nothing about what it has hardly met.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tests/oracle/agreement.hpp"

namespace counterpoint::rocq {

// Case `index` of a seed: a pure function of both, the same on every platform.
[[nodiscard]] fuzzing::Case draw(std::uint64_t seed, std::uint64_t index, const fuzzing::Subject& subject);

class Tally {
 public:
  void add(const fuzzing::Case& tested, const Seen& seen);
  // Kinds with their numbers, a line each.
  [[nodiscard]] std::string text() const;
  // The kinds that are below their floors, a line each; "" as it should be.
  [[nodiscard]] std::string thin() const;

 private:
  void count(const std::string& kind, std::uint64_t times = 1) { counts_[kind] += times; }
  std::uint64_t cases_ = 0;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace counterpoint::rocq
