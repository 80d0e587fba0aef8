// Puts synchronisation into a kernel by one of the schemes, as a machine's parameters say.
// SPDX-License-Identifier: Apache-2.0
//
// What. The vendor's passes, event flags of a peer, the fewest flags, or none. Each scheme has settings of its own;
//   here they are made of one Machine, so that what a pass assumes and what is executed afterwards agree.
// Source: ascend.md 1-4, the page "Automatic synchronization injection".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "targets/ascend/execution/refusal.hpp"
#include "targets/ascend/kernel/from_program.hpp"
#include "targets/ascend/machine/parameters.hpp"
#include "targets/ascend/passes/run_passes.hpp"

namespace counterpoint::ascend {

enum class SyncScheme : std::uint8_t { vendor, flags, fewest_flags, buffer_ids, none };

struct SyncSchemeEntry {
  SyncScheme scheme;
  std::string_view word;
  std::string_view meaning;
};
[[nodiscard]] std::span<const SyncSchemeEntry> all_sync_schemes();

struct SyncChoice {
  SyncScheme scheme = SyncScheme::vendor;
  PassList passes;  // of `vendor`
  bool sound = false;
};
// How a kernel is made that is then synchronised so. Sound mode has no more queues of a position than an event has ids.
[[nodiscard]] KernelOptions kernel_options(const Machine& machine, const SyncChoice& choice);

// The name of what was done, and the kernel after it: a pass, or a scheme that is no list of passes.
using AfterStep = std::function<void(std::string_view, const Kernel&)>;

// What was done besides what was asked for.
struct SyncDone {
  std::vector<std::string> remarks;  // what was added, a line each
  Diagnostics warnings;              // what could not be had
  bool short_of_ids = false;         // something was merged, shortened or made a barrier for want of ids
};
// With insert-sync=false the kernel is left alone.
[[nodiscard]] tl::expected<SyncDone, Diagnostics> synchronise(Kernel& kernel, const Machine& machine,
                                                              const SyncChoice& choice, const AfterStep& after = {});

// Refusals of execution as messages. Those of an operation name it; their line is that of the text that the kernel was
// read from, those of the others is a line of the program.
struct KernelMessages {
  Diagnostics of_program;
  Diagnostics of_kernel;
};
[[nodiscard]] KernelMessages messages_of(const Kernel& kernel, const Refusals& refusals);

}  // namespace counterpoint::ascend
