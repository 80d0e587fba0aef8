// A table of results once, and its renderings: CSV, Markdown, JSON, text in columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace counterpoint::report {

struct Cell {
  std::string text;
  bool number = false;

  Cell(std::string_view words) : text(words) {}                     // NOLINT: a row is written as a list of values
  Cell(const char* words) : text(words) {}                          // NOLINT
  Cell(std::string words) : text(std::move(words)) {}               // NOLINT
  Cell(std::uint64_t n) : text(std::to_string(n)), number(true) {}  // NOLINT
  Cell(std::uint32_t n) : text(std::to_string(n)), number(true) {}  // NOLINT
  // `value` / 10^digits, "-0.17"; no cell ever holds a binary fraction.
  static Cell decimal(std::int64_t value, unsigned digits);
  static Cell none() { return {""}; }
};

struct Sheet {
  std::string name;  // of its file, without an ending
  std::string title;
  std::string note;  // below the title, "" for none
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

// A line of names, then one line a row; what holds a comma, a quote or a line end is quoted (RFC 4180, with "\n").
[[nodiscard]] std::string csv(const Sheet& sheet);
[[nodiscard]] std::string markdown(const Sheet& sheet);
// {"title": ..., "note": ..., "rows": [{"column": value, ...}, ...]}; empty cells are left out.
[[nodiscard]] std::string json(const Sheet& sheet);
[[nodiscard]] std::string text(const Sheet& sheet);

}  // namespace counterpoint::report
