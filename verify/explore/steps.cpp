// Steps of the product that do more than to count: values, faults, meetings.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/machine/arithmetic.hpp"
#include "verify/explore/product.hpp"

namespace counterpoint {

std::optional<FaultKind> Product::fault_at(std::size_t engine, std::size_t position) const {
  const LinearStream& s = streams_.engines[EngineId{engine}];
  if (position >= s.events.size() || s.events[position].kind != LinearKind::fault) return std::nullopt;
  return s.events[position].fault;
}

std::optional<FaultKind> Product::start(std::uint64_t* s) const {
  std::fill(s, s + word_count(), std::uint64_t{0});
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (cells_[c].stored) put_cell(s, c, streams_.initial[c]);
  }
  for (std::size_t e = 0; e < engine_count(); ++e) {
    if (const auto fault = fault_at(e, 0)) return fault;
  }
  return std::nullopt;
}

void Product::put_cell(std::uint64_t* s, std::uint32_t cell, std::int64_t value) const {
  cell_fields_[cell].put(s, static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(cells_[cell].low));
}

std::int64_t Product::value(const std::uint64_t* s, std::size_t cell) const {
  const CellForm& form = cells_[cell];
  if (form.stored) {
    return static_cast<std::int64_t>(cell_fields_[cell].of(s) + static_cast<std::uint64_t>(form.low));
  }
  auto sum = static_cast<std::uint64_t>(form.base(segments_.empty() ? 0 : segment(0, positions_[0].of(s))));
  for (const Series& x : form.series) {
    const Field& field = x.retirement ? retireds_[x.engine] : positions_[x.engine];
    sum += static_cast<std::uint64_t>(x.at(field.of(s)));
  }
  return wrap(static_cast<std::int64_t>(sum), options_.width);
}

bool Product::compare(TestKind kind, std::int64_t value, std::int64_t needed) const {
  if (kind == TestKind::equal) return value == needed;
  switch (options_.compare) {
    case Comparison::as_unsigned: return as_unsigned(value, options_.width) >= as_unsigned(needed, options_.width);
    case Comparison::difference:
      return wrap(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(needed)),
                  options_.width) >= 0;
    case Comparison::as_signed: break;
  }
  return value >= needed;
}

// All tests of one statement are made on the values before it, each by itself; two takes of one cell need their sum.
bool Product::tests_hold(const std::uint64_t* s, std::size_t engine) const {
  const LinearEvent& e = streams_.engines[EngineId{engine}].events[positions_[engine].of(s)];
  for (std::uint32_t i = e.first_test; i < e.last_test; ++i) {
    const LinearTest& t = streams_.tests[i];
    const std::int64_t now = value(s, t.cell);
    if (!compare(t.kind == TestKind::equal ? t.kind : TestKind::at_least, now, t.value)) return false;
    if (t.kind != TestKind::take) continue;
    TakeSum sum(options_.width, options_.compare == Comparison::as_unsigned);
    for (std::uint32_t j = e.first_test; j < e.last_test; ++j) {
      const LinearTest& u = streams_.tests[j];
      if (u.kind == TestKind::take && u.cell == t.cell) sum.add(u.value);
    }
    if (!sum.fits() || !compare(TestKind::at_least, now, sum.value())) return false;
  }
  return true;
}

// Values that a step in the making has changed already.
std::int64_t Product::load(const std::uint64_t* s, std::uint32_t cell, std::vector<Scratch>& scratch) const {
  const auto found = std::ranges::find(scratch, cell, &Scratch::cell);
  return found != scratch.end() ? found->value : value(s, cell);
}

void Product::keep(std::vector<Scratch>& scratch, std::uint32_t cell, std::int64_t value) {
  const auto found = std::ranges::find(scratch, cell, &Scratch::cell);
  if (found != scratch.end()) {
    found->value = value;
  } else {
    scratch.push_back({cell, value});
  }
}

std::optional<FaultKind> Product::take(const std::uint64_t* s, const LinearEvent& e,
                                       std::vector<Scratch>& scratch) const {
  for (std::uint32_t i = e.first_test; i < e.last_test; ++i) {
    const LinearTest& t = streams_.tests[i];
    if (t.kind != TestKind::take) continue;
    const Computed r = subtract(load(s, t.cell, scratch), t.value, options_.width);
    if (r.fault || (cells_[t.cell].flag && (r.value < 0 || r.value > 1))) return FaultKind::overflow;
    keep(scratch, t.cell, r.value);
  }
  return std::nullopt;
}

