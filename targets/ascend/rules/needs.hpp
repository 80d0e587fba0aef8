// What each instruction needs to be known before it starts, as ages of what came before it.
// SPDX-License-Identifier: Apache-2.0
//
// See knowledge.hpp. Source: semantics.md 1, ascend.md 7.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "targets/ascend/execution/required.hpp"

namespace counterpoint::ascend {

// Something whose completion is followed: an instruction, all of it before the current iteration of a loop, or a wait.
struct Followed {
  Pipe pipe = Pipe::s;  // where it happens
  InstructionId instruction;
  ScopeId before;  // only what was dispatched before the current iteration of this loop
};

struct Need {
  std::uint32_t followed = 0;
  std::uint8_t age = 0;  // at most
  InstructionId producer;
};

struct Needs {
  std::vector<Followed> followed;
  std::vector<std::vector<Need>> of;                                               // by instruction
  std::map<ScopeId, std::vector<std::pair<std::uint32_t, std::uint32_t>>> starts;  // by loop: entry `before`, whole
  std::map<InstructionId, std::uint32_t> entry;
  std::uint8_t most = 0;  // the largest age that anyone asks for
};

inline constexpr std::uint8_t largest_age = 64;

[[nodiscard]] Needs needs_of(const Required& required);

}  // namespace counterpoint::ascend
