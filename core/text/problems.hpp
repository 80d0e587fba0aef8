// The errors of one file, gathered by offset and placed at the end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint {

// A message and where it belongs. Line and column are worked out for all messages in one pass over the text.
struct Problem {
  static constexpr std::uint32_t nowhere = 0xffffffffU;
  std::uint32_t offset = 0;
  std::uint32_t related = nowhere;  // where the thing it clashes with was declared
  Diagnostic diagnostic;
};

class Problems {
 public:
  static constexpr std::size_t limit = 100;

  // Adds one, or drops it if the stage is full; the reference lives until the next call.
  Problem& report(Code code, std::uint32_t offset, std::string message, std::string expected = {},
                  std::string found = {});
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] bool full() const { return all_.size() - before_stage_ >= limit; }
  void clear() { all_.clear(); }
  template <class Predicate>
  void drop(const Predicate& predicate) {
    std::erase_if(all_, predicate);
  }
  // Errors of a later stage may stand before those found so far, so each stage may fill its own hundred.
  void next_stage() { before_stage_ = all_.size(); }

  // The first hundred in the order of the text. `place` gives a message its position or JSON pointer from its offset,
  // and `describe` says where a related declaration is; both are asked in ascending order of offsets, each its own.
  using Place = std::function<void(std::uint32_t offset, Diagnostic&)>;
  using Describe = std::function<std::string(std::uint32_t offset)>;
  [[nodiscard]] Diagnostics finish(const Place& place, const Describe& describe) &&;

 private:
  std::vector<Problem> all_;
  Problem dropped_;
  std::size_t before_stage_ = 0;
};

// Turns ascending offsets into lines and columns in one pass.
class PositionScan {
 public:
  explicit PositionScan(std::string_view text) : text_(text) {}
  [[nodiscard]] Position at(std::uint32_t offset);

 private:
  std::string_view text_;
  std::uint32_t at_ = 0;
  std::uint32_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace counterpoint
