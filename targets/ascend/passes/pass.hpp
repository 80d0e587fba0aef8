// What every pass is given: its settings, and where it says what it could not do or what it added.
// SPDX-License-Identifier: Apache-2.0
//
// Source: the page; where the sources differ from it (ascend.md 2, 3) there is a setting, and its default is the page.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/kernel/operation.hpp"
#include "targets/ascend/machine/parameters.hpp"

namespace counterpoint::ascend {

struct PassSettings {
  // Repair what is known to be wrong (ascend.md 5.1, 5.2), and say so.
  bool sound = false;
  // Ids of buffers before they start again at 0. 32; the sources of the runtime leave 28 to users.
  std::uint32_t buffer_ids = 32;
  // MTE3 flags at the end of loops that are marked parallel (the page) or of those that are not (the code).
  bool flags_on_parallel = true;
  // A matrix multiply with bias is taken for vector work (older code).
  bool bias_on_vector = false;
  // Enque only tensors that no later instruction of the same pipe uses, else a barrier of that pipe (the page); or
  // whatever is allocated from a queue (the code, and its examples).
  bool barrier_within_pipe = true;
  // Pipes that complete in the order in which they start; for `repair`.
  std::array<bool, pipe_count> in_order = {true, false, true, false, false, false, false};
};

// As the parameters of a machine say.
[[nodiscard]] PassSettings pass_settings(const Machine& machine, bool sound);

// What was done to a kernel besides what was asked for.
struct SyncReport {
  std::vector<std::string> added;  // in sound mode: what was done differently, one line each
  Diagnostics warnings;            // what could not be had
};

// While a pass runs.
struct PassRun {
  const PassSettings& settings;
  SyncReport report;
  Diagnostics errors;  // a pass that has any has not finished
};

// The pipe that passes take an instruction to be on; in sound mode the one that it is on.
[[nodiscard]] Pipe pass_pipe(const Kernel& kernel, const Op& compute, const PassSettings& settings);
// Where an operation comes from in the text of the program; nowhere if it is not of it.
[[nodiscard]] Position position_of(const Kernel& kernel, OpId o);
[[nodiscard]] std::string_view name_of(const Kernel& kernel, const Op& compute);

#define PASS(function, name, c220, c310, meaning) void function(Kernel& kernel, PassRun& run);
#include "targets/ascend/passes/passes.def"
#undef PASS

}  // namespace counterpoint::ascend
