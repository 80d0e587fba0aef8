// The space that vectors span, modulo a prime, one vector at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace counterpoint::smt {

class RowSpace {
 public:
  explicit RowSpace(std::size_t columns) : columns_(columns) {}
  // Whether it was outside of the space so far. Cost: columns * rank.
  bool add(const std::vector<std::int64_t>& vector);
  [[nodiscard]] std::size_t rank() const { return rows_.size(); }
  // Puts the rows into reduced form: each independent column, from the left, is 1 in one row and 0 in all others.
  void reduce();
  // After `reduce`: the independent columns and the factors by which they make up a dependent column.
  [[nodiscard]] bool independent(std::size_t column) const;
  [[nodiscard]] std::vector<std::pair<std::size_t, std::uint64_t>> combination(std::size_t column) const;

 private:
  struct Row {
    std::size_t pivot = 0;
    std::vector<std::uint64_t> values;
  };
  std::size_t columns_;
  std::vector<Row> rows_;  // by pivot
};

// The fraction with a denominator up to `most` that an element of the field stands for; none if there is none small.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> as_fraction(std::uint64_t element,
                                                                               std::int64_t most);

}  // namespace counterpoint::smt
