// The figures of the evaluation as SVG, written by hand: no script, no font, no link.
// SPDX-License-Identifier: Apache-2.0
//
// Coordinates are whole pixels, so that the same evaluation gives the same bytes everywhere. Colours are told apart in
// print by what is written beside them, and follow a dark page.
#pragma once

#include <cstdint>
#include <string>

#include "core/evaluation/evaluation.hpp"

namespace counterpoint::report {

// For one kernel: a band for each parameter and each of per-loop, bound and unrolled, from the least ratio to the
// greatest; the published ratio as a line, ours as a tick.
[[nodiscard]] std::string sensitivity_figure(const Evaluation& evaluation, std::uint32_t kernel);
// Latency against the trip count of the outermost loop, both logarithmic; one line a variant.
[[nodiscard]] std::string trips_figure(const Evaluation& evaluation, std::uint32_t kernel);
// What each engine does under barriers and under per-loop, on one time axis.
[[nodiscard]] std::string timeline_figure(const Evaluation& evaluation, std::uint32_t kernel);

// Semaphores against registers, one panel a kernel: what each scheme needs, with its code.
[[nodiscard]] std::string resources_figure(const Evaluation& evaluation);

}  // namespace counterpoint::report
