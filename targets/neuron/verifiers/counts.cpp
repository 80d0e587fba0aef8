// Counts every semaphore along the branches of a listing.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/counts.hpp"

#include <algorithm>

namespace counterpoint::neuron {
namespace {

// Beyond this the bodies of nested loops are not walked: what waits there say stays open.
constexpr std::uint64_t most_body_instructions = 20'000'000;
constexpr std::size_t most_loops_counted = 4096;

SemaphoreCount counts_joined(const SemaphoreCount& a, const SemaphoreCount& b) {
  SemaphoreCount out = a;
  out.since = std::min(a.since, b.since);
  if (a.known == SemaphoreCount::Known::no || b.known == SemaphoreCount::Known::no) {
    out.known = SemaphoreCount::Known::no;
  } else if (a.known != b.known || a.value != b.value) {
    out.known = SemaphoreCount::Known::differs;
  }
  return out;
}

}  // namespace

const ProducerInstance::After* ProducerInstance::of(std::int64_t id) const {
  for (auto a = after.rbegin(); a != after.rend(); ++a)
    if (a->id == id) return &*a;
  return nullptr;
}

CountedListing::CountedListing(const Listing& listing, const std::set<std::int64_t>& remote)
    : l_(listing), remote_(remote) {
  gather_effects();
  run();
}

const std::vector<std::uint32_t>* CountedListing::named(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

void CountedListing::reset(const DumpInstruction& i, std::uint32_t place, BankCounts& counts) {
  if (!i.sema_group) {
    for (SemaphoreCount& c : counts) c.known = SemaphoreCount::Known::no;
    return;
  }
  for (const std::int64_t id : *i.sema_group)
    if (in_bank(id)) counts[static_cast<std::size_t>(id)] = {SemaphoreCount::Known::yes, 0, place + 1};
}

void CountedListing::apply(const DumpUpdate& u, std::uint32_t place, BankCounts& counts) {
  if (!in_bank(u.id) || u.mode == DumpUpdateMode::event_set || u.target_core) return;
  SemaphoreCount& c = counts[static_cast<std::size_t>(u.id)];
  switch (u.mode) {
    case DumpUpdateMode::event_set: break;
    case DumpUpdateMode::add: c.value += u.value; break;
    case DumpUpdateMode::subtract: c.value -= u.value; break;
    case DumpUpdateMode::increment: c.value += 1; break;
    case DumpUpdateMode::decrement: c.value -= 1; break;
    case DumpUpdateMode::write: c = {SemaphoreCount::Known::yes, u.value, place}; break;
  }
}

// What each loop's body does to each semaphore, whatever it starts from.
void CountedListing::gather_effects() {
  const std::vector<Listing::Loop>& loops = l_.loops();
  std::uint64_t walked = 0;
  for (const Listing::Loop& loop : loops) {
    walked += l_.blocks()[loop.last_block].end - l_.blocks()[loop.first_block].first;
  }
  complete_ = walked <= most_body_instructions && loops.size() <= most_loops_counted;
  if (!complete_) return;
  for (const Listing::Loop& loop : loops) {
    LoopEffect effect;
    BankCounts counts{};
    for (std::uint32_t i = l_.blocks()[loop.first_block].first; i < l_.blocks()[loop.last_block].end; ++i) {
      const DumpInstruction& x = l_.at(i);
      if (is_reset(x)) {
        reset(x, i, counts);
        if (!x.sema_group)
          for (LoopEffect::One& one : effect.of) one.unknown = true;
        for (const std::int64_t id : x.sema_group.value_or(std::vector<std::int64_t>{})) {
          if (!in_bank(id)) continue;
          LoopEffect::One& one = effect.of[static_cast<std::size_t>(id)];
          if (!one.sets) one.first_set = i;
          one.sets = true;
        }
      }
      for (const DumpPart& p : l_.parts(i)) {
        for (const DumpUpdate& u : Listing::sync(x, p).updates) {
          if (!in_bank(u.id)) continue;
          apply(u, i, counts);
          LoopEffect::One& one = effect.of[static_cast<std::size_t>(u.id)];
          if (u.mode == DumpUpdateMode::write && !one.sets) {
            one.sets = true;
            one.first_set = i;
          }
        }
      }
    }
    for (std::size_t id = 0; id < counts.size(); ++id) effect.of[id].net = counts[id].value;
    effects_.push_back(effect);
  }
  loop_end_.resize(loops.size());
}

BankCounts CountedListing::enter(std::uint32_t block, std::vector<std::optional<BankCounts>>& exits,
                                 std::vector<std::size_t>& readers) {
  BankCounts counts{};
  bool first = true;
  for (const std::uint32_t from : l_.blocks()[block].previous) {
    const BankCounts& other = *exits[from];
    if (first) {
      counts = other;
    } else {
      for (std::size_t id = 0; id < counts.size(); ++id) counts[id] = counts_joined(counts[id], other[id]);
    }
    first = false;
    if (--readers[from] == 0) exits[from].reset();
  }
  if (first) {
    for (const std::int64_t id : remote_)
      if (in_bank(id)) counts[static_cast<std::size_t>(id)].known = SemaphoreCount::Known::no;
  }
  return counts;
}

void CountedListing::run() {
  const std::vector<Listing::Block>& blocks = l_.blocks();
  std::vector<std::optional<BankCounts>> exits(blocks.size());
  std::vector<std::size_t> readers(blocks.size());
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    BankCounts counts = enter(b, exits, readers);
    for (std::uint32_t i = blocks[b].first; i < blocks[b].end; ++i) step(i, counts);
    leave(b, counts);
    readers[b] = blocks[b].next.size();
    if (readers[b] != 0) exits[b] = counts;
  }
  for (std::uint32_t k = 0; k < instances_.size(); ++k) {
    const DumpPart& p = instances_[k].part;
    by_name_[Listing::name(l_.at(p.instruction), p)].push_back(k);
    for (const ProducerInstance::After& a : instances_[k].after) {
      std::vector<std::uint32_t>& all = updaters_[static_cast<std::size_t>(a.id)];
      if (all.empty() || all.back() != k) all.push_back(k);
    }
  }
  // A trigger is also known by its own name, as the producer of what it fires.
  for (std::uint32_t k = 0; k < instances_.size(); ++k) {
    const DumpPart& p = instances_[k].part;
    if (p.fired == nullptr) continue;
    std::vector<std::uint32_t>& same = by_name_[l_.at(p.instruction).name];
    if (same.empty() || same.back() != k) same.push_back(k);
  }
  for (auto& [name, places] : by_name_) std::sort(places.begin(), places.end());
}

void CountedListing::step(std::uint32_t i, BankCounts& counts) {
  const DumpInstruction& x = l_.at(i);
  for (const DumpWait& w : x.sync.waits) {
    before_.push_back(in_bank(w.id) ? counts[static_cast<std::size_t>(w.id)] : SemaphoreCount{});
  }
  if (is_reset(x)) {
    if (!x.sema_group) open_resets_.push_back(i);
    reset(x, i, counts);
  }
  for (const DumpPart& p : l_.parts(i)) {
    ProducerInstance instance{p, {}};
    for (const DumpUpdate& u : Listing::sync(x, p).updates) {
      if (!in_bank(u.id) || u.target_core) continue;
      apply(u, i, counts);
      instance.after.push_back({u.id, counts[static_cast<std::size_t>(u.id)], u.mode == DumpUpdateMode::event_set});
    }
    instances_.push_back(std::move(instance));
  }
}

// Behind a loop a semaphore that its body raises and never sets has a count that the trips decide.
void CountedListing::leave(std::uint32_t block, BankCounts& counts) {
  const std::vector<Listing::Loop>& loops = l_.loops();
  for (std::size_t k = 0; k < loops.size(); ++k) {
    if (loops[k].last_block != block || !complete_) continue;
    loop_end_[k] = counts;
  }
  for (std::size_t k = 0; k < loops.size(); ++k) {
    if (loops[k].last_block != block || !complete_) continue;
    for (std::size_t id = 0; id < counts.size(); ++id) {
      const LoopEffect::One& one = effects_[k].of[id];
      if (!one.sets && one.net != 0) counts[id].known = SemaphoreCount::Known::no;
    }
  }
}

}  // namespace counterpoint::neuron
