// Event flags put into a kernel: as InjectSync and InsertSync do, and as few as a graph solver would.
// SPDX-License-Identifier: Apache-2.0
//
// Flags and barriers that a kernel of one core has already are kept, and count (written_flags.hpp). One with calls of
// queues or brackets is left as it is, one of several cores with any, and so is one whose flags are not understood; the
// report says so. The steps are: flatten (sync_ir.hpp), hazards (hazards.hpp), insertion (flag_insertion.hpp), what
// one-bit flags need (run_ahead.hpp), ids (event_ids.hpp), guards as late as ids allow (late_guards.hpp), and writing
// it all into the kernel: carried pairs are set `count` times at the start of the kernel and waited for as often at its
// end. Of several cores first what is between them is put in (cross_pairs.hpp), then each core is taken as if it were
// alone. Source: ascend.md 1.7, 4.1-4.7.
#pragma once

#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/peers/options.hpp"

namespace counterpoint::ascend {

// The error says in words what flags cannot keep; the kernel is then as it was.
[[nodiscard]] tl::expected<FlagReport, Diagnostic> insert_event_flags(Kernel& kernel, const FlagOptions& options);
[[nodiscard]] tl::expected<FlagReport, Diagnostic> insert_fewest_flags(Kernel& kernel, const FlagOptions& options);

// Whether a kernel has brackets, calls of queues or fetched events. Declarations are none.
[[nodiscard]] bool has_queues_or_brackets(const Kernel& kernel);
// Or sets, waits or barriers.
[[nodiscard]] bool has_synchronisation(const Kernel& kernel);

}  // namespace counterpoint::ascend
