// Takes steps of a machine for a schedule and keeps everything that follows a run up to date.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/performer.hpp"

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

Performer::Performer(const Machine& machine, const RunOptions& options)
    : machine_(machine),
      max_steps_(options.max_steps),
      record_(options.record_steps),
      state_(machine.start()),
      hints_(machine.tree().engine_count()) {
  if (options.data && machine.tree().has_accesses()) {
    plan_.emplace(machine);
    data_.emplace(*plan_, machine.tree().engine_count());
    clocks_.emplace(machine);
    races_.emplace(machine, *plan_, *clocks_);
  }
  follows_ = record_ || data_.has_value();
}

void Performer::before_stream(EngineId e) {
  if (record_) trace_.push_back(*machine_.stream_step(state_, e));
  if (!data_) return;
  clocks_->stream(state_, e);
  if (state_.engines[e].status != EngineStatus::ready || machine_.op(state_, e).code != OpCode::issue) return;
  races_->issue(state_, e);
  data_->issue(state_, e);
}

void Performer::before_commit(EngineId e, std::uint64_t entry) {
  if (record_) {
    const InstructionId i = machine_.instruction(state_.engines[e].flights[entry]);
    trace_.push_back({StepKind::commit, e, i.value, machine_.ordinal_of(state_, e, entry)});
  }
  if (data_) data_->commit(e, entry);
}

void Performer::before_retire(EngineId e) {
  if (record_) trace_.push_back(*machine_.retire_step(state_, e));
  if (data_) clocks_->retire(state_, e);
}

void Performer::apply(const Step& step) {
  if (step.kind == StepKind::commit) {
    const auto entry = machine_.entry_at(state_, step.engine, step.ordinal);
    require(entry.has_value(), "the instance to commit is in flight");
    commit(step.engine, *entry);
  } else if (step.kind == StepKind::retire ||
             (step.kind == StepKind::internal && step.subject == Step::retire_signal)) {
    retire(step.engine);
  } else {
    stream(step.engine);
  }
}

RunResult Performer::finish() {
  RunResult r;
  r.steps = steps_;
  for (const EngineState& e : state_.engines) r.issued += e.instances_issued;
  r.fault = state_.fault;
  r.mixed = state_.mixed;
  if (data_) {
    r.digest = data_->digest();
    r.races_checked = true;
    r.races_undecided = clocks_->reason();
    if (clocks_->decided()) r.race = races_->race();
  }
  if (r.fault) {
    r.outcome = Outcome::fault;
    r.fault_text = explain_fault(machine_, *r.fault);
  } else if (exhausted() && !machine_.complete(state_)) {
    r.outcome = r.race ? Outcome::racy : Outcome::limit;
  } else if (!machine_.complete(state_)) {
    r.outcome = Outcome::deadlock;
    r.stuck = explain_deadlock(machine_, state_);
  } else {
    r.outcome = r.race ? Outcome::racy : Outcome::completed;
  }
  r.steps_taken = std::move(trace_);
  r.last = std::move(state_);
  return r;
}

}  // namespace counterpoint
