// Messages: the factory, the one-line form, the nearest name.
// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint {
namespace {

// Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

Diagnostic diagnose(Code code, Position at, std::string message) {
  const std::string_view severity = entry(code).severity;
  Diagnostic d;
  d.code = code;
  d.severity = severity == "error" ? Severity::error : severity == "refusal" ? Severity::refusal : Severity::warning;
  d.position = at;
  d.message = std::move(message);
  return d;
}

std::string to_string(const Diagnostic& d) {
  std::string out;
  if (!d.file.empty()) out += d.file + ":";
  if (d.position.line != 0) out += fmt::format("{}:", d.position.line);
  if (d.position.column != 0) out += fmt::format("{}:", d.position.column);
  if (!d.place.empty()) out += d.place + ":";
  if (!out.empty()) out += " ";
  out += fmt::format("{}[{}]: {}", entry(d.code).severity, code_text(d.code), d.message);
  if (!d.expected.empty() && !d.found.empty()) {
    out += fmt::format(" (expected {}, found {})", d.expected, d.found);
  } else if (!d.expected.empty()) {
    out += fmt::format(" (expected {})", d.expected);
  } else if (!d.found.empty()) {
    out += fmt::format(" (found {})", d.found);
  }
  if (!d.nearest.empty()) out += fmt::format("; did you mean '{}'?", d.nearest);
  if (!d.help.empty()) out += fmt::format("\n  help: {}", d.help);
  return out;
}

std::string nearest_name(std::string_view word, const std::vector<std::string_view>& candidates) {
  // A name of kilobytes is no misspelling, and the distance is quadratic.
  if (word.empty() || word.size() > 200) return {};
  const std::size_t allowed = std::max<std::size_t>(1, word.size() / 3);
  std::size_t best = allowed + 1;
  std::string_view name;
  for (const std::string_view c : candidates) {
    const std::size_t gap = c.size() > word.size() ? c.size() - word.size() : word.size() - c.size();
    if (gap >= best) continue;
    if (const std::size_t distance = edit_distance(word, c); distance < best) {
      best = distance;
      name = c;
    }
  }
  return std::string(name);
}

std::string excerpt(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  if (text.size() > limit) out += "...";
  return out;
}

}  // namespace counterpoint
