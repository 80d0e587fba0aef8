// An append-only table of names, each stored once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/program/ids.hpp"

namespace counterpoint {

// Holds the characters of every name of a program in one arena. A name costs its characters and four bytes.
// The table does not search: who needs to find a name by its text (the parser) keeps an index of its own and drops it.
class NameTable {
 public:
  NameTable() { starts_.push_back(0); }

  // Appends a name, without looking whether it is there already.
  NameId add(std::string_view name) {
    characters_.append(name);
    starts_.push_back(static_cast<std::uint32_t>(characters_.size()));
    return NameId{starts_.size() - 2};
  }
  // The text of a name; the view lives until the next `add`.
  [[nodiscard]] std::string_view operator[](NameId id) const {
    const std::uint32_t from = starts_[id.value];
    return std::string_view(characters_).substr(from, starts_[id.value + 1] - from);
  }
  [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t characters() const { return characters_.size(); }
  void reserve(std::size_t names, std::size_t characters) {
    starts_.reserve(names + 1);
    characters_.reserve(characters);
  }

 private:
  std::string characters_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace counterpoint
