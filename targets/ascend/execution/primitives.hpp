// What the primitives of a core do, as far as it can be chosen.
// SPDX-License-Identifier: Apache-2.0
//
// Source: ascend.md 1.1, 1.2, 1.8. Whoever has a table of switches fills this in.
#pragma once

#include <array>
#include <cstdint>

#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {

struct Primitives {
  bool counting = false;                        // a flag counts; else it is one bit, and set while set is a fault
  bool destination_in_key = true;               // flags of MTE2>V and of MTE2>S are two; else only the source counts
  std::uint32_t ids = 8;                        // flags of one direction
  std::uint32_t buffer_ids = 32;                // of a core
  std::uint32_t first_reserved_buffer_id = 32;  // those from here on belong to the system
  bool scalar_dispatch = true;                  // a wait on s holds what follows on every pipe
  std::array<bool, pipe_count> in_order = {true, false, true, false, false, false, false};
  // A call that names a pipe which the core has not is nothing (3510); all there: every call counts.
  std::array<bool, pipe_count> present = {true, true, true, true, true, true, true};

  [[nodiscard]] bool is_in_order(Pipe p) const { return in_order[static_cast<std::size_t>(p)]; }
  [[nodiscard]] bool is_present(Pipe p) const { return p == Pipe::all || present[static_cast<std::size_t>(p)]; }
};

// The two events of a queue: of what is filled, and of what is free again. Source: ascend.md 1.5.
struct Direction {
  Pipe from = Pipe::s;
  Pipe to = Pipe::s;
  friend auto operator<=>(const Direction&, const Direction&) = default;
};

}  // namespace counterpoint::ascend
