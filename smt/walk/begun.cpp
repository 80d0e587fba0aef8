// Keeps the vectors of a run apart by whether a producer had been passed.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/begun.hpp"

#include <algorithm>

namespace counterpoint::smt {

Begun::Begun(const std::vector<Column>& columns, std::size_t first_shift, const Following& following,
             const Streams& streams, std::size_t nodes)
    : first_shift_(first_shift), columns_(columns), at_(nodes) {
  for (std::uint32_t c = 0; c < first_shift; ++c) {
    const bool variable = columns[c].kind == ColumnKind::variable;
    if (variable && following.variables[columns[c].variable].kind == VariableKind::reg) registers_.push_back(c);
  }
  for (auto c = static_cast<std::uint32_t>(first_shift); c < columns.size(); ++c) {
    const Variable& taken = following.variables[following.variables[columns[c].variable].source];
    if (taken.kind != VariableKind::latest) continue;
    for (auto& shifts : at_) shifts.push_back({c, streams.cell(taken.cell).initial, RowSpace(first_shift + 1)});
  }
}

bool Begun::look_below(Shift& s, const std::vector<std::int64_t>& row) const {
  if (!s.seen) {
    s.seen = true;
    for (const std::uint32_t c : registers_) s.below.emplace_back(c, row[c]);
    return true;
  }
  const auto changed = [&](const auto& x) { return row[x.first] != x.second; };
  const auto kept = std::remove_if(s.below.begin(), s.below.end(), changed);
  const bool is_new = kept != s.below.end();
  s.below.erase(kept, s.below.end());
  return is_new;
}

bool Begun::look(std::uint32_t node, const std::vector<std::int64_t>& row) {
  bool is_new = false;
  for (Shift& s : at_[node]) {
    if (row[s.column] <= s.initial) {
      is_new = look_below(s, row) || is_new;
      continue;
    }
    std::vector<std::int64_t> short_row(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first_shift_));
    short_row.push_back(row[s.column]);
    is_new = s.above.add(short_row) || is_new;
  }
  return is_new;
}

std::vector<std::vector<Equalities::Begun>> Begun::result() {
  std::vector<std::vector<Equalities::Begun>> all(at_.size());
  for (std::size_t n = 0; n < at_.size(); ++n) {
    for (Shift& s : at_[n]) {
      Equalities::Begun b{s.column, std::nullopt, {}};
      if (s.above.rank() > 0) {
        s.above.reduce();
        if (!s.above.independent(first_shift_)) b.above = equality_of(s.above, first_shift_);
      }
      for (const auto& [c, number] : s.below) b.below.emplace_back(columns_[c].variable, number);
      all[n].push_back(std::move(b));
    }
  }
  return all;
}

}  // namespace counterpoint::smt
