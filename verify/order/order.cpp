// Decides a pair by comparing closed clocks.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/replay.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/machine/volume.hpp"
#include "verify/machines.hpp"
#include "verify/order/clocks.hpp"
#include "verify/order/compare.hpp"
#include "verify/order/witness.hpp"

namespace counterpoint {
namespace {

// From what the comparison found to a verdict with its evidence.
class OrderVerdict {
 public:
  OrderVerdict(const Question& q, const Machine& impl, const ClockComparer& found, std::uint64_t instances)
      : q_(q), impl_(impl), found_(found) {
    v_.by = "order";
    v_.bound = "trips=given";
    v_.instances = instances;
  }

  Verdict judge(const std::optional<Fault>& fault) {
    const bool all = q_.property == Property::all;
    if (fault) {
      faulted(*fault);
    } else if (found_.early() && all) {
      early(*found_.early());
    } else if (found_.dead()) {
      deadlock();
    } else if (found_.later() && all) {
      v_.word = VerdictWord::refines;
      rank();
    } else {
      v_.word = all ? VerdictWord::equivalent : VerdictWord::clean;
    }
    return std::move(v_);
  }

 private:
  void faulted(const Fault& fault) {
    v_.word = VerdictWord::unsafe;
    v_.reason = fault_name(fault.kind);
    v_.faults.push_back(fault.kind);
    (void)perform(impl_, {}, true, v_.witness);
    v_.explanation = explain_fault(impl_, fault) + "\n";
  }

  void early(const EarlyEvent& x) {
    v_.word = VerdictWord::unsafe;
    v_.reason = "early-issue";
    const EngineId o = q_.pairing.engine_to_implementation[x.engine];
    const bool end = x.event.kind == ClockedEvent::Kind::end;
    Target target = x.past;
    if (!end) ++target.stream[o.value];
    if (end) {
      (void)perform(impl_, target, false, v_.witness);
    } else {
      perform_event(impl_, target, v_.witness);
    }
    const std::string_view engine = q_.program.tree.engine_name(x.engine);
    if (end) {
      v_.witness.push_back({StepKind::end, o, 0, 0});
      v_.shortest = all_counted();
      v_.explanation = fmt::format("{} can end where the program holds it\n", engine);
      return;
    }
    // Everything it needs comes before the event, so what comes after it was taken for nothing.
    while (!v_.witness.empty() && v_.witness.back().kind == StepKind::internal) v_.witness.pop_back();
    v_.shortest = all_counted();
    const std::uint32_t subject = impl_.code().events[x.event.event].subject;
    const bool visit = x.event.kind == ClockedEvent::Kind::visit;
    v_.explanation =
        fmt::format("{} {} can {} although the program holds it there (event {} of {})\n", engine,
                    visit ? q_.implementation.tree.scope_name(ScopeId{std::size_t{subject}})
                          : std::string(q_.implementation.tree.instruction_name(InstructionId{std::size_t{subject}})),
                    visit ? "start" : "issue", x.at + 1, engine);
  }

  // The comparison chose the event with the fewest visible steps: without others that is the fewest of all.
  [[nodiscard]] bool all_counted() const {
    return std::ranges::none_of(v_.witness, [](const Step& s) { return s.kind == StepKind::internal; });
  }

  void deadlock() {
    v_.word = VerdictWord::deadlock;
    v_.reason = "stuck";
    v_.shortest = true;  // every run that gets stuck takes the same steps
    const MachineState s = perform(impl_, {}, true, v_.witness);
    for (const EngineId e : q_.implementation.tree.engines()) {
      if (s.engines[e].status == EngineStatus::ended) continue;
      v_.explanation += explain_refusal(impl_, s, {StepKind::issue, e, 0, 0}) + "\n";
    }
  }

