// Builds a Tree in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/tree_builder.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

bool same_timing(const Timing& a, const Timing& b) {
  return a.cost == b.cost && a.interval == b.interval && a.transfer == b.transfer && a.op == b.op && a.given == b.given;
}

}  // namespace

TreeBuilder::TreeBuilder(std::string_view name) : names_(std::make_shared<NameTable>()) {
  tree_.names_ = names_;
  tree_.name_ = names_->add(name);
  tree_.timings_.push_back(Timing{});
  open(ScopeKind::root, TripKind::constant, 1, NameId::none(), 0, 0);
}

TreeBuilder::TreeBuilder(const Tree& like) : like_(true) {
  tree_.names_ = like.names_;
  tree_.name_ = like.name_;
  tree_.unit_ = like.unit_;
  tree_.engines_ = like.engines_;
  tree_.buffers_ = like.buffers_;
  tree_.instruction_name_ = like.instruction_name_;
  tree_.instruction_engine_ = like.instruction_engine_;
  tree_.instruction_timing_ = like.instruction_timing_;
  tree_.instruction_line_ = like.instruction_line_;
  tree_.instruction_block_.resize(like.instruction_count());
  tree_.timings_ = like.timings_;
  tree_.access_start_ = like.access_start_;
  tree_.accesses_ = like.accesses_;
  open(ScopeKind::root, TripKind::constant, 1, NameId::none(), 0, 0);
}

void TreeBuilder::set_unit(std::string_view unit) { tree_.unit_ = names_->add(unit); }

EngineId TreeBuilder::add_engine(std::string_view name, bool inorder) {
  if (!names_) {  // those of another tree are shared, so a new one needs a copy
    names_ = std::make_shared<NameTable>(*tree_.names_);
    tree_.names_ = names_;
  }
  return tree_.engines_.push_back({names_->add(name), inorder});
}

void TreeBuilder::set_inorder(EngineId engine) { tree_.engines_[engine].inorder = true; }

void TreeBuilder::set_all_inorder() {
  for (Engine& e : tree_.engines_) e.inorder = true;
}

BufferId TreeBuilder::add_buffer(std::string_view name, std::uint32_t slots) {
  Buffer b;
  b.name = names_->add(name);
  b.slots = slots;
  return tree_.buffers_.push_back(b);
}

void TreeBuilder::place_buffer(BufferId buffer, std::string_view space, std::optional<std::uint64_t> at,
                               std::uint64_t bytes) {
  Buffer& b = tree_.buffers_[buffer];
  b.space = space.empty() ? NameId::none() : names_->add(space);
  b.at = at;
  b.bytes = bytes;
}

ScopeId TreeBuilder::open(ScopeKind kind, TripKind trip_kind, std::uint32_t trips, NameId name, std::uint32_t line,
                          std::uint32_t item) {
  Scope s;
  s.kind = kind;
  s.trip_kind = trip_kind;
  s.trips = trips;
  s.name = name;
  s.line = line;
  s.item = item;
  s.depth = static_cast<std::uint32_t>(open_.size());
  if (!open_.empty()) s.parent = open_.back().scope;
  const ScopeId id = tree_.scopes_.push_back(s);
  open_.push_back({id, 0, BlockId::none()});
  return id;
}

std::uint32_t TreeBuilder::add_item(ItemKind kind, std::uint32_t index, bool reset) {
  Frame& frame = open_.back();
  frame.block = BlockId::none();
  items_.emplace_back(frame.scope, Item{kind, reset, index});
  return frame.items++;
}

ScopeId TreeBuilder::open_loop(std::string_view name, TripKind kind, std::uint32_t trips, std::uint32_t line) {
  const std::uint32_t item = add_item(ItemKind::loop, static_cast<std::uint32_t>(tree_.scopes_.size()));
  return open(ScopeKind::loop, kind, trips, names_->add(name), line, item);
}

