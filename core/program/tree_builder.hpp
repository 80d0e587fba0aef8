// Builds a Tree in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// Calls come in the order of the text: header, engines, buffers, then the body of the root. The caller has resolved
// and checked names; the builder checks only its own use (an assertion that stays on in every build type).
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view name);
  // A tree with the header, engines, buffers and instructions of `like`, whose names it shares; the scopes and
  // instructions are then placed with `open_like` and `instruction_like`.
  explicit TreeBuilder(const Tree& like);

  NameId add_name(std::string_view text) { return names_->add(text); }
  [[nodiscard]] std::string_view text(NameId n) const { return (*tree_.names_)[n]; }
  void set_unit(std::string_view unit);
  EngineId add_engine(std::string_view name, bool inorder);
  void set_inorder(EngineId engine);
  void set_all_inorder();
  BufferId add_buffer(std::string_view name, std::uint32_t slots);
  // Where the buffer lies, each part if it is known: the name of its memory, its first byte, the bytes of one slot.
  void place_buffer(BufferId buffer, std::string_view space, std::optional<std::uint64_t> at, std::uint64_t bytes);

  ScopeId open_loop(std::string_view name, TripKind kind, std::uint32_t trips, std::uint32_t line);
  // Opens the then branch. `open_else` closes it and opens the other; `close` adds an empty one where that was left
  // out.
  ScopeId open_conditional(std::string_view name, TripKind kind, std::uint32_t line);
  ScopeId open_else();
  void close();
  // Opens the loop, then branch or else branch that is `scope` in the tree this one is like.
  ScopeId open_like(const Tree& like, ScopeId scope);
  void add_barrier(bool reset);
  [[nodiscard]] ScopeId current() const { return open_.back().scope; }
  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(open_.size() - 1); }
  [[nodiscard]] const Scope& scope(ScopeId s) const { return tree_.scopes_[s]; }

  // The next statement of the block at hand, which it opens if need be. Returns the ordinal of the statement.
  std::uint32_t add_statement();
  InstructionId add_instruction(EngineId engine, std::string_view name, std::uint32_t line);
  // Places the next instruction of the tree this one is like.
  InstructionId instruction_like(InstructionId i);
  // Places every scope and instruction of the tree this one is like, in one go. Linear.
  void place_all_like(const Tree& like);
  // Options of the instruction added last.
  void set_timing(const Timing& timing);
  void add_access(const Access& access);

  void reserve(std::size_t instructions, std::size_t name_characters);
  [[nodiscard]] std::size_t engine_count() const { return tree_.engines_.size(); }
  [[nodiscard]] ScopeId scope_of(InstructionId i) const { return tree_.blocks_[tree_.instruction_block_[i]].scope; }
  [[nodiscard]] std::string_view instruction_name(InstructionId i) const { return text(tree_.instruction_name_[i]); }
  [[nodiscard]] std::size_t instruction_count() const { return tree_.instruction_name_.size(); }
  [[nodiscard]] Tree finish();

  // `base` with the unit, buffers, engine options, timings and accesses of `source`. The maps give, by instruction and
  // engine of `base`, those of `source`. Scopes have the same numbers in both. Linear.
  [[nodiscard]] static Tree adopt(const Tree& base, const Tree& source,
                                  const IdVector<InstructionId, InstructionId>& instructions,
                                  const IdVector<EngineId, EngineId>& engines);

 private:
  struct Frame {
    ScopeId scope;
    std::uint32_t items = 0;
    BlockId block;  // the block that still grows, if any
  };
  ScopeId open(ScopeKind kind, TripKind trip_kind, std::uint32_t trips, NameId name, std::uint32_t line,
               std::uint32_t item);
  std::uint32_t add_item(ItemKind kind, std::uint32_t index, bool reset = false);
  void close_one();

  Tree tree_;
  std::shared_ptr<NameTable> names_;  // null while the names of another tree are shared
  std::vector<Frame> open_;
  std::vector<std::pair<ScopeId, Item>> items_;  // in the order of the text, sorted by scope at the end
  std::uint32_t statements_ = 0;
  std::uint32_t placed_ = 0;  // instructions placed, with a tree to be like
  bool like_ = false;
};

}  // namespace counterpoint
