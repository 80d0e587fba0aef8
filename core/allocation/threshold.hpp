// The formulas of semantics.md 4: how many retirements of its producer a dependency waits for, and when it waits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/allocation/lowering.hpp"
#include "core/dependence/classify.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// What the formulas of one dependency speak of.
struct Formula {
  const Program& program;
  DependencyId dependency;
  const Classification& classified;
  bool literal = false;  // as in the paper: t of an outermost loop is kept although it equals r, its mask too

  [[nodiscard]] const Tree& tree() const { return program.tree; }
  [[nodiscard]] InstructionId producer() const { return program.dependency(dependency).producer; }
};

// The column `expr` of the table: entries of P up to the target, on the engine at hand. The class is not `rejected`
// and the dependency not `never_owed`.
[[nodiscard]] Value entries_up_to_target(const Formula& f, Lowering& lower);

// `threshold` where something is owed, else a number that every counter has reached (see Lowering::masked, also for
// `near`). Left out where k = 0; for the outermost component also where its loop is entered in one trip only and
// `keep_all` is false: the thresholds of every class are then <= 0 while the component looks before the trip (signed
// comparison, or wrap-safe).
[[nodiscard]] Value with_masks(const Formula& f, Lowering& lower, Value threshold, bool keep_all = false,
                               std::optional<Value> near = std::nullopt);

// Whether a scope has one trip only, because nothing but branches lies between it and the root: then t = r.
[[nodiscard]] bool one_trip(const Tree& tree, ScopeId s);

// Registers of a history that one dependency's formula reads; 0 if it reads none.
[[nodiscard]] std::int64_t history_depth(const Classification& c);

}  // namespace counterpoint
