// The schemes, and their settings from one machine.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/synchronise/synchronise.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/peers/buffer_id_cliques.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "targets/ascend/synchronise/sound.hpp"
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

// Of each the published graph solver leaves one id alone. Source: ascend.md 4.7, point 5.
constexpr std::array<PipePair, 11> reserved_by_solver = {{{Pipe::s, Pipe::v},
                                                          {Pipe::s, Pipe::mte2},
                                                          {Pipe::s, Pipe::mte3},
                                                          {Pipe::v, Pipe::s},
                                                          {Pipe::v, Pipe::mte2},
                                                          {Pipe::v, Pipe::mte3},
                                                          {Pipe::m, Pipe::fix},
                                                          {Pipe::mte2, Pipe::s},
                                                          {Pipe::mte2, Pipe::v},
                                                          {Pipe::mte3, Pipe::s},
                                                          {Pipe::fix, Pipe::m}}};

class Remarks {
 public:
  void warn(std::size_t n, Code code, std::string_view what) {
    if (n == 0) return;
    report_.warnings.push_back(diagnose(code, {}, fmt::format("{} {}", n, what)));
    if (code == AscendCode::ids_short) report_.short_of_ids = true;
  }
  void skipped(bool is) {
    if (!is) return;
    report_.warnings.push_back(
        diagnose(AscendCode::synchronised_already, {}, "the kernel has synchronisation already, and is left as it is"));
  }
  void not_understood(const Kernel& kernel, OpId o) {
    const std::uint32_t line = kernel.op(o).line;
    report_.warnings.push_back(diagnose(
        AscendCode::written_flag, {},
        fmt::format("line {} of the kernel: '{}' pairs with no other call in its place, so the kernel is left as it is",
                    line, op_text(kernel, o))));
  }
  void note(std::size_t n, std::string_view what) {
    if (n != 0) report_.remarks.push_back(fmt::format("{} {}", n, what));
  }
  SyncDone take() { return std::move(report_); }

 private:
  SyncDone report_;
};

SyncDone remarks(const Kernel& kernel, const FlagReport& report) {
  Remarks out;
  out.skipped(report.skipped);
  if (report.not_understood.valid()) out.not_understood(kernel, report.not_understood);
  out.note(report.kept, "flags and barriers of the kernel are kept, and count");
  out.note(report.guards, "pairs of flags only keep a flag from being set while it is set");
  out.note(report.answers, "pairs of flags between cores only keep a counter from overflowing");
  out.warn(report.widened, AscendCode::ids_short, "pairs of flags were merged into others for want of ids");
  out.warn(report.narrowed, AscendCode::ids_short, "pairs of flags rotate through fewer ids than they could");
  out.warn(report.scoped, AscendCode::ids_short,
           "pairs of flags are set before a loop and waited for after it, for want of ids");
  out.warn(report.fallbacks, AscendCode::ids_short, "pairs of flags became barriers of all pipes for want of ids");
  out.note(
      report.outer_slots,
      "dependencies on slots of an outer loop are kept by one id in the inner one, for every iteration of the outer");
  out.note(report.restarts, "times ids were given out anew, which left fewer barriers of all pipes");
  out.note(report.no_event, "pairs of flags are barriers of all pipes, since the core has no such event");
  return out.take();
}

SyncDone remarks(const Kernel&, const CliqueReport& report) {
  Remarks out;
  out.skipped(report.skipped);
  out.warn(report.global, AscendCode::left_without_order, "dependencies in global memory are left out");
  out.warn(report.same_pipe, AscendCode::left_without_order, "dependencies of one pipe with itself are left out");
  out.warn(report.given, AscendCode::left_without_order,
           "dependencies of the program besides its accesses are left out");
  out.warn(report.merged, AscendCode::ids_short, "ids were merged for want of others");
  return out.take();
}

// The report of a scheme in words, or why it does nothing.
template <class Report>
tl::expected<SyncDone, Diagnostics> said(const Kernel& kernel, const tl::expected<Report, Diagnostic>& report) {
  if (!report) return tl::unexpected(Diagnostics{report.error()});
  return remarks(kernel, *report);
}

