// Renders tables of results.
// SPDX-License-Identifier: Apache-2.0
#include "report/sheet.hpp"

#include <fmt/format.h>

#include "report/table.hpp"
#include "report/timeline.hpp"

namespace counterpoint::report {
namespace {

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\n") == std::string::npos) return field;
  std::string out = "\"";
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

bool numbers_only(const Sheet& sheet, std::size_t column) {
  for (const auto& row : sheet.rows) {
    if (!row[column].number && !row[column].text.empty()) return false;
  }
  return true;
}

}  // namespace

Cell Cell::decimal(std::int64_t value, unsigned digits) {
  std::uint64_t scale = 1;
  for (unsigned i = 0; i < digits; ++i) scale *= 10;
  const std::uint64_t size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  Cell cell(fmt::format("{}{}.{:0{}}", value < 0 ? "-" : "", size / scale, size % scale, digits));
  cell.number = true;
  return cell;
}

std::string csv(const Sheet& sheet) {
  std::string out;
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) out += (c == 0 ? "" : ",") + csv_field(sheet.columns[c]);
  out += '\n';
  for (const auto& row : sheet.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) out += (c == 0 ? "" : ",") + csv_field(row[c].text);
    out += '\n';
  }
  return out;
}

std::string markdown(const Sheet& sheet) {
  std::string out = fmt::format("## {}\n\n", sheet.title);
  if (!sheet.note.empty()) out += sheet.note + "\n\n";
  std::string rule;
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
    out += fmt::format("| {} ", sheet.columns[c]);
    rule += numbers_only(sheet, c) ? "|---:" : "|---";
  }
  out += "|\n" + rule + "|\n";
  for (const auto& row : sheet.rows) {
    for (const Cell& cell : row) out += fmt::format("| {} ", cell.text);
    out += "|\n";
  }
  return out;
}

std::string json(const Sheet& sheet) {
  std::string out =
      fmt::format("{{\"title\": {}, \"note\": {}, \"rows\": [", json_string(sheet.title), json_string(sheet.note));
  bool first_row = true;
  for (const auto& row : sheet.rows) {
    out += first_row ? "\n  {" : ",\n  {";
    first_row = false;
    bool first = true;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (row[c].text.empty()) continue;
      out += fmt::format("{}{}: {}", first ? "" : ", ", json_string(sheet.columns[c]),
                         row[c].number ? row[c].text : json_string(row[c].text));
      first = false;
    }
    out += '}';
  }
  return out + "\n]}";
}

std::string text(const Sheet& sheet) {
  std::vector<Table::Side> sides;
  std::vector<std::string> head;
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
    sides.push_back(numbers_only(sheet, c) ? Table::Side::right : Table::Side::left);
    head.push_back(sheet.columns[c]);
  }
  Table table(sides);
  table.add(head);
  for (const auto& row : sheet.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) cells.push_back(cell.text);
    table.add(std::move(cells));
  }
  return sheet.title + "\n" + (sheet.note.empty() ? "" : sheet.note + "\n") + table.text(2);
}

}  // namespace counterpoint::report
