// Follows the ids of one event along every path.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queues.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "targets/ascend/execution/queue_track.hpp"
#include "targets/ascend/kernel/paths.hpp"
#include "targets/ascend/kernel/positions.hpp"

namespace counterpoint::ascend {
namespace {

// Sets a bit in a mask of ids.
void set_id(std::int32_t& mask, std::uint32_t id) { mask |= std::int32_t{1} << id; }

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
  const PositionEntry& at = position_entry(kernel.op(kernel.value(queue).definition).position);
  const bool of_free = use == IdUse::free || use == IdUse::alloc;
  return {use, queue, of_free ? Direction{at.consumer, at.producer} : Direction{at.producer, at.consumer}};
}

// A state: ids that are out, then what each role holds, then what is followed of the buffers of each queue that is not
// simple. A queue as filled: for each place of it, 0 empty, else its id + 1. As freed: for each buffer 0 nothing to
// wait for, `buffer_allocated`, else its id + 1.
using IdState = std::vector<std::int32_t>;
constexpr std::int32_t buffer_allocated = -1;
// A kernel with more is not looked at for long.
constexpr std::size_t largest_state = 4096;

class IdSearch {
 public:
  IdSearch(const Kernel& kernel, const Primitives& primitives, const QueueLayouts& layouts, Core core, Direction event,
           QueueIds::Roles& roles)
      : kernel_(kernel),
        core_(core),
        layouts_(layouts),
        paths_(kernel),
        ids_(primitives.ids),
        of_ids_(kernel.architecture() == Architecture::c220),
        event_(event),
        roles_(roles) {
    for (const ValueId q : roles.filled) {
      const QueueLayout& at = layouts.of(q);
      place(q, true, at.depth);
      if (at.in_place()) follow(at);
    }
    for (const ValueId q : roles.freed) {
      const QueueLayout& at = layouts.of(q);
      place(q, false, at.number);
      if (!at.simple()) follow(at);
    }
  }

