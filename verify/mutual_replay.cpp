// Takes random runs of either machine on the other.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutual_replay.hpp"

#include <algorithm>

#include "core/machine/data.hpp"
#include "core/machine/random.hpp"

namespace counterpoint {
namespace {

// Any enabled step, each with a positive probability: an engine at random that has one, then one of its steps.
std::optional<Step> any_step(const Machine& machine, const MachineState& state, Random& random,
                             std::vector<Step>& enabled) {
  const std::uint64_t engines = machine.tree().engine_count();
  const std::uint64_t first = random.below(engines);
  for (std::uint64_t i = 0; i < engines; ++i) {
    enabled.clear();
    machine.enabled(state, EngineId{(first + i) % engines}, enabled);
    if (!enabled.empty()) return enabled[random.below(enabled.size())];
  }
  return std::nullopt;
}

// A machine on its way, with its data.
class Runner {
 public:
  explicit Runner(const Machine& machine)
      : machine_(machine), plan_(machine), data_(plan_, machine.tree().engine_count()), state_(machine.start()) {}

  void take(const Step& step) {
    if (step.kind == StepKind::issue) data_.issue(state_, step.engine);
    if (step.kind == StepKind::commit) data_.commit(step.engine, *machine_.entry_at(state_, step.engine, step.ordinal));
    machine_.apply(state_, step);
  }
  // Every internal step that can be taken, in the order of engines, until there is none.
  void take_internal() {
    for (bool progress = true; progress;) {
      progress = false;
      for (const EngineId e : machine_.tree().engines()) progress = take_internal(e) || progress;
    }
  }
  [[nodiscard]] bool has_visible_step() const {
    std::vector<Step> enabled;
    for (const EngineId e : machine_.tree().engines()) machine_.enabled(state_, e, enabled);
    return std::ranges::any_of(enabled, [](const Step& s) { return visible(s.kind); });
  }
  [[nodiscard]] bool may_take(const Step& step) const { return machine_.is_enabled(state_, step); }
  [[nodiscard]] const MachineState& state() const { return state_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] std::uint64_t digest() const { return data_.digest(); }

 private:
  bool take_internal(EngineId e) {
    bool progress = false;
    for (;;) {
      auto step = machine_.stream_step(state_, e);
      if (!step || visible(step->kind)) step = machine_.retire_step(state_, e);
      if (!step || visible(step->kind)) return progress;
      take(*step);
      progress = true;
    }
  }

  const Machine& machine_;
  AccessPlan plan_;
  DataState data_;
  MachineState state_;
};

// Whether an internal step of the machine may disable a step of another engine.
bool may_disable(const MachineCode& code) {
  return std::ranges::any_of(code.tests, [](const Test& t) { return t.kind != TestKind::at_least; }) ||
         std::ranges::any_of(code.changes, [](const Change& c) { return c.kind != UpdateKind::add || c.amount < 0; });
}

class MutualReplay {
 public:
  MutualReplay(const Machine& program, const Machine& implementation, const Pairing& pairing,
               const MutualReplayOptions& options)
      : program_(program), implementation_(implementation), pairing_(pairing), options_(options) {
    result_.eager = may_disable(implementation.code());
  }

  MutualReplayResult run() {
    for (std::uint64_t i = 0; i < options_.runs && !result_.difference && !result_.limited; ++i) {
      lead(options_.seed + i, true);
      if (!result_.difference && !result_.limited) lead(options_.seed + i, false);
      if (!result_.difference && !result_.limited) ++result_.runs;
    }
    return std::move(result_);
  }

 private:
  // A step of the leader in identifiers of the follower. Positions in flight and scopes are the same on both sides.
  [[nodiscard]] Step mapped(Step step, bool to_program) const {
    const auto& engines = to_program ? pairing_.engine_to_program : pairing_.engine_to_implementation;
    const auto& instructions = to_program ? pairing_.to_program : pairing_.to_implementation;
    step.engine = engines[step.engine];
    if (step.kind == StepKind::issue || step.kind == StepKind::commit || step.kind == StepKind::retire) {
      step.subject = instructions[InstructionId{std::size_t{step.subject}}].value;
    }
    return step;
  }

  void lead(std::uint64_t seed, bool implementation_leads) {
    Runner program(program_);
    Runner implementation(implementation_);
    Runner& leader = implementation_leads ? implementation : program;
    Runner& follower = implementation_leads ? program : implementation;
    Random random(seed);
    std::vector<Step> enabled;
    std::vector<Step> steps;
    const auto differs = [&](DifferenceKind kind, std::optional<Step> refused = std::nullopt) {
      result_.difference = Difference{
          kind, implementation_leads, seed, std::move(steps), refused, program.state(), implementation.state()};
    };
    while (const auto step = any_step(leader.machine(), leader.state(), random, enabled)) {
      if (options_.limit != 0 && steps.size() >= options_.limit) {
        result_.limited = true;
        return;
      }
      steps.push_back(*step);
      if (visible(step->kind)) {
        const Step there = mapped(*step, implementation_leads);
        follower.take_internal();
        if (implementation.state().fault) return differs(DifferenceKind::fault);
        if (!follower.may_take(there)) {
          return differs(implementation_leads ? DifferenceKind::early : DifferenceKind::late, there);
        }
        follower.take(there);
        ++result_.steps;
      }
      leader.take(*step);
      if (implementation.state().fault) return differs(DifferenceKind::fault);
    }
    follower.take_internal();
    if (implementation.state().fault) return differs(DifferenceKind::fault);
    if (follower.has_visible_step()) {
      return differs(implementation_leads ? DifferenceKind::stuck : DifferenceKind::early);
    }
    if (!program_.complete(program.state())) {
      ++result_.deadlocks;
      return;
    }
    if (!options_.compare_data) return;
    if (!result_.state) result_.state = program.digest();
    if (program.digest() != *result_.state || implementation.digest() != *result_.state) {
      differs(DifferenceKind::state);
    }
  }

  const Machine& program_;
  const Machine& implementation_;
  const Pairing& pairing_;
  const MutualReplayOptions& options_;
  MutualReplayResult result_;
};

}  // namespace

std::string_view difference_name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::early: return "early";
    case DifferenceKind::late: return "late";
    case DifferenceKind::stuck: return "stuck";
    case DifferenceKind::fault: return "fault";
    case DifferenceKind::state: return "state";
  }
  return "";
}

MutualReplayResult replay_mutually(const Machine& program, const Machine& implementation, const Pairing& pairing,
                                   const MutualReplayOptions& options) {
  return MutualReplay(program, implementation, pairing, options).run();
}

}  // namespace counterpoint
