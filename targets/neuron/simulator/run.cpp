// The schedules, and what is said of a run.
// SPDX-License-Identifier: Apache-2.0
//
// Every schedule is a way to choose among the enabled steps; a run that stops with streams left is a deadlock, whatever
// the schedule. Round-robin is the scheduler of neuron.md 6.2 with completions made steps: it skips an engine whose
// head must wait. Late and early are the two ends: what orders two records only by chance, because one usually
// completes soon, shows under one of them. Cost: constant time a step, in the number of streams and rings.
#include "targets/neuron/simulator/run.hpp"

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/random.hpp"

namespace counterpoint::neuron {
namespace {

constexpr CoreScheduleEntry schedules[] = {
#define X(identifier, word, summary) {CoreSchedule::identifier, word, summary},
#include "targets/neuron/simulator/schedules.def"
#undef X
};

class Runner {
 public:
  Runner(const Simulator& simulator, const CoreRunOptions& options)
      : simulator_(simulator), options_(options), seen_(options.record_visible ? &run_.seen : nullptr) {
    run_.last = simulator.initial();
  }

  CoreRun run() {
    switch (options_.schedule) {
      case CoreSchedule::round_robin: round_robin(); break;
      case CoreSchedule::random: random(); break;
      case CoreSchedule::late: late(); break;
      case CoreSchedule::early: early(); break;
      case CoreSchedule::exhaustive: require(false, "an exhaustive search is no run");
    }
    return finish();
  }

  // Takes the step if it is enabled and the run goes on.
  bool attempt(CoreStep step) {
    if (stopped() || !simulator_.enabled(run_.last, step, &run_.differ)) return false;
    take(step);
    return true;
  }

  CoreRun finish() {
    for (const StreamState& e : run_.last.streams) run_.records += e.issued;
    if (!run_.last.fault && !limited_ && simulator_.all_ended(run_.last)) {
      run_.last.fault = simulator_.fault_at_end(run_.last);
    }
    if (run_.last.fault) {
      run_.outcome = Outcome::fault;
      run_.fault_text = explain_core_fault(simulator_, *run_.last.fault);
      run_.fault_word = core_fault_word(*run_.last.fault);
    } else if (limited_) {
      run_.outcome = Outcome::limit;
    } else if (!simulator_.all_ended(run_.last)) {
      run_.outcome = Outcome::deadlock;
      run_.held = explain_held_streams(simulator_, run_.last);
    }
    return std::move(run_);
  }

  // The run ends here although steps are left.
  void cut_short() { limited_ = true; }
  [[nodiscard]] const CoreState& state() const { return run_.last; }

 private:
  [[nodiscard]] bool stopped() const { return limited_ || run_.last.fault.has_value(); }
  void take(CoreStep step) {
    if (run_.steps == options_.max_steps) {
      limited_ = true;
      return;
    }
    ++run_.steps;
    if (options_.record_steps) run_.taken.push_back(step);
    simulator_.take(run_.last, step, seen_);
  }

  bool issue_or_arrive(std::uint32_t e) { return attempt({StepOf::arrive, e}) || attempt({StepOf::issue, e}); }

  void round_robin() {
    for (bool moved = true; moved && !stopped();) {
      moved = false;
      for (std::uint32_t e = 0; e < simulator_.stream_count(); ++e) {
        moved |= attempt({StepOf::complete, e});
        moved |= issue_or_arrive(e);
      }
      for (std::uint32_t r = 0; r < simulator_.ring_count(); ++r) moved |= attempt({StepOf::transfer, r});
    }
  }

  void random() {
    Random random(options_.seed);
    std::vector<CoreStep> steps;
    while (!stopped()) {
      simulator_.enabled(run_.last, steps, &run_.differ);
      if (steps.empty()) return;
      take(steps[random.below(steps.size())]);
    }
  }

  // All that can issue does; true if any did.
  bool issue_all() {
    bool any = false;
    for (bool moved = true; moved && !stopped();) {
      moved = false;
      for (std::uint32_t e = 0; e < simulator_.stream_count(); ++e) moved |= issue_or_arrive(e);
      any |= moved;
    }
    return any;
  }
  // One of what is incomplete completes, transfers last.
  bool complete_one() {
    for (std::uint32_t e = 0; e < simulator_.stream_count(); ++e) {
      if (attempt({StepOf::complete, e})) return true;
    }
    for (std::uint32_t r = 0; r < simulator_.ring_count(); ++r) {
      if (attempt({StepOf::transfer, r})) return true;
    }
    return false;
  }

  void late() {
    do {
      issue_all();
    } while (complete_one());
  }

  void early() {
    for (bool moved = true; moved && !stopped();) {
      moved = false;
      for (std::uint32_t e = 0; e < simulator_.stream_count(); ++e) {
        while (complete_one()) moved = true;
        moved |= issue_or_arrive(e);
      }
    }
  }

  const Simulator& simulator_;
  CoreRunOptions options_;
  CoreRun run_;
  std::vector<Visible>* seen_;
  bool limited_ = false;
};

}  // namespace

std::span<const CoreScheduleEntry> all_core_schedules() { return schedules; }

CoreRun run_core(const Simulator& simulator, const CoreRunOptions& options) { return Runner(simulator, options).run(); }

CoreReplay replay_core(const Simulator& simulator, std::span<const CoreStep> steps, bool record_visible) {
  CoreRunOptions options;
  options.max_steps = steps.size();
  options.record_steps = true;
  options.record_visible = record_visible;
  Runner runner(simulator, options);
  CoreReplay result;
  for (const CoreStep step : steps) {
    if (!runner.attempt(step)) {
      result.refused = result.performed;
      result.reason = explain_core_refusal(simulator, runner.state(), step);
      break;
    }
    ++result.performed;
  }
  std::vector<CoreStep> left;
  simulator.enabled(runner.state(), left);
  if (!left.empty()) runner.cut_short();
  result.run = runner.finish();
  return result;
}

}  // namespace counterpoint::neuron
