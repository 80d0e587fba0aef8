// The datapath: resolves accesses, computes values, keeps the digest.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/data.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL  // the header alone: nothing to link
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

std::uint64_t hash_text(std::string_view text) { return XXH64(text.data(), text.size(), 0); }

// The words are put into little-endian order in place.
std::uint64_t hash_words(std::span<std::uint64_t> words) {
  if constexpr (std::endian::native == std::endian::big) {
    for (std::uint64_t& w : words) w = __builtin_bswap64(w);
  }
  return XXH64(words.data(), words.size_bytes(), 0);
}

std::uint64_t hash_words(std::uint64_t a, std::uint64_t b) {
  std::array<std::uint64_t, 2> words = {a, b};
  return hash_words(words);
}

}  // namespace

AccessPlan::AccessPlan(const Machine& machine) : machine_(&machine) {
  const Tree& tree = machine.tree();
  number_slots(tree);
  first_.reserve(tree.instruction_count() + 1);
  first_.push_back(0);
  name_hash_.reserve(tree.instruction_count());
  for (const InstructionId i : tree.instructions()) {
    name_hash_.push_back(hash_text(tree.instruction_name(i)));
    const auto& scopes = machine.code().engines[tree.engine_of(i)].scopes;
    for (const Access& a : tree.accesses(i)) {
      Item item{bases_[a.buffer], tree.buffer(a.buffer).slots, a.slot, 0, a.shift, false, a.write, a.buffer.value};
      if (a.kind == SlotKind::rotating) {
        // Counters are numbered in the order of the scopes.
        const auto found = std::ranges::lower_bound(scopes, a.loop);
        require(found != scopes.end() && *found == a.loop, "the engine runs the loop that rotates a slot");
        item.counter = static_cast<std::uint32_t>(found - scopes.begin());
        item.rotating = true;
      }
      if (a.kind == SlotKind::only) item.fixed = 0;
      items_.push_back(item);
    }
    first_.push_back(static_cast<std::uint32_t>(items_.size()));
  }
}

// Slots of buffers that share no bytes, in the order of the buffers, then pieces.
void AccessPlan::number_slots(const Tree& tree) {
  const auto groups = overlapping_buffers(tree);
  std::vector<bool> shares(tree.buffer_count(), false);
  for (const auto& group : groups) {
    for (const BufferId b : group) shares[b.value] = true;
  }
  for (const BufferId b : tree.buffers()) {
    bases_.push_back(slot_count_);
    buffer_hash_.push_back(hash_text(tree.buffer_name(b)));
    if (!shares[b.value]) slot_count_ += tree.buffer(b).slots;
  }
  first_piece_ = slot_count_;
  cuts_.resize(tree.buffer_count());
  for (const auto& group : groups) cut(tree, group);
  slot_count_ += pieces_.size();
}

void AccessPlan::cut(const Tree& tree, const std::vector<BufferId>& group) {
  std::vector<std::uint64_t> ends;
  for (const BufferId b : group) {
    const Buffer& buffer = tree.buffer(b);
    for (std::uint32_t slot = 0; slot <= buffer.slots; ++slot) ends.push_back(bytes_of_slot(buffer, slot).first);
  }
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const auto first = static_cast<std::uint32_t>(pieces_.size());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) pieces_.push_back({group.front(), {ends[i], ends[i + 1]}});
  for (const BufferId b : group) {
    const Buffer& buffer = tree.buffer(b);
    for (std::uint32_t slot = 0; slot <= buffer.slots; ++slot) {
      const auto at = std::ranges::lower_bound(ends, bytes_of_slot(buffer, slot).first);
      cuts_[b].push_back(first + static_cast<std::uint32_t>(at - ends.begin()));
    }
  }
}

