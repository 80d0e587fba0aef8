// Decides a pair by comparing closed clocks.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/machine/volume.hpp"
#include "verify/order/clocks.hpp"
#include "verify/order/witness.hpp"

namespace counterpoint {
namespace {

class Comparer {
 public:
  Comparer(const Question& q, const Machine& spec, const Machine& impl, const Clocks& s, const Clocks& i)
      : q_(q), spec_(spec), impl_(impl), s_(s), i_(i), count_(s.engine_count) {}

  Verdict run() {
    Verdict v;
    v.by = "order";
    v.bound = "trips=given";
    v.instances = i_.instances;
    if (i_.fault) {
      fault(v);
      return v;
    }
    for (const EngineId e : q_.program.tree.engines()) compare(e);
    const bool all = q_.property == Property::all;
    if (early_ && all) {
      early(v);
    } else if (dead_) {
      deadlock(v);
    } else if (later_ && all) {
      v.word = VerdictWord::refines;
      rank(v);
    } else {
      v.word = all ? VerdictWord::equivalent : VerdictWord::clean;
    }
    return v;
  }

 private:
  struct Early {
    EngineId engine;  // of the program
    std::size_t at = 0;
    std::uint64_t length = 0;  // visible steps of its past
    bool end = false;
  };

  [[nodiscard]] EngineId other(EngineId e) const { return q_.pairing.engine_to_implementation[e]; }

  // -1: the implementation's clock is not at least the program's; 1: it asks for more; 0: they are equal.
  // `own` are the retirements of the engine itself.
  int relate(EngineId e, const ClockedEvent& s, const ClockedEvent& i) const {
    if (i.retired < s.retired) return -1;
    bool more = i.retired > s.retired;
    const auto sv = s_.version(s.version);
    const auto iv = i_.version(i.version);
    for (const EngineId f : q_.program.tree.engines()) {
      if (f == e) continue;
      const std::uint32_t g = other(f).value;
      if (iv[g] < sv[f.value] || iv[count_ + g] < sv[count_ + f.value]) return -1;
      more = more || iv[g] > sv[f.value] || iv[count_ + g] > sv[count_ + f.value];
    }
    return more ? 1 : 0;
  }

  // Visible steps of the closed past of an event, itself not counted: a retirement is two, with its commit.
  std::uint64_t length(EngineId e, std::size_t at, const ClockedEvent& i) const {
    const auto iv = i_.version(i.version);
    std::uint64_t n = at + 2 * std::uint64_t{i.retired};
    for (const EngineId f : q_.implementation.tree.engines()) {
      if (f != other(e)) n += iv[f.value] + 2 * std::uint64_t{iv[count_ + f.value]};
    }
    return n;
  }

  void note_early(EngineId e, std::size_t at, const ClockedEvent& i, bool end) {
    const Early found{e, at, length(e, at, i), end};
    if (!early_ || found.length < early_->length) early_ = found;
  }

  void compare(EngineId e) {
    const EngineClocks& s = s_.engines[e];
    const EngineClocks& i = i_.engines[other(e)];
    const std::size_t both = std::min(s.events.size(), i.events.size());
    std::uint32_t sv = ~0U;
    std::uint32_t iv = ~0U;
    int last = 0;
    for (std::size_t n = 0; n < both; ++n) {
      const ClockedEvent& a = s.events[n];
      const ClockedEvent& b = i.events[n];
      const bool fresh = a.version != sv || b.version != iv;
      if (fresh || a.retired != b.retired || last != 0) last = relate(e, a, b);
      sv = a.version;
      iv = b.version;
      if (last < 0) note_early(e, n, b, false);
      if (last > 0) note_later(e, n, a, b);
    }
    if (i.events.size() > both) note_early(e, both, i.events[both], false);
    if (s.events.size() > both) dead_ = true;
    if (s.events.size() != i.events.size()) return;
    if (i.ended && !s.ended) note_early(e, both, i.end, true);
    if (s.ended && !i.ended) dead_ = true;
    if (!s.ended || !i.ended) return;
    const int end = relate(e, s.end, i.end);
    if (end < 0) note_early(e, both, i.end, true);
    if (end > 0) later_ = true;
  }

  // Charges the excess to the event that brings it: what the event before it already had is not counted again.
  void note_later(EngineId e, std::size_t n, const ClockedEvent& a, const ClockedEvent& b) {
    later_ = true;
    const EngineClocks& i = i_.engines[other(e)];
    const ClockedEvent none;
    const ClockedEvent& before = n == 0 ? none : i.events[n - 1];
    const auto sv = s_.version(a.version);
    const auto iv = i_.version(b.version);
    const auto bv = i_.version(before.version);
    for (const EngineId f : q_.program.tree.engines()) {
      const std::uint32_t g = other(f).value;
      const std::uint32_t needed = f == e ? a.retired : sv[count_ + f.value];
      const std::uint32_t asked = f == e ? b.retired : iv[count_ + g];
      const std::uint32_t had = f == e ? before.retired : bv[count_ + g];
      if (asked > std::max(needed, had)) charge(e, n, f, asked, asked - needed);
    }
  }

