// Closed clocks along one maximal run.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/clocks.hpp"

#include <fmt/format.h>

#include "core/machine/element.hpp"
#include "core/machine/stream.hpp"

namespace counterpoint {

void Versions::grow() {
  std::vector<std::uint32_t> larger(words_.size() * 2);
  const std::uint32_t mask = mask_ * 2 + 1;
  for (std::uint32_t v = first_; v != last_; ++v) std::copy(at(v), at(v) + width_, larger.data() + (v & mask) * width_);
  words_ = std::move(larger);
  mask_ = mask;
}

Clocks::Clocks(const Machine& machine, std::uint64_t limit, const ClockPace& pace, ClockWatcher* watcher)
    : machine_(machine),
      code_(machine.code()),
      state_(machine.start()),
      histories_(code_.initial),
      limit_(limit),
      count_(machine.tree().engine_count()),
      slice_(pace.slice != 0 ? pace.slice
                             : std::clamp<std::uint64_t>(2048 / std::max<std::uint64_t>(count_, 1), 16, 256)),
      now_(2 * count_ * count_, 0),
      hints_(code_.tests.size(), 0),
      watcher_(watcher),
      most_events_(std::max<std::uint64_t>(16 * limit, std::uint64_t{1} << 24U)),
      trim_at_(pace.trim != 0 ? pace.trim : std::max<std::uint64_t>(512, count_ * count_)),
      least_trim_(trim_at_),
      why_(static_preconditions()) {
  for (const EngineId e : machine.tree().engines()) {
    engines_.push_back(Engine(2 * count_));
    (void)engines_[e].versions.push(now(e));
  }
  cell_bytes_ = code_.initial.size() * CellHistory().bytes();
  find_readers();
}

// What the text alone rules out.
std::string Clocks::static_preconditions() const {
  const auto name = [&](std::uint32_t cell) {
    return code_.semaphores[SemaphoreId{std::size_t{code_.owner[cell]}}].name;
  };
  for (const Test& t : code_.tests) {
    if (t.kind == TestKind::take) return fmt::format("{}: a take", name(t.cell));
    if (t.kind == TestKind::equal) return fmt::format("{}: a test for equality", name(t.cell));
  }
  for (const Semaphore& s : code_.semaphores) {
    if (s.flag) return fmt::format("{}: a flag", s.name);
  }
  return {};
}

// Who waits for cells that an engine raises. A cell of a program has one writer, one of an implementation as many as
// its semaphore.
void Clocks::find_readers() {
  constexpr std::uint32_t nobody = 0xffffffffU;
  std::vector<std::uint32_t> first_writer(code_.initial.size(), nobody);  // by first cell of the owner
  std::vector<std::pair<std::uint32_t, std::uint32_t>> others;            // cell, writer
  std::vector<bool> reads(count_ * count_, false);                        // writer, reader
  const auto each = [&](const auto& visit) {
    for (const EngineId e : machine_.tree().engines()) {
      for (const Op& op : code_.engines[e].ops) {
        if (is_event(op.code)) visit(e.value, code_.events[op.a]);
      }
    }
  };
  each([&](std::uint32_t e, const Event& event) {
    for (std::uint32_t c = event.first_change; c < event.last_change; ++c) {
      std::uint32_t& writer = first_writer[code_.changes[c].cell];
      if (writer == nobody) writer = e;
      if (writer != e) others.emplace_back(code_.changes[c].cell, e);
    }
  });
  std::ranges::sort(others);
  others.erase(std::unique(others.begin(), others.end()), others.end());
  each([&](std::uint32_t e, const Event& event) {
    for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
      const std::uint32_t cell = code_.tests[t].cell;
      if (first_writer[cell] != nobody) reads[first_writer[cell] * count_ + e] = true;
      auto more = std::ranges::lower_bound(others, std::pair(cell, std::uint32_t{0}));
      for (; more != others.end() && more->first == cell; ++more) reads[more->second * count_ + e] = true;
    }
  });
  for (std::size_t f = 0; f < count_; ++f) {
    for (std::uint32_t e = 0; e < count_; ++e) {
      if (reads[f * count_ + e]) engines_[EngineId{f}].readers.push_back(e);
    }
  }
}

bool Clocks::round() {
  if (!why_.empty() || state_.fault) return false;
  bool progress = false;
  for (const EngineId e : machine_.tree().engines()) {
    for (std::uint64_t n = 0; n < slice_ && step(e); ++n) progress = true;
    if (!why_.empty() || state_.fault) return false;
  }
  if (new_raises_ >= trim_at_) trim();
  return progress;
}

// The version that equals what the engine knows now.
std::uint32_t Clocks::version(EngineId e) {
  Engine& mine = engines_[e];
  if (mine.changed) {
    mine.version = mine.versions.push(now(e));
    mine.changed = false;
  }
  return mine.version;
}

