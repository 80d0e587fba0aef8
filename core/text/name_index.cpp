// Finds names of a text by their characters.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/name_index.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "core/text/lexer.hpp"

namespace counterpoint {
namespace {

// Eight characters at a time, multiplied and folded; names differ mostly in their last digits.
std::uint32_t hash_of(std::string_view s) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  std::uint64_t h = s.size() * factor;
  const auto mix = [&](std::uint64_t word) {
    h = (h ^ word) * factor;
    h ^= h >> 29U;
  };
  while (s.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, s.data(), 8);
    mix(word);
    s.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  for (const char c : s) rest = rest << 8U | static_cast<unsigned char>(c);
  mix(rest);
  return static_cast<std::uint32_t>(h * factor >> 32U);
}

}  // namespace

std::string_view NameIndex::at(std::uint32_t offset) const {
  std::size_t end = offset;
  while (end < text_.size() && is_name_character(text_[end])) ++end;
  return text_.substr(offset, end - offset);
}

bool NameIndex::stands(std::uint32_t offset, std::string_view name) const {
  const std::size_t end = offset + name.size();
  return text_.substr(offset, name.size()) == name && (end >= text_.size() || !is_name_character(text_[end]));
}

std::size_t NameIndex::look(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slot_count_ - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const Slot& slot = slots_[i];
    if (slot.entry == 0 || (slot.hash == hash && stands(offsets_[slot.entry - 1], name))) return i;
  }
}

NameIndex::Entry NameIndex::intern(std::uint32_t begin, std::uint32_t end) {
  if (offsets_.size() * 4 >= slot_count_ * 3) resize(std::max<std::size_t>(16, slot_count_ * 2));
  const std::string_view name = text_.substr(begin, end - begin);
  const std::uint32_t hash = hash_of(name);
  Slot& slot = slots_[look(name, hash)];
  if (slot.entry != 0) return {slot.entry - 1, false};
  offsets_.push_back(begin);
  slot = {hash, size()};
  return {slot.entry - 1, true};
}

std::optional<std::uint32_t> NameIndex::find(std::string_view name) const {
  if (slot_count_ == 0) return std::nullopt;
  const Slot& slot = slots_[look(name, hash_of(name))];
  if (slot.entry == 0) return std::nullopt;
  return slot.entry - 1;
}

void NameIndex::reserve(std::size_t names) {
  offsets_.reserve(names);
  std::size_t slots = 16;
  while (names * 4 >= slots * 3) slots *= 2;
  if (slots > slot_count_) resize(slots);
}

void NameIndex::resize(std::size_t slots) {
  std::unique_ptr<Slot[], Free> old(static_cast<Slot*>(std::calloc(slots, sizeof(Slot))));
  if (old == nullptr) throw std::bad_alloc();
  std::swap(old, slots_);
  const std::size_t old_count = std::exchange(slot_count_, slots);
  for (std::size_t n = 0; n < old_count; ++n) {
    if (old[n].entry == 0) continue;
    std::size_t i = old[n].hash & (slots - 1);
    while (slots_[i].entry != 0) i = (i + 1) & (slots - 1);
    slots_[i] = old[n];
  }
}

std::vector<std::string_view> NameIndex::candidates(std::size_t most) const {
  std::vector<std::string_view> out;
  for (std::uint32_t i = 0; i < std::min<std::size_t>(size(), most); ++i) out.push_back(name(i));
  return out;
}

}  // namespace counterpoint
