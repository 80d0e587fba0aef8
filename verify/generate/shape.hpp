// How large generated programs are, and what occurs in them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace counterpoint {

struct Shape {
  // At most; engines >= 1, depth <= 16 (scopes in each other below the root).
  std::uint32_t engines = 3;
  std::uint32_t depth = 3;
  std::uint32_t scopes = 6;
  std::uint32_t instructions = 9;
  std::uint32_t dependencies = 12;
  std::uint32_t trips = 3;     // iterations of a visit
  std::uint32_t visits = 3;    // length of a list of trips
  std::uint32_t distance = 3;  // largest component of a distance
  std::uint32_t buffers = 0;   // each of 1 to 3 slots; 0: no reads, no writes
  bool constant = true;        // loops with a number
  bool divergent = true;       // loops and conditionals
  bool conditionals = true;
  bool control = true;   // dependencies of loops and conditionals
  bool star = true;      // `@*`
  bool negative = true;  // negative inner distances
  bool backward = true;  // dependencies of distance 0 on something later: static and rejected ones, cycles
  bool timing = false;   // cost, interval, transfer, op
  bool inorder = false;  // engines that commit in order
};

}  // namespace counterpoint