// The writer's knowledge at the raise, and its own counts. A version is closed: who knows the counts knows the rest,
// but for what a wait alone has taught the writer since its last visible event.
bool Clocks::join(EngineId e, const Brought& found, std::uint32_t* into) const {
  const std::size_t w = found.writer.value;
  const Raise& r = *found.raise;
  if (found.writer == e) {
    into[count_ + w] = std::max(into[count_ + w], r.retired);
    return false;
  }
  if (into[w] >= r.covered && into[count_ + w] >= r.retired) return false;
  const std::uint32_t* const theirs = engines_[found.writer].versions.at(r.version);
  for (std::size_t i = 0; i < 2 * count_; ++i) into[i] = std::max(into[i], theirs[i]);
  into[w] = std::max(into[w], r.stream);
  into[count_ + w] = std::max(into[count_ + w], r.retired);
  return true;
}

// Whether all tests of the event hold sometime; if so the engine learns what they need.
bool Clocks::tests(EngineId e, const Event& event) {
  std::size_t found = 0;
  if (found_.size() < event.last_test - event.first_test) found_.resize(event.last_test - event.first_test);
  for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
    const Test& t = code_.tests[i];
    const std::int64_t needed = value(e, t.value);
    const std::uint32_t at = t.index.is_none() ? t.cell : machine_.cell(state_, e, t.cell, t.index);
    CellHistory& c = histories_.cell(at);
    if (machine_.options().compare != Comparison::as_signed && (needed < 0 || c.start < 0)) [[unlikely]] {
      why_ = fmt::format("{}: a negative value under an unsigned or difference comparison", machine_.cell_name(at));
      return false;
    }
    if (needed <= c.base) continue;
    if (needed > c.value) return false;
    found_[found++] = {i, c.writer, &c.first_to_reach(needed, hints_[i])};
  }
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->tested(*this, e, std::span(found_).first(found));
  for (std::size_t i = 0; i < found; ++i) {
    if (join(e, found_[i], now(e))) engines_[e].changed = true;
  }
  return true;
}

// `retired`: how many of the engine's instances have retired when the change is made.
void Clocks::change(EngineId e, std::uint32_t first, std::uint32_t last, bool by_retirement, std::uint32_t retired) {
  const std::uint32_t covered = own_stream(e) + (engines_[e].learnt_alone ? 1 : 0);
  Raise r{0, version(e), own_stream(e), retired, covered};
  const bool unbounded = machine_.options().width == 0;
  for (std::uint32_t i = first; i < last; ++i) {
    const Change& c = code_.changes[i];
    if (!c.index.is_none()) [[unlikely]] {
      const auto cell = changed_cell(machine_, state_, e, c);
      if (!cell) return;
      raise(e, histories_.cell(*cell), *cell, c, by_retirement, r);
      continue;
    }
    CellHistory& history = histories_.cell(c.cell);
    const bool usual = unbounded && history.size() != 0 && history.writer == e &&
                       history.by_retirement == by_retirement && c.kind == UpdateKind::add && c.amount >= 0;
    if (usual && !__builtin_add_overflow(history.value, c.amount, &r.value)) [[likely]] {
      history.value = r.value;
      history.push(r);
      ++new_raises_;
    } else {
      raise(e, history, c.cell, c, by_retirement, r);
    }
    if (!why_.empty()) return;
  }
}

void Clocks::observe(EngineId e) {
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->observed(*this, e);
}

void Clocks::raise(EngineId e, CellHistory& history, std::uint32_t cell, const Change& c, bool by_retirement,
                   const Raise& r) {
  if (history.size() == 0) engines_[e].raised.push_back(cell);
  ++new_raises_;
  if (history.raised() && history.writer != e) {
    why_ = fmt::format("{}: two writers, {} and {}", machine_.cell_name(cell),
                       machine_.tree().engine_name(history.writer), machine_.tree().engine_name(e));
    return;
  }
  if (const std::string why = Histories::raise(history, machine_.options().width, c, e, by_retirement, r);
      !why.empty()) {
    why_ = fmt::format("{}: {}", machine_.cell_name(cell), why);
  }
}

void Clocks::record(EngineId e, std::uint32_t event, ClockedEvent::Kind kind) {
  Engine& mine = engines_[e];
  mine.events.push(mine.taken, mine.made) = {event, version(e), own_retired(e), kind};
  ++mine.made;
  if (kind != ClockedEvent::Kind::end) ++own_stream(e);
  mine.learnt_alone = false;
}

bool Clocks::issue(EngineId e, std::uint32_t at) {
  const Event& event = code_.events[at];
  if (!tests(e, event)) return false;
  observe(e);
  Engine& mine = engines_[e];
  const std::uint64_t window = machine_.options().window;
  if (window != 0 && mine.instances >= window) {
    own_retired(e) = std::max(own_retired(e), static_cast<std::uint32_t>(mine.instances - window + 1));
  }
  if (++all_instances_ > limit_) {
    why_ = fmt::format("more than {} instances", limit_);
    bounded_ = true;
    return false;
  }
  ++mine.instances;
  record(e, at, ClockedEvent::Kind::issue);
  if (event.first_change != event.retire_change) {
    change(e, event.first_change, event.retire_change, false, own_retired(e));
  }
  if (event.retire_change != event.last_change && why_.empty() && !state_.fault) {
    change(e, event.retire_change, event.last_change, true, mine.instances);
  }
  return true;
}

