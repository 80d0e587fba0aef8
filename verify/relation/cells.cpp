// Sums up what instructions add to cells.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/relation/form.hpp"

namespace counterpoint::relation {
Cells::Cells(const Implementation& implementation)
    : implementation_(implementation),
      tree_(implementation.tree),
      cells_(implementation.element_count()),
      positions_(implementation.updates.size()),
      body_of_(tree_.scope_count(), none) {
  for (const Semaphore& s : implementation.semaphores) check_start(s);
  std::vector<std::uint32_t> start(cells_.size() + 1, 0);
  const auto each = [&](auto visit) {
    for (const InstructionId i : tree_.instructions()) {
      for (std::uint32_t u = implementation.update_start[i.value]; u < implementation.update_start[i.value + 1]; ++u) {
        const std::uint32_t at = cell(implementation.updates[u].semaphore, implementation.updates[u].index);
        if (at != none) visit(at, Entry{u, i});  // the caller refuses the others
      }
    }
  };
  each([&](std::uint32_t at, const Entry&) { ++start[at + 1]; });
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<Entry> entries(start.back());
  std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
  each([&](std::uint32_t at, const Entry& entry) { entries[next[at]++] = entry; });
  for (std::uint32_t at = 0; at < cells_.size(); ++at) {
    sum_up(at, std::span(entries).subspan(start[at], start[at + 1] - start[at]));
  }
}

void Cells::check_start(const Semaphore& s) {
  for (std::uint32_t i = 0; i < s.size; ++i) {
    cells_[s.first + i].initial = s.initial;
    if (s.flag) fail(s.first + i, InstructionId::none(), "it is a flag");
    if (s.initial > largest || s.initial < -largest)
      fail(s.first + i, InstructionId::none(), "its start is beyond 2^30");
  }
}

std::uint32_t Cells::cell(SemaphoreId semaphore, Operand index) const {
  const Semaphore& s = implementation_.semaphores[semaphore];
  if (index.is_none()) return s.first;
  if (!index.is_literal()) return none;
  const std::int64_t at = implementation_.literal(index);
  return at >= 0 && at < s.size ? s.first + static_cast<std::uint32_t>(at) : none;
}

std::string Cells::name(std::uint32_t cell) const {
  for (const Semaphore& s : implementation_.semaphores) {
    if (cell < s.first || cell >= s.first + s.size) continue;
    return s.array ? fmt::format("{}[{}]", s.name, cell - s.first) : s.name;
  }
  return "?";
}

void Cells::fail(std::uint32_t cell, InstructionId i, std::string what) {
  faults_.try_emplace(cell, Fault{std::move(what), i});
}

bool Cells::good(std::uint32_t cell, std::span<const Entry> entries) {
  Cell& c = cells_[cell];
  InstructionId last;
  for (const Entry& entry : entries) {
    const Update& u = implementation_.updates[entry.update];
    const std::int64_t amount = implementation_.literal(u.amount);
    const EngineId e = tree_.engine_of(entry.instruction);
    const bool adds = u.kind == UpdateKind::add && amount > 0 && amount <= largest;
    const char* what = !adds                               ? "it is changed otherwise than by adding a positive number"
                       : u.time != UpdateTime::retire      ? "it is updated at issue"
                       : c.engine.valid() && c.engine != e ? "two engines update it"
                       : last == entry.instruction         ? "one instruction updates it twice"
                                                           : nullptr;
    if (what != nullptr) {
      fail(cell, entry.instruction, what);
      return false;
    }
    c.engine = e;
    last = entry.instruction;
  }
  return true;
}

void Cells::sum_up(std::uint32_t cell, std::span<const Entry> entries) {
  Cell& c = cells_[cell];
  c.first_body = static_cast<std::uint32_t>(bodies_.size());
  c.first_block = static_cast<std::uint32_t>(blocks_.size());
  if (!good(cell, entries)) return;
  for (const Entry& entry : entries) add(cell, entry);
  if (c.body_count > 1) list_adders(cell, entries);
}

void Cells::add(std::uint32_t cell, const Entry& entry) {
  Cell& c = cells_[cell];
  const InstructionId i = entry.instruction;
  const ScopeId scope = tree_.scope_of(i);
  std::uint32_t& index = body_of_[scope];
  if (index == none || index < c.first_body || bodies_[index].scope != scope) {
    index = static_cast<std::uint32_t>(bodies_.size());
    bodies_.push_back({scope, 0, i});
    ++c.body_count;
  }
  CellBody& body = bodies_[index];
  const std::int64_t amount = implementation_.literal(implementation_.updates[entry.update].amount);
  body.total += amount;
  body.last = i;
  ++body.adder_count;
  if (body.total > largest) fail(cell, i, "its amounts are too large");
  const std::uint32_t block = tree_.block(tree_.block_of(i)).first;
  if (c.block_count == 0 || blocks_.back().block != block) {
    blocks_.push_back({block, 0});
    ++c.block_count;
  }
  blocks_.back().total += amount;
  positions_[entry.update] = {body.total, blocks_.back().total};
}

// By body, each in the order of the text.
void Cells::list_adders(std::uint32_t cell, std::span<const Entry> entries) {
  const Cell& c = cells_[cell];
  const auto own = std::span(bodies_).subspan(c.first_body, c.body_count);
  auto first = static_cast<std::uint32_t>(adders_.size());
  for (CellBody& body : own) {
    body.first_adder = first;
    first += body.adder_count;
    body.adder_count = 0;
  }
  adders_.resize(first);
  for (const Entry& entry : entries) {
    CellBody& body = bodies_[body_of_[tree_.scope_of(entry.instruction)]];
    adders_[body.first_adder + body.adder_count++] = {entry.instruction, positions_[entry.update].in_body};
  }
}

const Cells::Fault* Cells::fault(std::uint32_t cell) const {
  const auto found = faults_.find(cell);
  return found == faults_.end() ? nullptr : &found->second;
}

std::uint32_t Cells::update_of(InstructionId i, std::uint32_t cell) const {
  for (std::uint32_t u = implementation_.update_start[i.value]; u < implementation_.update_start[i.value + 1]; ++u) {
    if (this->cell(implementation_.updates[u].semaphore, implementation_.updates[u].index) == cell) return u;
  }
  return none;
}

const CellBody* Cells::body(std::uint32_t cell, ScopeId scope) const {
  const auto own = bodies(cell);
  const auto at = std::ranges::find(own, scope, &CellBody::scope);
  return at == own.end() ? nullptr : &*at;
}

std::int64_t Cells::block_total(std::uint32_t cell, std::uint32_t block) const {
  const auto own = blocks(cell);
  const auto at = std::ranges::lower_bound(own, block, {}, &CellBlock::block);
  return at != own.end() && at->block == block ? at->total : 0;
}

std::int64_t Cells::before(std::uint32_t cell, ScopeId scope, InstructionId i) const {
  const CellBody* own = body(cell, scope);
  if (own == nullptr) return 0;
  const auto adders = std::span(adders_).subspan(own->first_adder, own->adder_count);
  const auto at = std::ranges::lower_bound(adders, i, {}, &Adder::instruction);
  return at == adders.begin() ? 0 : std::prev(at)->in_body;
}

}  // namespace counterpoint::relation
