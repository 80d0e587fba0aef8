// The flat list, and where pairs are put.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/sync_ir.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::ascend {

SyncIr::SyncIr(const Kernel& kernel, std::optional<Core> only)
    : kernel_(&kernel),
      element_of_(kernel.program().tree.instruction_count(), no_element),
      loop_of_(kernel.program().tree.scope_count(), no_element) {
  flatten(only);
}

std::uint32_t SyncIr::add(ElementKind kind, OpId op, std::uint32_t parent, bool in_else) {
  SyncElement e;
  e.kind = kind;
  e.op = op;
  e.parent = parent;
  e.in_else = in_else;
  e.depth = parent == no_element ? 0 : elements[parent].depth + 1;
  e.begin = size();
  e.end = size();
  elements.push_back(std::move(e));
  return size() - 1;
}

// In the order of the text, with a stack of the loops and conditionals that are open.
void SyncIr::flatten(std::optional<Core> only) {
  std::vector<std::uint32_t> open;
  bool in_else = false;  // of the innermost
  const Kernel& k = *kernel_;
  OpId at = k.region(Kernel::body()).first;
  while (true) {
    while (at.valid()) {
      const Op& op = k.op(at);
      const std::uint32_t parent = open.empty() ? no_element : open.back();
      if (op.kind == OpKind::loop || op.kind == OpKind::branch) {
        const bool loop = op.kind == OpKind::loop;
        const std::uint32_t e = add(loop ? ElementKind::loop_begin : ElementKind::if_begin, at, parent, in_else);
        if (loop) loop_of_[op.scope.value] = e;
        open.push_back(e);
        in_else = false;
        at = k.region(op.regions[0]).first;
        continue;
      }
      if (op.kind == OpKind::compute && (!only || op.core == *only)) {
        const std::uint32_t e = add(ElementKind::op, at, parent, in_else);
        elements[e].core = op.core;
        elements[e].pipe = op.pipe;
        element_of_[op.instruction.value] = e;
      }
      const bool call = op.kind == OpKind::set_flag || op.kind == OpKind::wait_flag || op.kind == OpKind::barrier;
      if (call && (!only || op.core == *only)) {
        const std::uint32_t e = add(ElementKind::call, at, parent, in_else);
        if (op.kind == OpKind::barrier) elements[e].before.push_back({SyncKind::barrier, op.pipe, 0, true});
      }
      at = op.after;
    }
    if (open.empty()) return;
    const std::uint32_t begin = open.back();
    const SyncElement inner = elements[begin];
    const Op& op = k.op(inner.op);
    if (inner.kind == ElementKind::if_begin && !in_else) {
      elements[add(ElementKind::else_begin, inner.op, inner.parent, inner.in_else)].begin = begin;
      in_else = true;
      at = k.region(op.regions[1]).first;
      continue;
    }
    const bool loop = inner.kind == ElementKind::loop_begin;
    const std::uint32_t end =
        add(loop ? ElementKind::loop_end : ElementKind::if_end, inner.op, inner.parent, inner.in_else);
    elements[end].begin = begin;
    elements[begin].end = end;
    open.pop_back();
    in_else = inner.in_else;
    at = op.after;
  }
}

std::uint32_t SyncIr::loop_around(std::uint32_t e) const {
  std::uint32_t at = elements[e].parent;
  while (at != no_element && elements[at].kind != ElementKind::loop_begin) at = elements[at].parent;
  return at;
}

bool SyncIr::surely_runs(std::uint32_t loop_begin) const {
  const Scope& scope = kernel_->program().tree.scope(kernel_->op(elements[loop_begin].op).scope);
  return scope.trip_kind == TripKind::constant && scope.trips >= 1;
}

std::uint32_t SyncIr::child_of(std::uint32_t loop, std::uint32_t e) const {
  while (elements[e].parent != loop) {
    e = elements[e].parent;
    require(e != no_element, "an operation of a carried pair lies in the loop that carries it");
  }
  return e;
}

std::pair<std::uint32_t, std::uint32_t> SyncIr::children(std::uint32_t first, std::uint32_t second) const {
  while (elements[first].depth > elements[second].depth) first = elements[first].parent;
  while (elements[second].depth > elements[first].depth) second = elements[second].parent;
  while (elements[first].parent != elements[second].parent) {
    first = elements[first].parent;
    second = elements[second].parent;
  }
  require(elements[first].in_else == elements[second].in_else, "a forward pair does not cross branches");
  return {first, second};
}

