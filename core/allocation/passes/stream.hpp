// An implementation taken apart into the streams of its engines, which a pass edits, and put together again.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each engine has its own list of nodes in the order of the text: its statements, and a marker where a scope that
// holds one of them opens and closes. A node also knows its gap, the place between two scopes or barriers where it
// stands in the tree, and a key, its place among the statements of all engines there. So an operation can be put
// before or after any node of its engine without a look at the others, and the text comes out in the old order.
// Registers are numbers of the engine, renamed at will; operands are those of the implementation.
// Invariant. Instructions, waits alone, signals and fences are never moved and never made; along a list gaps do not
// decrease, nor keys within one gap. An operation that is put somewhere takes both from its neighbour.
// Cost. Linear in statements and in markers; putting together sorts the statements of a gap where they are not sorted.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/program/implementation.hpp"

namespace counterpoint::passes {

enum class NodeKind : std::uint8_t { open, close, operation, instruction, wait, signal, fence };

struct Node {
  NodeKind kind = NodeKind::operation;
  bool removed = false;
  std::uint32_t index = 0;  // ScopeId; into EngineStream::operations; InstructionId; into conditions; into signals
  std::uint32_t gap = 0;
  std::uint32_t key = 0;

  [[nodiscard]] bool marker() const { return kind == NodeKind::open || kind == NodeKind::close; }
  [[nodiscard]] ScopeId scope() const { return ScopeId{std::size_t{index}}; }
};

// One operand of a node.
enum class Role : std::uint8_t { operand, index, threshold };

class Literals {
 public:
  explicit Literals(const std::vector<std::int64_t>& pool) : pool_(pool) {}
  [[nodiscard]] Operand of(std::int64_t v);
  [[nodiscard]] std::int64_t value(Operand o) const { return o.is_small() ? o.small_value() : pool_[o.pool_index()]; }

 private:
  std::vector<std::int64_t> pool_;
  std::unordered_map<std::int64_t, std::uint32_t> made_;
};

struct EngineStream {
  EngineId engine;
  std::vector<Node> nodes;
  std::vector<RegisterOperation> operations;
  std::vector<std::string> registers;  // names

  // Puts an operation right before a node. The list changes with the next call of `settle`.
  void put_before(std::size_t node, const RegisterOperation& operation);
  // Right behind a node, before anything that `put_before` puts at the next one.
  void put_behind(std::size_t node, const RegisterOperation& operation);
  // Right at the start of the root's body.
  void put_first(const RegisterOperation& operation);
  // Takes removed nodes out and puts added ones in; all positions change. Linear, times a logarithm for what is added.
  void settle();
  RegisterId add_register(std::string name) {
    registers.push_back(std::move(name));
    return RegisterId{registers.size() - 1};
  }

 private:
  struct Added {
    std::size_t place = 0;  // twice the node, and one more for behind it; then in the order of the calls
    Node node;
  };
  void put(std::size_t place, const Node& like, const RegisterOperation& operation);
  std::vector<Added> added_;
};

class Streams {
 public:
  explicit Streams(const Implementation& implementation);
  // Semaphores whose place is true in `dropped` are left out with everything that updates them.
  [[nodiscard]] Implementation build(const std::vector<bool>& dropped = {});

  const Implementation& from;
  Literals literals;
  IdVector<EngineId, EngineStream> engines;
  std::vector<Wait> waits;  // as in the implementation, for a pass to change
  std::vector<Wait> alone_waits;
  std::vector<bool> no_wait;        // by place in `waits`: left out
  std::vector<bool> no_alone_wait;  // by place in `alone_waits`
  std::vector<Update> updates;
  std::vector<Update> alone_updates;
  std::vector<std::uint32_t> barriers;  // the gap behind each, in the order of the text

  [[nodiscard]] Slice waits_of(const Node& n) const;    // into `waits` (instruction) or `alone_waits` (wait)
  [[nodiscard]] Slice updates_of(const Node& n) const;  // into `updates` (instruction) or `alone_updates` (signal)
  [[nodiscard]] bool left_out(const Node& n, std::uint32_t wait) const {
    return n.kind == NodeKind::wait ? no_alone_wait[wait] : no_wait[wait];
  }
  [[nodiscard]] Wait& wait(const Node& n, std::uint32_t at) {
    return n.kind == NodeKind::wait ? alone_waits[at] : waits[at];
  }

  // Every operand of a node that may be a register: f(Operand&, Role). An operation's target is none.
  template <class F>
  void operands(EngineStream& stream, const Node& n, F f) {
    switch (n.kind) {
      case NodeKind::operation: {
        RegisterOperation& o = stream.operations[n.index];
        f(o.a, Role::operand);
        if (!o.b.is_none()) f(o.b, Role::operand);
        return;
      }
      case NodeKind::instruction:
      case NodeKind::wait:
      case NodeKind::signal: {
        const Slice all = waits_of(n);
        for (std::uint32_t at = all.first; at < all.last; ++at) {
          if (left_out(n, at)) continue;
          Wait& w = wait(n, at);
          if (!w.index.is_none()) f(w.index, Role::index);
          f(w.value, Role::threshold);
        }
        const Slice more = updates_of(n);
        for (std::uint32_t at = more.first; at < more.last; ++at) {
          Update& u = n.kind == NodeKind::signal ? alone_updates[at] : updates[at];
          if (!u.index.is_none()) f(u.index, Role::index);
        }
        return;
      }
      default: return;
    }
  }

 private:
  friend class StreamReader;
  std::uint32_t gaps_ = 0;
};

}  // namespace counterpoint::passes
