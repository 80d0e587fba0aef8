// The sequence of values of every cell within a segment.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/history.hpp"

#include <fmt/format.h>

#include "core/machine/arithmetic.hpp"

namespace counterpoint {

Histories::Histories(const std::vector<std::int64_t>& initial) : cells_(initial.size()) {
  for (std::size_t i = 0; i < initial.size(); ++i) {
    cells_[i].value = cells_[i].start = cells_[i].base = initial[i];
  }
}

// Nothing has raised the cell in the current segment yet.
void Histories::enter(CellHistory& c) const {
  if (c.segment < last_reset_) c.value = 0;
  c.start = c.base = c.value;
  c.segment = segment_;
  c.clear();
}

std::string Histories::raise(CellHistory& c, std::uint32_t width, const Change& change, EngineId by, bool by_retirement,
                             Raise r) {
  if (change.kind == UpdateKind::subtract) {
    if (change.amount != 0) return "a decrement";
    r.value = c.value;
  } else if (change.kind == UpdateKind::set) {
    r.value = change.amount;
  } else if (__builtin_add_overflow(c.value, change.amount, &r.value)) {
    return "overflow";
  }
  if (wrap(r.value, width) != r.value) return fmt::format("a value, {}, that {} bits do not hold", r.value, width);
  if (r.value < c.value) return "a decrease";
  if (c.raised()) {
    if (c.by_retirement != by_retirement) return "both kinds of update";
  } else {
    c.writer = by;
    c.by_retirement = by_retirement;
  }
  c.value = r.value;
  c.push(r);
  return {};
}

void Histories::next_segment(bool reset) {
  ++segment_;
  if (reset) last_reset_ = segment_;
}

}  // namespace counterpoint
