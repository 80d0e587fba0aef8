// Aligns text in columns.
// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <algorithm>

namespace counterpoint::report {
namespace {

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::size_t missing(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return taken < width ? width - taken : 0;
}

}  // namespace

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + blanks(missing(text, width));
}

std::string pad_left(std::string_view text, std::size_t width) {
  return blanks(missing(text, width)) + std::string(text);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string Table::text(std::size_t indent) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line = blanks(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool right = i < sides_.size() && sides_[i] == Side::right;
      if (i > 0) line += "  ";
      line += right ? pad_left(row[i], widths[i]) : pad_right(row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace counterpoint::report
