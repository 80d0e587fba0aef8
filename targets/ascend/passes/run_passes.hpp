// The table of passes, and running some of them in order.
// SPDX-License-Identifier: Apache-2.0
//
// Source: the page, "Synchronization Pass Pipeline".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {

struct PassEntry {
  std::string_view name;
  void (*run)(Kernel&, PassRun&);
  bool c220;
  bool c310;
  std::string_view meaning;
  [[nodiscard]] bool on(Architecture a) const { return a == Architecture::c220 ? c220 : c310; }
};
[[nodiscard]] std::span<const PassEntry> all_passes();

using PassList = std::vector<const PassEntry*>;

// What the vendor's compiler runs, then `repair` and the merging of its barriers in sound mode.
[[nodiscard]] PassList default_passes(Architecture architecture, bool sound);
// "erase_sync,insert_sync"; "" is no pass. Errors: a name that no pass has, or none of that architecture.
[[nodiscard]] tl::expected<PassList, Diagnostic> passes_named(std::string_view list, Architecture architecture);

using AfterPass = std::function<void(const PassEntry&, const Kernel&)>;

// Runs them in order, and tells of each. Returns what sound mode did differently. On an error the kernel is as the
// pass that could not finish has left it. Cost: that of the passes, each linear but for what its header says.
[[nodiscard]] tl::expected<SyncReport, Diagnostics> run_passes(Kernel& kernel, const PassList& passes,
                                                               const PassSettings& settings,
                                                               const AfterPass& after_each = {});

}  // namespace counterpoint::ascend
