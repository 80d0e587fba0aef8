// Loops, conditionals and meetings of one stream.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/stream_writer.hpp"

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::neuron {
namespace {

DraftRecord load_of_trips(ScopeId scope, DraftRegister target) {
  DraftRecord r;
  r.record.opcode = Opcode::load_trips;
  r.record.payload = LoadTrips{scope.value, 0};
  r.target = target;
  return r;
}

}  // namespace

void StreamWriter::open_loop(ScopeId loop) {
  const Scope& s = all_.tree().scope(loop);
  OpenLoop open;
  const bool constant = s.trip_kind == TripKind::constant;
  if (!constant || s.trips > 1) {
    open.counter = draft_.fresh();
    open.head = draft_.label();
    if (!constant) {
      open.exit = draft_.label();
      open.limit = draft_.fresh();
      draft_.add(load_of_trips(loop, open.limit));
    }
    draft_.add(move_value(open.counter, 0));
    if (!constant) draft_.add(branch_register(Compare::at_least, open.counter, open.limit, open.exit));
    draft_.mark(MarkKind::loop);
    draft_.bind(open.head);
    at_boundary();
  }
  loops_.push_back(open);
}

void StreamWriter::close_loop(ScopeId loop) {
  const OpenLoop open = loops_.back();
  loops_.pop_back();
  if (!open.head.valid()) return;
  draft_.add(alu_value(AluOperation::add, open.counter, open.counter, 1));
  if (open.limit.valid()) {
    draft_.add(branch_register(Compare::less, open.counter, open.limit, open.head));
    draft_.bind(open.exit);
  } else {
    draft_.add(branch_value(Compare::less, open.counter, all_.tree().scope(loop).trips, open.head));
  }
  draft_.mark(MarkKind::loop_end, !open.limit.valid());
  at_boundary();
}

void StreamWriter::open_conditional(ScopeId then_branch, bool first, bool other) {
  OpenConditional open;
  open.first = first;
  open.other = other;
  open.end = draft_.label();
  const DraftRegister taken = draft_.fresh();
  draft_.add(load_of_trips(then_branch, taken));
  if (first && other) open.other_head = draft_.label();
  // The branch that comes first in the stream falls through.
  if (first) {
    draft_.add(branch_value(Compare::equal, taken, 0, other ? open.other_head : open.end));
  } else {
    draft_.add(branch_value(Compare::unequal, taken, 0, open.end));
  }
  draft_.mark(MarkKind::branch);
  at_boundary();
  conditionals_.push_back(open);
}

void StreamWriter::open_other() {
  const OpenConditional& open = conditionals_.back();
  if (open.first && open.other) {
    draft_.add(branch_always(open.end));
    draft_.bind(open.other_head);
  }
  draft_.mark(MarkKind::other_branch);
  at_boundary();
}

void StreamWriter::close_conditional() {
  draft_.bind(conditionals_.back().end);
  draft_.mark(MarkKind::branch_end);
  conditionals_.pop_back();
  at_boundary();
}

void StreamWriter::drain(std::uint8_t flag) {
  Record r;
  r.opcode = Opcode::drain;
  r.payload = Drain{flag};
  draft_.add(r);
  quiet_ = true;
}

// A count of 1 is all there is (page); the flag says that a reset of semaphores follows (device), which it does not.
void StreamWriter::fence() { drain(all_.profile.at(Switch::drain_byte) == 0 ? 1 : 0); }

void StreamWriter::barrier() {
  const std::uint32_t arrivals = all_.profile.at(Switch::arrivals) == 1 ? 8 : all_.streams;
  const auto id = static_cast<std::uint8_t>(all_.identifiers.barrier);
  require(all_.identifiers.barrier >= 0, "a barrier has a counter");
  ++barriers_;
  const bool drained = !draft_.records.empty() && draft_.records.back().record.opcode == Opcode::drain;
  PlannedWait reached{WaitMode::at_least, id};
  if (all_.barriers_in_scopes) {
    if (!barrier_threshold_.valid()) barrier_threshold_ = draft_.fresh();
    draft_.add(alu_value(AluOperation::add, barrier_threshold_, barrier_threshold_, arrivals));
    reached.mode = WaitMode::at_least_register;
    reached.threshold = barrier_threshold_;
  } else {
    reached.value = static_cast<std::uint32_t>(barriers_ * arrivals);
  }
  const PlannedUpdate arrival{UpdateMode::increment, id};
  if (all_.profile.barrier_as_records()) {
    if (!drained) fence();
    carry_update(draft_, arrival);
    carry_waits(draft_, {reached});
  } else {
    DraftRecord bundle;
    bundle.record.opcode = Opcode::all_engine_barrier;
    carry(draft_, bundle, true, {reached}, {arrival});
  }
  quiet_ = true;
}

void StreamWriter::reset_group() {
  const std::vector<std::uint8_t>& group = all_.identifiers.group;
  if (group.empty()) return;
  GroupReset p;
  const bool exact = group.back() - group.front() + 1U == group.size();
  if (exact && !all_.profile.always_bitmask()) {
    p.mode = ClearMode::range;
    p.first = group.front();
    p.last = group.back();
  } else {
    p.mode = ClearMode::bitmask;
    for (const std::uint8_t id : group) p.mask[id >> 3U] |= static_cast<std::uint8_t>(1U << (id & 7U));
  }
  Record r;
  r.opcode = Opcode::group_reset;
  r.payload = p;
  draft_.add(r);
}

void StreamWriter::fence_with_reset() {
  const bool drains = !all_.drains || *all_.drains == engine_;
  if (drains && all_.profile.drain_first()) drain(1);
  barrier();
  reset_group();
  barrier();
  if (drains && !all_.profile.drain_first()) drain(1);
}

}  // namespace counterpoint::neuron
