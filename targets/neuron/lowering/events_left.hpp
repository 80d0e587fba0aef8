// Flags that are carried past the end of a program.
// SPDX-License-Identifier: Apache-2.0
//
// What. A flag becomes an event, and the machine wants every event clear at the end: one that is left set is a fault of
// the protocol (neuron.md 5.7). Sets and takes of a flag are counted scope by scope, from the innermost outwards: the
// surplus of a body times its number of iterations is the surplus that its visit leaves in the scope around it.
// Which way. Where the number is open, a body must leave none, or some trip count leaves the flag set. Where engines
// may loop differently every engine must leave none by itself. Two branches must leave the same. Invariant. What is not
// named here is clear at the end of every run that completes: the surplus is 0 or less, and a flag is never below 0.
// What is named may still be clear for some trip counts, which is said (`certain`). Cost: uses of flags times the depth
// of their scopes. Source: semantics.md 3, neuron.md 1.3.
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"

namespace counterpoint::neuron {

struct EventLeft {
  std::string flag;      // "f", "f[1]"
  std::string by;        // the statement that sets it last where too many do: "pe: x", "pe: a stand-alone signal in kv"
  std::uint32_t line{};  // of that statement, or of its scope; 0 if there is none
  bool certain = false;  // for every trip count
};

// In the order of the declarations. Elements whose index is in a register are passed over: lowering refuses them.
[[nodiscard]] std::vector<EventLeft> events_left(const Implementation& implementation);

// The warning that says so.
[[nodiscard]] Diagnostic warning_of(const EventLeft& left);

}  // namespace counterpoint::neuron
