// How much of a producer has retired (or issued) when a consumer issues, and how two such facts combine.
// SPDX-License-Identifier: Apache-2.0
//
// What. An extent speaks of one instance of a consumer c and of an instruction x, S their innermost common scope:
// - now: every x of an S-iteration up to and including the current one;
// - (M, a), M a loop around both: every x up to the end of the M-iteration a before the current one, if the current
//   trip of M has had more than a iterations (Equation 1 owes nothing before that).
// A dependency at distance 0 is `now`, `p@M-a@*` is (M, a), and so is `p@M-a` at the innermost common loop M.
//
// Combining. From c to q by one extent and from q to x by another follows one from c to x, in four cases. Take the last
// q* that the first extent reaches; what q* knows is what c knows. Write S1, S2 for the scopes common to c and q, q and
// x, and "q is sure below S" if every scope below S down to q is a loop of constant trips >= 1 (so each S-iteration
// has a q; the trips of any other scope may be zero).
//   now   . now    = now       if q is sure below the deeper of S1 and S2: every S2-iteration with an x has a q.
//   now   . (M,a)  = (M,a)     if M encloses S1 and q is sure below S1: q* is in the current M-iteration.
//   (M,a) . now    = (M,a)     if M encloses S2 and q is sure below S2: as the first, up to the end of that iteration.
//   (M,a) . (M,b)  = (M,a+b)   if q is sure below M: q* is in M-iteration T - a, and T > a + b gives T - a > b.
// Other pairs hold only for some iterations of a trip and give nothing. The cases argue about the place of instances in
// one iteration space. It is the same on all engines where the scopes of c, q and x are uniform; with divergent trips
// they hold as long as q is on c's own engine, because Equation 1 counts there (semantics.md 5.11, program 24).
//
// Cost: O(1) each after a table of the scopes, except `relate`, O(depth). Source: semantics.md 1 and 5.11.
#pragma once

#include <cstdint>
#include <optional>

#include "core/program/program.hpp"

namespace counterpoint {

struct Extent {
  ScopeId loop;           // none: now
  std::int64_t back = 0;  // >= 1 with a loop
  [[nodiscard]] bool now() const { return !loop.valid(); }
  friend bool operator==(const Extent&, const Extent&) = default;
};

// Whether having waited for `a` is having waited for `b`, of the same producer.
[[nodiscard]] inline bool covers(const Extent& a, const Extent& b) {
  return a.now() || (!b.now() && a.loop == b.loop && a.back <= b.back);
}

// What a dependency makes its consumer wait for; a vector of several components is rounded down to one loop, and none
// is left where a second positive component excuses iterations in the middle of a trip.
[[nodiscard]] std::optional<Extent> extent_of(const Program& program, DependencyId d);

// Where an instruction or the start of a visit stands. `key` orders places by the text.
struct Place {
  ScopeId scope;
  std::uint32_t item = 0;
  std::uint64_t key = 0;
};

struct Relation {
  ScopeId common;
  bool before = false;  // the first comes before the second in the body of `common`, or they are exclusive
};
[[nodiscard]] Relation relate(const Tree& tree, const Place& first, const Place& second);

// What the composition asks about scopes, in one pass over them.
class ScopeTable {
 public:
  explicit ScopeTable(const Tree& tree);
  // Every scope strictly below `outer` down to `inner` is a loop of constant trips, at least 1.
  [[nodiscard]] bool sure_below(ScopeId outer, ScopeId inner) const { return unsure_depth_[inner] <= depth_[outer]; }
  [[nodiscard]] bool uniform(ScopeId s) const { return uniform_[s]; }
  [[nodiscard]] std::uint32_t depth(ScopeId s) const { return depth_[s]; }
  // The instructions of a scope and of everything in it are [first, last).
  [[nodiscard]] std::uint32_t first_instruction(ScopeId s) const { return first_[s]; }
  [[nodiscard]] std::uint32_t last_instruction(ScopeId s) const { return last_[s]; }

 private:
  IdVector<ScopeId, std::uint32_t> depth_;
  IdVector<ScopeId, std::uint32_t> unsure_depth_;  // of the deepest scope around (or itself) that may run zero times
  IdVector<ScopeId, std::uint8_t> uniform_;
  IdVector<ScopeId, std::uint32_t> first_;
  IdVector<ScopeId, std::uint32_t> last_;
};

[[nodiscard]] Place place_of(const Tree& tree, InstructionId i);
// The start of a visit of `s`: right before everything in it.
[[nodiscard]] Place place_of_visit(const Tree& tree, const ScopeTable& table, ScopeId s);

// From c to q by `far`, from q to x by `near`: the four cases above. `via` is q's scope, S1 and S2 as there.
[[nodiscard]] std::optional<Extent> compose(const Tree& tree, const ScopeTable& table, const Extent& far, ScopeId s1,
                                            ScopeId via, const Extent& near, ScopeId s2);

}  // namespace counterpoint
