// Conditions of the product's steps, as thresholds where they are.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/product.hpp"

#include <algorithm>

namespace counterpoint {

Product::Product(LinearStreams implementation, const LinearStreams* program, const Machine& machine,
                 const std::vector<EngineId>& to_program, bool compares)
    : streams_(std::move(implementation)),
      has_program_(program != nullptr),
      compares_(program != nullptr && compares),
      options_(machine.options()) {
  cells_ = cell_forms(streams_, options_);
  lay_out();
  for (std::size_t e = 0; e < engine_count(); ++e) {
    const LinearStream& s = streams_.engines[EngineId{e}];
    auto& mine = entry_of_.emplace_back();
    for (std::uint32_t n = 0; n < s.entry_event.size(); ++n) {
      if (s.events[s.entry_event[n]].kind == LinearKind::issue) mine.push_back(n);
    }
  }
  find_segments();
  find_internal();
  find_quiet();
  if (!has_program_) return;
  make_needs(*program, to_program);
  if (!compares_) find_live();
}

std::uint64_t Product::bytes() const {
  std::uint64_t all = 0;
  const auto add = [&all](const auto& list) { all += list.size() * sizeof(list[0]); };
  const auto add_each = [&add](const auto& lists) {
    for (const auto& list : lists) add(list);
  };
  for (const LinearStream& s : streams_.engines) {
    add(s.events);
    add(s.entries_before);
    add(s.visible_before);
    add(s.entry_event);
    add(s.instances_before);
  }
  add(streams_.tests);
  add(streams_.changes);
  add(streams_.initial);
  add(cells_);
  for (const CellForm& c : cells_) {
    add(c.series);
    add(c.bases);
    for (const Series& s : c.series) add(s.points);
  }
  add(cell_fields_);
  add_each(entry_of_);
  add_each(segments_);
  add_each(need_start_);
  add_each(needs_);
  add_each(quiet_);
  return all;
}

// One more than the largest number a field can have, so that a threshold can ask for what never is.
void Product::lay_out() {
  for (std::size_t e = 0; e < engine_count(); ++e) {
    positions_.push_back(layout_.counting(positions(e)));
    retireds_.push_back(layout_.counting(entries(e) + 1));
  }
  cell_fields_.resize(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    if (cells_[c].stored) cell_fields_[c] = layout_.plain(cells_[c].bits);
  }
}

// `wait R(p) >= n` becomes: so many entries of p's engine have retired.
void Product::make_needs(const LinearStreams& program, const std::vector<EngineId>& to_program) {
  std::vector<std::uint32_t> to_implementation(to_program.size());
  for (std::size_t e = 0; e < to_program.size(); ++e) {
    to_implementation[to_program[e].value] = static_cast<std::uint32_t>(e);
  }
  // By producer: the engine, and the instances of the engine that are its own.
  std::vector<std::vector<std::uint32_t>> ordinals(program.initial.size());
  std::vector<std::uint32_t> engine_of(program.initial.size(), 0);
  for (std::size_t f = 0; f < program.engines.size(); ++f) {
    const LinearStream& s = program.engines[EngineId{f}];
    for (std::size_t n = 0; n < s.entry_event.size(); ++n) {
      const LinearEvent& e = s.events[s.entry_event[n]];
      for (std::uint32_t c = e.retire_change; c < e.last_change; ++c) {
        ordinals[program.changes[c].cell].push_back(static_cast<std::uint32_t>(n));
        engine_of[program.changes[c].cell] = to_implementation[f];
      }
    }
  }
  need_start_.resize(to_program.size());
  needs_.resize(to_program.size());
  issues_.resize(to_program.size());
  for (std::size_t e = 0; e < to_program.size(); ++e) needed_.emplace_back(entries(e), false);
  for (std::size_t e = 0; e < to_program.size(); ++e) {
    for (const LinearEvent& x : program.engines[to_program[e]].events) {
      if (x.kind != LinearKind::issue && x.kind != LinearKind::visit) continue;
      issues_[e].push_back(x.kind == LinearKind::issue);
      need_start_[e].push_back(static_cast<std::uint32_t>(needs_[e].size()));
      for (std::uint32_t t = x.first_test; t < x.last_test; ++t) {
        const LinearTest& test = program.tests[t];
        if (test.value <= 0) continue;
        const auto& all = ordinals[test.cell];
        Need need{engine_of[test.cell], Need::never};
        if (static_cast<std::uint64_t>(test.value) <= all.size()) {
          const std::uint32_t instance = all[static_cast<std::size_t>(test.value) - 1];
          // An implementation that faults on its way may not have it.
          if (instance < entry_of_[need.engine].size()) {
            need.retired = entry_of_[need.engine][instance] + 1;
            needed_[need.engine][need.retired - 1] = true;
          }
        }
        needs_[e].push_back(need);
      }
    }
    need_start_[e].push_back(static_cast<std::uint32_t>(needs_[e].size()));
  }
}

// One maximal run of the program, in which every instance retires at once: there is only one, up to order.
void Product::find_live() {
  live_.assign(engine_count(), 0);
  std::vector<std::uint32_t> retired(engine_count(), 0);
  std::vector<std::uint32_t> instances(engine_count(), 0);
  const auto can = [&](std::size_t e) {
    const std::uint32_t n = live_[e];
    for (std::uint32_t i = need_start_[e][n]; i < need_start_[e][n + 1]; ++i) {
      if (needs_[e][i].retired > retired[needs_[e][i].engine]) return false;  // `never` is the largest number
    }
    return true;
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t e = 0; e < engine_count(); ++e) {
      for (; live_[e] + 1 < need_start_[e].size() && can(e); moved = true) {
        if (issues_[e][live_[e]++] && instances[e] < entry_of_[e].size()) retired[e] = entry_of_[e][instances[e]++] + 1;
      }
    }
  }
  for (std::size_t e = 0; e < engine_count(); ++e) {
    if (live_[e] + 1 == need_start_[e].size()) ++live_[e];
  }
}

