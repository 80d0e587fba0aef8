// The words of a core for given trip counts, as a program and an implementation without loops, for the deciders.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every instance of an instruction becomes an instruction of its own, `qk.3`; it waits for those whose
// retirement completes the count that Equation 1 asks for (retirements are in order, so the last stands for all). What
// the streams do becomes stand-alone waits and signals around them. The pair says of these trip counts what the words
// and the program say, and `check` decides it like any other.
// How. A datapath stream is its engine: records complete in order, so an update is a signal at retirement. A ring is
// an engine of its own, whose instructions issue when their trigger does and retire when the transfer completes. One
// stream may serve an engine and several rings: its order is kept by a counter for each of them, raised by whoever
// acted last (`turn`). A stream that works for no engine of the program is an engine without instructions on both
// sides: what it waits for and passes on stands there, and the core ends only when it does.
// Waits are placed where the next action stands. A drain is a fence on the engine and on every ring that the stream has
// fired. Barriers that `fences` finds become barriers; all other counters stay counters.
//
// Invariant. Visible events of the words and of the pair correspond one to one. Cost: linear in records and needs.
#pragma once

#include <string>

#include "core/program/implementation.hpp"
#include "core/program/program.hpp"
#include "targets/neuron/check/fences.hpp"
#include "targets/neuron/check/instances.hpp"

namespace counterpoint::neuron {

// How the words and the program compare before any order is asked for.
enum class Fit : std::uint8_t {
  same,              // the same instances, in the same order on each engine
  other_instance,    // the words issue one that the program has not, or has not there
  missing_instance,  // the words end before the program does
  fault,             // the words cannot be executed
  not_followed,      // something in them has no counterpart here
  bound
};

struct Unrolled {
  Fit fit = Fit::same;
  std::string why;  // where they do not fit, "" if they do
  Program program;
  Implementation implementation;
  bool barriers_found = false;  // or there are none to find: else the deciders see a counter with many writers
  std::uint64_t records = 0;    // executed
  std::uint64_t instances = 0;
};

struct UnrollOptions {
  unsigned width = 32;              // bits of registers and counters, 2 to 32
  std::uint64_t limit = 1'000'000;  // records executed on a stream, instances of the program
};

// The image names nothing that the program does not have: see foreign_names.hpp.
[[nodiscard]] Unrolled unroll(const Program& program, const Image& image, const Trips& trips,
                              const UnrollOptions& options = {});

}  // namespace counterpoint::neuron
