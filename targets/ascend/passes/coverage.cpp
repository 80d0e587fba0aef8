// One scan of the kernel, then a question for every dependency.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/passes/coverage.hpp"

#include <algorithm>
#include <limits>

#include "targets/ascend/execution/queues.hpp"

namespace counterpoint::ascend {

Coverage::Coverage(const Kernel& kernel)
    : kernel_(kernel),
      position_(kernel.op_count(), 0),
      op_of_(kernel.program().tree.instruction_count()),
      body_of_(kernel.program().tree.scope_count()),
      brackets_(kernel.program().tree.instruction_count()) {
  scan();
}

void Coverage::scan() {
  std::uint32_t next = 0;
  for (const OpId o : kernel_.in_order()) {
    const Op& op = kernel_.op(o);
    position_[o.value] = next += 2;
    switch (op.kind) {
      case OpKind::loop: body_of_[op.scope] = op.regions[0]; break;
      case OpKind::barrier: walls_[{op.home, {op.pipe, op.pipe}}].insert(at(o)); break;
      case OpKind::wait_flag: note_flags(o); break;
      case OpKind::get_buf:
      case OpKind::rls_buf: note_bracket(o); break;
      case OpKind::alloc:
      case OpKind::free:
      case OpKind::enque:
      case OpKind::deque: note_queue(o); break;
      case OpKind::compute:
        op_of_[op.instruction] = o;
        for (const auto& [id, pipe] : open_) {
          if (pipe == op.pipe) brackets_[op.instruction].push_back(id);
        }
        break;
      default: break;
    }
  }
}

// A wait right behind its set: whatever the source did before is ordered before whatever the destination does after.
void Coverage::note_flags(OpId o) {
  const Op& wait = kernel_.op(o);
  if (!wait.before.valid()) return;
  const Op& set = kernel_.op(wait.before);
  if (set.kind != OpKind::set_flag || set.pipe != wait.pipe || set.to != wait.to || set.flag != wait.flag) return;
  walls_[{wait.home, {wait.pipe, wait.to}}].insert(at(o));
}

void Coverage::note_bracket(OpId o) {
  const Op& op = kernel_.op(o);
  if (op.kind == OpKind::get_buf) {
    open_[op.flag.id] = op.pipe;
  } else {
    open_.erase(op.flag.id);
  }
}

void Coverage::note_queue(OpId o) {
  const Op& op = kernel_.op(o);
  const Direction event = queue_call(kernel_, o).event;
  const ValueId queue = op.uses[0];
  const Op& declared = kernel_.op(kernel_.value(queue).definition);
  // Which enque a deque takes, and which free an alloc, is clear for one place and one buffer.
  if (declared.depth != 1 || declared.number != 1) return;
  if (op.kind == OpKind::enque) last_enque_[queue] = o;
  if (op.kind == OpKind::alloc) last_alloc_[queue] = o;
  if (op.kind == OpKind::deque) {
    const auto found = last_enque_.find(queue);
    if (found == last_enque_.end() || kernel_.op(found->second).home != op.home) return;
    auto& spans = spans_[{op.home, event}];
    const std::uint32_t start = at(found->second);
    if (spans.empty() || spans.rbegin()->first < start) spans.emplace(start, at(o));
  }
  if (op.kind == OpKind::free) {
    const auto found = last_alloc_.find(queue);
    if (found == last_alloc_.end() || kernel_.op(found->second).home != op.home) return;
    allocs_[{op.home, event}].insert(at(found->second));
  }
}

bool Coverage::holds(RegionId region, OpId o) const {
  while (o.valid() && kernel_.op(o).home != region) o = kernel_.parent(o);
  return o.valid();
}

bool Coverage::wall_in(RegionId region, Direction direction, std::uint32_t after, std::uint32_t before) const {
  const auto between = [&](const Wall& wall) {
    const auto found = walls_.find(wall);
    if (found == walls_.end()) return false;
    const auto first = found->second.upper_bound(after);
    return first != found->second.end() && *first < before;
  };
  if (between({region, {Pipe::all, Pipe::all}}) || between({region, direction})) return true;
  const auto found = spans_.find({region, direction});
  if (found == spans_.end()) return false;
  const auto first = found->second.upper_bound(after);
  return first != found->second.end() && first->second < before;
}

bool Coverage::alloc_in(RegionId region, Direction direction, std::uint32_t before) const {
  const auto found = allocs_.find({region, direction});
  return found != allocs_.end() && *found->second.begin() < before;
}

bool Coverage::ordered(OpId a, OpId b, Direction direction, ScopeId carrier) const {
  const RegionId last = carrier.valid() ? body_of_[carrier] : Kernel::body();
  const std::uint32_t after = carrier.valid() ? 0 : at(a);
  const std::uint32_t before = carrier.valid() ? std::numeric_limits<std::uint32_t>::max() : at(b);
  for (OpId o = b; o.valid(); o = kernel_.parent(o)) {
    const RegionId region = kernel_.op(o).home;
    if (wall_in(region, direction, after, at(o))) return true;
    if (carrier.valid() && alloc_in(region, direction, at(b)) && holds(region, a)) return true;
    if (region == last) break;
  }
  for (OpId o = a; o.valid(); o = kernel_.parent(o)) {
    if (wall_in(kernel_.op(o).home, direction, at(o), before)) return true;
    if (kernel_.op(o).home == last) break;
  }
  return false;
}

bool Coverage::by_bracket(InstructionId p, InstructionId c) const {
  if (kernel_.op(op_of_[p]).pipe == kernel_.op(op_of_[c]).pipe) return false;
  const auto& a = brackets_[p];
  const auto& b = brackets_[c];
  return std::any_of(a.begin(), a.end(), [&](std::int32_t id) { return std::find(b.begin(), b.end(), id) != b.end(); });
}

bool Coverage::keeps(InstructionId producer, InstructionId consumer, ScopeId carrier) const {
  const OpId p = op_of_[producer];
  const OpId c = op_of_[consumer];
  return by_bracket(producer, consumer) || ordered(p, c, {kernel_.op(p).pipe, kernel_.op(c).pipe}, carrier);
}

void Coverage::add_barrier_before(OpId o, Pipe pipe) { walls_[{kernel_.op(o).home, {pipe, pipe}}].insert(at(o) - 1); }

}  // namespace counterpoint::ascend
