// A case as a text test: readable, runnable by lit, and read again by `counterpoint fuzz --corpus`.
// SPDX-License-Identifier: Apache-2.0
//
// Form. Comments say what failed and which commands show it. Then parts, as split-file knows them: `case` (one `key
// value` a line: oracle, trips, window, width, compare, and of an allocation scheme, extensions, count, optimize),
// `program.cp`, and for one made by hand `implementation.cp`.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "verify/fuzz/case.hpp"
#include "verify/fuzz/oracles.hpp"

namespace counterpoint::fuzzing {

struct SavedCase {
  Case content;
  std::string oracle;                     // that failed when it was saved
  std::vector<std::string> comment = {};  // lines about where it comes from; not read again
  Finding finding = {};                   // not read again
};

// The whole file. With a verdict that is expected, the test asks `check` for it as well.
[[nodiscard]] std::string save(const SavedCase& saved);
// Errors have positions in this text.
[[nodiscard]] tl::expected<SavedCase, Diagnostics> read_saved(std::string_view text, std::string_view file);

// The options of `check` and `run` that pose the case: " --trips L0=1 --width 4".
[[nodiscard]] std::string command_options(const Case& any);

}  // namespace counterpoint::fuzzing
