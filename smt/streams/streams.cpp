// One pass over the statements.
// SPDX-License-Identifier: Apache-2.0
#include "smt/streams/streams.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "smt/terms/rewrite.hpp"
#include "smt/terms/store.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::size_t most_refusals = 20;
constexpr std::uint64_t most_cells = std::uint64_t{1} << 20U;  // each takes some 200 bytes before anything raises it

std::uint64_t joint_key(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32U) | b; }

}  // namespace

std::int64_t Raisers::before(InstructionId i) const {
  const auto at = std::lower_bound(instructions.begin(), instructions.end(), i) - instructions.begin();
  return at == 0 ? 0 : sum[static_cast<std::size_t>(at) - 1];
}

std::int64_t Raisers::up_to(InstructionId i) const {
  const auto at = std::upper_bound(instructions.begin(), instructions.end(), i) - instructions.begin();
  return at == 0 ? 0 : sum[static_cast<std::size_t>(at) - 1];
}

Streams::Streams(Terms& terms, const Program& program, const Implementation& implementation)
    : terms_(terms),
      program_(program),
      implementation_(implementation),
      tree_(implementation.tree),
      entry_(tree_.engine_count()),
      assigned_(tree_.engine_count()),
      now_(tree_.engine_count()),
      touched_(tree_.engine_count()) {
  for (const EngineId e : tree_.engines()) {
    const std::size_t n = implementation.register_count(e);
    for (std::size_t r = 0; r < n; ++r) {
      const Term t =
          terms_.variable(fmt::format("{}:{}", tree_.engine_name(e), implementation.register_name(e, RegisterId{r})));
      entry_[e].push_back(t);
      entry_of_.emplace(t, std::pair{e, RegisterId{r}});
    }
    assigned_[e].resize(n);
    now_[e] = entry_[e];
  }
  for (std::size_t s = 0; s < implementation.semaphores.size(); ++s) {
    const Semaphore& x = implementation.semaphores[SemaphoreId{s}];
    if (std::uint64_t{x.first} + x.size > most_cells) {
      refuse(fmt::format("'{}' with {} elements: there are more than {} in all", x.name, x.size, most_cells));
      return;
    }
    for (std::uint32_t i = 0; i < x.size; ++i) cells_.push_back({SemaphoreId{s}, i, x.initial, {}});
    if (x.flag) refuse(fmt::format("flag '{}': a flag is no counter", x.name));
  }
  bodies_.resize(cells_.size());
  evaluate();
  collect_raisers();
}

void Streams::refuse(std::string what) {
  if (refusals_.size() < most_refusals) refusals_.push_back(std::move(what));
}

RegisterId Streams::register_of(EngineId e, Term entry) const {
  const auto it = entry_of_.find(entry);
  return it != entry_of_.end() && it->second.first == e ? it->second.second : RegisterId{};
}

std::span<const Threshold> Streams::thresholds(InstructionId i) const {
  if (const auto it = before_.find(i.value); it != before_.end()) return it->second;
  const std::uint32_t first = implementation_.wait_start[i.value];
  return std::span(thresholds_).subspan(first, implementation_.wait_start[i.value + 1] - first);
}

std::span<const Threshold> Streams::thresholds(EngineId e, ScopeId visited) const {
  const auto it = visits_.find(joint_key(e.value, visited.value));
  return it == visits_.end() ? std::span<const Threshold>{} : std::span<const Threshold>(it->second);
}

BlockId Streams::block_before(ScopeId s) const {
  const Scope& x = tree_.scope(s);
  if (!x.parent.valid() || x.item == 0) return BlockId{};
  const Item& item = tree_.items(x.parent)[x.item - 1];
  return item.kind == ItemKind::block ? BlockId{std::size_t{item.index}} : BlockId{};
}

const Raisers* Streams::raisers(CellId c, ScopeId scope, EngineId engine) const {
  const auto& bodies = bodies_[c.value];
  const auto it = bodies.find(joint_key(scope.value, engine.value));
  return it == bodies.end() ? nullptr : &cells_[c].raisers[it->second];
}

