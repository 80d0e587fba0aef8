// Which counts and registers are affine combinations of others wherever an engine passes: guessed from runs.
// SPDX-License-Identifier: Apache-2.0
//
// What. The walk is run with random trip counts on numbers; at each cut point the vectors of all that is followed span
// a space, and what is constantly orthogonal to it are affine equalities. They are written as one equality for each
// dependent column, over independent ones; the order of columns says what is preferably expressed by what: counts of
// the model first, then masks and masked counts, then ghosts, then registers, and last `shift j` of a snapshot, which
// is what it was j iterations ago. Not trusted. An equality that holds in the runs alone is refuted when the edges are
// checked (facts.hpp) and dropped. Why runs and not Karr's analysis: masks, products, min, mod and any other operation
// need no abstraction here, since an engine's registers do not depend on other engines. Arithmetic is modulo 2^61 - 1,
// coefficients are read back as fractions. Cost: steps * columns^2. Source: certification.md 4.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "smt/walk/evaluator.hpp"
#include "smt/walk/graph.hpp"
#include "smt/walk/row_space.hpp"

namespace counterpoint::smt {

enum class ColumnKind : std::uint8_t {
  one,
  variable,  // `variable`
  mask,      // 1 if trip variable `variable` > `limit`, else 0
  masked,    // mask column `mask` times variable `variable`
  shift      // what snapshot `variable` was of `limit` iterations ago; 0: the current or the last one that ended
};

struct Column {
  ColumnKind kind = ColumnKind::one;
  std::uint32_t variable = 0;
  std::uint32_t mask = 0;
  std::int64_t limit = 0;
};

// denominator * column = sum of coefficient * column.
struct Equality {
  std::uint32_t column = 0;
  std::int64_t denominator = 1;
  std::vector<std::pair<std::uint32_t, std::int64_t>> sum;
};

struct Equalities {
  std::vector<Column> columns;
  std::vector<std::vector<Equality>> at;           // by node
  std::vector<std::vector<Equality>> within_trip;  // by node: of shift columns, holds where their iteration lies in
                                                   // the current trip of their scope
  // By node: an equality that holds where the instruction of variable `latest` has been passed, or where it has not.
  struct Conditional {
    std::uint32_t latest = 0;
    bool passed = true;
    Equality equality;
  };
  std::vector<std::vector<Conditional>> passed;
  std::vector<std::vector<std::uint32_t>> always_passed;  // by node: the `latest` whose instruction was, in every run
  // By node: what holds of a shift column where it is above the initial value of its cell, and what registers are where
  // it is not.
  struct Begun {
    std::uint32_t column = 0;
    std::optional<Equality> above;
    std::vector<std::pair<std::uint32_t, std::int64_t>> below;  // register variable, number
  };
  std::vector<std::vector<Begun>> begun;
  std::vector<bool> reached;  // by node: whether any run came there
};

// A dependent column of a reduced space; none if a factor is no small fraction.
[[nodiscard]] std::optional<Equality> equality_of(const RowSpace& space, std::size_t column);

// `masks`: trip variables and limits to try as masks.
[[nodiscard]] Equalities guess_equalities(const Terms& terms, const Following& following, const Graph& graph,
                                          const BlockFacts& facts, const Tree& tree,
                                          const std::vector<std::pair<std::uint32_t, std::int64_t>>& masks);

}  // namespace counterpoint::smt