ScopeId TreeBuilder::open_conditional(std::string_view name, TripKind kind, std::uint32_t line) {
  const std::uint32_t item = add_item(ItemKind::conditional, static_cast<std::uint32_t>(tree_.scopes_.size()));
  return open(ScopeKind::then_branch, kind, 1, names_->add(name), line, item);
}

ScopeId TreeBuilder::open_else() {
  const ScopeId branch = current();
  const Scope then_scope = tree_.scopes_[branch];
  require(then_scope.kind == ScopeKind::then_branch, "an else follows a then branch");
  close_one();
  const ScopeId other =
      open(ScopeKind::else_branch, then_scope.trip_kind, 1, then_scope.name, then_scope.line, then_scope.item);
  tree_.scopes_[branch].sibling = other;
  tree_.scopes_[other].sibling = branch;
  return other;
}

void TreeBuilder::close_one() {
  require(open_.size() > 1, "the root is closed by finish");
  tree_.scopes_[current()].subtree_end = ScopeId{tree_.scopes_.size()};
  open_.pop_back();
}

void TreeBuilder::close() {
  if (tree_.scopes_[current()].kind == ScopeKind::then_branch) open_else();
  close_one();
}

ScopeId TreeBuilder::open_like(const Tree& like, ScopeId scope) {
  const Scope& s = like.scope(scope);
  if (s.kind == ScopeKind::else_branch) return open_else();
  const ItemKind kind = s.is_loop() ? ItemKind::loop : ItemKind::conditional;
  const std::uint32_t item = add_item(kind, static_cast<std::uint32_t>(tree_.scopes_.size()));
  return open(s.kind, s.trip_kind, s.trips, s.name, s.line, item);
}

void TreeBuilder::add_barrier(bool reset) {
  add_item(ItemKind::barrier, static_cast<std::uint32_t>(tree_.barriers_++), reset);
}

std::uint32_t TreeBuilder::add_statement() {
  if (!open_.back().block.valid()) {
    const BlockId block{tree_.blocks_.size()};
    const std::uint32_t item = add_item(ItemKind::block, block.value);
    tree_.blocks_.push_back({current(), item, statements_, statements_});
    open_.back().block = block;
  }
  tree_.blocks_[open_.back().block].last = ++statements_;
  return statements_ - 1;
}

InstructionId TreeBuilder::add_instruction(EngineId engine, std::string_view name, std::uint32_t line) {
  add_statement();
  const InstructionId id = tree_.instruction_name_.push_back(names_->add(name));
  tree_.instruction_engine_.push_back(engine);
  tree_.instruction_block_.push_back(open_.back().block);
  tree_.instruction_timing_.push_back(0);
  tree_.instruction_line_.push_back(line);
  if (!tree_.access_start_.empty()) tree_.access_start_.push_back(static_cast<std::uint32_t>(tree_.accesses_.size()));
  return id;
}

InstructionId TreeBuilder::instruction_like(InstructionId i) {
  require(like_ && i.value == placed_, "instructions are placed in the order of the text");
  ++placed_;
  add_statement();
  tree_.instruction_block_[i] = open_.back().block;
  return i;
}

void TreeBuilder::place_all_like(const Tree& like) {
  IdVector<ScopeId, std::uint32_t> next(like.scope_count(), 0);  // items placed, by scope
  ScopeId s = Tree::root();
  while (true) {
    const auto items = like.items(s);
    if (next[s] < items.size()) {
      const Item& item = items[next[s]++];
      require(item.kind != ItemKind::barrier, "a program has no barriers");
      if (item.kind == ItemKind::block) {
        const Block& block = like.block(BlockId{std::size_t{item.index}});
        for (std::uint32_t i = block.first; i < block.last; ++i) instruction_like(InstructionId{std::size_t{i}});
      } else {
        s = ScopeId{std::size_t{item.index}};
        open_like(like, s);
      }
    } else if (s == Tree::root()) {
      return;
    } else if (like.scope(s).kind == ScopeKind::then_branch) {
      s = like.scope(s).sibling;
      open_like(like, s);
    } else {
      close();
      s = like.scope(s).parent;
    }
  }
}