std::string Streams::cell_name(CellId c) const {
  const Semaphore& s = implementation_.semaphores[cells_[c].semaphore];
  return s.array ? fmt::format("{}[{}]", s.name, cells_[c].element) : s.name;
}

void Streams::evaluate() {
  thresholds_.resize(implementation_.waits.size());
  results_.resize(implementation_.operations.size());
  for (const BlockId b : tree_.blocks()) evaluate_block(b);
  for (auto& [instruction, all] : before_) {
    const std::uint32_t first = implementation_.wait_start[instruction];
    const std::uint32_t last = implementation_.wait_start[instruction + 1];
    all.insert(all.begin(), thresholds_.begin() + first, thresholds_.begin() + last);
  }
}

void Streams::evaluate_block(BlockId b) {
  const Block& block = tree_.block(b);
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const Statement& s = implementation_.statements[i];
    const EngineId e = s.engine();
    switch (s.kind()) {
      case StatementKind::operation: {
        const RegisterOperation& x = implementation_.operations[s.index];
        const Term v = result(e, x);
        if (x.operation >= Operation::modulo) {
          compared_.push_back({e, b, value(e, x.a)});
          compared_.push_back({e, b, value(e, x.b)});
        }
        results_[s.index] = v;
        if (now_[e][x.target.value] == entry_[e][x.target.value]) touched_[e].push_back(x.target);
        now_[e][x.target.value] = v;
        break;
      }
      case StatementKind::instruction: {
        const InstructionId instruction{std::size_t{s.index}};
        std::uint32_t w = implementation_.wait_start[s.index];
        for (const Wait& x : implementation_.waits_of(instruction)) thresholds_[w++] = threshold(e, x);
        break;
      }
      case StatementKind::wait: alone(b, i); break;
      case StatementKind::signal:
        refuse(fmt::format("a stand-alone signal of engine '{}'", tree_.engine_name(e)));
        break;
      case StatementKind::fence: refuse(fmt::format("a fence of engine '{}'", tree_.engine_name(e))); break;
    }
  }
  for (const EngineId e : tree_.engines()) {
    std::sort(touched_[e].begin(), touched_[e].end());
    touched_[e].erase(std::unique(touched_[e].begin(), touched_[e].end()), touched_[e].end());
    for (const RegisterId r : touched_[e]) {
      // A register that ends as it began is not assigned.
      if (now_[e][r.value] != entry_[e][r.value]) assigned_[e][r.value].push_back({b, now_[e][r.value]});
      now_[e][r.value] = entry_[e][r.value];
    }
    touched_[e].clear();
  }
}

// A stand-alone wait belongs to the visit of the scope that follows its block, if that scope has control dependencies
// and its engine issues nothing in between.
void Streams::alone(BlockId b, std::uint32_t statement) {
  const Block& block = tree_.block(b);
  const EngineId e = implementation_.statements[statement].engine();
  const auto items = tree_.items(block.scope);
  const bool last = block.item + 1 >= items.size();
  const Item next = last ? Item{} : items[block.item + 1];
  const bool scope = !last && (next.kind == ItemKind::loop || next.kind == ItemKind::conditional);
  bool held = scope && !program_.control_dependencies_of(ScopeId{std::size_t{next.index}}).empty();
  for (std::uint32_t i = statement + 1; held && i < block.last; ++i) {
    const Statement& s = implementation_.statements[i];
    held = s.engine() != e || s.kind() == StatementKind::operation || s.kind() == StatementKind::wait;
  }
  // Right before an instruction it is one of that instruction's waits: cells only grow, so what held still holds.
  for (std::uint32_t i = statement + 1; !held && i < block.last; ++i) {
    const Statement& s = implementation_.statements[i];
    if (s.engine() != e || s.kind() == StatementKind::operation || s.kind() == StatementKind::wait) continue;
    if (s.kind() != StatementKind::instruction) break;
    std::vector<Threshold>& all = before_[s.index];
    for (const Wait& w : implementation_.condition(implementation_.statements[statement].index)) {
      all.push_back(threshold(e, w));
    }
    return;
  }
  if (!held) {
    refuse(
        fmt::format("a stand-alone wait of engine '{}' in the body of {} that is not right before a scope with "
                    "control dependencies",
                    tree_.engine_name(e), tree_.scope_name(block.scope)));
    return;
  }
  std::vector<Threshold>& all = visits_[joint_key(e.value, next.index)];
  for (const Wait& w : implementation_.condition(implementation_.statements[statement].index)) {
    all.push_back(threshold(e, w));
  }
}

