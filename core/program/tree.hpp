// What a program and its implementation have in common: engines, the tree of scopes, blocks, instructions, buffers.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 1. One tree of scopes is common to all engines. Scopes are numbered in the order they open in
// the text, so the scopes of a subtree are consecutive; a conditional is two adjacent sibling scopes, `then` first,
// both always there. Instructions are numbered in the order of the text, so the instructions of a block, and of a
// whole subtree, are consecutive. Every pass over either is therefore a linear scan of arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/ids.hpp"
#include "core/program/names.hpp"

namespace counterpoint {

enum class ScopeKind : std::uint8_t { root, loop, then_branch, else_branch };

// How the number of iterations of a scope is known. Branches are `dynamic` or `divergent`; the root is `constant` 1.
enum class TripKind : std::uint8_t { constant, dynamic, divergent };

struct Scope {
  ScopeKind kind = ScopeKind::root;
  TripKind trip_kind = TripKind::constant;
  std::uint32_t depth = 0;       // root 0, its children 1
  std::uint32_t trips = 1;       // iterations per visit, where trip_kind is constant
  NameId name;                   // a loop's name; both branches of a conditional carry the conditional's name
  ScopeId parent;                // none for the root
  ScopeId sibling;               // the other branch, for a branch
  std::uint32_t item = 0;        // position of the item that holds this scope in the parent's body
  ScopeId subtree_end;           // one past the last scope of the subtree
  std::uint32_t first_item = 0;  // its body: items [first_item, last_item) of Tree::items
  std::uint32_t last_item = 0;
  std::uint32_t line = 0;  // 1-based line of the text it came from, 0 if none

  [[nodiscard]] bool is_loop() const { return kind == ScopeKind::loop; }
  [[nodiscard]] bool is_branch() const { return kind == ScopeKind::then_branch || kind == ScopeKind::else_branch; }
};

// `barrier` occurs in implementations only.
enum class ItemKind : std::uint8_t { block, loop, conditional, barrier };

struct Item {
  ItemKind kind = ItemKind::block;
  bool reset = false;       // for a barrier
  std::uint32_t index = 0;  // BlockId; ScopeId of the loop; ScopeId of the `then` branch; ordinal of the barrier
};

// A maximal run of statements. In a program [first, last) are instructions; in an implementation, statements.
struct Block {
  ScopeId scope;
  std::uint32_t item = 0;  // position in the body of `scope`
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct Engine {
  NameId name;
  bool inorder = false;  // commits in issue order
};

// Slot i of a buffer whose place is known is the bytes [at + i * bytes, at + (i + 1) * bytes) of its memory space.
struct Buffer {
  NameId name;
  std::uint32_t slots = 1;
  NameId space;                     // the memory it lies in, if said
  std::optional<std::uint64_t> at;  // its first byte, if said
  std::uint64_t bytes = 0;          // of one slot; 0: not said

  [[nodiscard]] bool placed() const { return at.has_value() && bytes != 0; }
};

enum class SlotKind : std::uint8_t { only, constant, rotating };

// One access of an instruction to a buffer.
struct Access {
  BufferId buffer;
  SlotKind kind = SlotKind::only;
  bool write = false;
  std::uint32_t slot = 0;  // constant: the slot
  ScopeId loop;            // rotating: slot (T - 1 + shift) mod slots, T = iteration of `loop` in its current trip
  std::int32_t shift = 0;
  friend bool operator==(const Access&, const Access&) = default;
};

// The options of an instruction that cost time; equal sets are stored once. `given` says which were written.
struct Timing {
  enum : std::uint8_t { has_cost = 1, has_interval = 2, has_transfer = 4, has_op = 8 };
  std::uint64_t cost = 1;      // issue to retirement, in the unit of the program
  std::uint64_t interval = 1;  // until the engine's pipe takes the next; the cost unless given
  std::uint64_t transfer = 0;  // time on the shared transfer bandwidth
  NameId op;                   // kind of operation, for targets
  std::uint8_t given = 0;
};

class Tree {
 public:
  // --- header
  [[nodiscard]] std::string_view name() const { return text(name_); }
  [[nodiscard]] std::string_view unit() const {
    return unit_.valid() ? text(unit_) : std::string_view{};
  }  // "" if none
  [[nodiscard]] const NameTable& names() const { return *names_; }
  [[nodiscard]] std::shared_ptr<const NameTable> shared_names() const { return names_; }
  [[nodiscard]] std::string_view text(NameId id) const { return (*names_)[id]; }

  // --- engines and buffers
  [[nodiscard]] std::size_t engine_count() const { return engines_.size(); }
  [[nodiscard]] IdRange<EngineId> engines() const { return {0, static_cast<std::uint32_t>(engines_.size())}; }
  [[nodiscard]] const Engine& engine(EngineId e) const { return engines_[e]; }
  [[nodiscard]] std::string_view engine_name(EngineId e) const { return text(engines_[e].name); }
  [[nodiscard]] std::size_t buffer_count() const { return buffers_.size(); }
  [[nodiscard]] IdRange<BufferId> buffers() const { return {0, static_cast<std::uint32_t>(buffers_.size())}; }
  [[nodiscard]] const Buffer& buffer(BufferId b) const { return buffers_[b]; }
  [[nodiscard]] std::string_view buffer_name(BufferId b) const { return text(buffers_[b].name); }
  // "" if none is said.
  [[nodiscard]] std::string_view buffer_space(BufferId b) const {
    return buffers_[b].space.valid() ? text(buffers_[b].space) : std::string_view{};
  }