void Clocks::meet() {
  bool reset = false;
  std::vector<std::uint32_t> all(2 * count_, 0);
  for (const EngineId e : machine_.tree().engines()) {
    reset = reset || machine_.op(state_, e).b != 0;
    own_retired(e) = engines_[e].instances;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], now(e)[i]);
  }
  for (const EngineId e : machine_.tree().engines()) {
    std::ranges::copy(all, now(e));
    engines_[e].changed = true;
    ++state_.engines[e].barriers;
  }
  histories_.next_segment(reset);
  for (const EngineId e : machine_.tree().engines()) pass(e);
  arrived_ = 0;
}

void Clocks::pass(EngineId e) {
  state_.engines[e].status = EngineStatus::control;
  ++state_.engines[e].pc;
}

// Up to and over the next event of the engine; false if it stands.
bool Clocks::step(EngineId e) {
  EngineState& engine = state_.engines[e];
  if (engine.status == EngineStatus::ended || engine.status == EngineStatus::arrived) return false;
  if (engine.status == EngineStatus::control) {
    advance(code_, machine_.trips(), machine_.options().width, state_, e);
    if (state_.fault) return false;
    if (engine.status == EngineStatus::control) {
      all_events_ += stretch;
      return within_bounds();
    }
    ++all_events_;
  }
  const Op op = machine_.op(state_, e);
  const Event& event = code_.events[op.a];
  if (op.code > OpCode::wait) observe(e);
  switch (op.code) {
    case OpCode::issue:
      if (!issue(e, op.a)) return false;
      break;
    case OpCode::visit:
      if (!tests(e, event)) return false;
      observe(e);
      record(e, op.a, ClockedEvent::Kind::visit);
      break;
    case OpCode::wait:
      if (!tests(e, event)) return false;
      engines_[e].learnt_alone = true;
      break;
    case OpCode::signal: change(e, event.first_change, event.last_change, false, own_retired(e)); break;
    case OpCode::signal_at_retire: change(e, event.first_change, event.last_change, true, engines_[e].instances); break;
    case OpCode::fence: own_retired(e) = engines_[e].instances; break;
    case OpCode::barrier:
      engine.status = EngineStatus::arrived;
      if (++arrived_ == count_) meet();
      return true;
    default:  // end
      engine.status = EngineStatus::ended;
      own_retired(e) = engines_[e].instances;
      engines_[e].ended = true;
      record(e, op.a, ClockedEvent::Kind::end);
      return true;
  }
  if (!state_.fault) pass(e);
  return within_bounds() && !state_.fault;
}

bool Clocks::within_bounds() {
  if (all_events_ > most_events_ && why_.empty()) {
    why_ = fmt::format("more than {} events", most_events_);
    bounded_ = true;
  }
  return why_.empty();
}

// Drops the raises that everybody knows who may still ask, and the versions that nothing refers to any more.
std::uint64_t Clocks::bytes() const {
  // A ring has at most twice as many places as entries.
  std::uint64_t all = cell_bytes_ + new_raises_ * 2 * sizeof(Raise);
  for (const EngineId e : machine_.tree().engines()) all += engines_[e].versions.bytes() + engines_[e].events.bytes();
  return all;
}

void Clocks::trim() {
  std::uint64_t kept = 0;
  cell_bytes_ = code_.initial.size() * CellHistory().bytes();
  for (const EngineId f : machine_.tree().engines()) {
    Engine& mine = engines_[f];
    std::uint32_t stream = ~0U;
    std::uint32_t retired = ~0U;
    for (const std::uint32_t r : mine.readers) {
      const EngineId e{std::size_t{r}};
      if (engines_[e].ended) continue;
      if (e != f) stream = std::min(stream, now(e)[f.value]);
      retired = std::min(retired, now(e)[count_ + f.value]);
    }
    std::uint32_t oldest = std::min(mine.version, mine.before.version);
    if (mine.taken != mine.made) oldest = std::min(oldest, mine.events[mine.taken].version);
    // A cell stands there once for each segment.
    std::ranges::sort(mine.raised);
    mine.raised.erase(std::unique(mine.raised.begin(), mine.raised.end()), mine.raised.end());
    std::erase_if(mine.raised, [&](std::uint32_t cell) {
      CellHistory& c = histories_.cell(cell);
      if (c.writer != f) return true;  // of an earlier segment
      while (c.size() != 0 && c.front().covered <= stream && c.front().retired <= retired) c.drop_front();
      if (c.size() == 0) return true;
      oldest = std::min(oldest, c.front().version);
      kept += c.size();
      cell_bytes_ += c.bytes();
      return false;
    });
    mine.versions.drop_before(oldest);
  }
  new_raises_ = 0;
  trim_at_ = std::max(least_trim_, kept);
}

}  // namespace counterpoint
