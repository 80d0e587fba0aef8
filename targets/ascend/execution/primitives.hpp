// What the primitives of a core do, as far as it can be chosen.
// SPDX-License-Identifier: Apache-2.0
//
// A few facts of a Machine, laid out for whoever executes and checks kernels. Source: ascend.md 1.1, 1.2, 1.8.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "targets/ascend/machine/parameters.hpp"

namespace counterpoint::ascend {

struct Primitives {
  bool counting = false;           // a flag counts; else it is one bit, and set while set is a fault
  bool destination_in_key = true;  // flags of MTE2>V and of MTE2>S are two; else only the source counts
  std::uint32_t ids = 8;           // flags of one direction
  std::uint32_t usable_ids = 8;    // of these, from 0 on
  std::uint32_t usable_buffer_ids = 32;
  bool scalar_dispatch = true;            // a wait on s holds what follows on every pipe
  bool missing_event_is_nothing = false;  // a call for an event that the core has not compiles to nothing (3510)
  std::array<bool, pipe_count> in_order = {true, false, true, false, false, false, false};
  std::array<bool, pipe_count> pipes = {true, true, true, true, true, true, true};
  std::array<std::array<bool, pipe_count>, pipe_count> no_event = {};  // from, to
  std::uint32_t cross_ids = 16;                                        // of flags between cores
  std::uint32_t cross_count = 15;                                      // sets that may be pending

  [[nodiscard]] bool is_in_order(Pipe p) const { return in_order[static_cast<std::size_t>(p)]; }
  [[nodiscard]] bool has_pipe(Pipe p) const { return p == Pipe::all || pipes[static_cast<std::size_t>(p)]; }
  // Between a pipe and itself the runtime makes a barrier of it: there is such a call.
  [[nodiscard]] bool has_event(Pipe from, Pipe to) const {
    return from == to || !no_event[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
  }
};
[[nodiscard]] Primitives primitives_of(const Machine& machine);
// As one core of several: its pipes and events on that architecture. The same for `one`.
[[nodiscard]] Primitives primitives_as(const Primitives& primitives, Architecture architecture, Core core);

// An event without its id. Source: ascend.md 1.5.
struct Direction {
  Pipe from = Pipe::s;
  Pipe to = Pipe::s;
  friend auto operator<=>(const Direction&, const Direction&) = default;
};

}  // namespace counterpoint::ascend
