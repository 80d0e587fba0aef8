// Steps of the product and the guards of the program as a table.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/explore/plain_product.hpp"

#include <algorithm>
#include <limits>

#include "core/machine/arithmetic.hpp"

namespace counterpoint::testing {

PlainProduct::PlainProduct(LinearStreams implementation, const LinearStreams* program, const Machine& machine,
                           const std::vector<EngineId>& to_program)
    : streams_(std::move(implementation)), has_program_(program != nullptr), options_(machine.options()) {
  if (has_program_) make_needs(*program, to_program);
  choose_layout();
}

// `wait R(p) >= n` becomes: so many instances of p's engine have retired.
void PlainProduct::make_needs(const LinearStreams& program, const std::vector<EngineId>& to_program) {
  std::vector<std::uint32_t> to_implementation(to_program.size());
  for (std::size_t e = 0; e < to_program.size(); ++e) {
    to_implementation[to_program[e].value] = static_cast<std::uint32_t>(e);
  }
  // Where the n-th instance of each producer stands among the instances of its engine.
  std::vector<std::vector<std::uint32_t>> ordinals(program.initial.size());
  std::vector<std::uint32_t> engine_of(program.initial.size(), 0);
  for (std::size_t f = 0; f < program.engines.size(); ++f) {
    const LinearStream& s = program.engines[EngineId{f}];
    for (std::size_t n = 0; n < s.entry_event.size(); ++n) {
      const LinearEvent& e = s.events[s.entry_event[n]];
      for (std::uint32_t c = e.retire_change; c < e.last_change; ++c) {
        ordinals[program.changes[c].cell].push_back(static_cast<std::uint32_t>(n + 1));
        engine_of[program.changes[c].cell] = to_implementation[f];
      }
    }
  }
  need_start_.resize(to_program.size());
  needs_.resize(to_program.size());
  issues_.resize(to_program.size());
  for (std::size_t e = 0; e < to_program.size(); ++e) {
    for (const LinearEvent& x : program.engines[to_program[e]].events) {
      if (x.kind != LinearKind::issue && x.kind != LinearKind::visit) continue;
      issues_[e].push_back(x.kind == LinearKind::issue);
      need_start_[e].push_back(static_cast<std::uint32_t>(needs_[e].size()));
      for (std::uint32_t t = x.first_test; t < x.last_test; ++t) {
        const LinearTest& test = program.tests[t];
        if (test.value <= 0) continue;
        const auto& all = ordinals[test.cell];
        const bool never = static_cast<std::uint64_t>(test.value) > all.size();
        needs_[e].push_back({engine_of[test.cell], never ? std::numeric_limits<std::uint32_t>::max()
                                                         : all[static_cast<std::size_t>(test.value) - 1]});
      }
    }
    need_start_[e].push_back(static_cast<std::uint32_t>(needs_[e].size()));
  }
}

void PlainProduct::choose_layout() {
  const auto bytes = [](std::size_t most) -> std::uint8_t { return most < 256 ? 1 : most < 65536 ? 2 : 4; };
  for (const LinearStream& s : streams_.engines) {
    position_bytes_.push_back(bytes(s.events.size()));
    retired_bytes_.push_back(bytes(s.entry_event.size()));
    size_ += position_bytes_.back() + retired_bytes_.back();
  }
  lay_cells();
  for (const CellLayout& c : cells_) size_ += c.bytes;
}

// What adding, subtracting, setting and taking can make of a cell, all of them taken together; 8 bytes where that is
// more than 32 bits.
void PlainProduct::lay_cells() {
  constexpr std::int64_t far = std::int64_t{1} << 40U;
  std::vector<std::int64_t> low(streams_.initial.size());
  std::vector<std::int64_t> high(streams_.initial.size());
  for (std::size_t c = 0; c < low.size(); ++c) {
    low[c] = std::clamp<std::int64_t>(streams_.initial[c], -far, 0);
    high[c] = std::clamp<std::int64_t>(streams_.initial[c], 0, far);
  }
  // Sets first: what is added later is added to them.
  for (const LinearChange& c : streams_.changes) {
    if (c.kind != UpdateKind::set) continue;
    low[c.cell] = std::min(low[c.cell], c.amount);
    high[c.cell] = std::max(high[c.cell], c.amount);
  }
  const auto widen = [&](std::uint32_t cell, std::int64_t by) {
    by = std::clamp(by, -far, far);
    (by < 0 ? low[cell] : high[cell]) = std::clamp((by < 0 ? low[cell] : high[cell]) + by, -far, far);
  };
  for (const LinearChange& c : streams_.changes) {
    if (c.kind == UpdateKind::add) widen(c.cell, c.amount);
    if (c.kind == UpdateKind::subtract) widen(c.cell, c.amount > -far ? -c.amount : far);
  }
  for (const LinearTest& t : streams_.tests) {
    if (t.kind == TestKind::take) widen(t.cell, t.value > -far ? -t.value : far);
  }
  for (std::size_t c = 0; c < low.size(); ++c) {
    if (options_.width != 0 && options_.width < 32) {
      low[c] = -(std::int64_t{1} << (options_.width - 1));
      high[c] = -low[c] - 1;
    }
    const bool wide = low[c] < -far / 2 || high[c] > far / 2 || (options_.width >= 32);
    const std::int64_t range = wide ? far : high[c] - low[c];
    cells_.push_back({wide ? 0 : low[c], static_cast<std::uint8_t>(range < 256         ? 1
                                                                   : range < 65536     ? 2
                                                                   : range < far / 256 ? 4
                                                                                       : 8)});
  }
}

PlainState PlainProduct::start() const {
  PlainState s;
  s.position.assign(engine_count(), 0);
  s.retired.assign(engine_count(), 0);
  s.cells = streams_.initial;
  for (std::size_t e = 0; e < engine_count() && !s.fault; ++e) reach(s, e);
  return s;
}

void PlainProduct::pack(const PlainState& s, std::span<std::uint8_t> out) const {
  std::size_t at = 0;
  const auto put = [&](std::uint64_t v, std::size_t bytes) {
    for (std::size_t b = 0; b < bytes; ++b) out[at++] = static_cast<std::uint8_t>(v >> (8 * b));
  };
  for (std::size_t e = 0; e < engine_count(); ++e) {
    put(s.position[e], position_bytes_[e]);
    put(s.retired[e], retired_bytes_[e]);
  }
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    put(static_cast<std::uint64_t>(s.cells[c]) - static_cast<std::uint64_t>(cells_[c].low), cells_[c].bytes);
  }
}

