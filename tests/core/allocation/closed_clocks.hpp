// The verdict for given trips by closed clocks: a direct evaluator of both sides that knows no formula.
// SPDX-License-Identifier: Apache-2.0
//
// What. Specification: each engine's stream is written out with full iteration vectors, and every instance of a
// consumer counts out Equation 1 over its own engine's entries. Implementation: each engine's register operations are
// executed along its stream, and every wait becomes the first retirement of the writer that reaches its threshold.
// Either way an event needs retirements (engine, how-manieth); a barrier needs everything before it. Closing that under
// program order gives for every visible event the least vector of issued and retired counts it needs, or that it is
// never enabled. Comparing the vectors decides. Covers what the schemes emit: += 1 at retirement by one engine, >=,
// stand-alone waits, barriers with and without reset; anything else is a failed requirement. Source: semantics.md 1,
// 3, 6.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint::testing {

// Trip counts of a run: by scope and engine the counts of the first, second, ... visit; the last repeats.
struct RunTrips {
  std::vector<std::vector<std::vector<std::uint32_t>>> lists;

  [[nodiscard]] std::uint32_t at(const Tree& tree, ScopeId s, EngineId e, std::uint64_t n) const {
    const Scope& scope = tree.scope(s);
    if (scope.kind == ScopeKind::else_branch) return 1 - at(tree, scope.sibling, e, n);
    if (scope.trip_kind == TripKind::constant) return scope.trips;
    const auto& list = lists[s.value][e.value];
    return list[std::min<std::uint64_t>(n - 1, list.size() - 1)];
  }
};

// One point of an engine's stream.
struct StreamEvent {
  enum class Kind : std::uint8_t { issue, visit, alone, barrier } kind = Kind::issue;
  std::uint32_t subject = 0;  // instruction, scope
  bool reset = false;
  bool never = false;                                          // waits for what does not come
  std::vector<std::pair<std::uint32_t, std::uint32_t>> needs;  // (engine, retirements)
  std::vector<std::pair<std::uint32_t, std::int64_t>> waits;   // implementation, before they are resolved
  [[nodiscard]] bool visible() const { return kind == Kind::issue || kind == Kind::visit; }
};
using Streams = std::vector<std::vector<StreamEvent>>;

// ---- walking a tree on one engine

class Walk {
 public:
  Walk(const Tree& tree, const RunTrips& trips, EngineId e) : tree_(tree), trips_(trips), engine_(e) {}
  virtual ~Walk() = default;
  void run() { enter(Tree::root(), 1); }

 protected:
  virtual void entry(ScopeId) {}
  virtual void block(BlockId) = 0;
  virtual void barrier(bool) {}
  virtual void visit(ScopeId) {}
  [[nodiscard]] EngineId engine() const { return engine_; }
  [[nodiscard]] const std::vector<std::int64_t>& vector() const { return vector_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }

 private:
  void enter(ScopeId s, std::int64_t iteration) {
    const std::uint64_t n = ++entries_[s.value];
    vector_.push_back(iteration);
    entry(s);
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) {
        block(BlockId{std::size_t{item.index}});
      } else if (item.kind == ItemKind::barrier) {
        barrier(item.reset);
      } else {
        const ScopeId scope{std::size_t{item.index}};
        visit(scope);
        repeat(scope, n);
        if (item.kind == ItemKind::conditional) repeat(tree_.scope(scope).sibling, n);
      }
    }
    vector_.pop_back();
  }
  void repeat(ScopeId s, std::uint64_t n) {
    const std::uint32_t trips = trips_.at(tree_, s, engine_, n);
    for (std::uint32_t t = 1; t <= trips; ++t) enter(s, t);
  }
  const Tree& tree_;
  const RunTrips& trips_;
  EngineId engine_;
  std::map<std::uint32_t, std::uint64_t> entries_;
  std::vector<std::int64_t> vector_;  // iterations from the root to the scope at hand
};

// ---- the specification

class SpecificationWalk : public Walk {
 public:
  struct Instance {
    StreamEvent::Kind kind;
    std::uint32_t subject;
    std::vector<std::int64_t> vector;
  };
  SpecificationWalk(const Program& p, const RunTrips& trips, EngineId e) : Walk(p.tree, trips, e), program_(p) {}
  std::vector<Instance> instances;
  std::map<std::uint32_t, std::vector<std::vector<std::int64_t>>> entries;  // by scope

