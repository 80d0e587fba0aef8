// What each event of an implementation needs: its register operations executed, its waits looked up.
// SPDX-License-Identifier: Apache-2.0
//
// Covers what the schemes emit: += 1 at retirement by one engine, >=, stand-alone waits, barriers with and without
// reset; anything else is a failed requirement. Source: semantics.md 3, 6.
#pragma once

#include <algorithm>
#include <span>

#include "core/diagnostic/internal_error.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"
#include "tests/core/allocation/stream.hpp"

namespace counterpoint::testing {

// What happens to one semaphore, in the order of its writer's retirements.
struct Growth {
  std::uint32_t segment;  // barriers before it
  std::uint32_t ordinal;  // retirement of the writer
};

class ImplementationWalk : public Walk {
 public:
  ImplementationWalk(const Implementation& x, const Program& p, const RunTrips& trips, EngineId e)
      : Walk(x.tree, trips, e),
        x_(x),
        program_(p),
        registers_(x.register_count(e), 0),
        set_(x.register_count(e), false),
        growth(x.element_count()) {}

 private:
  const Implementation& x_;
  const Program& program_;
  std::vector<std::int64_t> registers_;
  std::vector<bool> set_;
  std::uint32_t segment_ = 0;
  std::uint32_t retired_ = 0;

 public:
  std::vector<StreamEvent> stream;
  std::vector<std::vector<Growth>> growth;  // by semaphore
  std::vector<bool> resets;                 // by meeting

 private:
  [[nodiscard]] std::int64_t value(Operand o) const {
    return o.is_register() ? registers_[o.reg().value] : x_.literal(o);
  }
  void operate(const RegisterOperation& op) {
    const std::int64_t a = value(op.a);
    const std::int64_t b = op.b.is_none() ? 0 : value(op.b);
    std::int64_t& to = registers_[op.target.value];
    set_[op.target.value] = true;
    switch (op.operation) {
      case Operation::copy: to = a; break;
      case Operation::add: to = a + b; break;
      case Operation::subtract: to = a - b; break;
      case Operation::multiply: to = a * b; break;
      case Operation::greater: to = a > b ? 1 : 0; break;
      case Operation::minimum: to = std::min(a, b); break;
      case Operation::maximum: to = std::max(a, b); break;
      default: require(false, "schemes do not divide");
    }
  }
  StreamEvent& event(StreamEvent::Kind kind, std::uint32_t subject, std::span<const Wait> waits) {
    StreamEvent& out = stream.emplace_back();
    out.kind = kind;
    out.subject = subject;
    for (const Wait& w : waits) {
      require(w.kind == TestKind::at_least, "schemes wait with >= only");
      out.waits.emplace_back(w.semaphore.value, value(w.value));
    }
    return out;
  }
  void visit(ScopeId s) override {
    if (!program_.control_dependencies_of(s).empty()) event(StreamEvent::Kind::visit, s.value, {});
  }
  void barrier(bool reset) override {
    event(StreamEvent::Kind::barrier, segment_, {}).reset = reset;
    resets.push_back(reset);
    ++segment_;
  }
  void block(BlockId b) override {
    for (const Statement& s : x_.statements_of(b)) {
      if (s.engine() != engine()) continue;
      if (s.kind() == StatementKind::operation) {
        operate(x_.operations[s.index]);
      } else if (s.kind() == StatementKind::wait) {
        event(StreamEvent::Kind::alone, 0, x_.condition(s.index));
      } else {
        require(s.kind() == StatementKind::instruction, "schemes emit no other statements");
        const InstructionId i{std::size_t{s.index}};
        event(StreamEvent::Kind::issue, i.value, x_.waits_of(i));
        ++retired_;
        for (const Update& u : x_.updates_of(i)) {
          require(u.kind == UpdateKind::add && u.time == UpdateTime::retire && x_.literal(u.amount) == 1, "+= 1");
          growth[u.semaphore.value].push_back({segment_, retired_});
        }
      }
    }
  }
};

inline Streams implementation_streams(const Implementation& x, const Program& program, const RunTrips& trips) {
  std::vector<ImplementationWalk> walks;
  std::vector<std::uint32_t> writer(x.element_count(), 0);
  std::vector<bool> resets;
  for (const EngineId e : x.tree.engines()) {
    walks.emplace_back(x, program, trips, e).run();
    for (std::uint32_t s = 0; s < writer.size(); ++s) {
      if (walks.back().growth[s].empty()) continue;
      require(writer[s] == 0, "one engine writes a semaphore");
      writer[s] = e.value + 1;
    }
    for (std::size_t i = 0; i < walks.back().resets.size(); ++i) {
      if (i >= resets.size()) resets.push_back(false);
      if (walks.back().resets[i]) resets[i] = true;
    }
  }
  Streams out;
  for (ImplementationWalk& walk : walks) {
    std::uint32_t segment = 0;
    std::uint32_t since = 0;  // the first segment after the last reset
    for (StreamEvent& event : walk.stream) {
      if (event.kind == StreamEvent::Kind::barrier) {
        ++segment;
        if (resets[segment - 1]) since = segment;
      }
      for (const auto& [semaphore, threshold] : event.waits) {
        if (threshold <= 0) continue;
        const std::uint32_t by = writer[semaphore];
        std::int64_t reached = 0;
        bool found = false;
        if (by != 0) {
          for (const Growth& g : walks[by - 1].growth[semaphore]) {
            if (g.segment < since || g.segment > segment) continue;
            if (++reached < threshold) continue;
            if (g.segment == segment) event.needs.emplace_back(by - 1, g.ordinal);
            found = true;
            break;
          }
        }
        if (!found) event.never = true;
      }
    }
    out.push_back(std::move(walk.stream));
  }
  return out;
}
}  // namespace counterpoint::testing
