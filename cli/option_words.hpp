// The words that options take, where they are the names of something else's table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/options.hpp"

namespace counterpoint::cli {

using Words = std::vector<Word>;

[[nodiscard]] Words scheme_words();
Words level_words();
[[nodiscard]] Words expected_words();
[[nodiscard]] Words decider_words();
[[nodiscard]] Words solver_words();
[[nodiscard]] Words schedule_words();

}  // namespace counterpoint::cli
