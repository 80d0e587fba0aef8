// Looks at flags between cores, and writes them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/cross_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/diagnostic/ascend_codes.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::int32_t second_vector_core = 16;  // what its ids are more on the cube core, in mode 4

std::int32_t last_of(const FlagId& flag, std::int32_t first) {
  return first + (flag.loop.valid() ? static_cast<std::int32_t>(flag.count) - 1 : 0);
}

}  // namespace

bool of_cores(const Semaphore& s) { return s.name.starts_with("cross.") || s.name.starts_with("room."); }

CrossCounters::CrossCounters(const Kernel& kernel, const Primitives& primitives)
    : kernel_(kernel), primitives_(primitives) {
  const std::vector<OpId> ops = kernel.in_order();
  for (const OpId o : ops) {
    if (kernel.op(o).kind == OpKind::cross_set) look_at_set(o);
  }
  for (const OpId o : ops) {
    if (kernel.op(o).kind == OpKind::cross_wait) look_at_wait(o);
  }
  std::ranges::stable_sort(refusals_, {}, [&](const Refusal& r) { return std::ranges::find(ops, r.op) - ops.begin(); });
  for (const auto& [at, counter] : counters_) {
    single_ = single_ && counter.taken_by.size() <= 1;
    for (const auto& [sender, pipes] : counter.set_by) single_ = single_ && pipes.size() == 1;
  }
}

bool CrossCounters::has(Core core) const { return std::ranges::find(kernel_.cores(), core) != kernel_.cores().end(); }

std::vector<Core> CrossCounters::vector_cores() const {
  std::vector<Core> out;
  std::ranges::copy_if(kernel_.cores(), std::back_inserter(out), is_vector);
  return out;
}

std::vector<Core> CrossCounters::reached(const Op& set) const {
  if (set.reach == Core::aiv) return vector_cores();
  return has(set.reach) ? std::vector{set.reach} : std::vector<Core>{};
}

std::int32_t CrossCounters::id_there(const Op& set) {
  const bool offset = set.mode == 4 && set.core == Core::aiv1;
  return set.flag.id + (offset ? second_vector_core : 0);
}

std::vector<Core> CrossCounters::senders(const Op& wait) const {
  for (std::int32_t id = wait.flag.id; id <= last_of(wait.flag, wait.flag.id); ++id) {
    const auto found = counters_.find({wait.core, id});
    if (found != counters_.end() && found->second.mode != 0) {
      return {found->second.senders.begin(), found->second.senders.end()};
    }
  }
  return {};
}

void CrossCounters::look_at_set(OpId o) {
  const Op& x = kernel_.op(o);
  const std::uint8_t usual = usual_mode(x.core, x.reach);
  const bool one_to_one = x.core == Core::aic || x.reach == Core::aic;
  if (x.mode == 0 && usual != 0) {
    return refuse(AscendCode::cross_mode, o, "a flag of mode 0 is between AI cores, and this is one");
  }
  if (usual == 0 || (x.mode != usual && !(x.mode == 4 && one_to_one))) {
    return refuse(AscendCode::cross_mode, o,
                  fmt::format("no flag of mode {} goes from {} to {}", x.mode, core_name(x.core), core_name(x.reach)));
  }
  if (x.mode == 4 && (kernel_.architecture() == Architecture::c220 || reached(x).size() != 1)) {
    return refuse(AscendCode::cross_mode, o,
                  "a flag of mode 4 is between the cube core and one vector core, and only on c310");
  }
  if (reached(x).empty()) {
    return refuse(AscendCode::no_such_core, o, fmt::format("the program has no {}", core_name(x.reach)));
  }
  const std::int32_t first = id_there(x);
  const std::int32_t last = last_of(x.flag, first);
  const std::int32_t most = x.mode == 4 ? second_vector_core : static_cast<std::int32_t>(primitives_.cross_ids);
  if (last_of(x.flag, x.flag.id) >= most) {
    return refuse(
        AscendCode::no_such_cross_id, o,
        fmt::format("id #{} of flags between cores is none of 0 to {}", last_of(x.flag, x.flag.id), most - 1));
  }
  if (last >= static_cast<std::int32_t>(primitives_.cross_ids)) {
    return refuse(AscendCode::no_such_cross_id, o,
                  fmt::format("its id on {} is #{}, and there flags between cores have ids 0 to {}", core_name(x.reach),
                              last, primitives_.cross_ids - 1));
  }
  ids_ = std::max(ids_, static_cast<std::uint32_t>(last) + 1);
  std::set<Core> senders = {x.core};
  if (is_vector(x.core) && x.mode != 4) {
    for (const Core c : vector_cores()) senders.insert(c);
  }
  for (const Core receiver : reached(x)) {
    for (std::int32_t id = first; id <= last; ++id) {
      Counter& counter = counters_[{receiver, id}];
      if (counter.mode != 0 && counter.mode != x.mode) {
        return refuse(
            AscendCode::cross_modes_mixed, o,
            fmt::format("#{} of {} is set by modes {} and {}", id, core_name(receiver), counter.mode, x.mode));
      }
      counter.mode = x.mode;
      counter.senders = senders;
      counter.set_by[x.core].insert(x.pipe);
    }
  }
}

