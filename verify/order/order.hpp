// Decides a pair at given trip counts by comparing closed clocks.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 6, "Verdict by closed clocks". An event live in the implementation and dead in the program, or
// with a clock that is not at least the program's: `unsafe`. Else one live in the program and dead in the
// implementation: `deadlock`. Else some clock differs: `refines`. Else `equivalent`. Linear in the dynamic instances.
#pragma once

#include <tl/expected.hpp>

#include "core/machine/verdict.hpp"
#include "verify/order/clocks.hpp"
#include "verify/question.hpp"

namespace counterpoint {

// The verdict, or the precondition that fails (then exploration must decide).
[[nodiscard]] tl::expected<Verdict, NotApplicable> decide_by_order(const Question& question,
                                                                   const ClockPace& pace = {});

}  // namespace counterpoint
