// Asks the deciders.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/synchronise/sound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/execution/queues.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::size_t most_assignments = 64;
constexpr std::uint64_t most_explored = 50'000;

// Whether no pipe has flags to two others: then it is all one whether keys have a destination.
bool one_destination_each(const Kernel& kernel) {
  std::map<Pipe, Pipe> to;
  return std::ranges::all_of(kernel.in_order(), [&](OpId o) {
    const Op& x = kernel.op(o);
    const QueueCall call = queue_call(kernel, o);
    const bool flag = x.kind == OpKind::set_flag || x.kind == OpKind::wait_flag;
    if (!flag && call.use == IdUse::none) return true;
    const Direction event = flag ? Direction{x.pipe, x.to} : call.event;
    return to.emplace(event.from, event.to).first->second == event.to;
  });
}

Diagnostic refusal(std::string why) {
  Diagnostic d = diagnose(AscendCode::sound_not_safe, {}, "sound mode does not make this safe: " + std::move(why));
  d.help = "without --sound the kernel is written as the passes make it, and --check shows what is wrong";
  return d;
}

}  // namespace

bool must_be_judged(const Kernel& kernel, const Machine& machine, const SyncChoice& choice) {
  if (!choice.sound) return false;
  if (!(machine == Machine(machine.architecture()))) return true;
  if (choice.passes != default_passes(machine.architecture(), true)) return true;
  return std::ranges::any_of(kernel.in_order(), [&](OpId o) { return kernel.op(o).line != 0; });
}

std::optional<Diagnostic> not_made_safe(const Kernel& kernel, const Machine& machine) {
  Primitives primitives = primitives_of(machine);
  if (one_destination_each(kernel)) primitives.destination_in_key = true;
  const auto judge = KernelJudge::make(kernel, primitives);
  if (!judge) {
    const Refusal& r = judge.error().front();
    return refusal(r.op.valid() ? fmt::format("'{}': {}", op_text(kernel, r.op), r.why) : r.why);
  }
  KernelQuestion how;
  how.states = most_explored;
  const BoundedVerdict v = judge->everywhere(how, most_assignments);
  if (v.verdict.fails()) {
    const Verdict& x = v.verdict.judgement.verdict;
    std::string why(to_text(x.word));
    if (!x.reason.empty()) why += " " + x.reason;
    if (!v.trips.empty()) why += " at " + v.trips;
    return refusal(std::move(why));
  }
  if (!v.left.empty()) return refusal(fmt::format("{} is set at the end", v.left.front()));
  if (v.undecided != 0) return refusal("whether it is takes too long to decide");
  return std::nullopt;
}

}  // namespace counterpoint::ascend
