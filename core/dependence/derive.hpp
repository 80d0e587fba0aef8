// Which dependencies the accesses to buffers need, and which of them a program gives, implies or misses.
// SPDX-License-Identifier: Apache-2.0
//
// What. For every ordered pair (earlier access, later access) of one buffer, of which one writes and whose slots can be
// the same, the distance at which the later instruction has to wait for the earlier one, by the rule of language.md:
// (a - b) mod N on the loop L that rotates both, plus N when that is 0 and the earlier one is not before the later one
// in the text; for any other pair 0 if it is before, else 1 on the innermost common loop (at the root: nothing). A
// distance of 1 or more protects one trip only, so every loop M around the loop it is on adds `@M-1@*`.
//
// Where L is not the innermost common loop S' the rule is read so that it protects all inner iterations: a distance
// k >= 1 is `@L-k@*`; and if both touch the same slot in one L-iteration, in the wrong order of the text, the distances
// are 1 on S', `@M-1@*` for the loops between, and `@L-N@*`.
//
// Accesses to two buffers with addresses in one space conflict where their bytes overlap, a rotating access being one
// of the whole buffer; they are "any other pair" of the rule. A buffer whose address or size is not known conflicts
// with itself only.
//
// Given: the program has that dependency, or a stronger one between the same two. Implied: the rest of the program
// guarantees it for all trips (reach.hpp, with the path), or both are on one `inorder` engine, which orders its own
// commits. Missing: neither was shown. A path that crosses a third engine holds because the scopes on it are uniform;
// with divergent scopes it is not taken.
//
// Cost: linear in accesses and conflicting pairs, times a bounded search per instruction that has a conflict; a program
// with more pairs than `most_conflicts` is cut there and says so. Source: language.md "Programs",
// semantics.md 5.9-5.11.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence/reach.hpp"

namespace counterpoint {

enum class ConflictKind : std::uint8_t { true_dependence, anti, output };
enum class ConflictStatus : std::uint8_t { given, implied, missing };

struct Conflict {
  InstructionId earlier;
  InstructionId later;
  Access earlier_access;
  Access later_access;
  ConflictKind kind = ConflictKind::true_dependence;
  ConflictStatus status = ConflictStatus::missing;
  bool star = false;             // the distance is on a loop around the innermost common one: `@*`
  bool closure = false;          // protects the start of a trip of an inner loop
  bool in_order = false;         // implied: one `inorder` engine
  bool any_trips = false;        // implied by a path that needs no uniform trips
  bool cut_off = false;          // missing, and a limit stopped the search for a path
  Extent distance;               // `now`: 0
  DependencyId given;            // the dependency that gives it
  std::uint32_t first_step = 0;  // its path: Derivation::steps
  std::uint32_t last_step = 0;
};

struct Derivation {
  std::vector<Conflict> conflicts;  // by later instruction, then earlier, in the order of the text
  std::vector<PathStep> steps;
  std::size_t given = 0;
  std::size_t implied = 0;
  std::size_t missing = 0;
  bool truncated = false;  // there are more conflicting pairs than the limit

  [[nodiscard]] std::span<const PathStep> path(const Conflict& c) const {
    return std::span(steps).subspan(c.first_step, c.last_step - c.first_step);
  }
};

struct DeriveOptions {
  std::size_t most_conflicts = 2'000'000;
  std::uint64_t search_steps = 400'000'000;  // over all instructions together; at least 2,000 for each
};

[[nodiscard]] Derivation derive(const Program& program, const DeriveOptions& options = {});

// The program with every missing dependency added once, after those given.
[[nodiscard]] Program with_missing(const Program& program, const Derivation& derivation);

}  // namespace counterpoint
