// What a wait of an implementation compares with, traced back through its registers.
// SPDX-License-Identifier: Apache-2.0
#include "report/wait_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/statement_text.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t most_statements_back = 200;
constexpr std::size_t most_updaters = 8;

std::string formula_before(const Implementation& implementation, BlockId block, StatementKind kind, std::uint32_t index,
                           const Wait& wait) {
  const auto statements = implementation.statements_of(block);
  const auto self =
      std::ranges::find_if(statements, [&](const Statement& s) { return s.kind() == kind && s.index == index; });
  require(self != statements.end(), "a wait stands in its block");
  const EngineId e = self->engine();
  std::set<RegisterId> wanted;
  for (const Operand o : {wait.value, wait.index}) {
    if (!o.is_none() && o.is_register()) wanted.insert(o.reg());
  }
  std::vector<std::string> operations;
  std::size_t looked = 0;
  for (auto at = self; at != statements.begin() && !wanted.empty() && looked < most_statements_back; ++looked) {
    --at;
    if (at->engine() != e || at->kind() != StatementKind::operation) continue;
    const RegisterOperation& x = implementation.operations[at->index];
    if (wanted.erase(x.target) == 0) continue;
    operations.push_back(operation_text(implementation, e, x));
    for (const Operand o : {x.a, x.b}) {
      if (!o.is_none() && o.is_register()) wanted.insert(o.reg());
    }
  }
  std::ranges::reverse(operations);
  return fmt::format("{}", fmt::join(operations, ", "));
}

}  // namespace

std::string wait_formula(const Implementation& implementation, InstructionId i, const Wait& wait) {
  return formula_before(implementation, implementation.tree.block_of(i), StatementKind::instruction, i.value, wait);
}

std::string wait_formula(const Implementation& implementation, BlockId block, std::uint32_t condition,
                         const Wait& wait) {
  return formula_before(implementation, block, StatementKind::wait, condition, wait);
}

std::vector<BlockId> blocks_of_conditions(const Implementation& implementation) {
  std::vector<BlockId> blocks(implementation.conditions.size());
  for (const BlockId b : implementation.tree.blocks()) {
    for (const Statement& s : implementation.statements_of(b)) {
      if (s.kind() == StatementKind::wait) blocks[s.index] = b;
    }
  }
  return blocks;
}

IdVector<SemaphoreId, std::vector<InstructionId>> updaters_of(const Implementation& implementation) {
  IdVector<SemaphoreId, std::vector<InstructionId>> result(implementation.semaphores.size());
  for (const InstructionId i : implementation.tree.instructions()) {
    for (const Update& u : implementation.updates_of(i)) {
      std::vector<InstructionId>& mine = result[u.semaphore];
      if (mine.size() < most_updaters && (mine.empty() || mine.back() != i)) mine.push_back(i);
    }
  }
  return result;
}

}  // namespace counterpoint::report
