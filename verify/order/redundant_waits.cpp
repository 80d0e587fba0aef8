// Finds redundant waits along one maximal run.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/redundant_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/allocation/passes/stream.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/volume.hpp"
#include "verify/order/clocks.hpp"
#include "verify/order/compare.hpp"

namespace counterpoint {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;

// Decides one test of each event of a run, see the header.
class WaitTrial : public ClockWatcher {
 public:
  enum class State : std::uint8_t { open, kept, removed };

  WaitTrial(std::size_t tests, std::size_t engines)
      : state_(tests, State::open), put_off_(tests, false), pending_(engines), target_(2 * engines) {}

  void tested(const Clocks& clocks, EngineId e, std::span<const Brought> tests) override {
    Pending& p = pending_[e];
    if (tests.empty()) return;
    if (p.tests.empty()) p.knew.assign(clocks.knows(e).begin(), clocks.knows(e).end());
    for (const Brought& b : tests) {
      if (state_[b.test] == State::removed) continue;
      p.tests.push_back(b.test);
      const std::size_t at = p.brought.size();
      p.brought.resize(at + target_.size(), 0);
      (void)clocks.join(e, b, p.brought.data() + at);
    }
  }

  void observed(const Clocks& clocks, EngineId e) override {
    Pending& p = pending_[e];
    if (p.tests.empty()) return;
    const std::uint32_t none = static_cast<std::uint32_t>(state_.size());
    std::uint32_t chosen = none;
    for (const std::uint32_t t : p.tests) {
      if (state_[t] != State::open) continue;
      if (chosen == none) chosen = t;
      if (t == chosen) continue;
      put_off_[std::min(t, chosen)] = true;
      chosen = std::max(t, chosen);
    }
    if (chosen != none && needed(clocks.knows(e), p, chosen)) state_[chosen] = State::kept;
    p.tests.clear();
    p.brought.clear();
  }

  // At the end of a run. True if some test has to be looked at again.
  bool decide() {
    bool again = false;
    for (std::size_t t = 0; t < state_.size(); ++t) {
      if (state_[t] == State::open && !put_off_[t]) state_[t] = State::removed;
      again = again || state_[t] == State::open;
    }
    put_off_.assign(put_off_.size(), false);
    return again;
  }

  [[nodiscard]] bool removed(std::size_t test) const { return state_[test] == State::removed; }

 private:
  // What an engine has tested since what it knows could be seen last.
  struct Pending {
    std::vector<std::uint32_t> knew;  // before
    std::vector<std::uint32_t> tests;
    std::vector<std::uint32_t> brought;  // a version a test
  };

  // Whether the engine would know less without that test.
  bool needed(std::span<const std::uint32_t> now, const Pending& p, std::uint32_t without) {
    std::ranges::copy(p.knew, target_.begin());
    for (std::size_t i = 0; i < p.tests.size(); ++i) {
      if (p.tests[i] == without) continue;
      const std::uint32_t* const brought = p.brought.data() + i * target_.size();
      for (std::size_t k = 0; k < target_.size(); ++k) target_[k] = std::max(target_[k], brought[k]);
    }
    return !std::ranges::equal(target_, now);
  }

