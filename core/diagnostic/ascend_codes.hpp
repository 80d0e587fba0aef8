// The codes of the target Ascend, for the code that gives them.
// SPDX-License-Identifier: Apache-2.0
//
// They are in the table of all codes (codes.cpp), but not in its enumeration, which every file includes: a new code of
// one target then makes only that target anew.
#pragma once

#include "core/diagnostic/codes.hpp"

namespace counterpoint {

struct AscendCode {
#define X(number, name, severity, meaning, wrong, right) static constexpr Code name{number};
#include "core/diagnostic/ascend_codes.def"
#undef X
};

}  // namespace counterpoint