Term Streams::value(EngineId e, Operand o) {
  return o.is_register() ? now_[e][o.reg().value] : terms_.number(implementation_.literal(o));
}

Term Streams::result(EngineId e, const RegisterOperation& x) {
  const Term a = value(e, x.a);
  if (x.operation == Operation::copy) return a;
  const Term b = value(e, x.b);
  switch (x.operation) {
    case Operation::copy: break;
    case Operation::add: return terms_.add(a, b);
    case Operation::subtract: return terms_.subtract(a, b);
    case Operation::multiply: return multiply(terms_, a, b);
    case Operation::greater: return terms_.ite(terms_.greater(a, b), terms_.number(1), terms_.number(0));
    case Operation::minimum: return terms_.minimum(a, b);
    case Operation::maximum: return terms_.maximum(a, b);
    case Operation::modulo:
    case Operation::divide: {
      if (!terms_.is_number(b) || terms_.constant(b) <= 0) {
        refuse(fmt::format("'{}' of engine '{}' is computed with a divisor that is no positive number",
                           implementation_.register_name(e, x.target), tree_.engine_name(e)));
        return a;
      }
      const std::int64_t n = terms_.constant(b);
      return x.operation == Operation::modulo ? terms_.modulo(a, n) : terms_.quotient(a, n);
    }
  }
  require(false, "an operation that is not known");
  return a;
}

CellId Streams::cell_of(SemaphoreId s, Operand index) {
  const Semaphore& x = implementation_.semaphores[s];
  if (!index.is_literal() && !index.is_none()) {
    refuse(fmt::format("an element of '{}' is chosen by a register", x.name));
    return CellId{std::size_t{x.first}};
  }
  const std::int64_t i = index.is_none() ? 0 : implementation_.literal(index);
  if (i < 0 || i >= x.size) {
    refuse(fmt::format("element {} of '{}', which has {}", i, x.name, x.size));
    return CellId{std::size_t{x.first}};
  }
  return CellId{std::size_t{x.first} + static_cast<std::size_t>(i)};
}

Threshold Streams::threshold(EngineId e, const Wait& w) {
  if (w.kind != TestKind::at_least) {
    refuse(fmt::format("a {} of '{}' on engine '{}'", w.kind == TestKind::take ? "take" : "wait by `==`",
                       implementation_.semaphores[w.semaphore].name, tree_.engine_name(e)));
  }
  return {cell_of(w.semaphore, w.index), value(e, w.value)};
}

void Streams::collect_raisers() {
  for (const InstructionId i : tree_.instructions()) {
    for (const Update& u : implementation_.updates_of(i)) {
      const std::int64_t amount = implementation_.literal(u.amount);
      const std::string_view name = implementation_.semaphores[u.semaphore].name;
      if (u.kind != UpdateKind::add || amount < 0) {
        refuse(fmt::format("'{}' changes '{}' otherwise than by adding to it", tree_.instruction_name(i), name));
      }
      if (u.time == UpdateTime::issue) {
        refuse(fmt::format("'{}' changes '{}' when it issues", tree_.instruction_name(i), name));
      }
      const CellId c = cell_of(u.semaphore, u.index);
      std::vector<Raisers>& all = cells_[c].raisers;
      const auto [it, is_new] =
          bodies_[c.value].try_emplace(joint_key(tree_.scope_of(i).value, tree_.engine_of(i).value), all.size());
      if (is_new) all.push_back({tree_.scope_of(i), tree_.engine_of(i), {}, {}});
      Raisers& r = all[it->second];
      if (!r.instructions.empty() && r.instructions.back() == i) {
        r.sum.back() = checked_sum(r.sum.back(), amount);
        continue;
      }
      r.sum.push_back(checked_sum(r.total(), amount));
      r.instructions.push_back(i);
    }
  }
}

}  // namespace counterpoint::smt
