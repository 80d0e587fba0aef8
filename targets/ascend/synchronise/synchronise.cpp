// The schemes, and their settings from one machine.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/synchronise/synchronise.hpp"

#include <fmt/format.h>

#include <array>

#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::array schemes = {
    SyncSchemeEntry{SyncScheme::vendor, "vendor", "the passes of the vendor's compiler"},
    SyncSchemeEntry{SyncScheme::flags, "flags",
                    "event flags with carried pairs, as PTOAS and AscendNPU-IR insert them"},
    SyncSchemeEntry{SyncScheme::fewest_flags, "fewest-flags", "as few event flags as a search finds"},
    SyncSchemeEntry{SyncScheme::none, "none", "the kernel as it is"},
};

std::vector<std::string> remarks(const FlagReport& report) {
  std::vector<std::string> out;
  const auto say = [&](std::size_t n, std::string_view what) {
    if (n != 0) out.push_back(fmt::format("{} {}", n, what));
  };
  if (report.skipped) out.emplace_back("the kernel has synchronisation already, and is left as it is");
  say(report.guards, "pairs of flags only keep a flag from being set while it is set");
  say(report.widened, "pairs of flags were merged into others for want of ids");
  say(report.narrowed, "pairs of flags rotate through fewer ids than they could");
  say(report.fallbacks, "pairs of flags became barriers of all pipes for want of ids");
  return out;
}

}  // namespace

std::span<const SyncSchemeEntry> all_sync_schemes() { return schemes; }

tl::expected<std::vector<std::string>, Diagnostics> synchronise(Kernel& kernel, const Machine& machine,
                                                                const SyncChoice& choice, const AfterStep& after) {
  if (choice.scheme == SyncScheme::none || !machine.inserts_sync()) return std::vector<std::string>{};
  if (choice.scheme == SyncScheme::vendor) {
    return run_passes(kernel, choice.passes, pass_settings(machine, choice.sound),
                      [&](const PassEntry& pass, const Kernel& now) {
                        if (after) after(pass.name, now);
                      });
  }
  const bool fewest = choice.scheme == SyncScheme::fewest_flags;
  FlagOptions options;
  options.machine = primitives_of(machine);
  const auto report = fewest ? insert_fewest_flags(kernel, options) : insert_event_flags(kernel, options);
  if (!report) {
    Diagnostic d = diagnose(Code::not_lowered, {}, report.error());
    return tl::unexpected(Diagnostics{std::move(d)});
  }
  if (after) after(fewest ? "fewest-flags" : "flags", kernel);
  return remarks(*report);
}

Diagnostics diagnostics_of(const Kernel& kernel, const Refusals& refusals) {
  Diagnostics out;
  for (const Refusal& r : refusals) {
    out.push_back(
        diagnose(Code::not_lowered, {}, r.op.valid() ? fmt::format("'{}': {}", op_text(kernel, r.op), r.why) : r.why));
  }
  return out;
}

}  // namespace counterpoint::ascend
