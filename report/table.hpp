// Text in columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace counterpoint::report {

// `text` with blanks after (before) it up to `width` columns, as it is where it is wider. Columns count characters of
// UTF-8. (GCC 12 warns falsely of the alignment of strings in fmt 9.)
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);
[[nodiscard]] inline std::string blanks(std::size_t count) { return std::string(count, ' '); }

// "1 engine", "2 engines".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

// Rows of cells, each column as wide as its widest cell, two blanks between columns, none at the end of a line.
class Table {
 public:
  enum class Side : bool { left, right };

  // `sides`: how the cells of each column are aligned; further columns to the left.
  explicit Table(std::vector<Side> sides = {}) : sides_(std::move(sides)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  // Every line starts with `indent` blanks and ends with a line end.
  [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
  std::vector<Side> sides_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace counterpoint::report