void Product::find_segments() {
  bool resets = false;
  for (const LinearStream& s : streams_.engines) {
    for (const LinearEvent& e : s.events) resets = resets || e.reset;
  }
  if (!resets) return;
  for (const LinearStream& s : streams_.engines) {
    auto& mine = segments_.emplace_back(1, 0U);
    for (const LinearEvent& e : s.events) mine.push_back(mine.back() + (e.kind == LinearKind::gather ? 1U : 0U));
  }
}

bool Product::rising(std::uint32_t first_change, std::uint32_t last_change) const {
  for (std::uint32_t c = first_change; c < last_change; ++c) {
    if (!cells_[streams_.changes[c].cell].rises) return false;
  }
  return true;
}

// Neither its tests nor what it changes when it is taken can stand in another step's way, nor another step in its.
bool Product::persists(const LinearEvent& e) const {
  for (std::uint32_t t = e.first_test; t < e.last_test; ++t) {
    if (!cells_[streams_.tests[t].cell].rises) return false;
  }
  return rising(e.first_change, e.retire_change);
}

namespace {

bool is_visible(LinearKind k) { return k == LinearKind::issue || k == LinearKind::visit || k == LinearKind::end; }
bool is_internal(LinearKind k) { return !is_visible(k) && k != LinearKind::fault; }

}  // namespace

void Product::find_internal() {
  for (const LinearStream& s : streams_.engines) {
    bool some = false;
    for (const LinearEvent& e : s.events) {
      if (!is_internal(e.kind)) continue;
      some = true;
      internal_persist_ = internal_persist_ && persists(e) && rising(e.retire_change, e.last_change);
    }
    has_internal_.push_back(some);
  }
}

// From a position on, up to the next visible event, internal steps of the stream
// bit 0: only wait without a take; bit 1: the same, or stand behind an instance in flight (a fence, a barrier, the
// retirement of a signal), so that they change nothing that others see before a visible step happens.
void Product::find_quiet() {
  for (const LinearStream& s : streams_.engines) {
    auto& mine = quiet_.emplace_back(s.events.size() + 1, std::uint8_t{3});
    for (std::size_t p = s.events.size(); p-- > 0;) {
      const LinearEvent& e = s.events[p];
      if (is_visible(e.kind) || e.kind == LinearKind::fault) continue;
      const bool takes = std::any_of(streams_.tests.begin() + e.first_test, streams_.tests.begin() + e.last_test,
                                     [](const LinearTest& t) { return t.kind == TestKind::take; });
      switch (e.kind) {
        case LinearKind::wait: mine[p] = takes ? std::uint8_t{0} : mine[p + 1]; break;
        case LinearKind::signal_at_retire: mine[p] = mine[p + 1] & 2U; break;
        case LinearKind::fence:
        case LinearKind::barrier: mine[p] = 2; break;
        default: mine[p] = 0; break;
      }
    }
  }
}

bool Product::ample_event(std::size_t engine, std::size_t position) const {
  const LinearEvent& e = streams_.engines[EngineId{engine}].events[position];
  if (!persists(e) || e.faults || fault_at(engine, position + 1)) return false;
  if (!compares_ || is_internal(e.kind)) return true;
  switch (e.kind) {
    case LinearKind::issue: return e.first_change == e.retire_change && (quiet_[engine][position + 1] & 2U) != 0;
    case LinearKind::visit: return (quiet_[engine][position + 1] & 1U) != 0;
    default: return e.kind == LinearKind::end;
  }
}

std::uint32_t Product::entries_before(std::size_t engine, std::size_t position) const {
  const LinearStream& s = streams_.engines[EngineId{engine}];
  return position < s.events.size() ? s.entries_before[position] : static_cast<std::uint32_t>(s.entry_event.size());
}