void CrossCounters::look_at_wait(OpId o) {
  const Op& x = kernel_.op(o);
  const std::int32_t last = last_of(x.flag, x.flag.id);
  if (last >= static_cast<std::int32_t>(primitives_.cross_ids)) {
    return refuse(AscendCode::no_such_cross_id, o,
                  fmt::format("id #{} of flags between cores is none of 0 to {}", last, primitives_.cross_ids - 1));
  }
  ids_ = std::max(ids_, static_cast<std::uint32_t>(last) + 1);
  const std::vector<Core> senders = this->senders(x);
  for (std::int32_t id = x.flag.id; id <= last; ++id) {
    Counter& counter = counters_[{x.core, id}];
    counter.taken_by.insert(x.pipe);
    if (counter.mode != 0 && !std::ranges::equal(counter.senders, senders)) {
      return refuse(AscendCode::cross_modes_mixed, o, "the ids that it waits for in turn are set by different cores");
    }
  }
}

SemaphoreId CrossFlags::cells(bool room, Core sender, Core receiver) {
  const auto [it, fresh] = cells_.try_emplace({room, sender, receiver});
  if (fresh) {
    // Nobody sets what `one` sends.
    const std::string_view from = sender == Core::one ? "nobody" : core_name(sender);
    const std::string name = fmt::format("{}.{}.{}", room ? "room" : "cross", from, core_name(receiver));
    const std::int64_t start = room ? std::numeric_limits<std::int64_t>::max() - primitives_.cross_count : 0;
    it->second = writer_.builder.add_semaphore(name, start, false, true, counters_.ids());
  }
  return it->second;
}

void CrossFlags::set(const Op& x, Number id) {
  const std::int32_t offset = CrossCounters::id_there(x) - x.flag.id;
  if (offset != 0 && id.is_register()) {
    writer_.add(x.pipe, id, writer_.number(offset));
  } else if (offset != 0) {
    id = writer_.number(x.flag.id + offset);
  }
  std::vector<Update> updates;
  for (const Core receiver : counters_.reached(x)) {
    for (const bool room : {false, true}) {
      if (room && form_ == FlagForm::counters) continue;
      updates.push_back({cells(room, x.core, receiver), id, writer_.number(1), UpdateKind::add, UpdateTime::retire});
    }
  }
  writer_.builder.signal(writer_.engine(x.pipe), updates);
}

// How often that flag was waited for, this time too.
Number CrossFlags::count(const Op& x, Core sender, Number id) {
  const auto waits = [&](std::int32_t i) {
    return writer_.reg(x.pipe, fmt::format("cross.{}.{}", core_name(sender), i));
  };
  if (!id.is_register()) {
    const Number n = waits(x.flag.id);
    writer_.add(x.pipe, n, writer_.number(1));
    return n;
  }
  const Number sum = writer_.reg(x.pipe, fmt::format("x.sum.{}", core_name(sender)));
  const Number here = writer_.reg(x.pipe, "x.here");
  writer_.assign(x.pipe, sum, writer_.number(0));
  for (std::int32_t i = x.flag.id; i <= last_of(x.flag, x.flag.id); ++i) {
    writer_.equal(x.pipe, here, id, writer_.number(i));
    writer_.add(x.pipe, waits(i), here);
    writer_.assign(x.pipe, here, Operation::multiply, here, waits(i));
    writer_.add(x.pipe, sum, here);
  }
  return sum;
}

void CrossFlags::wait(const Op& x, Number id) {
  std::vector<Core> senders = counters_.senders(x);
  if (senders.empty()) senders.push_back(Core::one);
  std::vector<Wait> waits;
  for (const Core sender : senders) {
    if (form_ == FlagForm::counters) {
      waits.push_back({cells(false, sender, x.core), id, count(x, sender, id), TestKind::at_least});
      continue;
    }
    for (const bool room : {false, true}) {
      waits.push_back({cells(room, sender, x.core), id, writer_.number(1), TestKind::take});
    }
  }
  writer_.builder.wait(writer_.engine(x.pipe), waits);
}

}  // namespace counterpoint::ascend
