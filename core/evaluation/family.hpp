// A family of programs by whose parameters resources grow, and the exponents with which they do.
// SPDX-License-Identifier: Apache-2.0
//
// What. L nested loops, E engines, n instructions for each loop and engine; each instruction waits for its neighbour on
// the engine before, the first engine for the last one in the iteration before, so that every instruction produces and
// every one consumes. The published formulas are O(N) = O(n L E), O(L E) and O(E) semaphores, and 3, 5 and O(D)
// operations for each instruction that waits, D = L the depth. Counted on what the allocator makes.
// An exponent is the slope of least squares of log count over log parameter; it is told in hundredths.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/evaluation/measure.hpp"

namespace counterpoint {

struct FamilyMember {
  std::uint32_t loops = 1;
  std::uint32_t engines = 1;
  std::uint32_t instructions = 1;  // for each loop and engine
  friend bool operator==(const FamilyMember&, const FamilyMember&) = default;
};
[[nodiscard]] std::string family_text(const FamilyMember& member);

// What one scheme needs for one member.
struct FamilyCount {
  Scheme scheme = Scheme::per_loop;
  int optimize = 0;
  FamilyMember member;
  std::uint64_t semaphores = 0;
  std::uint64_t registers = 0;   // of the engine that needs most
  std::uint64_t operations = 0;  // hundredths of operations for each instruction that waits
  std::uint64_t expected_semaphores = 0;
};

// What grows, with the exponent in each parameter.
struct FamilyFit {
  Scheme scheme = Scheme::per_loop;
  int optimize = 0;
  std::array<std::int64_t, 3> semaphores{};  // in n, L, E; hundredths
  std::array<std::int64_t, 3> operations{};
  std::array<std::int64_t, 3> registers{};
};

struct Family {
  std::vector<FamilyCount> counts;
  std::vector<FamilyFit> fits;
};
[[nodiscard]] Family evaluate_family();

}  // namespace counterpoint
