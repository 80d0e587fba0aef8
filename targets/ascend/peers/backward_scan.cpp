// The walk backwards.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/backward_scan.hpp"

#include <algorithm>

namespace counterpoint::ascend {

ScanStart BackwardScan::before_op(std::uint32_t element) const {
  return {{element, false}, ir_.elements[element].before.size(), ir_.elements[element].pipe, 0};
}

ScanStart BackwardScan::before_set(std::uint32_t pair) const {
  const FlagPair& p = ir_.pairs[pair];
  return {p.set, ir_.index_of(p.set, SyncKind::set, pair), p.from, pipe_bit(p.from)};
}

void BackwardScan::see(std::uint32_t pair) {
  const FlagPair& p = ir_.pairs[pair];
  // One drain of several, if they may stand apart, says nothing of the last iteration.
  if (p.primes != no_element && (!p.written || p.drained_together)) see_set(p.primes, pass_);
  if (p.scoped()) see_set(p.primed_by, pass_);
  if (!p.carried()) {
    see_set(pair, pass_);
  } else if (p.loop == loop_) {
    see_set(pair, pass_ + p.count);
  } else if (p.count == 1) {
    see_set(pair, pass_ + 1);
  }
}

// From that pass on a set of the pair has happened.
void BackwardScan::see_set(std::uint32_t pair, std::uint32_t from) {
  if (active_from_.size() <= pair) active_from_.resize(ir_.pairs.size(), never);
  if (active_from_[pair] <= from) return;
  log_.emplace_back(pair, active_from_[pair]);
  active_from_[pair] = from;
}

void BackwardScan::forget(std::size_t log) {
  while (log_.size() > log) {
    active_from_[log_.back().first] = log_.back().second;
    log_.pop_back();
  }
}

// The first `count` of a list, from the last to the first.
bool BackwardScan::absorb(const std::vector<SyncOp>& ops, std::size_t count, ScanVisitor& visitor) {
  for (std::size_t i = count; i-- > 0;) {
    const SyncOp x = ops[i];
    if (x.kind == SyncKind::barrier) {
      if (x.pipe == Pipe::all) {
        ordered_ = every_pipe;
      } else if (x.pipe == pipe_) {
        ordered_ |= pipe_bit(pipe_);
      }
      continue;
    }
    const FlagPair& p = ir_.pairs[x.pair];
    if (x.kind == SyncKind::set) {
      if (x.pair < active_from_.size() && active_from_[x.pair] <= pass_) ordered_ |= pipe_bit(p.from);
      continue;
    }
    if (!visitor.at_wait(x.pair, pass_, ordered_)) return false;
    if (p.to == pipe_ || (ordered_ & pipe_bit(p.to)) != 0) see(x.pair);
  }
  return true;
}

// What the walk does where a scope begins or ends, and the element to go on from (usually `at`).
std::uint32_t BackwardScan::boundary(std::uint32_t at) {
  const SyncElement& e = ir_.elements[at];
  const bool entered = !open_.empty() && open_.back().begin == e.begin;
  switch (e.kind) {
    case ElementKind::op:
    case ElementKind::call: break;
    case ElementKind::loop_end:
    case ElementKind::if_end: open_.push_back({e.begin, ordered_, 0, log_.size()}); break;
    case ElementKind::else_begin:
      if (!entered) return e.begin;  // the walk started in the else branch: the other one did not run
      open_.back().other = ordered_;
      ordered_ = open_.back().saved;
      forget(open_.back().log);
      break;
    case ElementKind::if_begin:
      if (!entered) break;
      ordered_ &= open_.back().other;
      forget(open_.back().log);
      open_.pop_back();
      break;
    case ElementKind::loop_begin:
      if (!entered) break;
      if (!credit_zero_trips_ && !ir_.surely_runs(at)) {
        ordered_ = open_.back().saved;
        forget(open_.back().log);
      }
      open_.pop_back();
      break;
  }
  return at;
}

void BackwardScan::run(const ScanStart& start, std::uint32_t loop, std::uint32_t passes, ScanVisitor& visitor) {
  forget(0);
  open_.clear();
  pipe_ = start.pipe;
  ordered_ = start.ordered;
  loop_ = loop;
  pass_ = 0;
  std::uint32_t at = start.at.element;
  if (!absorb(ir_.list(start.at), start.index, visitor)) return;
  if (start.at.after) {
    // What stands after an element is after all of it.
    at = boundary(at);
    if (ir_.elements[at].kind == ElementKind::op && !visitor.at_op(at, pass_, ordered_)) return;
    if (!absorb(ir_.elements[at].before, ir_.elements[at].before.size(), visitor)) return;
  }
  while (at-- > 0) {
    ++steps_;
    if (at == loop && open_.empty()) {
      // From the start of the body to the end of the one before. What stands before the loop is not of it.
      if (++pass_ > passes) return;
      at = ir_.elements[loop].end;
      continue;
    }
    const SyncElement& here = ir_.elements[at];
    if (!absorb(here.after, here.after.size(), visitor)) return;
    at = boundary(at);
    const SyncElement& e = ir_.elements[at];
    if (e.kind == ElementKind::op && !visitor.at_op(at, pass_, ordered_)) return;
    if (!absorb(e.before, e.before.size(), visitor)) return;
  }
}

}  // namespace counterpoint::ascend