  std::vector<State> state_;   // by test
  std::vector<bool> put_off_;  // by test: in this run another one of its event was looked at
  IdVector<EngineId, Pending> pending_;
  std::vector<std::uint32_t> target_;
};

// "" or the scope that stands in the way.
std::string no_number(const Tree& tree) {
  for (const ScopeId s : tree.scopes()) {
    if (s == Tree::root()) continue;
    const Scope& x = tree.scope(s);
    if (x.is_loop() && x.trip_kind == TripKind::constant) continue;
    return fmt::format("{} {}", tree.scope_name(s), x.is_loop() ? "has no number of trips" : "is a branch");
  }
  return {};
}

// Runs to the end. "" or why there is no answer.
std::string run_whole(const Machine& machine, Clocks& clocks) {
  const auto& engines = machine.tree().engines();
  while (clocks.round()) {
    for (const EngineId e : engines) {
      while (clocks.ready(e) != 0) clocks.take(e);
    }
    if (clocks.bytes() > most_bytes) return "clocks that take more than 1 GiB";
  }
  if (!clocks.why_not().empty()) return clocks.why_not();
  if (clocks.fault()) return "the run faults";
  for (const EngineId e : engines) {
    if (!clocks.ended(e)) return fmt::format("{} does not end", machine.tree().engine_name(e));
  }
  return {};
}

// The implementation without the tests of the machine that are removed, and how many they are.
WaitsLeftOut build(const Implementation& from, const Machine& machine, const WaitTrial& trial) {
  passes::Streams streams(from);
  WaitsLeftOut out;
  const MachineCode& code = machine.code();
  const auto leave_out = [&](const Event& event, std::vector<bool>& marks, std::ptrdiff_t first) {
    for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
      if (!trial.removed(t)) continue;
      marks[static_cast<std::size_t>(first) + (t - event.first_test)] = true;
      ++out.removed;
    }
  };
  for (const EngineId e : from.tree.engines()) {
    for (const Op& op : code.engines[e].ops) {
      if (op.code != OpCode::issue && op.code != OpCode::wait) continue;
      const Event& event = code.events[op.a];
      if (op.code == OpCode::issue) {
        const auto waits = from.waits_of(InstructionId{std::size_t{event.subject}});
        leave_out(event, streams.no_wait, waits.data() - from.waits.data());
      } else {
        const auto waits = from.condition(event.subject);
        leave_out(event, streams.no_alone_wait, waits.data() - from.alone_waits.data());
      }
    }
  }
  if (out.removed != 0) out.implementation = streams.build();
  return out;
}

// Whether every event has the same clock in both.
bool same_clocks(const Machine& a, const Machine& b, std::uint64_t limit) {
  IdVector<EngineId, EngineId> engines;
  for (const EngineId e : a.tree().engines()) engines.push_back(e);
  Clocks x(a, limit, {});
  Clocks y(b, limit, {});
  ClockComparer comparer(a, engines, x, y);
  for (bool more_x = true, more_y = true; more_x || more_y;) {
    more_x = more_x && x.round();
    more_y = more_y && y.round();
    comparer.compare();
    if (!more_x) comparer.program_is_done();
    if (!more_y) comparer.implementation_is_done();
  }
  const bool answered = x.why_not().empty() && y.why_not().empty() && !x.fault() && !y.fault();
  return answered && !comparer.early() && !comparer.dead() && !comparer.later();
}

}  // namespace

WaitsLeftOut without_redundant_waits(const Implementation& implementation, std::uint64_t limit) {
  const auto nothing = [&](std::string why) { return WaitsLeftOut{implementation, 0, std::move(why)}; };
  const Tree& tree = implementation.tree;
  if (std::string why = no_number(tree); !why.empty()) return nothing(std::move(why));
  const Trips trips(tree);
  const Volume v = volume(tree, trips, limit);
  if (v.instances > limit || v.entries > limit) {
    return nothing(fmt::format("more than {} {}", limit, v.instances > limit ? "instances" : "entries of scopes"));
  }
  const Machine machine = implementation_machine(implementation, trips);
  const std::size_t tests = machine.code().tests.size();
  const std::uint64_t looks = std::max<std::uint64_t>({v.instances, v.entries, tests, 1});
  WaitTrial trial(tests, tree.engine_count());
  std::string note;
  std::uint64_t spent = 0;
  for (bool again = tests != 0; again;) {
    if (spent + looks > limit) {
      if (spent == 0) return nothing(fmt::format("more than {} waits", limit));
      note = fmt::format("stopped after {} instances, over all runs", spent);
      break;
    }
    spent += looks;
    Clocks clocks(machine, limit, {}, &trial);
    if (std::string why = run_whole(machine, clocks); !why.empty()) return nothing(std::move(why));
    again = trial.decide();
  }
  WaitsLeftOut out = build(implementation, machine, trial);
  if (out.removed == 0) return nothing(std::move(note));
  out.note = std::move(note);
  const Machine after = implementation_machine(out.implementation, trips);
  require(same_clocks(machine, after, limit), "a wait that brings nothing leaves every clock as it is");
  return out;
}

}  // namespace counterpoint
