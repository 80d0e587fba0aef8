// The program that a kernel has to keep: what its accesses to buffers need, on pipes as they are.
// SPDX-License-Identifier: Apache-2.0
//
// What. The kernel's program with every dependency that its accesses need and that it does not give, pipes marked in
// order where they are, and with the pipes that only the kernel's synchronisation names. Source: ascend.md 1.1, 7.
#pragma once

#include <map>
#include <tl/expected.hpp>

#include "core/program/program.hpp"
#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/execution/refusal.hpp"

namespace counterpoint::ascend {

struct Required {
  Program program;
  std::map<CorePipe, EngineId> engines;  // those that the program or the kernel names
  bool truncated = false;                // there are more conflicts than derive looks at

  [[nodiscard]] EngineId engine(CorePipe at) const {
    const auto found = engines.find(at);
    return found == engines.end() ? EngineId::none() : found->second;
  }
};

// Linear in the kernel and the conflicts. Refuses engines that are no pipes and scopes that are divergent.
[[nodiscard]] tl::expected<Required, Refusals> required_program(const Kernel& kernel, const Primitives& primitives);

}  // namespace counterpoint::ascend