void AccessPlan::resolve(const MachineState& s, EngineId e, std::vector<Resolved>& out) const {
  const std::uint32_t instruction = machine_->event(s, e).subject;
  const std::uint32_t counters = machine_->code().engines[e].first_counter;
  for (std::uint32_t n = first_[instruction]; n < first_[instruction + 1]; ++n) {
    const Item& item = items_[n];
    std::int64_t slot = item.fixed;
    if (item.rotating) {
      slot = (std::int64_t{s.counters[counters + item.counter].iteration} - 1 + item.shift) % item.slots;
      if (slot < 0) slot += item.slots;
    }
    const auto& cuts = cuts_[BufferId{std::size_t{item.buffer}}];
    if (cuts.empty()) {
      out.push_back({item.base + static_cast<std::uint64_t>(slot), item.write});
      continue;
    }
    const auto at = static_cast<std::size_t>(slot);
    for (std::uint32_t piece = cuts[at]; piece < cuts[at + 1]; ++piece) {
      out.push_back({first_piece_ + piece, item.write});
    }
  }
}

std::uint64_t AccessPlan::instance_hash(const MachineState& s, EngineId e) const {
  std::vector<std::uint64_t> words = {name_hash_[InstructionId{std::size_t{machine_->event(s, e).subject}}]};
  for (const std::uint32_t t : machine_->iterations(s, e)) words.push_back(t);
  return hash_words(words);
}

BufferId AccessPlan::buffer_of(std::uint64_t slot) const {
  const auto after = std::ranges::upper_bound(bases_, slot);
  return BufferId{static_cast<std::size_t>(after - bases_.begin()) - 1};
}

std::string AccessPlan::slot_name(std::uint64_t slot) const {
  const Tree& tree = machine_->tree();
  if (slot >= first_piece_) {
    const Piece& piece = pieces_[slot - first_piece_];
    const std::string_view space = tree.buffer_space(piece.buffer);
    return fmt::format("{}:{}-{}", space.empty() ? "bytes" : space, piece.bytes.first, piece.bytes.last - 1);
  }
  const BufferId b = buffer_of(slot);
  if (tree.buffer(b).slots == 1) return std::string(tree.buffer_name(b));
  return fmt::format("{}[{}]", tree.buffer_name(b), slot - bases_[b]);
}

std::uint64_t AccessPlan::slot_hash(std::uint64_t slot) const {
  if (slot >= first_piece_) {
    const Piece& piece = pieces_[slot - first_piece_];
    return hash_words(hash_text(machine_->tree().buffer_space(piece.buffer)), piece.bytes.first);
  }
  const BufferId b = buffer_of(slot);
  return hash_words(buffer_hash_[b], slot - bases_[b]);
}

SlotStore::SlotStore(std::uint64_t slots) : dense_(slots <= most_dense ? slots : 0, 0) {}

std::uint64_t SlotStore::get(std::uint64_t slot) const {
  if (slot < dense_.size()) return dense_[slot];
  const auto found = sparse_.find(slot);
  return found == sparse_.end() ? 0 : found->second;
}

void SlotStore::set(std::uint64_t slot, std::uint64_t word) {
  if (slot < dense_.size()) {
    dense_[slot] = word;
  } else {
    sparse_[slot] = word;
  }
}

DataState::DataState(const AccessPlan& plan, std::size_t engines)
    : plan_(&plan), slots_(plan.slot_count()), latched_(engines) {}

void DataState::issue(const MachineState& s, EngineId e) {
  const EngineState& engine = s.engines[e];
  Latched& latched = latched_[e].push(engine.retired, engine.issued);
  latched.accesses.clear();
  plan_->resolve(s, e, latched.accesses);
  latched.instance = plan_->instance_hash(s, e);
}

void DataState::commit(EngineId e, std::uint64_t entry) {
  const Latched& latched = latched_[e][entry];
  std::vector<std::uint64_t> words = {latched.instance};
  for (const auto& a : latched.accesses) {
    if (!a.write) words.push_back(slots_.get(a.slot));
  }
  const std::uint64_t v = hash_words(words);
  for (const auto& a : latched.accesses) {
    if (!a.write) continue;
    const std::uint64_t before = slots_.get(a.slot);
    const std::uint64_t after = hash_words(before, v);
    const std::uint64_t place = plan_->slot_hash(a.slot);
    // A slot that was never written adds nothing.
    digest_ += hash_words(place, after) - (before == 0 ? 0 : hash_words(place, before));
    slots_.set(a.slot, after);
  }
}

}  // namespace counterpoint
