// Writes out the stream of every engine.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/linear.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/machine/element.hpp"
#include "core/machine/stream.hpp"

namespace counterpoint {
namespace {

class LinearWriter {
 public:
  LinearWriter(const Machine& machine, std::uint64_t limit)
      : machine_(machine), code_(machine.code()), state_(machine.start()), limit_(limit) {
    // A fault on the way to an engine's first event is that engine's.
    start_fault_ = state_.fault;
    state_.fault.reset();
    out_.initial = code_.initial;
    out_.flag.assign(out_.initial.size(), false);
    for (std::size_t c = 0; !code_.specification && c < out_.flag.size(); ++c) {
      out_.flag[c] = code_.semaphores[SemaphoreId{std::size_t{code_.owner[c]}}].flag;
    }
    out_.engines.resize(machine.tree().engine_count());
  }

  tl::expected<LinearStreams, NotApplicable> run() {
    for (const EngineId e : machine_.tree().engines()) {
      if (!engine(e)) return tl::unexpected(NotApplicable{fmt::format("more than {} events", limit_), true});
    }
    return std::move(out_);
  }

 private:
  bool engine(EngineId e) {
    LinearStream& s = out_.engines[e];
    s.instances_before.push_back(0);
    visible_ = 0;
    if (start_fault_ && start_fault_->engine == e) state_.fault = start_fault_;
    for (;;) {
      EngineState& mine = state_.engines[e];
      while (mine.status == EngineStatus::control && !state_.fault) {
        if (++count_ > limit_) return false;
        advance(code_, machine_.trips(), machine_.options().width, state_, e);
      }
      if (++count_ > limit_) return false;
      if (state_.fault) {
        fault(s);
        return true;
      }
      const Op op = machine_.op(state_, e);
      event(s, e, op);
      if (state_.fault) {
        s.events.back().faults = true;  // taking it is the fault
        fault(s);
        return true;
      }
      if (op.code == OpCode::end) return true;
      ++mine.pc;
      mine.status = EngineStatus::control;
    }
  }

  // A fault belongs to the engine alone: others are written out as if it had not been.
  void fault(LinearStream& s) {
    LinearEvent f;
    f.kind = LinearKind::fault;
    f.fault = state_.fault->kind;
    append(s, f);
    state_.fault.reset();
  }

  void append(LinearStream& s, const LinearEvent& event) {
    s.entries_before.push_back(static_cast<std::uint32_t>(s.entry_event.size()));
    s.visible_before.push_back(visible_);
    s.events.push_back(event);
  }
  static LinearKind kind_of(OpCode code) {
    switch (code) {
      case OpCode::issue: return LinearKind::issue;
      case OpCode::visit: return LinearKind::visit;
      case OpCode::wait: return LinearKind::wait;
      case OpCode::signal: return LinearKind::signal;
      case OpCode::signal_at_retire: return LinearKind::signal_at_retire;
      case OpCode::fence: return LinearKind::fence;
      case OpCode::barrier: return LinearKind::barrier;
      default: return LinearKind::end;
    }
  }

  void event(LinearStream& s, EngineId e, const Op& op) {
    const Event& from = code_.events[op.a];
    LinearEvent to;
    to.kind = kind_of(op.code);
    to.subject = from.subject;
    to.reset = op.code == OpCode::barrier && op.b != 0;
    to.first_test = static_cast<std::uint32_t>(out_.tests.size());
    for (std::uint32_t i = from.first_test; i < from.last_test; ++i) {
      const Test& t = code_.tests[i];
      out_.tests.push_back({machine_.cell(state_, e, t.cell, t.index), t.kind, machine_.value(state_, e, t.value)});
    }
    to.last_test = static_cast<std::uint32_t>(out_.tests.size());
    to.first_change = static_cast<std::uint32_t>(out_.changes.size());
    changes(e, from.first_change, from.retire_change);
    to.retire_change = static_cast<std::uint32_t>(out_.changes.size());
    changes(e, from.retire_change, from.last_change);
    to.last_change = static_cast<std::uint32_t>(out_.changes.size());
    append(s, to);
    if (to.kind == LinearKind::issue || to.kind == LinearKind::signal_at_retire) {
      const bool instance = to.kind == LinearKind::issue;
      s.instances_before.push_back(s.instances_before.back() + (instance ? 1U : 0U));
      s.entry_event.push_back(static_cast<std::uint32_t>(s.events.size() - 1));
    }
    if (to.kind == LinearKind::issue || to.kind == LinearKind::visit) ++visible_;
    if (to.kind == LinearKind::barrier) {
      to.kind = LinearKind::gather;
      append(s, to);
    }
  }

  void changes(EngineId e, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last && !state_.fault; ++i) {
      const Change& c = code_.changes[i];
      const auto cell = changed_cell(machine_, state_, e, c);
      if (!cell) return;
      out_.changes.push_back({*cell, c.kind, c.flag, c.amount});
    }
  }

  const Machine& machine_;
  const MachineCode& code_;
  MachineState state_;
  std::optional<Fault> start_fault_;
  std::uint64_t limit_;
  std::uint64_t count_ = 0;
  std::uint32_t visible_ = 0;  // of the engine at hand
  LinearStreams out_;
};

}  // namespace

tl::expected<LinearStreams, NotApplicable> write_out(const Machine& machine, std::uint64_t limit) {
  return LinearWriter(machine, limit).run();
}

}  // namespace counterpoint
