// The schemes, and their settings from one machine.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/synchronise/synchronise.hpp"

#include <fmt/format.h>

#include <array>

#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/peers/buffer_id_cliques.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::array schemes = {
    SyncSchemeEntry{SyncScheme::vendor, "vendor", "the passes of the vendor's compiler"},
    SyncSchemeEntry{SyncScheme::flags, "flags",
                    "event flags with carried pairs, as PTOAS and AscendNPU-IR insert them"},
    SyncSchemeEntry{SyncScheme::fewest_flags, "fewest-flags", "as few event flags as a search finds"},
    SyncSchemeEntry{SyncScheme::buffer_ids, "buffer-ids",
                    "an id for each clique of buffers, as PTOAS gives them; c310"},
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
  say(report.no_event, "pairs of flags are barriers of all pipes, since the core has no such event");
  return out;
}

std::vector<std::string> remarks(const CliqueReport& report) {
  std::vector<std::string> out;
  const auto say = [&](std::size_t n, std::string_view what) {
    if (n != 0) out.push_back(fmt::format("{} {}", n, what));
  };
  if (report.skipped) out.emplace_back("the kernel has synchronisation already, and is left as it is");
  say(report.global, "dependencies in global memory are left out");
  say(report.same_pipe, "dependencies of one pipe with itself are left out");
  say(report.given, "dependencies of the program besides its accesses are left out");
  say(report.merged, "ids were merged for want of others");
  return out;
}

bool short_of_ids(const FlagReport& report) { return report.widened + report.narrowed + report.fallbacks != 0; }
bool short_of_ids(const CliqueReport& report) { return report.merged != 0; }

// The report of a scheme in words, or why it does nothing.
template <class Report>
tl::expected<SyncDone, Diagnostics> said(const tl::expected<Report, std::string>& report) {
  if (!report) return tl::unexpected(Diagnostics{diagnose(Code::not_lowered, {}, report.error())});
  return SyncDone{remarks(*report), short_of_ids(*report)};
}

tl::expected<SyncDone, Diagnostics> by_peer(Kernel& kernel, const Machine& machine, SyncScheme scheme) {
  FlagOptions options;
  options.machine = primitives_of(machine);
  if (scheme == SyncScheme::flags) return said(insert_event_flags(kernel, options));
  if (scheme == SyncScheme::fewest_flags) return said(insert_fewest_flags(kernel, options));
  if (machine.architecture() == Architecture::c220) {
    return tl::unexpected(Diagnostics{diagnose(Code::not_lowered, {}, "a core of c220 has no buffer ids")});
  }
  CliqueOptions cliques;
  cliques.ids = machine.buffer_ids();
  return said(insert_clique_brackets(kernel, cliques));
}

}  // namespace

KernelOptions kernel_options(const Machine& machine, const SyncChoice& choice) {
  KernelOptions out;
  // What would be calls of queues to the vendor's passes is nothing that peers know.
  out.tensors = choice.scheme == SyncScheme::vendor || choice.scheme == SyncScheme::none;
  out.bias_on_vector = machine.mmad_with_bias_pipe() == Pipe::v;
  // What is filled before the first is taken holds an id each.
  if (choice.sound) out.most_queues = machine.usable_ids();
  return out;
}

std::span<const SyncSchemeEntry> all_sync_schemes() { return schemes; }

tl::expected<SyncDone, Diagnostics> synchronise(Kernel& kernel, const Machine& machine, const SyncChoice& choice,
                                                const AfterStep& after) {
  if (choice.scheme == SyncScheme::none || !machine.inserts_sync()) return SyncDone{};
  if (choice.scheme == SyncScheme::vendor) {
    auto added = run_passes(kernel, choice.passes, pass_settings(machine, choice.sound),
                            [&](const PassEntry& pass, const Kernel& now) {
                              if (after) after(pass.name, now);
                            });
    if (!added) return tl::unexpected(std::move(added.error()));
    return SyncDone{std::move(*added), false};
  }
  auto done = by_peer(kernel, machine, choice.scheme);
  if (done && after) after(schemes[static_cast<std::size_t>(choice.scheme)].word, kernel);
  return done;
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