std::uint8_t Product::stream_flags(std::size_t engine, std::size_t position) const {
  const LinearStream& s = streams_.engines[EngineId{engine}];
  if (position >= s.events.size()) return 0;
  const LinearEvent& e = s.events[position];
  if (e.kind == LinearKind::gather || e.kind == LinearKind::fault) return 0;
  std::uint8_t flags = is_visible(e.kind) ? step_visible : 0;
  bool worked = e.kind == LinearKind::barrier || e.faults || fault_at(engine, position + 1).has_value();
  for (std::uint32_t t = e.first_test; t < e.last_test; ++t) {
    const LinearTest& test = streams_.tests[t];
    if (!threshold(test, engine, position)) flags |= step_tested;
    worked = worked || (test.kind == TestKind::take && (cells_[test.cell].stored || cells_[test.cell].flag));
  }
  for (std::uint32_t c = e.first_change; c < e.retire_change; ++c) worked = worked || works(streams_.changes[c]);
  if (worked) flags |= step_worked;
  if (ample_event(engine, position)) flags |= step_ample;
  return flags;
}

std::uint8_t Product::retire_flags(std::size_t engine, std::size_t entry) const {
  const LinearStream& s = streams_.engines[EngineId{engine}];
  const LinearEvent& e = s.events[s.entry_event[entry]];
  const bool instance = e.kind == LinearKind::issue;
  std::uint8_t flags = instance ? step_visible : 0;
  for (std::uint32_t c = e.retire_change; c < e.last_change; ++c) {
    if (works(streams_.changes[c])) flags |= step_worked;
  }
  if (!compares_ || !instance) {
    if (rising(e.retire_change, e.last_change)) flags |= step_ample;
  } else if (e.retire_change == e.last_change && !needed_[engine][entry]) {
    if (!has_internal_[engine]) flags |= step_ample;
    const bool next = entry + 1 < s.entry_event.size() && s.events[s.entry_event[entry + 1]].kind == LinearKind::issue;
    if (next) flags |= step_ample_next;
  }
  return flags;
}

std::optional<AtLeast> Product::threshold(const LinearTest& test, std::size_t engine, std::size_t position) const {
  const CellForm& cell = cells_[test.cell];
  if (!cell.rises || cell.series.size() > 1) return std::nullopt;
  const std::int64_t base = cell.base(segment(engine, position));
  if (cell.series.empty()) return base >= test.value ? AtLeast{positions_[engine], 0} : never(engine);
  const Series& s = cell.series.front();
  const auto total = [&](const Series::Point& p) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(p.total));
  };
  if (base >= test.value) return AtLeast{positions_[engine], 0};
  const auto found = std::ranges::lower_bound(s.points, test.value, {}, total);
  if (found == s.points.end()) return never(engine);
  return AtLeast{s.retirement ? retireds_[s.engine] : positions_[s.engine], found->at};
}

// Instances counted from 1; 0 asks for nothing.
AtLeast Product::retired_at_least(std::size_t engine, std::uint32_t instances) const {
  return {retireds_[engine], instances == 0 ? 0 : entry_of_[engine][instances - 1] + 1};
}

void Product::program_conditions(std::size_t engine, std::size_t position, std::vector<AtLeast>& out) const {
  const LinearStream& s = streams_.engines[EngineId{engine}];
  const std::uint32_t n = s.visible_before[position];
  if (!compares_) {
    if (n >= live_[engine]) out.push_back(never(engine));
    return;
  }
  const std::uint32_t in_flight = s.instances_before[s.entries_before[position]];
  if (n + 1 == need_start_[engine].size()) {  // the end
    out.push_back(retired_at_least(engine, in_flight));
    return;
  }
  for (std::uint32_t i = need_start_[engine][n]; i < need_start_[engine][n + 1]; ++i) {
    const Need& need = needs_[engine][i];
    out.push_back(need.retired == Need::never ? never(engine) : AtLeast{retireds_[need.engine], need.retired});
  }
  if (options_.window != 0 && issues_[engine][n] && in_flight >= options_.window) {
    out.push_back(retired_at_least(engine, static_cast<std::uint32_t>(in_flight - options_.window + 1)));
  }
}

void Product::conditions(std::size_t engine, std::size_t position, std::vector<AtLeast>& implementation,
                         std::vector<AtLeast>& program) const {
  implementation.clear();
  program.clear();
  const LinearStream& s = streams_.engines[EngineId{engine}];
  if (position >= s.events.size()) {
    implementation.push_back(never(engine));
    program.push_back(never(engine));
    return;
  }
  if (has_program_) program_conditions(engine, position, program);
  const LinearEvent& e = s.events[position];
  const std::uint32_t entries = s.entries_before[position];
  switch (e.kind) {
    case LinearKind::gather:
    case LinearKind::fault: implementation.push_back(never(engine)); return;
    case LinearKind::fence:
    case LinearKind::barrier:
    case LinearKind::end: implementation.push_back({retireds_[engine], entries}); return;
    case LinearKind::issue: {
      const std::uint32_t in_flight = s.instances_before[entries];
      if (options_.window != 0 && in_flight >= options_.window) {
        implementation.push_back(retired_at_least(engine, static_cast<std::uint32_t>(in_flight - options_.window + 1)));
      }
      break;
    }
    default: break;
  }
  for (std::uint32_t t = e.first_test; t < e.last_test; ++t) {
    if (const auto at = threshold(streams_.tests[t], engine, position)) implementation.push_back(*at);
  }
}

}  // namespace counterpoint
