// Whether sound mode has made a kernel safe, where that does not follow from what it does.
// SPDX-License-Identifier: Apache-2.0
//
// What. On a core as it is by default the passes with `repair` make safe whatever kernel_from_program makes. Of a
//   kernel that was read as text (its queues are not limited to the ids of an event), of other passes and of a core
//   with other parameters (flags whose key has no destination are one for several events) that does not follow: then
//   the deciders are asked, and what they do not call safe is refused.
// Cost: that of judging, over at most 64 assignments of zero to three iterations; where keys have no destination and a
//   pipe has flags to two others, of exploration up to 50,000 states for each. Source: ascend.md 1.2, 5.1, 5.2.
#pragma once

#include <optional>

#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"

namespace counterpoint::ascend {

// Before the passes: whether what they make is to be judged.
[[nodiscard]] bool must_be_judged(const Kernel& kernel, const Machine& machine, const SyncChoice& choice);

// After them: the refusal of a kernel that is not safe, or not known to be.
[[nodiscard]] std::optional<Diagnostic> not_made_safe(const Kernel& kernel, const Machine& machine);

}  // namespace counterpoint::ascend
