// Finds calls, flags and periods.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/rules/flag_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace counterpoint::ascend {

FlagCalls::FlagCalls(const Kernel& kernel, const Primitives& primitives, const QueueIds& queues)
    : kernel_(kernel), primitives_(primitives), queues_(queues) {
  for (const Direction event : queues.events()) {
    if (!queues.fixed(event)) unknown_.push_back(event);
  }
  find_periods();
  for (const OpId o : kernel.in_order()) {
    if (const auto c = call(o)) add_flags(*c);
  }
}

void FlagCalls::find_periods() {
  for (const OpId o : kernel_.in_order()) {
    const Op& x = kernel_.op(o);
    if ((x.kind != OpKind::set_flag && x.kind != OpKind::wait_flag) || !x.flag.loop.valid()) continue;
    const auto [it, fresh] = rotating_.try_emplace(x.flag.loop, periods_.size());
    if (fresh) periods_.push_back(1);
    std::uint32_t& period = periods_[it->second];
    period = std::lcm(period, x.flag.count);
    if (period > 64 || period == 0) known_ = false;
    if (!known_) period = 1;
  }
}

std::optional<FlagCall> FlagCalls::call(OpId o) const {
  const Op& x = kernel_.op(o);
  FlagCall out;
  if (x.kind == OpKind::set_flag || x.kind == OpKind::wait_flag) {
    if (x.pipe == x.to || !primitives_.has_event(x.pipe, x.to)) return std::nullopt;
    out.set = x.kind == OpKind::set_flag;
    out.event = {x.pipe, x.to};
    out.id = x.flag.event.valid() ? queues_.call(kernel_.value(x.flag.event).definition).id : x.flag.id;
    out.loop = x.flag.loop;
    out.count = x.flag.count;
    out.shift = x.flag.shift;
    return out;
  }
  if (x.kind == OpKind::fetch_event) return std::nullopt;
  const QueueCall c = queue_call(kernel_, o);
  // On c310 it is a bracket.
  if (c.use == IdUse::none || kernel_.architecture() == Architecture::c310) return std::nullopt;
  if (!queues_.fixed(c.event)) return std::nullopt;
  const CallId id = queues_.call(o);
  if (id.never) return std::nullopt;
  out.set = c.use == IdUse::enque || c.use == IdUse::free;
  out.maybe = c.use == IdUse::alloc && !id.always;
  out.event = c.event;
  out.id = id.id;
  return out;
}

FlagCalls::Key FlagCalls::key(const FlagCall& call, std::int32_t id) const {
  return {primitives_.destination_in_key ? call.event : Direction{call.event.from, call.event.from}, id};
}

void FlagCalls::add_flags(const FlagCall& call) {
  const std::int32_t count = call.loop.valid() ? static_cast<std::int32_t>(call.count) : 1;
  for (std::int32_t i = 0; i < std::min(count, 64); ++i) {
    const Key k = key(call, call.id + i);
    if (flags_.try_emplace(k, keys_.size()).second) keys_.push_back(k);
  }
}

std::optional<std::size_t> FlagCalls::flag(const FlagCall& call, const Phases& phases) const {
  std::int32_t id = call.id;
  if (call.loop.valid()) {
    const std::uint8_t phase = phases[rotating_.at(call.loop)];
    const auto count = static_cast<std::int32_t>(call.count);
    const std::int32_t at = (std::int32_t{phase == outside ? std::uint8_t{0} : phase} + call.shift) % count;
    id += at < 0 ? at + count : at;
  }
  const auto it = flags_.find(key(call, id));
  return it == flags_.end() ? std::nullopt : std::optional(it->second);
}

std::string FlagCalls::flag_name(std::size_t flag) const {
  const Key& k = keys_[flag];
  // Of the source alone, where keys have no destination.
  if (k.event.from == k.event.to) return fmt::format("{} #{}", pipe_name(k.event.from), k.id);
  return fmt::format("{}>{} #{}", pipe_name(k.event.from), pipe_name(k.event.to), k.id);
}

std::vector<std::size_t> FlagCalls::set_at_start(Pipe source) const {
  std::vector<std::size_t> out;
  if (kernel_.architecture() == Architecture::c310) return out;
  for (const QueueLayout& q : queues_.layouts().all()) {
    if (!q.in_place() || q.freed.from != source || !queues_.allocates(q.queue) || !queues_.fixed(q.freed)) continue;
    for (std::uint32_t i = 0; i < q.number; ++i) {
      FlagCall call;
      call.event = q.freed;
      const auto it = flags_.find(key(call, static_cast<std::int32_t>(q.first_free + i)));
      if (it != flags_.end()) out.push_back(it->second);
    }
  }
  return out;
}

bool FlagCalls::waited_at_end(std::size_t flag) const {
  const Key& k = keys_[flag];
  FlagCall call;
  for (const Direction event : queues_.events()) {
    call.event = event;
    if (!queues_.fixed(event) || key(call, k.id) != k) continue;
    for (const ValueId q : queues_.freed_by(event)) {
      if (std::ranges::find(queues_.end(q), k.id, &CallId::id) != queues_.end(q).end()) return true;
    }
  }
  return false;
}

void FlagCalls::enter(PathPoint loop, Phases& phases) const {
  const auto it = rotating_.find(kernel_.op(loop.op).scope);
  if (it == rotating_.end()) return;
  std::uint8_t& phase = phases[it->second];
  phase = loop.again ? static_cast<std::uint8_t>((phase + 1U) % periods_[it->second]) : std::uint8_t{0};
}

void FlagCalls::leave(PathPoint loop, Phases& phases) const {
  const auto it = rotating_.find(kernel_.op(loop.op).scope);
  if (it != rotating_.end()) phases[it->second] = outside;
}

}  // namespace counterpoint::ascend