tl::expected<SyncDone, Diagnostics> by_peer(Kernel& kernel, const Machine& machine, SyncScheme scheme) {
  FlagOptions options;
  options.machine = primitives_of(machine);
  if (machine.at(Parameter::reserved_events) != 0) {
    options.reserved.assign(reserved_by_solver.begin(), reserved_by_solver.end());
  }
  if (scheme == SyncScheme::flags) return said(kernel, insert_event_flags(kernel, options));
  if (scheme == SyncScheme::fewest_flags) return said(kernel, insert_fewest_flags(kernel, options));
  if (machine.architecture() == Architecture::c220) {
    Diagnostic d = diagnose(AscendCode::no_buffer_ids, {}, "a core of c220 has no buffer ids");
    d.expected = "--target ascend-c310, or another scheme";
    return tl::unexpected(Diagnostics{std::move(d)});
  }
  CliqueOptions cliques;
  cliques.ids = machine.buffer_ids();
  return said(kernel, insert_clique_brackets(kernel, cliques));
}

// The first instruction on each pipe that the core has not: the program cannot run there, whatever is inserted.
Diagnostics not_on_core(const Kernel& kernel, const Machine& machine) {
  const Tree& tree = kernel.program().tree;
  Diagnostics out;
  std::array<bool, pipe_count> said{};
  for (const OpId o : kernel.in_order()) {
    const Op& x = kernel.op(o);
    if (x.kind != OpKind::compute) continue;
    const Pipe pipe = pipe_named(tree.engine_name(tree.engine_of(x.instruction))).value_or(Pipe::all);
    if (pipe == Pipe::all || machine.has_pipe(pipe) || std::exchange(said[static_cast<std::size_t>(pipe)], true)) {
      continue;
    }
    const std::uint32_t line = tree.line_of(x.instruction);
    Diagnostic d = diagnose(
        AscendCode::pipe_not_on_core, {line, line == 0 ? 0U : 1U},
        fmt::format("{} runs on {}, which this core has not", tree.instruction_name(x.instruction), pipe_name(pipe)));
    d.expected = "--set core=any, or that of the other kind";
    out.push_back(std::move(d));
  }
  return out;
}

// Whether a scheme orders what is on two cores.
bool knows_cores(SyncScheme scheme) {
  return scheme == SyncScheme::none || scheme == SyncScheme::flags || scheme == SyncScheme::fewest_flags;
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
  if (Diagnostics no = not_on_core(kernel, machine); !no.empty()) return tl::unexpected(std::move(no));
  const bool judged = must_be_judged(kernel, machine, choice);
  if (choice.scheme == SyncScheme::none || !machine.inserts_sync()) {
    if (auto no = judged ? not_made_safe(kernel, machine) : std::nullopt) return tl::unexpected(Diagnostics{*no});
    return SyncDone{};
  }
  if (kernel.several_cores() && !knows_cores(choice.scheme)) {
    Diagnostic d = diagnose(AscendCode::several_cores, {},
                            fmt::format("{} is of one core, and the kernel is of several",
                                        schemes[static_cast<std::size_t>(choice.scheme)].word));
    d.expected = "--sync flags or fewest-flags, or a program of one core";
    return tl::unexpected(Diagnostics{std::move(d)});
  }
  if (choice.scheme == SyncScheme::vendor) {
    auto added = run_passes(kernel, choice.passes, pass_settings(machine, choice.sound),
                            [&](const PassEntry& pass, const Kernel& now) {
                              if (after) after(pass.name, now);
                            });
    if (!added) return tl::unexpected(std::move(added.error()));
    if (auto no = judged ? not_made_safe(kernel, machine) : std::nullopt) return tl::unexpected(Diagnostics{*no});
    return SyncDone{std::move(added->added), std::move(added->warnings), false};
  }
  auto done = by_peer(kernel, machine, choice.scheme);
  if (done && after) after(schemes[static_cast<std::size_t>(choice.scheme)].word, kernel);
  return done;
}

KernelMessages messages_of(const Kernel& kernel, const Refusals& refusals) {
  KernelMessages out;
  for (const Refusal& r : refusals) {
    if (!r.op.valid()) {
      out.of_program.push_back(diagnose(r.code, r.at, r.why));
      continue;
    }
    const std::uint32_t line = kernel.op(r.op).line;
    out.of_kernel.push_back(
        diagnose(r.code, {line, line == 0 ? 0U : 1U}, fmt::format("'{}': {}", op_text(kernel, r.op), r.why)));
  }
  return out;
}

}  // namespace counterpoint::ascend
