// The sums of counters that an engine reads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/allocation/passes/definitions.hpp"

namespace counterpoint::passes {

// One counter in a sum.
struct Factor {
  RegisterId reg;
  std::int64_t scale = 0;
  friend auto operator<=>(const Factor&, const Factor&) = default;
};

// A wait, or an operation that is no sum, that reads shape + offset.
struct Read {
  std::size_t node = 0;
  std::size_t slot = 0;   // which operand
  std::size_t scope = 0;  // around it
  std::size_t shape = 0;
  std::int64_t offset = 0;
};

// R := R + amount, or R := amount.
struct Step {
  std::size_t node = 0;
  std::size_t scope = 0;
  RegisterId reg;
  std::int64_t amount = 0;
  bool set = false;
};

// Scopes are numbered by their opening node, and one more; the root is 0.
struct ScopeOfSums {
  std::size_t around = 0;
  std::size_t close = 0;  // its closing node
};

struct Sums {
  std::vector<std::vector<Factor>> shapes;  // most read first
  std::vector<Read> reads;                  // by shape, then in the order of the stream
  std::vector<Step> steps;                  // by register, then in the order of the stream
  std::vector<ScopeOfSums> scopes;          // by number
  std::size_t definitions = 0;              // of the stream: how large it is

  // Whether one scope is another, or in it.
  [[nodiscard]] bool inside(std::size_t scope, std::size_t other) const {
    return other == 0 || (scope >= other && scope <= scopes[other].close);
  }
};

// Of a stream whose registers are split by purpose. A counter that is set occurs in a shape only by itself. Numbers
// stay far from 64 bits: sums with larger ones than 2^40 are no shapes.
[[nodiscard]] Sums find_sums(Streams& streams, EngineStream& stream, std::int64_t largest);

// What R := R + k adds; nothing for other operations.
[[nodiscard]] std::optional<std::int64_t> step_of(const RegisterOperation& operation, const Literals& literals);

}  // namespace counterpoint::passes
