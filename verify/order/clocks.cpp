// Closed clocks along one maximal run.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/clocks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/machine/stream.hpp"
#include "verify/order/history.hpp"

namespace counterpoint {
namespace {

class Walk {
 public:
  Walk(const Machine& machine, std::uint64_t limit)
      : machine_(machine),
        code_(machine.code()),
        state_(machine.start()),
        histories_(code_.initial),
        limit_(limit),
        count_(machine.tree().engine_count()) {
    clocks_.engine_count = count_;
    clocks_.engines.resize(count_);
    clocks_.versions.assign(2 * count_, 0);
    now_.assign(count_ * 2 * count_, 0);
    version_.assign(count_, 0);
    changed_.assign(count_, false);
  }

  tl::expected<Clocks, NotApplicable> run() {
    if (auto why = static_preconditions(); !why.empty()) return tl::unexpected(NotApplicable{why});
    bool progress = true;
    while (progress && why_.empty() && !state_.fault) {
      progress = false;
      for (const EngineId e : machine_.tree().engines()) {
        while (why_.empty() && !state_.fault && step(e)) progress = true;
        if (!why_.empty() || state_.fault) break;
      }
    }
    if (!why_.empty()) return tl::unexpected(NotApplicable{why_});
    clocks_.fault = state_.fault;
    if (state_.fault) clocks_.fault_engine = state_.fault->engine;
    clocks_.mixed = state_.mixed;
    return std::move(clocks_);
  }

 private:
  // What the text alone rules out.
  std::string static_preconditions() {
    for (const Test& t : code_.tests) {
      if (t.kind == TestKind::take) return "take";
      if (t.kind == TestKind::equal) return "equality";
    }
    for (const Semaphore& s : code_.semaphores) {
      if (s.flag) return fmt::format("flag {}", s.name);
    }
    if (machine_.options().width != 0) return "width";
    return {};
  }

  std::span<std::uint32_t> now(EngineId e) { return std::span(now_).subspan(e.value * 2 * count_, 2 * count_); }
  std::uint32_t& own_stream(EngineId e) { return now(e)[e.value]; }
  std::uint32_t& own_retired(EngineId e) { return now(e)[count_ + e.value]; }
  std::uint32_t instances(EngineId e) const {
    return static_cast<std::uint32_t>(clocks_.engines[e].instance_at.size());
  }

  // The version that equals what the engine knows now.
  std::uint32_t version(EngineId e) {
    if (changed_[e.value]) {
      version_[e.value] = static_cast<std::uint32_t>(clocks_.versions.size() / (2 * count_));
      const auto v = now(e);
      clocks_.versions.insert(clocks_.versions.end(), v.begin(), v.end());
      changed_[e.value] = false;
    }
    return version_[e.value];
  }

  // Engine e learns what `by` knew at that version, and the writer's own counts.
  void learn(EngineId e, std::uint32_t version, EngineId by, std::uint32_t stream, std::uint32_t retired) {
    const auto mine = now(e);
    if (by == e) {
      own_retired(e) = std::max(own_retired(e), retired);
      return;
    }
    if (mine[by.value] >= stream && mine[count_ + by.value] >= retired) return;
    const auto theirs = clocks_.version(version);
    const std::uint32_t own = mine[e.value];
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = std::max(mine[i], theirs[i]);
    mine[e.value] = own;
    mine[by.value] = std::max(mine[by.value], stream);
    mine[count_ + by.value] = std::max(mine[count_ + by.value], retired);
    changed_[e.value] = true;
  }

  void learn(EngineId e, const Raise& r) {
    if (r.kind == Raise::Kind::retire) {
      const std::uint32_t at = clocks_.engines[r.engine].instance_at[r.ordinal - 1];
      learn(e, clocks_.engines[r.engine].events[at].version, r.engine, at + 1, r.ordinal);
    } else {
      const Snapshot& s = histories_.snapshot(r.ordinal);
      learn(e, s.version, r.engine, s.stream, s.retired);
    }
  }

  // Whether all tests of the event hold sometime; if so the engine learns what they need.
  bool tests(EngineId e, const Event& event) {
    raises_.clear();
    for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
      const Test& t = code_.tests[i];
      const std::int64_t needed = machine_.value(state_, e, t.value);
      const std::uint32_t cell = machine_.cell(state_, e, t.cell, t.index);
      if (machine_.options().compare != Comparison::as_signed && (needed < 0 || histories_.value(cell) < 0)) {
        why_ = "a negative value under an unsigned or difference comparison";
        return false;
      }
      if (histories_.holds_from_start(cell, needed)) continue;
      const Raise* r = histories_.first_to_reach(cell, needed);
      if (r == nullptr) return false;
      raises_.push_back(*r);
    }
    for (const Raise& r : raises_) learn(e, r);
    return true;
  }

  void change(EngineId e, std::uint32_t first, std::uint32_t last, Raise raise) {
    for (std::uint32_t i = first; i < last; ++i) {
      const Change& c = code_.changes[i];
      std::uint32_t cell = c.cell;
      if (!c.index.is_none()) {
        const std::int64_t index = machine_.value(state_, e, c.index);
        const std::uint32_t size = code_.semaphores[SemaphoreId{std::size_t{code_.owner[c.cell]}}].size;
        if (index < 0 || index >= size) {
          state_.fault = Fault{FaultKind::index, e, state_.engines[e].pc, index, size};
          return;
        }
        cell += static_cast<std::uint32_t>(index);
      }
      if (std::string why = histories_.raise(cell, c, raise); !why.empty()) {
        why_ = fmt::format("{}: {}", machine_.cell_name(cell), why);
        return;
      }
    }
  }