 private:
  void entry(ScopeId s) override { entries[s.value].push_back(vector()); }
  void visit(ScopeId s) override {
    if (!program_.control_dependencies_of(s).empty())
      instances.push_back({StreamEvent::Kind::visit, s.value, vector()});
  }
  void block(BlockId b) override {
    for (std::uint32_t i = tree().block(b).first; i < tree().block(b).last; ++i) {
      if (tree().engine_of(InstructionId{std::size_t{i}}) != engine()) continue;
      instances.push_back({StreamEvent::Kind::issue, i, vector()});
    }
  }
  const Program& program_;
};

// Equation 1: the retirements of the producer that are owed; nothing if none are.
inline std::optional<std::int64_t> owed(const Program& program, DependencyId d, const SpecificationWalk& own,
                                        const std::vector<std::int64_t>& at) {
  const Tree& tree = program.tree;
  const ScopeId producer_scope = tree.scope_of(program.dependency(d).producer);
  const ScopeId common = tree.innermost_common(program.consumer_scope(d), producer_scope);
  const auto distances = program.distances_of(d);
  const ScopeId last = program.dependency(d).star ? distances.back().loop : common;
  const std::size_t length = tree.scope(last).depth + 1;
  std::vector<std::int64_t> target(at.begin(), at.begin() + static_cast<long>(length));
  for (const Distance& x : distances) target[tree.scope(x.loop).depth] -= x.distance;
  if (std::ranges::any_of(target, [](std::int64_t t) { return t <= 0; })) return std::nullopt;
  const auto found = own.entries.find(producer_scope.value);
  if (found == own.entries.end()) return 0;
  return std::ranges::count_if(found->second, [&](const std::vector<std::int64_t>& v) {
    return !std::lexicographical_compare(target.begin(), target.end(), v.begin(),
                                         v.begin() + static_cast<long>(length));
  });
}

inline Streams specification_streams(const Program& program, const RunTrips& trips) {
  std::vector<SpecificationWalk> walks;
  std::vector<std::vector<std::uint32_t>> retirements(program.tree.instruction_count());
  for (const EngineId e : program.tree.engines()) {
    walks.emplace_back(program, trips, e).run();
    std::uint32_t retired = 0;
    for (const auto& x : walks.back().instances) {
      if (x.kind == StreamEvent::Kind::issue) retirements[x.subject].push_back(++retired);
    }
  }
  Streams out;
  for (const SpecificationWalk& own : walks) {
    auto& stream = out.emplace_back();
    for (const auto& x : own.instances) {
      StreamEvent& event = stream.emplace_back();
      event.kind = x.kind;
      event.subject = x.subject;
      const auto dependencies = x.kind == StreamEvent::Kind::issue
                                    ? program.dependencies_of(InstructionId{std::size_t{x.subject}})
                                    : program.control_dependencies_of(ScopeId{std::size_t{x.subject}});
      for (const DependencyId d : dependencies) {
        const std::int64_t count = owed(program, d, own, x.vector).value_or(0);
        const InstructionId p = program.dependency(d).producer;
        if (count <= 0) continue;
        const auto& of_p = retirements[p.value];
        if (count > static_cast<std::int64_t>(of_p.size())) {
          event.never = true;
        } else {
          event.needs.emplace_back(program.tree.engine_of(p).value, of_p[static_cast<std::size_t>(count - 1)]);
        }
      }
    }
  }
  return out;
}

// ---- the implementation

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

// ---- closed clocks

using Clock = std::vector<std::uint32_t>;  // issued (visible stream events) of each engine, then retired of each

struct Clocks {
  std::vector<std::vector<Clock>> visible;  // by engine: of the visible events that are live, in stream order
  std::vector<std::size_t> length;          // by engine: visible events in all
  std::vector<std::optional<Clock>> end;    // by engine
};

