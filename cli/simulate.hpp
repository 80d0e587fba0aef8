// The simulation that `lower --simulate` and `lower --replay` ask for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cli/session.hpp"
#include "cli/trace_files.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::cli {

[[nodiscard]] bool simulates(const Session& session);
// The trace of --replay, if given; its options hold from now on where the command line gives none of that name. To be
// called before any of them is read.
[[nodiscard]] std::optional<TraceFile> adopt_simulated_trace(Session& session);

// Runs the image as the options say and shows how it ended, as `run` does. The counts of the image's scopes are those
// of --trips, by its own names. Words that are no records end the command (65).
[[nodiscard]] Exit simulate(Session& session, const neuron::Image& image, const Source& source,
                            const std::optional<TraceFile>& trace);

}  // namespace counterpoint::cli