  void rank() {
    for (const auto& [key, x] : found_.excess()) {
      OverSynchronised& out = v_.excess.emplace_back();
      (key.visit ? out.visit.value : out.consumer.value) = key.subject;
      out.engine = EngineId{std::size_t{key.engine}};
      out.instances = x.instances;
      out.lost_slack = x.lost_slack;
    }
    name_producers();
    std::ranges::stable_sort(v_.excess, std::greater{}, &OverSynchronised::lost_slack);
    for (const OverSynchronised& x : v_.excess) {
      v_.explanation +=
          fmt::format("{} must wait for up to {} retirements of {} more than the program asks ({} instances, {})\n",
                      consumer_name(q_.program.tree, x), x.lost_slack, q_.program.tree.engine_name(x.engine),
                      x.instances, q_.program.tree.instruction_name(x.producer));
    }
    // Said only where it is all there is: a wait of the last instruction holds the end of its engine, too.
    if (v_.excess.empty()) v_.explanation += late_ends();
  }

  [[nodiscard]] std::string late_ends() const {
    std::vector<EngineId> late = found_.late_ends();
    std::ranges::sort(late);  // found in rounds, whose length must not show
    std::vector<std::string_view> names;
    for (const EngineId e : late) names.push_back(q_.program.tree.engine_name(e));
    if (names.empty()) return "";
    return fmt::format("no instruction must wait for more than the program asks, but the end of {} must\n",
                       fmt::join(names, ", "));
  }

  // Which instruction the n-th instance of an engine is was not kept: the streams are walked once more.
  void name_producers() {
    for (const EngineId f : q_.program.tree.engines()) {
      std::vector<std::pair<std::uint32_t, std::size_t>> asked;
      std::size_t at = 0;
      for (const auto& [key, x] : found_.excess()) {
        if (key.engine == f.value) asked.emplace_back(x.asked, at);
        ++at;
      }
      if (asked.empty()) continue;
      std::ranges::sort(asked);
      std::vector<std::uint32_t> ordinals;
      for (const auto& [ordinal, n] : asked) {
        if (ordinals.empty() || ordinals.back() != ordinal) ordinals.push_back(ordinal);
      }
      const auto found = instances_of(impl_, q_.pairing.engine_to_implementation[f], ordinals);
      for (const auto& [ordinal, n] : asked) {
        const auto place = std::ranges::lower_bound(ordinals, ordinal) - ordinals.begin();
        v_.excess[n].producer = q_.pairing.to_program[found[static_cast<std::size_t>(place)]];
      }
    }
  }

  const Question& q_;
  const Machine& impl_;
  const ClockComparer& found_;
  Verdict v_;
};

}  // namespace

tl::expected<Verdict, NotApplicable> decide_by_order(const Question& q, const ClockPace& pace) {
  const Volume v = volume(q.program.tree, q.program_trips, q.limit);
  if (v.instances > q.limit || v.entries > q.limit) {
    return tl::unexpected(NotApplicable{
        fmt::format("more than {} {}", q.limit, v.instances > q.limit ? "instances" : "entries of scopes"), true});
  }
  const Machines machines = machines_of(q);
  const Machine& spec = machines.program;
  const Machine& impl = machines.implementation;
  Clocks s(spec, q.limit, pace);
  Clocks i(impl, q.limit, pace);
  ClockComparer comparer(spec, q.pairing.engine_to_implementation, s, i);
  for (bool more_s = true, more_i = true; more_s || more_i;) {
    more_s = more_s && s.round();
    more_i = more_i && i.round();
    if (!i.why_not().empty()) return tl::unexpected(NotApplicable{"implementation: " + i.why_not(), i.bounded()});
    if (!s.why_not().empty()) return tl::unexpected(NotApplicable{"program: " + s.why_not(), s.bounded()});
    if (s.bytes() + i.bytes() > q.memory) {
      return tl::unexpected(NotApplicable{
          fmt::format("more than {} MiB for what engines have done that others still wait for", q.memory >> 20U),
          true});
    }
    if (i.fault()) break;
    comparer.compare();
    if (!more_s) comparer.program_is_done();
    if (!more_i) comparer.implementation_is_done();
  }
  return OrderVerdict(q, impl, comparer, i.instances()).judge(i.fault());
}

}  // namespace counterpoint
