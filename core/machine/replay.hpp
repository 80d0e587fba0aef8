// Performs a list of steps one by one on a machine.
// SPDX-License-Identifier: Apache-2.0
//
// A trace that was recorded on an implementation replays on its program and the reverse: the visible steps are the
// same. Internal steps of the trace are skipped by a specification, which has none. An implementation follows them
// if the trace has any. If it has none (it was written by hand, was recorded on the program, or needs none), all
// engines take internal steps as long as any is enabled: before a visible step that is not enabled without them, and
// at the end. That is always right where internal steps disable nothing; with take and `==` it is one of several ways.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/machine/run.hpp"

namespace counterpoint {

struct Replayed {
  // How it stood after the last step that was performed. A run that is cut short ends with the outcome it would have
  // if nothing more were done: `completed` if all ended, `fault`, `racy`, `deadlock` if no step is enabled, else
  // `limit`.
  RunResult result;
  std::size_t performed = 0;           // steps of the list, internal ones that were skipped included
  std::optional<std::size_t> refused;  // the first step that was not enabled
  std::string reason;                  // and why: "e1 stands at issue of c, which waits for ..."
};

enum class InternalSteps : std::uint8_t {
  guessed,  // as above: those of the trace if it has any, else all that are enabled
  listed    // those of the trace, also if it has none
};

// `options`: data, record_steps and max_steps are read.
[[nodiscard]] Replayed replay(const Machine& machine, std::span<const Step> steps, const RunOptions& options = {},
                              InternalSteps internal = InternalSteps::guessed);

// Why a step that is not enabled is not.
[[nodiscard]] std::string explain_refusal(const Machine& machine, const MachineState& s, const Step& step);

// "s_kv_dma >= 3, which is 2": a test that does not hold.
[[nodiscard]] std::string explain_test(std::string_view cell, TestKind kind, std::int64_t value, std::int64_t needed);

}  // namespace counterpoint