std::optional<FaultKind> Product::change(const std::uint64_t* s, std::uint32_t first, std::uint32_t last,
                                         std::vector<Scratch>& scratch) const {
  for (std::uint32_t i = first; i < last; ++i) {
    const LinearChange& c = streams_.changes[i];
    if (!works(c)) continue;
    const std::int64_t now = load(s, c.cell, scratch);
    const bool sets = c.kind == UpdateKind::set ? c.amount != 0 : c.kind == UpdateKind::add && c.amount > 0;
    const Computed r = c.kind == UpdateKind::set   ? Computed{wrap(c.amount, options_.width)}
                       : c.kind == UpdateKind::add ? add(now, c.amount, options_.width)
                                                   : subtract(now, c.amount, options_.width);
    if (c.flag && sets && now != 0) return FaultKind::double_set;
    if (r.fault || (c.flag && (r.value < 0 || r.value > 1))) return FaultKind::overflow;
    keep(scratch, c.cell, r.value);
  }
  return std::nullopt;
}

void Product::store(std::uint64_t* s, const std::vector<Scratch>& scratch) const {
  for (const Scratch& x : scratch) {
    if (cells_[x.cell].stored) put_cell(s, x.cell, x.value);
  }
}

std::optional<FaultKind> Product::apply(std::uint64_t* s, std::size_t engine, std::uint32_t step) const {
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  std::vector<Scratch> scratch;
  if (step == retire) {
    const Field& field = retireds_[engine];
    const LinearEvent& e = mine.events[mine.entry_event[field.of(s)]];
    if (const auto fault = change(s, e.retire_change, e.last_change, scratch)) return fault;
    store(s, scratch);
    s[field.word] += field.unit();
    return std::nullopt;
  }
  const Field& field = positions_[engine];
  const std::size_t at = field.of(s);
  const LinearEvent& e = mine.events[at];
  if (const auto fault = take(s, e, scratch)) return fault;
  if (const auto fault = change(s, e.first_change, e.retire_change, scratch)) return fault;
  if (e.faults) return FaultKind::index;
  store(s, scratch);
  s[field.word] += field.unit();
  if (const auto fault = fault_at(engine, at + 1)) return fault;
  return e.kind == LinearKind::barrier ? meet(s) : std::nullopt;
}

// The last engine to arrive lets all of them go on.
std::optional<FaultKind> Product::meet(std::uint64_t* s) const {
  bool reset = false;
  for (std::size_t e = 0; e < engine_count(); ++e) {
    const LinearStream& mine = streams_.engines[EngineId{e}];
    const std::size_t at = positions_[e].of(s);
    if (at >= mine.events.size() || mine.events[at].kind != LinearKind::gather) return std::nullopt;
    reset = reset || mine.events[at].reset;
  }
  for (std::uint32_t c = 0; reset && c < cells_.size(); ++c) {
    if (cells_[c].stored) put_cell(s, c, 0);
  }
  for (std::size_t e = 0; e < engine_count(); ++e) {
    s[positions_[e].word] += positions_[e].unit();
    if (const auto fault = fault_at(e, positions_[e].of(s))) return fault;
  }
  return std::nullopt;
}

Step Product::machine_step(const std::uint64_t* s, std::size_t engine, std::uint32_t step) const {
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  const EngineId e{engine};
  if (step == retire) {
    const LinearEvent& oldest = mine.events[mine.entry_event[retireds_[engine].of(s)]];
    if (oldest.kind != LinearKind::issue) return {StepKind::internal, e, Step::retire_signal, 0};
    return {StepKind::retire, e, oldest.subject, 0};
  }
  const LinearEvent& at = mine.events[positions_[engine].of(s)];
  switch (at.kind) {
    case LinearKind::issue: return {StepKind::issue, e, at.subject, 0};
    case LinearKind::visit: return {StepKind::visit, e, at.subject, 0};
    case LinearKind::end: return {StepKind::end, e, 0, 0};
    default: return {StepKind::internal, e, Step::next_statement, 0};
  }
}

}  // namespace counterpoint