class Closing {
 public:
  explicit Closing(const Streams& streams)
      : streams_(streams),
        engines_(streams.size()),
        at_(engines_, 0),
        now_(engines_, Clock(2 * engines_, 0)),
        issues_(engines_),
        issue_position_(engines_),
        barriers_(engines_, 0) {
    out_.visible.resize(engines_);
    out_.end.resize(engines_);
    for (const auto& stream : streams) {
      out_.length.push_back(static_cast<std::size_t>(std::ranges::count_if(stream, &StreamEvent::visible)));
    }
  }
  Clocks run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t e = 0; e < engines_; ++e) {
        while (step(e)) moved = true;
      }
      if (!moved) moved = meet();
    }
    for (std::size_t e = 0; e < engines_; ++e) {
      if (at_[e] < streams_[e].size()) continue;
      Clock c = now_[e];
      c[engines_ + e] = static_cast<std::uint32_t>(issues_[e].size());
      out_.end[e] = std::move(c);
    }
    return std::move(out_);
  }

 private:
  static void join(Clock& into, const Clock& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
  // The next event of e, if its clock can be closed.
  bool step(std::size_t e) {
    if (at_[e] == streams_[e].size()) return false;
    const StreamEvent& event = streams_[e][at_[e]];
    if (event.kind == StreamEvent::Kind::barrier || event.never) return false;
    for (const auto& [f, q] : event.needs) {
      if (issues_[f].size() < q) return false;
    }
    Clock clock = now_[e];
    for (const auto& [f, q] : event.needs) {
      join(clock, issues_[f][q - 1]);
      clock[f] = std::max(clock[f], issue_position_[f][q - 1]);
      clock[engines_ + f] = std::max(clock[engines_ + f], q);
    }
    now_[e] = clock;
    if (event.visible()) {
      out_.visible[e].push_back(clock);
      now_[e][e] = static_cast<std::uint32_t>(out_.visible[e].size());
    }
    if (event.kind == StreamEvent::Kind::issue) {
      issues_[e].push_back(clock);
      issue_position_[e].push_back(now_[e][e]);
    }
    ++at_[e];
    return true;
  }
  // All engines stand before a barrier: everything before it is in the clock of everything after it.
  bool meet() {
    Clock all(2 * engines_, 0);
    for (std::size_t e = 0; e < engines_; ++e) {
      if (at_[e] == streams_[e].size() || streams_[e][at_[e]].kind != StreamEvent::Kind::barrier) return false;
      join(all, now_[e]);
      all[engines_ + e] = std::max(all[engines_ + e], static_cast<std::uint32_t>(issues_[e].size()));
    }
    for (std::size_t e = 0; e < engines_; ++e) {
      now_[e] = all;
      ++at_[e];
    }
    return engines_ > 0;
  }

  const Streams& streams_;
  std::size_t engines_;
  std::vector<std::size_t> at_;
  std::vector<Clock> now_;
  std::vector<std::vector<Clock>> issues_;
  std::vector<std::vector<std::uint32_t>> issue_position_;
  std::vector<std::uint32_t> barriers_;
  Clocks out_;
};

enum class Word : std::uint8_t { equivalent, refines, deadlock, unsafe };
inline std::ostream& operator<<(std::ostream& os, Word w) {
  constexpr const char* names[] = {"equivalent", "refines", "deadlock", "unsafe"};
  return os << names[static_cast<int>(w)];
}

// semantics.md 6.
inline Word compare(const Clocks& s, const Clocks& i) {
  Word out = Word::equivalent;
  const auto look = [&](const Clock* a, const Clock* b) {
    if (b != nullptr && (a == nullptr || !std::ranges::equal(*b, *a, std::ranges::greater_equal{}))) {
      out = Word::unsafe;
    } else if (a != nullptr && b == nullptr) {
      out = std::max(out, Word::deadlock);
    } else if (a != nullptr && *a != *b) {
      out = std::max(out, Word::refines);
    }
  };
  for (std::size_t e = 0; e < s.visible.size(); ++e) {
    require(s.length[e] == i.length[e], "both sides have the same streams");
    for (std::size_t n = 0; n < s.length[e]; ++n) {
      look(n < s.visible[e].size() ? &s.visible[e][n] : nullptr, n < i.visible[e].size() ? &i.visible[e][n] : nullptr);
    }
    look(s.end[e] ? &*s.end[e] : nullptr, i.end[e] ? &*i.end[e] : nullptr);
  }
  return out;
}

inline bool completes(const Clocks& c) {
  return std::ranges::all_of(c.end, [](const auto& x) { return x.has_value(); });
}

struct Judgement {
  Word word;
  bool completes;  // the specification
};

inline Judgement judge(const Program& program, const Implementation& implementation, const RunTrips& trips) {
  const Clocks s = Closing(specification_streams(program, trips)).run();
  const Clocks i = Closing(implementation_streams(implementation, program, trips)).run();
  return {compare(s, i), completes(s)};
}

}  // namespace counterpoint::testing
