// Schedules and what was seen of them, as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/simulator/run.hpp"

namespace counterpoint::neuron {

// "issue pe", "arrive pe", "complete pe", "transfer load_q". Rings are named by their name, where it is the only one
// of that name and one word, else by their place: "transfer 2".
[[nodiscard]] std::string to_text(const CoreCode& code, CoreStep step);

// One step a line, from the start of the image, with the record that is issued and what the program can tell of the
// step as a comment: "issue pe  # record 3, Work qk: qk issues". Linear.
[[nodiscard]] std::string schedule_to_text(const Simulator& simulator, std::span<const CoreStep> steps);

// The same backwards: `#` starts a comment, empty lines are skipped. `lines` gets the line of each step, if given. All
// errors are reported (the first hundred). Linear.
[[nodiscard]] tl::expected<std::vector<CoreStep>, Diagnostics> parse_schedule(
    const CoreCode& code, std::string_view text, std::vector<std::uint32_t>* lines = nullptr);

// "qk issues", "qk retires".
[[nodiscard]] std::string to_text(const CoreCode& code, Visible seen);

}  // namespace counterpoint::neuron
