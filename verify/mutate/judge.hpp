// Whether anything tells a mutant from the implementation it was made from, over the trip counts of a bound.
// SPDX-License-Identifier: Apache-2.0
//
// What. At one assignment of trips the mutant and the original each have a verdict against the same program. The mutant
// is *killed* there if its verdict is another word than the original's, or both refine but by clocks some consumer must
// wait for other instances. So where the original is `equivalent`, as exact allocations are, any other verdict kills;
// where it only `refines` (a barrier, a strengthened wait), so does any change in what is waited for too long.
// A mutant that no assignment of the bound kills is *equivalent (bounded)*; one for which some assignment could not be
// decided within the limits is *undecided*.
// How. Cheap things first: the assignments that killed other mutants of the same implementation, by order; then all of
// them by order. Where order's preconditions do not hold: by maximal runs if still nothing disables anything
// (verify/mutate/monotone.hpp: two writers, both kinds of update, most `==`); else a few random runs on both machines,
// which can kill but not acquit (verify/mutual_replay.hpp), then exploration, with small limits first. Only order knows
// what a wait that is too long waits for; the others compare words.
// Invariant. Only facts kill: a verdict of a decider, or a run that the program does not allow, that stops where the
// program goes on, or that faults. A run counts only if its word is worse than the original's verdict.
// Cost: a killed mutant mostly one decision; an equivalent one, all assignments, where mostly its clocks alone are
// computed and found to be the original's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/verdict.hpp"
#include "verify/assignments/assignments.hpp"
#include "verify/question.hpp"

namespace counterpoint::mutation {

enum class Fate : std::uint8_t { refused, killed, equivalent, undecided };
enum class Killer : std::uint8_t { none, pairing, order, monotone, replay, explore };
// "pairing", "order", ...
[[nodiscard]] std::string_view killer_name(Killer k);

// Two deciders that give different verdicts for one pair at one assignment: a defect of one of them.
struct Disagreement {
  Killer by = Killer::order;  // or monotone
  VerdictWord word = VerdictWord::undecided;
  VerdictWord by_exploration = VerdictWord::undecided;
  std::size_t assignment = 0;
};

struct Trial {
  Fate fate = Fate::undecided;
  Killer by = Killer::none;
  VerdictWord word = VerdictWord::undecided;      // killed: the verdict that differs
  VerdictWord original = VerdictWord::undecided;  // killed: of the original, at the same assignment
  std::size_t assignment = 0;                     // killed, or the first left open: its index
  std::string reason;                             // refused: the first message; undecided: what gave up
  std::size_t open = 0;                           // undecided: assignments left open
  std::optional<Disagreement> disagreement;
};

struct JudgeOptions {
  std::uint64_t states = std::uint64_t{1} << 20U;  // exploration of one pair
  std::uint64_t budget = std::uint64_t{1} << 23U;  // states of all explorations of one mutant
  std::uint64_t confirm = 0;                       // explore up to so many states what others decided; 0: do not
  std::uint64_t seed = 1;                          // random runs
};

class MutantComparison;  // one mutant against the original
class OriginalAt;        // one assignment: its trips, and what is known of the original there

class Judge {
 public:
  // All references must outlive the judge. The pair must pair up.
  Judge(const Program& program, const Implementation& original, const Assignments& assignments,
        const JudgeOptions& options);
  ~Judge();

  // A mutant has the engines and scopes of the original.
  [[nodiscard]] Trial judge(const Implementation& mutant, Comparison compare);

 private:
  friend class MutantComparison;

  [[nodiscard]] OriginalAt& place(std::size_t n);
  void remember(std::size_t n);

  const Program& program_;
  const Implementation& original_;
  const Assignments& assignments_;
  JudgeOptions options_;
  Machine machine_;  // of the original; its trips are nobody's
  Pairing pairing_;
  std::vector<std::unique_ptr<OriginalAt>> places_;
  std::vector<std::pair<std::size_t, std::size_t>> killers_;  // kills, assignment: those that killed most first
};

}  // namespace counterpoint::mutation
