// Follows the ids of one event along every path.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queues.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "targets/ascend/kernel/paths.hpp"

namespace counterpoint::ascend {
namespace {

// VECIN is filled by MTE2 and read by V, VECOUT written by V and stored by MTE3.
Direction filled(QueuePosition p) {
  return p == QueuePosition::vecin ? Direction{Pipe::mte2, Pipe::v} : Direction{Pipe::v, Pipe::mte3};
}
Direction freed(QueuePosition p) {
  const Direction f = filled(p);
  return {f.to, f.from};
}

}  // namespace

QueueCall queue_call(const Kernel& kernel, OpId o) {
  const Op& x = kernel.op(o);
  if (x.kind == OpKind::fetch_event) return {IdUse::fetch, {}, {x.pipe, x.to}};
  IdUse use = IdUse::none;
  if (x.kind == OpKind::enque) use = IdUse::enque;
  if (x.kind == OpKind::deque) use = IdUse::deque;
  if (x.kind == OpKind::free) use = IdUse::free;
  if (x.kind == OpKind::alloc) use = IdUse::alloc;
  if (use == IdUse::none) return {};
  const ValueId queue = x.uses.front();
  const QueuePosition position = kernel.op(kernel.value(queue).definition).position;
  const bool of_free = use == IdUse::free || use == IdUse::alloc;
  return {use, queue, of_free ? freed(position) : filled(position)};
}

// A state: ids that are out, then what each role holds. A queue as filled: 0 empty, else its id + 1. As freed: 0
// nothing to wait for, `buffer_allocated`, else its id + 1.
using IdState = std::vector<std::int32_t>;
constexpr std::int32_t buffer_allocated = -1;
// That a core has; a kernel with more is not looked at for long.
constexpr std::size_t most_buffers = 64;

class IdSearch {
 public:
  IdSearch(const Kernel& kernel, const Primitives& primitives, Direction event, QueueIds::Roles& roles)
      : kernel_(kernel), paths_(kernel), ids_(primitives.ids), event_(event), roles_(roles) {
    for (const ValueId q : roles.filled) place_.emplace(std::pair{q, true}, 1 + place_.size());
    for (const ValueId q : roles.freed) place_.emplace(std::pair{q, false}, 1 + place_.size());
  }

  // False if there are too many states, or a call can go wrong, or an id is not the same in all of them.
  bool run(std::map<OpId, CallId>& calls) {
    if (ids_ > 30 || place_.size() > 2 * most_buffers) {
      stop({}, "there are more ids or buffers than are followed");
      return false;
    }
    IdState start(1 + place_.size(), 0);
    reach(paths_.start(), start);
    while (!work_.empty() && fixed_) {
      const auto [o, state] = work_.back();
      work_.pop_back();
      step(o, state);
    }
    if (!fixed_) return false;
    calls.insert(calls_.begin(), calls_.end());
    return true;
  }

 private:
  void reach(PathPoint p, const IdState& state) {
    auto& seen = states_[p];
    if (!seen.insert(state).second) return;
    if (seen.size() > QueueIds::most_states) {
      stop(p.op, "ids depend on the way in more ways than are followed");
      return;
    }
    if (p.op.valid()) {
      work_.emplace_back(p, state);
    } else {
      finish(state);
    }
  }

  void step(PathPoint p, IdState state) {
    const Op& x = kernel_.op(p.op);
    if (x.kind == OpKind::loop) {
      if (paths_.may_enter(p)) reach(paths_.into(p.op, 0), state);
      if (paths_.may_leave(p)) reach(paths_.behind(p.op), state);
      return;
    }
    if (x.kind == OpKind::branch) {
      reach(paths_.into(p.op, 0), state);
      reach(paths_.into(p.op, 1), state);
      return;
    }
    const QueueCall call = queue_call(kernel_, p.op);
    if (call.use != IdUse::none && call.event == event_) {
      if (const char* wrong = perform(p.op, call, state); wrong != nullptr) {
        roles_.misused = roles_.why.empty();
        stop(p.op, wrong);
        return;
      }
    }
    reach(paths_.behind(p.op), state);
  }

  void stop(OpId o, const char* why) {
    fixed_ = false;
    if (!roles_.why.empty()) return;
    roles_.why = why;
    roles_.fault = o;
  }

  // Notes the id of a call; a second one that differs ends the search.
  void note(OpId o, std::int32_t id) {
    CallId& c = calls_[o];
    if (id < 0) {
      c.always = false;
      return;
    }
    c.never = false;
    if (c.id >= 0 && c.id != id) stop(o, "the id of this call depends on the way there");
    c.id = id;
  }