std::uint32_t SyncIr::add_pair(std::uint32_t earlier, std::uint32_t later, std::uint32_t loop, std::uint32_t count) {
  FlagPair p;
  p.from = elements[earlier].pipe;
  p.to = elements[later].pipe;
  p.loop = loop;
  p.count = count;
  require(p.from != p.to, "flags are between two pipes");
  std::pair<std::uint32_t, std::uint32_t> at;
  if (loop == no_element) {
    at = children(earlier, later);
  } else {
    at = {child_of(loop, earlier), child_of(loop, later)};
    at.second = std::min(at.first, at.second);
  }
  p.set = {elements[at.first].end, true};
  p.wait = {at.second, false};
  const auto pair = static_cast<std::uint32_t>(pairs.size());
  list(p.set).push_back({SyncKind::set, Pipe::all, pair});
  list(p.wait).push_back({SyncKind::wait, Pipe::all, pair});
  pairs.push_back(std::move(p));
  return pair;
}

bool SyncIr::add_barrier(Pipe pipe, std::uint32_t before) {
  auto& ops = elements[before].before;
  const bool there = std::ranges::any_of(
      ops, [&](const SyncOp& x) { return x.kind == SyncKind::barrier && (x.pipe == pipe || x.pipe == Pipe::all); });
  if (!there) ops.push_back({SyncKind::barrier, pipe, 0});
  return !there;
}

std::size_t SyncIr::index_of(SyncPlace at, SyncKind kind, std::uint32_t pair) const {
  const auto& ops = list(at);
  const auto found = std::ranges::find_if(ops, [&](const SyncOp& x) { return x.kind == kind && x.pair == pair; });
  require(found != ops.end(), "a half of a pair stands where the pair says");
  return static_cast<std::size_t>(found - ops.begin());
}

void SyncIr::remove(std::uint32_t pair, PairState as) {
  FlagPair& p = pairs[pair];
  require(p.alive(), "a pair is taken out once");
  auto& sets = list(p.set);
  sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(index_of(p.set, SyncKind::set, pair)));
  auto& waits = list(p.wait);
  waits.erase(waits.begin() + static_cast<std::ptrdiff_t>(index_of(p.wait, SyncKind::wait, pair)));
  p.state = as;
}

std::uint32_t SyncIr::add_guard(Pipe from, Pipe to, SyncPlace set, std::size_t set_at, SyncPlace wait,
                                std::size_t wait_at) {
  FlagPair p;
  p.from = from;
  p.to = to;
  p.set = set;
  p.wait = wait;
  p.guard = true;
  const auto pair = static_cast<std::uint32_t>(pairs.size());
  auto& sets = list(set);
  sets.insert(sets.begin() + static_cast<std::ptrdiff_t>(set_at), {SyncKind::set, Pipe::all, pair});
  auto& waits = list(wait);
  waits.insert(waits.begin() + static_cast<std::ptrdiff_t>(wait_at), {SyncKind::wait, Pipe::all, pair});
  pairs.push_back(std::move(p));
  return pair;
}

std::uint32_t SyncIr::add_prime(std::uint32_t carried, std::uint32_t loop) {
  FlagPair p;
  p.from = pairs[carried].from;
  p.to = pairs[carried].to;
  p.set = {loop, false};
  p.wait = {elements[loop].end, true};
  p.count = pairs[carried].count;
  p.primes = carried;
  const auto pair = static_cast<std::uint32_t>(pairs.size());
  auto& sets = list(p.set);
  sets.insert(sets.begin(), {SyncKind::set, Pipe::all, pair});
  list(p.wait).push_back({SyncKind::wait, Pipe::all, pair});
  pairs.push_back(std::move(p));
  pairs[carried].primed_by = pair;
  return pair;
}

void SyncIr::replace_by_barrier(std::uint32_t pair) {
  const FlagPair& p = pairs[pair];
  list(p.wait)[index_of(p.wait, SyncKind::wait, pair)] = {SyncKind::barrier, Pipe::all, 0};
  auto& sets = list(p.set);
  sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(index_of(p.set, SyncKind::set, pair)));
  pairs[pair].state = PairState::fallback;
}

void SyncIr::move(std::uint32_t pair, SyncPlace set, SyncPlace wait) {
  remove(pair, PairState::alive);
  pairs[pair].set = set;
  pairs[pair].wait = wait;
  list(set).push_back({SyncKind::set, Pipe::all, pair});
  auto& waits = list(wait);
  waits.insert(waits.begin(), {SyncKind::wait, Pipe::all, pair});
}

}  // namespace counterpoint::ascend