void PlainProduct::unpack(std::span<const std::uint8_t> in, PlainState& s) const {
  std::size_t at = 0;
  const auto get = [&](std::size_t bytes) {
    std::uint64_t v = 0;
    for (std::size_t b = 0; b < bytes; ++b) v |= std::uint64_t{in[at++]} << (8 * b);
    return v;
  };
  s.position.resize(engine_count());
  s.retired.resize(engine_count());
  for (std::size_t e = 0; e < engine_count(); ++e) {
    s.position[e] = static_cast<std::uint32_t>(get(position_bytes_[e]));
    s.retired[e] = static_cast<std::uint32_t>(get(retired_bytes_[e]));
  }
  s.fault = false;
  s.cells.resize(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    s.cells[c] = static_cast<std::int64_t>(get(cells_[c].bytes) + static_cast<std::uint64_t>(cells_[c].low));
  }
}

bool PlainProduct::compare(TestKind kind, std::int64_t value, std::int64_t needed) const {
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
bool PlainProduct::test(const PlainState& s, const LinearEvent& e) const {
  for (std::uint32_t i = e.first_test; i < e.last_test; ++i) {
    const LinearTest& t = streams_.tests[i];
    if (!compare(t.kind == TestKind::equal ? t.kind : TestKind::at_least, s.cells[t.cell], t.value)) return false;
    if (t.kind != TestKind::take) continue;
    TakeSum sum(options_.width, options_.compare == Comparison::as_unsigned);
    for (std::uint32_t j = e.first_test; j < e.last_test; ++j) {
      const LinearTest& u = streams_.tests[j];
      if (u.kind == TestKind::take && u.cell == t.cell) sum.add(u.value);
    }
    if (!sum.fits() || !compare(TestKind::at_least, s.cells[t.cell], sum.value())) return false;
  }
  return true;
}

std::uint32_t PlainProduct::instances_retired(const PlainState& s, std::size_t engine) const {
  return streams_.engines[EngineId{engine}].instances_before[s.retired[engine]];
}

bool PlainProduct::enabled(const PlainState& s, std::size_t engine, int step) const {
  if (s.fault || ended(s, engine)) return false;
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  const std::uint32_t entries = mine.entries_before[s.position[engine]];
  if (step == retire) return s.retired[engine] < entries;
  const LinearEvent& e = mine.events[s.position[engine]];
  switch (e.kind) {
    case LinearKind::issue:
      if (options_.window != 0 && mine.instances_before[entries] - instances_retired(s, engine) >= options_.window) {
        return false;
      }
      return test(s, e);
    case LinearKind::visit:
    case LinearKind::wait: return test(s, e);
    case LinearKind::fence:
    case LinearKind::barrier:
    case LinearKind::end: return s.retired[engine] == entries;
    case LinearKind::gather:
    case LinearKind::fault: return false;
    default: return true;  // signals
  }
}

bool PlainProduct::is_visible(const PlainState& s, std::size_t engine, int step) const {
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  if (step == retire) return mine.events[mine.entry_event[s.retired[engine]]].kind == LinearKind::issue;
  const LinearKind kind = mine.events[s.position[engine]].kind;
  return kind == LinearKind::issue || kind == LinearKind::visit || kind == LinearKind::end;
}

void PlainProduct::change(PlainState& s, std::uint32_t first, std::uint32_t last) const {
  for (std::uint32_t i = first; i < last; ++i) {
    const LinearChange& c = streams_.changes[i];
    std::int64_t& value = s.cells[c.cell];
    const bool sets = c.kind == UpdateKind::set ? c.amount != 0 : c.kind == UpdateKind::add && c.amount > 0;
    const Computed r = c.kind == UpdateKind::set   ? Computed{wrap(c.amount, options_.width)}
                       : c.kind == UpdateKind::add ? add(value, c.amount, options_.width)
                                                   : subtract(value, c.amount, options_.width);
    if (c.flag && sets && value != 0) {
      s.fault = true;
      s.fault_kind = FaultKind::double_set;
      return;
    }
    if (r.fault || (c.flag && (r.value < 0 || r.value > 1))) {
      s.fault = true;
      s.fault_kind = FaultKind::overflow;
      return;
    }
    value = r.value;
  }
}

void PlainProduct::take(PlainState& s, const LinearEvent& e) const {
  for (std::uint32_t i = e.first_test; i < e.last_test; ++i) {
    const LinearTest& t = streams_.tests[i];
    if (t.kind != TestKind::take) continue;
    const Computed r = subtract(s.cells[t.cell], t.value, options_.width);
    if (r.fault || (streams_.flag[t.cell] && (r.value < 0 || r.value > 1))) {
      s.fault = true;
      s.fault_kind = FaultKind::overflow;
      return;
    }
    s.cells[t.cell] = r.value;
  }
}

// Some faults happen as soon as the engine gets there.
void PlainProduct::reach(PlainState& s, std::size_t engine) const {
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  if (s.position[engine] >= mine.events.size()) return;
  const LinearEvent& e = mine.events[s.position[engine]];
  if (e.kind != LinearKind::fault) return;
  s.fault = true;
  s.fault_kind = e.fault;
}

void PlainProduct::apply(PlainState& s, std::size_t engine, int step) const {
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  if (step == retire) {
    const LinearEvent& e = mine.events[mine.entry_event[s.retired[engine]++]];
    change(s, e.retire_change, e.last_change);
    return;
  }
  const LinearEvent& e = mine.events[s.position[engine]];
  take(s, e);
  if (!s.fault) change(s, e.first_change, e.retire_change);
  if (!s.fault && e.faults) {
    s.fault = true;
    s.fault_kind = FaultKind::index;
  }
  if (s.fault) return;
  ++s.position[engine];
  reach(s, engine);
  if (e.kind == LinearKind::barrier) meet(s);
}

// The last engine to arrive lets all of them go on.
void PlainProduct::meet(PlainState& s) const {
  bool reset = false;
  for (std::size_t e = 0; e < engine_count(); ++e) {
    if (ended(s, e)) return;
    const LinearEvent& at = streams_.engines[EngineId{e}].events[s.position[e]];
    if (at.kind != LinearKind::gather) return;
    reset = reset || at.reset;
  }
  if (reset) std::ranges::fill(s.cells, 0);
  for (std::size_t e = 0; e < engine_count(); ++e) {
    ++s.position[e];
    reach(s, e);
    if (s.fault) return;
  }
}

bool PlainProduct::program_allows(const PlainState& s, std::size_t engine, int step) const {
  const LinearStream& mine = streams_.engines[EngineId{engine}];
  if (ended(s, engine)) return false;
  const std::uint32_t entries = mine.entries_before[s.position[engine]];
  const std::uint32_t in_flight = mine.instances_before[entries] - instances_retired(s, engine);
  if (step == retire) return in_flight != 0;
  const std::uint32_t n = mine.visible_before[s.position[engine]];
  if (n + 1 == need_start_[engine].size()) return in_flight == 0;  // the end
  for (std::uint32_t i = need_start_[engine][n]; i < need_start_[engine][n + 1]; ++i) {
    if (instances_retired(s, needs_[engine][i].engine) < needs_[engine][i].instances) return false;
  }
  return options_.window == 0 || !issues_[engine][n] || in_flight < options_.window;
}

}  // namespace counterpoint::testing