  // A raise in stream order, or of a stand-alone signal at retire.
  Raise snapshot(EngineId e, bool retirement) {
    const std::uint32_t retired = retirement ? instances(e) : own_retired(e);
    const std::uint32_t index = histories_.add_snapshot({version(e), own_stream(e), retired});
    return {0, index, e, retirement ? Raise::Kind::signal_at_retire : Raise::Kind::stream};
  }

  void record(EngineId e, std::uint32_t event) {
    ++own_stream(e);
    clocks_.engines[e].events.push_back({event, version(e), own_retired(e)});
  }

  bool issue(EngineId e, const Op& op) {
    const Event& event = code_.events[op.a];
    if (!tests(e, event)) return false;
    const std::uint64_t window = machine_.options().window;
    if (window != 0 && instances(e) >= window) {
      own_retired(e) = std::max(own_retired(e), static_cast<std::uint32_t>(instances(e) - window + 1));
    }
    if (++clocks_.instances > limit_) {
      why_ = fmt::format("more than {} instances", limit_);
      return false;
    }
    EngineClocks& mine = clocks_.engines[e];
    mine.instance_at.push_back(static_cast<std::uint32_t>(mine.events.size()));
    record(e, op.a);
    if (event.first_change != event.retire_change) {
      change(e, event.first_change, event.retire_change, snapshot(e, false));
    }
    if (event.retire_change != event.last_change && why_.empty() && !state_.fault) {
      change(e, event.retire_change, event.last_change, {0, instances(e), e, Raise::Kind::retire});
    }
    return true;
  }

  void meet() {
    bool reset = false;
    std::vector<std::uint32_t> all(2 * count_, 0);
    const EngineId first{std::size_t{0}};
    for (const EngineId e : machine_.tree().engines()) {
      reset = reset || machine_.op(state_, e).b != 0;
      const std::uint32_t met = machine_.event(state_, e).subject;
      const std::uint32_t item = machine_.event(state_, first).subject;
      if (met != item && !state_.mixed) state_.mixed = Meeting{state_.engines[e].barriers + 1, first, e, item, met};
      own_retired(e) = instances(e);
      const auto v = now(e);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], v[i]);
    }
    for (const EngineId e : machine_.tree().engines()) {
      std::ranges::copy(all, now(e).begin());
      changed_[e.value] = true;
      ++state_.engines[e].barriers;
    }
    histories_.next_segment(reset);
    for (const EngineId e : machine_.tree().engines()) pass(e);
    arrived_ = 0;
  }

  void pass(EngineId e) {
    state_.engines[e].status = EngineStatus::control;
    ++state_.engines[e].pc;
  }

  // The next event of the engine; false if it stands.
  bool step(EngineId e) {
    EngineState& engine = state_.engines[e];
    if (engine.status == EngineStatus::ended || engine.status == EngineStatus::arrived) return false;
    if (engine.status == EngineStatus::control) {
      advance(code_, machine_.trips(), machine_.options().width, state_, e);
      if (++stretches_ > limit_) why_ = fmt::format("more than {} stretches of control", limit_);
      return why_.empty() && !state_.fault;
    }
    const Op op = machine_.op(state_, e);
    const Event& event = code_.events[op.a];
    switch (op.code) {
      case OpCode::issue:
        if (!issue(e, op)) return false;
        break;
      case OpCode::visit:
        if (!tests(e, event)) return false;
        record(e, op.a);
        break;
      case OpCode::wait:
        if (!tests(e, event)) return false;
        break;
      case OpCode::signal: change(e, event.first_change, event.last_change, snapshot(e, false)); break;
      case OpCode::signal_at_retire: change(e, event.first_change, event.last_change, snapshot(e, true)); break;
      case OpCode::fence: own_retired(e) = instances(e); break;
      case OpCode::barrier:
        engine.status = EngineStatus::arrived;
        if (++arrived_ == count_) meet();
        return true;
      default:  // end
        engine.status = EngineStatus::ended;
        own_retired(e) = instances(e);
        clocks_.engines[e].ended = true;
        clocks_.engines[e].end = {op.a, version(e), own_retired(e)};
        return true;
    }
    if (!state_.fault) pass(e);
    return why_.empty() && !state_.fault;
  }

  const Machine& machine_;
  const MachineCode& code_;
  MachineState state_;
  Histories histories_;
  std::uint64_t limit_;
  std::size_t count_;
  Clocks clocks_;
  std::vector<std::uint32_t> now_;      // by engine: what it knows, stream then retired of every engine
  std::vector<std::uint32_t> version_;  // by engine: the last version written
  std::vector<bool> changed_;
  std::vector<Raise> raises_;
  std::size_t arrived_ = 0;
  std::uint64_t stretches_ = 0;
  std::string why_;
};

}  // namespace

tl::expected<Clocks, NotApplicable> closed_clocks(const Machine& machine, std::uint64_t limit) {
  return Walk(machine, limit).run();
}

}  // namespace counterpoint
