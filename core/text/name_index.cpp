// Finds names of a text by their characters.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/name_index.hpp"

#include <algorithm>
#include <cstring>

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
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const Slot& slot = slots_[i];
    if (slot.number == Slot::free || (slot.hash == hash && stands(offsets_[slot.number], name))) return i;
  }
}

NameIndex::Entry NameIndex::intern(std::uint32_t begin, std::uint32_t end) {
  if (offsets_.size() * 4 >= slots_.size() * 3) grow();
  const std::string_view name = text_.substr(begin, end - begin);
  const std::uint32_t hash = hash_of(name);
  Slot& slot = slots_[look(name, hash)];
  if (slot.number != Slot::free) return {slot.number, false};
  slot = {hash, size()};
  offsets_.push_back(begin);
  return {slot.number, true};
}

std::optional<std::uint32_t> NameIndex::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[look(name, hash_of(name))];
  if (slot.number == Slot::free) return std::nullopt;
  return slot.number;
}

void NameIndex::grow() {
  std::vector<Slot> old(std::max<std::size_t>(16, slots_.size() * 2));
  std::swap(old, slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number == Slot::free) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].number != Slot::free) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

std::vector<std::string_view> NameIndex::candidates(std::size_t most) const {
  std::vector<std::string_view> out;
  for (std::uint32_t i = 0; i < std::min<std::size_t>(size(), most); ++i) out.push_back(name(i));
  return out;
}

}  // namespace counterpoint