  // --- scopes
  [[nodiscard]] static constexpr ScopeId root() { return ScopeId{std::size_t{0}}; }
  [[nodiscard]] std::size_t scope_count() const { return scopes_.size(); }
  [[nodiscard]] IdRange<ScopeId> scopes() const { return {0, static_cast<std::uint32_t>(scopes_.size())}; }
  [[nodiscard]] const Scope& scope(ScopeId s) const { return scopes_[s]; }
  // "root", "kv", "causal", "causal.else".
  [[nodiscard]] std::string scope_name(ScopeId s) const;
  // Whether `inner` is `outer` or lies in it.
  [[nodiscard]] bool encloses(ScopeId outer, ScopeId inner) const {
    return inner.value >= outer.value && inner.value < scopes_[outer].subtree_end.value;
  }
  [[nodiscard]] ScopeId innermost_common(ScopeId a, ScopeId b) const;
  // The ancestor of `s` (or `s` itself) at the given depth; depth <= that of s.
  [[nodiscard]] ScopeId ancestor_at(ScopeId s, std::uint32_t depth) const;
  // `s` itself if it is a loop or the root, else the nearest loop (or the root) around it.
  [[nodiscard]] ScopeId innermost_loop(ScopeId s) const;
  // A scope and all its ancestors have the same count on every engine.
  [[nodiscard]] bool uniform(ScopeId s) const;

  // --- bodies
  [[nodiscard]] std::span<const Item> items(ScopeId s) const {
    return std::span(items_).subspan(scopes_[s].first_item, scopes_[s].last_item - scopes_[s].first_item);
  }
  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }
  [[nodiscard]] IdRange<BlockId> blocks() const { return {0, static_cast<std::uint32_t>(blocks_.size())}; }
  [[nodiscard]] const Block& block(BlockId b) const { return blocks_[b]; }
  [[nodiscard]] std::size_t barrier_count() const { return barriers_; }
  // Position, in the body of `outer`, of the item that holds what stands at item `item` of scope `inner`.
  // `outer` must enclose `inner`.
  [[nodiscard]] std::uint32_t item_in(ScopeId outer, ScopeId inner, std::uint32_t item) const;

  // --- instructions
  [[nodiscard]] std::size_t instruction_count() const { return instruction_name_.size(); }
  [[nodiscard]] IdRange<InstructionId> instructions() const {
    return {0, static_cast<std::uint32_t>(instruction_name_.size())};
  }
  [[nodiscard]] std::string_view instruction_name(InstructionId i) const { return text(instruction_name_[i]); }
  [[nodiscard]] NameId instruction_name_id(InstructionId i) const { return instruction_name_[i]; }
  [[nodiscard]] EngineId engine_of(InstructionId i) const { return instruction_engine_[i]; }
  [[nodiscard]] BlockId block_of(InstructionId i) const { return instruction_block_[i]; }
  [[nodiscard]] ScopeId scope_of(InstructionId i) const { return blocks_[instruction_block_[i]].scope; }
  [[nodiscard]] std::uint32_t item_of(InstructionId i) const { return blocks_[instruction_block_[i]].item; }
  [[nodiscard]] std::uint32_t line_of(InstructionId i) const { return instruction_line_[i]; }
  [[nodiscard]] const Timing& timing(InstructionId i) const { return timings_[instruction_timing_[i]]; }
  // Reads and writes, each kind in the order written; empty for most.
  [[nodiscard]] std::span<const Access> accesses(InstructionId i) const {
    if (access_start_.empty()) return {};
    const std::uint32_t from = access_start_[i.value];
    return std::span(accesses_).subspan(from, access_start_[i.value + 1] - from);
  }
  [[nodiscard]] bool has_accesses() const { return !accesses_.empty(); }

 private:
  friend class TreeBuilder;

  std::shared_ptr<const NameTable> names_;
  NameId name_;
  NameId unit_;
  IdVector<EngineId, Engine> engines_;
  IdVector<BufferId, Buffer> buffers_;
  IdVector<ScopeId, Scope> scopes_;
  std::vector<Item> items_;
  IdVector<BlockId, Block> blocks_;
  std::size_t barriers_ = 0;
  IdVector<InstructionId, NameId> instruction_name_;
  IdVector<InstructionId, EngineId> instruction_engine_;
  IdVector<InstructionId, BlockId> instruction_block_;
  IdVector<InstructionId, std::uint32_t> instruction_timing_;
  IdVector<InstructionId, std::uint32_t> instruction_line_;
  std::vector<Timing> timings_;
  std::vector<std::uint32_t> access_start_;  // empty if no instruction has an access
  std::vector<Access> accesses_;
};

// Same header, engines, buffers, scopes, items and instructions, by text; lines are not compared. Linear.
[[nodiscard]] bool same_tree(const Tree& a, const Tree& b);

}  // namespace counterpoint
