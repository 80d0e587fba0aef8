// Event flags put into a kernel: as InjectSync and InsertSync do, and as few as a graph solver would.
// SPDX-License-Identifier: Apache-2.0
//
// Both take a kernel without synchronisation of its own; one that has some is left as it is, and the report says so.
// The steps are: flatten (sync_ir.hpp), hazards (hazards.hpp), insertion (flag_insertion.hpp), what one-bit flags need
// (run_ahead.hpp), ids (event_ids.hpp), and writing it all into the kernel: carried pairs are set `count` times at the
// start of the kernel and waited for as often at its end. Source: ascend.md 4.1-4.7.
#pragma once

#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/peers/options.hpp"

namespace counterpoint::ascend {

// The error says in words what flags cannot keep; the kernel is then as it was.
[[nodiscard]] tl::expected<FlagReport, Diagnostic> insert_event_flags(Kernel& kernel, const FlagOptions& options);
[[nodiscard]] tl::expected<FlagReport, Diagnostic> insert_fewest_flags(Kernel& kernel, const FlagOptions& options);

// Whether a kernel has sets, waits, barriers, brackets or calls of queues. Declarations are none.
[[nodiscard]] bool has_synchronisation(const Kernel& kernel);

}  // namespace counterpoint::ascend
