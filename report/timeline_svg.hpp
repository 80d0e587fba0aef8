// Timelines of several runs on one time axis, as SVG.
// SPDX-License-Identifier: Apache-2.0
//
// What. A panel for each run, a band for each engine: on top what the engine stands and waits for (hatched; at a
// barrier in bars), below what it has in flight, in as many lanes as overlap. An arrow leads from the retirement that
// released a wait to the end of the wait. All panels have the same axis, so a longer run is a longer picture.
// Invariant. What is drawn is a Timeline (timeline.hpp), whose invariants hold; a run of more than `most_slices`
// instances is cut there, and the panel says so. Cost: linear in what is drawn.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/program/tree.hpp"
#include "report/timeline.hpp"

namespace counterpoint::report {

// One run. The tree outlives it.
struct TimelinePanel {
  std::string name;  // "specification", "barrier", "per-loop"
  const Tree* tree = nullptr;
  Timeline timeline;
  std::uint64_t makespan = 0;
  // By engine of `tree`: its number in the program. All panels have the same engines.
  IdVector<EngineId, EngineId> engine;
};

inline constexpr std::size_t most_slices = 4000;

// The first `most_slices` slices and what ends before the last of them; `cut`: something was left out.
struct ShownTimeline {
  std::size_t slices = 0;
  std::uint64_t until = 0;  // what begins later is left out
  bool cut = false;
  std::vector<std::uint32_t> lanes;   // of each slice shown, within its engine
  std::vector<std::uint32_t> height;  // lanes of each engine, by its number in the program; at least 1
};
[[nodiscard]] ShownTimeline shown(const TimelinePanel& panel);

// `program`: whose engines are named, in its order.
[[nodiscard]] std::string timelines_svg(const Tree& program, std::span<const TimelinePanel> panels, bool standalone);

}  // namespace counterpoint::report