  // False if there are too many states, or a call can go wrong, or an id is not the same in all of them.
  bool run(std::map<OpId, CallId>& calls) {
    if (ids_ > 30 || place_.size() > 2 * most_queue_buffers || size_ > largest_state) {
      stop({}, "there are more ids or buffers than are followed");
      return false;
    }
    IdState start(size_, 0);
    if (of_ids_ && !take_in_place(start)) return false;
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
  void place(ValueId queue, bool of_fill, std::size_t size) {
    place_.emplace(std::pair{queue, of_fill}, size_);
    size_ += size;
  }
  void follow(const QueueLayout& queue) {
    tracks_.try_emplace(queue.queue, queue, size_);
    size_ += tracks_.at(queue.queue).size();
  }

  // The ids that buffers have for good; their free events are set.
  bool take_in_place(IdState& state) {
    for (const QueueLayout& q : layouts_.all()) {
      if (!q.in_place() || (q.filled != event_ && q.freed != event_)) continue;
      for (std::uint32_t i = 0; i < q.number; ++i) {
        const std::uint32_t id = (q.filled == event_ ? q.first_fill : q.first_free) + i;
        if (id >= ids_) {
          roles_.misused = true;
          stop(kernel_.value(q.queue).definition, "no id is free");
          return false;
        }
        set_id(state[0], id);
        const auto at = place_.find({q.queue, false});
        if (at != place_.end()) state[at->second + i] = static_cast<std::int32_t>(id) + 1;
      }
    }
    return true;
  }

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
    const bool here = call.use != IdUse::none && x.core == core_ && call.event == event_;
    const bool beside = call.queue.valid() && !here && tracks_.contains(call.queue);
    if (here || beside) {
      std::uint32_t buffer = 0;
      const char* wrong = here ? perform(p.op, call, state) : tracks_.at(call.queue).perform(x, state, buffer);
      if (wrong != nullptr) {
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
  void note(OpId o, std::int32_t id, bool simple = true) {
    CallId& c = calls_[o];
    if (id < 0) {
      c.always = false;
    } else {
      c.never = false;
      if (c.id >= 0 && c.id != id) stop(o, "the id of this call depends on the way there");
      c.id = id;
    }
    if (!simple && !c.always && !c.never) stop(o, "whether this call waits depends on the way there");
  }
  // On c310 there is none.
  void note(OpId o, std::int32_t id, const QueueLayout& queue) { note(o, of_ids_ ? id : 0, queue.simple()); }

  // Null, or what the runtime asserts against.
  const char* perform(OpId o, const QueueCall& call, IdState& state) {
    if (call.use == IdUse::fetch) {
      note(o, static_cast<std::int32_t>(lowest(state)));
      return lowest(state) < ids_ ? nullptr : "no id is free";
    }
    const QueueLayout& queue = layouts_.of(call.queue);
    std::uint32_t buffer = 0;
    if (const auto t = tracks_.find(call.queue); t != tracks_.end()) {
      if (const char* wrong = t->second.perform(kernel_.op(o), state, buffer); wrong != nullptr) return wrong;
    }
    if (call.use == IdUse::enque || call.use == IdUse::deque) return fill(o, call, queue, buffer, state);
    return free(o, call, queue, buffer, state);
  }

  [[nodiscard]] std::uint32_t lowest(const IdState& state) const {
    return of_ids_ ? static_cast<std::uint32_t>(std::countr_one(static_cast<std::uint32_t>(state[0]))) : 0;
  }
  void give_back(IdState& state, std::int32_t id) const {
    if (of_ids_) state[0] &= ~(std::int32_t{1} << id);
  }
  // Takes the lowest id; false if there is none.
  bool take(OpId o, const QueueLayout& queue, IdState& state, std::int32_t& held) {
    const std::uint32_t id = lowest(state);
    if (id >= ids_) return false;
    if (of_ids_) set_id(state[0], id);
    held = static_cast<std::int32_t>(id) + 1;
    note(o, static_cast<std::int32_t>(id), queue);
    return true;
  }

  const char* fill(OpId o, const QueueCall& call, const QueueLayout& queue, std::uint32_t buffer, IdState& state) {
    if (queue.in_place()) {
      note(o, static_cast<std::int32_t>(queue.first_fill + buffer), queue);
      return nullptr;
    }
    std::int32_t* const first = state.data() + place_.at({call.queue, true});
    std::int32_t* const last = first + queue.depth;
    if (call.use == IdUse::enque) {
      std::int32_t* const empty = std::find(first, last, 0);
      if (empty == last) return "a queue is filled that may be full";
      return take(o, queue, state, *empty) ? nullptr : "no id is free";
    }
    if (*first == 0) return "a queue is emptied that may be empty";
    note(o, *first - 1, queue);
    give_back(state, *first - 1);
    std::rotate(first, first + 1, last);
    last[-1] = 0;
    return nullptr;
  }

  const char* free(OpId o, const QueueCall& call, const QueueLayout& queue, std::uint32_t buffer, IdState& state) {
    std::int32_t& held = state[place_.at({call.queue, false}) + buffer];
    if (call.use == IdUse::free) {
      if (held != buffer_allocated) return "a buffer is freed that may not be allocated";
      if (!queue.in_place()) return take(o, queue, state, held) ? nullptr : "no id is free";
      held = static_cast<std::int32_t>(queue.first_free + buffer) + 1;
      note(o, held - 1, queue);
      return nullptr;
    }
    if (held == buffer_allocated) return "a buffer is allocated that may not be free";
    note(o, held - 1, queue);
    if (held > 0 && !queue.in_place()) give_back(state, held - 1);
    held = buffer_allocated;
    return nullptr;
  }

  void finish(const IdState& state) {
    if (!of_ids_) return;
    for (const ValueId q : roles_.freed) {
      const QueueLayout& queue = layouts_.of(q);
      std::vector<CallId>& all = roles_.end[q];
      all.resize(queue.number);
      for (std::uint32_t i = 0; i < queue.number; ++i) finish(all[i], state[place_.at({q, false}) + i] - 1, queue);
    }
  }
  void finish(CallId& c, std::int32_t id, const QueueLayout& queue) {
    if (id < 0) {
      c.always = false;
    } else {
      c.never = false;
      if (c.id >= 0 && c.id != id) stop({}, "the id that is out at the end depends on the way there");
      c.id = id;
    }
    if (!queue.simple() && !c.always && !c.never) stop({}, "which ids are out at the end depends on the way there");
  }

  const Kernel& kernel_;
  Core core_;
  const QueueLayouts& layouts_;
  Paths paths_;
  std::uint32_t ids_;
  bool of_ids_;  // else calls are brackets
  Direction event_;
  QueueIds::Roles& roles_;
  std::size_t size_ = 1;
  std::map<std::pair<ValueId, bool>, std::size_t> place_;
  std::map<ValueId, QueueTrack> tracks_;  // of queues that are not simple
  std::map<PathPoint, std::set<IdState>> states_;
  std::vector<std::pair<PathPoint, IdState>> work_;
  std::map<OpId, CallId> calls_;
  bool fixed_ = true;
};

QueueIds::QueueIds(const Kernel& kernel, const Primitives& primitives, Core core) : layouts_(kernel, core) {
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
    if (c.use == IdUse::none || kernel.op(o).core != core) continue;
    Roles& r = roles(c.event);
    if (c.use == IdUse::enque || c.use == IdUse::deque) add(r.filled, c.queue, true);
    if (c.use == IdUse::alloc || c.use == IdUse::free) add(r.freed, c.queue, false);
  }
  for (auto& [event, r] : events_) r.fixed = IdSearch(kernel, primitives, layouts_, core, event, r).run(calls_);
  const auto varies = [](const CallId& c) { return !c.never && !c.always; };
  for (const auto& [o, c] : calls_) {
    if (varies(c)) varying_.insert(queue_call(kernel, o).queue);
  }
  for (const auto& [event, r] : events_) {
    for (const auto& [queue, buffers] : r.end) {
      if (std::ranges::any_of(buffers, varies)) varying_.insert(queue);
    }
  }
}

bool QueueIds::fixed(Direction event) const {
  const auto it = events_.find(event);
  return it == events_.end() || it->second.fixed;
}
bool QueueIds::allocates(ValueId queue) const {
  return std::ranges::any_of(
      events_, [&](const auto& e) { return std::ranges::find(e.second.freed, queue) != e.second.freed.end(); });
}
CallId QueueIds::call(OpId o) const {
  const auto it = calls_.find(o);
  return it == calls_.end() ? CallId{} : it->second;
}
const std::vector<CallId>& QueueIds::end(ValueId queue) const {
  static const std::vector<CallId> none;
  for (const auto& [event, r] : events_) {
    if (const auto it = r.end.find(queue); it != r.end.end()) return it->second;
  }
  return none;
}
std::vector<ValueId> QueueIds::freed_by(Direction event) const { return events_.at(event).freed; }
std::vector<ValueId> QueueIds::filled_by(Direction event) const { return events_.at(event).filled; }

}  // namespace counterpoint::ascend