  void charge(EngineId e, std::size_t n, EngineId f, std::uint32_t asked, std::uint64_t slack) {
    const Event& event = spec_.code().events[s_.engines[e].events[n].event];
    const EngineClocks& producer = i_.engines[other(f)];
    const Event& last = impl_.code().events[producer.events[producer.instance_at[asked - 1]].event];
    const bool visit = is_visit(e, n);
    OverSynchronised& x = excess_[{visit, event.subject, f.value}];
    (visit ? x.visit.value : x.consumer.value) = event.subject;
    x.engine = f;
    ++x.instances;
    if (slack > x.lost_slack) {
      x.lost_slack = slack;
      x.producer = q_.pairing.to_program[InstructionId{std::size_t{last.subject}}];
    }
  }

  void rank(Verdict& v) {
    for (const auto& [key, x] : excess_) v.excess.push_back(x);
    std::ranges::stable_sort(v.excess, std::greater{}, &OverSynchronised::lost_slack);
    for (const OverSynchronised& x : v.excess) {
      v.explanation +=
          fmt::format("{} must wait for up to {} retirements of {} more than the program asks ({} instances, {})\n",
                      consumer_name(q_.program.tree, x), x.lost_slack, q_.program.tree.engine_name(x.engine),
                      x.instances, q_.program.tree.instruction_name(x.producer));
    }
  }

  // The closed past of an event of the implementation and, unless it is an end, the event itself.
  Target past(EngineId e, std::size_t at, const ClockedEvent& i, bool end) const {
    Target t;
    const auto iv = i_.version(i.version);
    for (const EngineId f : q_.implementation.tree.engines()) {
      const bool own = f == other(e);
      t.stream.push_back(own ? at + (end ? 0 : 1) : iv[f.value]);
      t.retired.push_back(own ? i.retired : iv[count_ + f.value]);
    }
    return t;
  }

  void early(Verdict& v) {
    v.word = VerdictWord::unsafe;
    v.reason = "early-issue";
    const EngineClocks& mine = i_.engines[other(early_->engine)];
    const ClockedEvent& event = early_->end ? mine.end : mine.events[early_->at];
    (void)perform(impl_, past(early_->engine, early_->at, event, early_->end), false, v.witness);
    const std::string_view engine = q_.program.tree.engine_name(early_->engine);
    if (early_->end) {
      v.witness.push_back({StepKind::end, other(early_->engine), 0, 0});
      v.explanation = fmt::format("{} can end where the program holds it\n", engine);
      return;
    }
    // Everything it needs comes before the event, so what comes after it was taken for nothing.
    while (!v.witness.empty() && v.witness.back().kind == StepKind::internal) v.witness.pop_back();
    const Event& e = impl_.code().events[event.event];
    const bool visit = impl_.code().engines.size() > 0 && is_visit(early_->engine, early_->at);
    v.explanation =
        fmt::format("{} {} can {} although the program holds it there (event {} of {})\n", engine,
                    visit ? q_.implementation.tree.scope_name(ScopeId{std::size_t{e.subject}})
                          : std::string(q_.implementation.tree.instruction_name(InstructionId{std::size_t{e.subject}})),
                    visit ? "start" : "issue", early_->at + 1, engine);
  }

  [[nodiscard]] bool is_visit(EngineId e, std::size_t at) const {
    const auto& positions = i_.engines[other(e)].instance_at;
    return !std::ranges::binary_search(positions, static_cast<std::uint32_t>(at));
  }

  void deadlock(Verdict& v) {
    v.word = VerdictWord::deadlock;
    v.reason = "stuck";
    const MachineState s = perform(impl_, {}, true, v.witness);
    for (const EngineId e : q_.implementation.tree.engines()) {
      if (s.engines[e].status == EngineStatus::ended) continue;
      v.explanation +=
          fmt::format("{} stands at {}", q_.implementation.tree.engine_name(e), impl_.statement_name(s, e));
      for (const Unmet& u : impl_.blocked(s, e).unmet) {
        v.explanation += fmt::format(", {} is {} and must be {}", impl_.cell_name(u.cell), u.value, u.needed);
      }
      v.explanation += "\n";
    }
  }

  void fault(Verdict& v) {
    v.word = VerdictWord::unsafe;
    v.reason = fault_name(i_.fault->kind);
    v.faults.push_back(i_.fault->kind);
    (void)perform(impl_, {}, true, v.witness);
    v.explanation = fmt::format("{} faults: {}\n", q_.implementation.tree.engine_name(i_.fault_engine), v.reason);
  }

  const Question& q_;
  const Machine& spec_;
  const Machine& impl_;
  const Clocks& s_;
  const Clocks& i_;
  std::size_t count_;
  std::optional<Early> early_;
  bool dead_ = false;
  bool later_ = false;
  std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, OverSynchronised> excess_;  // by subject and engine
};

}  // namespace

tl::expected<Verdict, NotApplicable> decide_by_order(const Question& q) {
  const Volume v = volume(q.program.tree, q.program_trips, q.limit);
  if (v.instances > q.limit) return tl::unexpected(NotApplicable{fmt::format("more than {} instances", q.limit), true});
  MachineOptions options;
  options.window = q.window;
  const Machine spec = specification_machine(q.program, q.program_trips, options);
  options.width = q.width;
  options.compare = q.compare;
  options.visits = control_scopes(q.program);
  const Machine impl = implementation_machine(q.implementation, q.implementation_trips, options);
  const auto i = closed_clocks(impl, q.limit);
  if (!i) return tl::unexpected(NotApplicable{"implementation: " + i.error().reason, i.error().bound});
  const auto s = closed_clocks(spec, q.limit);
  if (!s) return tl::unexpected(NotApplicable{"program: " + s.error().reason, s.error().bound});
  return Comparer(q, spec, impl, *s, *i).run();
}

}  // namespace counterpoint
