// What a checking engine is asked: a pair, trip counts, and how the hardware counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/machine/machine.hpp"
#include "core/program/implementation.hpp"
#include "core/program/pairing.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// What is asked. `deadlock`: only whether the implementation can get stuck where the program goes on, or fault; steps
// ahead of the program and waits beyond it are passed over, and a pair without either is `clean`.
enum class Property : std::uint8_t { all, deadlock };

// The pair has been paired up. Trips are given for both trees, since engines may be declared in another order there;
// they must say the same. All references must outlive the question.
struct Question {
  const Program& program;
  const Implementation& implementation;
  const Pairing& pairing;
  const Trips& program_trips;
  const Trips& implementation_trips;
  std::uint64_t window = 0;
  std::uint32_t width = 0;
  Comparison compare = Comparison::as_signed;
  Property property = Property::all;
  std::uint64_t limit = std::uint64_t{1} << 26U;   // dynamic instances (order), pairs of states (explore)
  std::uint64_t states = 20'000'000;               // the limit that `decide` gives exploration
  std::uint64_t memory = std::uint64_t{4} << 30U;  // bytes for states (explore) and clocks (order)
  bool reduce = false;                             // partial-order reduction (explore): the same word, fewer states
};

// Why an engine cannot answer: what it needs and where that fails. Never a verdict.
struct NotApplicable {
  std::string reason;
  bool bound = false;  // the question is too large, not of the wrong kind
};

}  // namespace counterpoint
