// One dependency below a chain of scopes, at random, and the registers of semantics.md 4 kept along a stream.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/program/program_builder.hpp"
#include "tests/core/dependence/choices.hpp"

namespace counterpoint::testing {

struct ProgramCase {
  Program program;
  std::vector<std::vector<std::uint32_t>> trips;  // by scope: of the first, second, ... visit; the last repeats
};

// Builds one consumer and one producer below a chain of common scopes: 0-4 common scopes, 0-2 below them on each side;
// a scope is a branch (1/5 above, 1/4 below the innermost common scope) or a loop, half of them of 0-3 constant trips;
// p before c (1/3), after it (1/3), in the other branch of a conditional (1/6), or with a control dependency (1/6) that
// holds a scope after, around or before p. Components: 1/4 none, else each common loop gets 0 (1/2), 1, 2, or after a
// positive one also -1, -2; 1/4 of those with one component end in `*`. Trip lists of 1-4 visits, 0-3 each, zero one
// time in six.
class DrawCase {
 public:
  explicit DrawCase(Choices& choices) : choices_(choices) {
    engine_ = b_.tree.add_engine("e", false);
    const std::uint32_t common = (choices_.below(16) + 3) / 4;
    for (std::uint32_t i = 0; i < common; ++i) open(loops_, 5);
    place();
    while (b_.tree.depth() > 0) b_.tree.close();
    depend();
  }
  ProgramCase finish() {
    ProgramCase c{b_.finish(), {}};
    for (const ScopeId s : c.program.tree.scopes()) c.trips.push_back(list(c.program.tree, c.trips, s));
    return c;
  }

 private:
  // One scope in `branches` is a branch; of the loops half are of constant trips.
  void open(std::vector<ScopeId>& loops, std::uint32_t branches) {
    if (choices_.one_in(branches)) {
      b_.tree.open_conditional(name("x"), TripKind::dynamic, 1);
      if (choices_.one_in(2)) b_.tree.open_else();
    } else if (choices_.one_in(2)) {
      loops.push_back(b_.tree.open_loop(name("l"), TripKind::constant, (choices_.below(7) + 1) / 2, 1));
    } else {
      loops.push_back(b_.tree.open_loop(name("l"), TripKind::dynamic, 0, 1));
    }
  }
  void chain(InstructionId& place, std::uint32_t least) {
    std::vector<ScopeId> own;
    const std::uint32_t depth = b_.tree.depth();
    const std::uint32_t scopes = std::max(least, choices_.below(3));
    for (std::uint32_t i = 0; i < scopes; ++i) open(own, 4);
    place = b_.tree.add_instruction(engine_, name("i"), 1);
    while (b_.tree.depth() > depth) b_.tree.close();
  }
  void place() {
    switch (choices_.below(6)) {
      case 0:
      case 1: chain(p_, 0), chain(c_, 0); break;
      case 2:
      case 3: chain(c_, 0), chain(p_, 0); break;
      case 4: {
        const bool swap = choices_.one_in(2);
        b_.tree.open_conditional(name("y"), TripKind::dynamic, 1);
        chain(swap ? c_ : p_, 0);
        b_.tree.open_else();
        chain(swap ? p_ : c_, 0);
        b_.tree.close();
        break;
      }
      default: {  // a control dependency, its producer before, inside or after the scope it holds
        std::vector<ScopeId> own;
        const std::uint32_t where = choices_.below(3);
        if (where == 0) chain(p_, 0);
        held_ = b_.tree.open_loop(name("h"), TripKind::dynamic, 0, 1);
        if (where == 1) chain(p_, 0);
        b_.tree.close();
        if (where == 2) chain(p_, 0);
      }
    }
  }
  void depend() {
    std::vector<Distance> distances;
    if (!choices_.one_in(4)) {
      for (const ScopeId l : loops_) {
        static constexpr std::array<std::int32_t, 12> first = {0, 1, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1};
        static constexpr std::array<std::int32_t, 12> later = {0, 1, 0, -1, 0, 0, 0, 2, 0, -2, 0, 1};
        const std::int32_t k = distances.empty() ? first[choices_.below(12)] : later[choices_.below(12)];
        if (k != 0) distances.push_back({l, k});
      }
    }
    const bool star = distances.size() == 1 && choices_.one_in(4);
    if (held_.valid()) {
      b_.add_control_dependency(held_, p_, distances, star);
    } else {
      b_.add_dependency(c_, p_, distances, star);
    }
  }
  std::vector<std::uint32_t> list(const Tree& tree, const std::vector<std::vector<std::uint32_t>>& before, ScopeId s) {
    const Scope& scope = tree.scope(s);
    if (scope.trip_kind == TripKind::constant) return {scope.trips};
    std::vector<std::uint32_t> out;
    if (scope.kind == ScopeKind::else_branch) {
      for (const std::uint32_t t : before[scope.sibling.value]) out.push_back(1 - t);
      return out;
    }
    const std::uint32_t visits = 1 + choices_.below(4);
    for (std::uint32_t i = 0; i < visits; ++i) {
      out.push_back(scope.is_branch() ? choices_.below(2) : (choices_.below(6) + 1) / 2);
    }
    return out;
  }

  // Every scope and instruction has a name of its own, without an underscore.
  std::string name(std::string_view kind) { return std::string(kind) + std::to_string(++names_); }

  Choices& choices_;
  ProgramBuilder b_{"p"};
  EngineId engine_;
  std::vector<ScopeId> loops_;
  InstructionId p_;
  InstructionId c_;
  ScopeId held_;
  int names_ = 0;
};

inline std::uint32_t trips_at(const ProgramCase& c, ScopeId s, std::uint64_t n) {
  const auto& list = c.trips[s.value];
  return list[std::min<std::uint64_t>(n - 1, list.size() - 1)];
}

// The registers of semantics.md 4, kept along a stream.
class Registers {
 public:
  explicit Registers(const Tree& tree)
      : tree_(tree), r_(tree.scope_count(), 0), t_(tree.scope_count(), 0), starts_(tree.scope_count()) {}

  void enter(ScopeId s) {
    starts_[s.value].push_back(r_);  // every r as it stands at the start of this iteration, before it is counted
    ++r_[s.value];
    ++t_[s.value];
    for (const ScopeId m : tree_.scopes()) {
      if (tree_.scope(m).parent == s) t_[m.value] = 0;
    }
  }
  [[nodiscard]] std::int64_t r(ScopeId s) const { return r_[s.value]; }
  [[nodiscard]] std::int64_t t(ScopeId s) const { return t_[s.value]; }
  // r of `of` at the start of the iteration of `over` that is j before the current one; 0 before the first.
  [[nodiscard]] std::int64_t history(ScopeId of, ScopeId over, std::int64_t j) const {
    const auto& all = starts_[over.value];
    if (j >= static_cast<std::int64_t>(all.size())) return 0;
    return all[all.size() - 1 - static_cast<std::size_t>(j)][of.value];
  }

 private:
  const Tree& tree_;
  std::vector<std::int64_t> r_;
  std::vector<std::int64_t> t_;
  std::vector<std::vector<std::vector<std::int64_t>>> starts_;
};

}  // namespace counterpoint::testing
