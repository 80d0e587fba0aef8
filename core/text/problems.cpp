// The errors of one file, gathered by offset and placed at the end.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/problems.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

Problem& Problems::report(Code code, std::uint32_t offset, std::string message, std::string expected,
                          std::string found) {
  Problem p;
  p.offset = offset;
  p.diagnostic = diagnose(code, {}, std::move(message));
  p.diagnostic.expected = std::move(expected);
  p.diagnostic.found = std::move(found);
  if (full()) return dropped_ = std::move(p);
  all_.push_back(std::move(p));
  return all_.back();
}

Diagnostics Problems::finish(const Place& place, const Describe& describe) && {
  std::ranges::stable_sort(all_, {}, &Problem::offset);
  const bool cut = all_.size() >= limit;
  if (cut) all_.resize(limit);
  std::vector<Problem*> related;
  for (Problem& p : all_) {
    place(p.offset, p.diagnostic);
    if (p.related != Problem::nowhere) related.push_back(&p);
  }
  std::ranges::stable_sort(related, {}, &Problem::related);
  for (Problem* p : related) {
    if (!p->diagnostic.help.empty()) p->diagnostic.help += "; ";
    p->diagnostic.help += fmt::format("it is declared {}", describe(p->related));
  }
  Diagnostics out;
  out.reserve(all_.size());
  for (Problem& p : all_) out.push_back(std::move(p.diagnostic));
  if (cut) {
    if (!out.back().help.empty()) out.back().help += "; ";
    out.back().help += fmt::format("the first {} errors are shown, there may be more", limit);
  }
  return out;
}

Position PositionScan::at(std::uint32_t offset) {
  require(offset >= at_ && offset <= text_.size(), "offsets are asked for in ascending order");
  for (;;) {
    const std::size_t line_end = text_.find('\n', at_);
    if (line_end == std::string_view::npos || line_end >= offset) break;
    at_ = line_start_ = static_cast<std::uint32_t>(line_end + 1);
    ++line_;
  }
  at_ = offset;
  return {line_, offset - line_start_ + 1};
}

}  // namespace counterpoint
