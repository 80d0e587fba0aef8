// Finds names of a text by their characters.
// SPDX-License-Identifier: Apache-2.0
//
// One table for each kind of name, dropped when the file is read. Open addressing with linear probing over pairs of a
// 32-bit hash and a number; growing moves the pairs without looking at the text. A name is kept as the offset where it
// stands: its end is where the characters of a name end. So a name costs 4 bytes and 11 to 22 bytes of table.
// Invariant: at most three quarters of the slots are taken. Cost: constant for each name, whatever the order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace counterpoint {

class NameIndex {
 public:
  explicit NameIndex(std::string_view text) : text_(text) {}

  struct Entry {
    std::uint32_t number;  // names are numbered from 0 in the order they came
    bool fresh;
  };
  // The name that stands at [begin, end) of the text; entered if it is new.
  Entry intern(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  [[nodiscard]] std::string_view name(std::uint32_t number) const { return at(offsets_[number]); }
  // Where it stands: where it came first, or where it was moved to.
  [[nodiscard]] std::uint32_t offset(std::uint32_t number) const { return offsets_[number]; }
  // The same name stands there, too, and that is the place to speak of.
  void move(std::uint32_t number, std::uint32_t offset) { offsets_[number] = offset; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(offsets_.size()); }
  // Room for that many names, in memory that is not touched before it is used.
  void reserve(std::size_t names);
  // The first `most` names, as candidates for a misspelt one.
  [[nodiscard]] std::vector<std::string_view> candidates(std::size_t most = 10000) const;

 private:
  struct Slot {
    std::uint32_t hash;
    std::uint32_t entry;  // the name's number and one more; 0 is free, so that fresh memory is an empty table
  };
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  [[nodiscard]] std::string_view at(std::uint32_t offset) const;
  // Whether the name at `offset` is `name`.
  [[nodiscard]] bool stands(std::uint32_t offset, std::string_view name) const;
  // The slot that holds the name, or the free one where it belongs.
  [[nodiscard]] std::size_t look(std::string_view name, std::uint32_t hash) const;
  void resize(std::size_t slots);

  std::string_view text_;
  std::unique_ptr<Slot[], Free> slots_;
  std::size_t slot_count_ = 0;  // a power of two, or 0
  std::vector<std::uint32_t> offsets_;
};

}  // namespace counterpoint
