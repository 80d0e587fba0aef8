// The files of this folder, built into the library: cmake/CounterpointPage.cmake writes what returns them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace counterpoint::report {

[[nodiscard]] std::string_view figure_style();        // figure.css
[[nodiscard]] std::string_view figure_definitions();  // figure.svg: patterns and arrow heads
[[nodiscard]] std::string_view page_style();          // page.css
[[nodiscard]] std::string_view page_script();         // page.js

}  // namespace counterpoint::report
