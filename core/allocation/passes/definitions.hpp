// Which assignment each read of a register sees, and what value it has, along the stream of one engine.
// SPDX-License-Identifier: Apache-2.0
//
// What. The form in which every register is assigned once (static single assignment): a definition for each operation,
// for each register at the start (0), where a loop that assigns it begins an iteration (what came in, or the end of the
// iteration before), and behind a conditional that assigns it (what one branch or the other left). A loop that the text
// says runs once is a part of the body around it. After a loop a register is as at the start of its next iteration,
// had there been one: so a loop that runs zero times needs nothing of its own.
// Two counters that a loop moves on together, R by k and T by n k, once an iteration each in all, keep the difference
// T - n R that they come in with. If that is a number, T is n R and that number at the head of the loop, and no
// unknown. Why. A definition comes before all its uses whatever the trips are, so what is equal in value and defined
// there may stand for the other; and what is defined before a loop does not change in it. The structure of the text
// makes this one walk. A watcher, if there is one, is asked before each node and may change the node's operands (not
// its target): what it does is seen by what follows. Invariant. Numbers of definitions grow along the walk; an argument
// of a loop's definition from the end of the iteration may be larger. Cost: linear in nodes, plus for each scope the
// registers that it assigns.
#pragma once

#include <vector>

#include "core/allocation/passes/stream.hpp"
#include "core/allocation/passes/values.hpp"

namespace counterpoint::passes {

using DefinitionId = Id<struct DefinitionTag>;

enum class DefinitionKind : std::uint8_t { start, operation, loop, conditional };

struct Definition {
  DefinitionKind kind = DefinitionKind::start;
  RegisterId reg;
  std::size_t node = 0;   // of the operation; where the loop opens; where the conditional closes
  std::size_t other = 0;  // where the loop closes; where the first branch closes
  DefinitionId a;         // loop: what came in; conditional: what the first branch left
  DefinitionId b;         // loop: what the end of an iteration left; conditional: the other branch
  ValueId value;
};

class Definitions;

class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;
  virtual void before(std::size_t /*node*/, const Definitions& /*so_far*/) {}
  virtual void behind(std::size_t /*node*/, const Definitions& /*so_far*/) {}  // not for markers
};

class Definitions {
 public:
  // `values` null: only who reads what, no values.
  Definitions(Streams& streams, EngineStream& stream, Values* values, Watcher* watcher = nullptr);

  [[nodiscard]] const Definition& operator[](DefinitionId d) const { return all_[d]; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  // What each operand of a node reads, in the order of Streams::operands; none for a number.
  [[nodiscard]] std::span<const DefinitionId> uses(std::size_t node) const {
    const std::size_t last = node + 1 < first_use_.size() ? first_use_[node + 1] : uses_.size();  // during the walk
    return std::span(uses_).subspan(first_use_[node], last - first_use_[node]);
  }
  // The definition that an operation makes.
  [[nodiscard]] DefinitionId of_node(std::size_t node) const { return of_node_[node]; }
  // Where the scope that opens at a node closes.
  [[nodiscard]] std::size_t closing(std::size_t node) const { return scopes_[scope_at_[node]].close; }

  // During the walk: what a register holds at this point, and the value that an operand has.
  [[nodiscard]] DefinitionId now(RegisterId r) const { return now_[r]; }
  [[nodiscard]] ValueId value_now(Operand o) const {
    return o.is_register() ? all_[now_[o.reg()]].value : values_->constant(streams_.literals.value(o));
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Moved {
    RegisterId reg;
    std::int64_t by = 0;  // in an iteration
  };
  struct ScopeOfEngine {
    std::size_t close = 0;
    std::vector<RegisterId> assigned;  // in it, at any depth
    std::vector<Moved> moved;          // only by steps right in its body; by register
  };
  struct Held {
    RegisterId reg;
    DefinitionId before;
    DefinitionId then;  // loop: its own definition; second branch: what the first one left
  };
  void look_for_assigned();
  static void keep_moved(ScopeOfEngine& scope);
  void open(std::size_t node);
  void enter_loop(const ScopeOfEngine& scope, std::size_t node, std::vector<Held>& held);
  void close(std::size_t node);
  void join(const std::vector<Held>& held, std::size_t node, std::size_t first_close);
  void use(std::size_t node);
  DefinitionId define(const Definition& d);
  [[nodiscard]] bool runs_once(ScopeId s) const;
  [[nodiscard]] bool second_follows(std::size_t close) const;

  Streams& streams_;
  EngineStream& stream_;
  const Tree& tree_;
  [[nodiscard]] ValueId unknown() { return values_ == nullptr ? ValueId::none() : values_->fresh(); }

  Values* values_;
  IdVector<DefinitionId, Definition> all_;
  std::vector<DefinitionId> uses_;
  std::vector<std::uint32_t> first_use_;
  std::vector<DefinitionId> of_node_;
  IdVector<RegisterId, DefinitionId> now_;
  std::vector<std::uint32_t> scope_at_;  // by opening node: into scopes_
  std::vector<ScopeOfEngine> scopes_;
  struct Frame {
    std::vector<Held> held;
    std::size_t first_close = none;  // second branch: where the first one closes
  };
  std::vector<Frame> frames_;  // one for each open scope
  std::vector<Held> pending_;  // of a first branch whose second one follows
};

}  // namespace counterpoint::passes