  // Null, or what the runtime asserts against.
  const char* perform(OpId o, const QueueCall& call, IdState& state) {
    const auto lowest = static_cast<std::uint32_t>(std::countr_one(static_cast<std::uint32_t>(state[0])));
    if (call.use == IdUse::fetch) {
      note(o, static_cast<std::int32_t>(lowest));
      return lowest < ids_ ? nullptr : "no id is free";
    }
    const bool of_fill = call.use == IdUse::enque || call.use == IdUse::deque;
    std::int32_t& held = state[place_.at({call.queue, of_fill})];
    if (call.use == IdUse::enque || call.use == IdUse::free) {
      if (of_fill && held != 0) return "a queue is filled that may be full";
      if (!of_fill && held != buffer_allocated) return "a buffer is freed that may not be allocated";
      if (lowest >= ids_) return "no id is free";
      state[0] |= 1 << lowest;
      held = static_cast<std::int32_t>(lowest) + 1;
      note(o, static_cast<std::int32_t>(lowest));
      return nullptr;
    }
    if (held == buffer_allocated) return "a buffer is allocated that may not be free";
    if (of_fill && held == 0) return "a queue is emptied that may be empty";
    note(o, held - 1);
    if (held > 0) state[0] &= ~(1 << (held - 1));
    held = of_fill ? 0 : buffer_allocated;
    return nullptr;
  }

  void finish(const IdState& state) {
    for (const ValueId q : roles_.freed) {
      CallId& c = roles_.end[q];
      const std::int32_t id = std::max(state[place_.at({q, false})] - 1, -1);
      if (id < 0) {
        c.always = false;
        continue;
      }
      c.never = false;
      if (c.id >= 0 && c.id != id) stop({}, "the id that is out at the end depends on the way there");
      c.id = id;
    }
  }

  const Kernel& kernel_;
  Paths paths_;
  std::uint32_t ids_;
  Direction event_;
  QueueIds::Roles& roles_;
  std::map<std::pair<ValueId, bool>, std::size_t> place_;
  std::map<PathPoint, std::set<IdState>> states_;
  std::vector<std::pair<PathPoint, IdState>> work_;
  std::map<OpId, CallId> calls_;
  bool fixed_ = true;
};

QueueIds::QueueIds(const Kernel& kernel, const Primitives& primitives) {
  const std::vector<OpId> order = kernel.in_order();
  const auto roles = [&](Direction d) -> Roles& {
    if (!events_.contains(d)) order_.push_back(d);
    return events_[d];
  };
  std::set<std::pair<ValueId, bool>> known;
  const auto add = [&](std::vector<ValueId>& queues, ValueId q, bool of_fill) {
    if (known.insert({q, of_fill}).second) queues.push_back(q);
  };
  for (const OpId o : order) {
    const QueueCall c = queue_call(kernel, o);
    if (c.use == IdUse::none) continue;
    Roles& r = roles(c.event);
    if (c.use == IdUse::enque || c.use == IdUse::deque) add(r.filled, c.queue, true);
    if (c.use == IdUse::alloc || c.use == IdUse::free) add(r.freed, c.queue, false);
  }
  for (auto& [event, r] : events_) r.fixed = IdSearch(kernel, primitives, event, r).run(calls_);
  const auto varies = [](const CallId& c) { return !c.never && !c.always; };
  for (const auto& [o, c] : calls_) {
    if (varies(c)) varying_.insert(queue_call(kernel, o).queue);
  }
  for (const auto& [event, r] : events_) {
    for (const auto& [queue, c] : r.end) {
      if (varies(c)) varying_.insert(queue);
    }
  }
}

bool QueueIds::fixed(Direction event) const { return events_.at(event).fixed; }
CallId QueueIds::call(OpId o) const {
  const auto it = calls_.find(o);
  return it == calls_.end() ? CallId{} : it->second;
}
CallId QueueIds::end(ValueId queue) const {
  for (const auto& [event, r] : events_) {
    if (const auto it = r.end.find(queue); it != r.end.end()) return it->second;
  }
  return {};
}
std::vector<ValueId> QueueIds::freed_by(Direction event) const { return events_.at(event).freed; }
std::vector<ValueId> QueueIds::filled_by(Direction event) const { return events_.at(event).filled; }

}  // namespace counterpoint::ascend