void TreeBuilder::set_timing(const Timing& timing) {
  // Runs of equal options are common; whole kernels have a few dozen. Looking at the last few is enough.
  const std::size_t look = std::min<std::size_t>(tree_.timings_.size(), 64);
  for (std::size_t back = 1; back <= look; ++back) {
    const std::size_t at = tree_.timings_.size() - back;
    if (same_timing(tree_.timings_[at], timing)) {
      tree_.instruction_timing_.back() = static_cast<std::uint32_t>(at);
      return;
    }
  }
  tree_.instruction_timing_.back() = static_cast<std::uint32_t>(tree_.timings_.size());
  tree_.timings_.push_back(timing);
}

void TreeBuilder::add_access(const Access& access) {
  // Offsets start with the first access, so that programs without buffers pay nothing for them.
  if (tree_.access_start_.empty()) tree_.access_start_.assign(tree_.instruction_count() + 1, 0);
  tree_.accesses_.push_back(access);
  tree_.access_start_.back() = static_cast<std::uint32_t>(tree_.accesses_.size());
}

void TreeBuilder::reserve(std::size_t instructions, std::size_t name_characters) {
  names_->reserve(instructions, name_characters);
  tree_.instruction_name_.reserve(instructions);
  tree_.instruction_engine_.reserve(instructions);
  tree_.instruction_block_.reserve(instructions);
  tree_.instruction_timing_.reserve(instructions);
  tree_.instruction_line_.reserve(instructions);
}

Tree TreeBuilder::finish() {
  require(open_.size() == 1, "every scope is closed");
  require(!like_ || placed_ == tree_.instruction_count(), "every instruction is placed");
  tree_.scopes_[Tree::root()].subtree_end = ScopeId{tree_.scopes_.size()};
  // Stable counting sort by scope makes each body contiguous and keeps its order.
  std::vector<std::uint32_t> start(tree_.scopes_.size() + 1, 0);
  for (const auto& [scope, item] : items_) ++start[scope.value + 1];
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  for (const ScopeId s : tree_.scopes()) {
    tree_.scopes_[s].first_item = start[s.value];
    tree_.scopes_[s].last_item = start[s.value + 1];
  }
  tree_.items_.resize(items_.size());
  for (const auto& [scope, item] : items_) tree_.items_[start[scope.value]++] = item;
  return std::move(tree_);
}

Tree TreeBuilder::adopt(const Tree& base, const Tree& source,
                        const IdVector<InstructionId, InstructionId>& instructions,
                        const IdVector<EngineId, EngineId>& engines) {
  Tree t = base;
  auto names = std::make_shared<NameTable>(base.names());
  const auto carry = [&](NameId n) { return n.valid() ? names->add(source.text(n)) : n; };
  t.unit_ = carry(source.unit_);
  for (const EngineId e : t.engines()) t.engines_[e].inorder = source.engine(engines[e]).inorder;
  t.buffers_ = source.buffers_;
  for (Buffer& b : t.buffers_) {
    b.name = carry(b.name);
    b.space = carry(b.space);
  }
  t.timings_ = source.timings_;
  for (Timing& timing : t.timings_) timing.op = carry(timing.op);
  t.accesses_.clear();
  t.access_start_.clear();
  if (source.has_accesses()) t.access_start_.push_back(0);
  for (const InstructionId i : t.instructions()) {
    t.instruction_timing_[i] = source.instruction_timing_[instructions[i]];
    if (!source.has_accesses()) continue;
    const auto all = source.accesses(instructions[i]);
    t.accesses_.insert(t.accesses_.end(), all.begin(), all.end());
    t.access_start_.push_back(static_cast<std::uint32_t>(t.accesses_.size()));
  }
  t.names_ = std::move(names);
  return t;
}

}  // namespace counterpoint
