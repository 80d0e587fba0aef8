// Random pairs that somebody may want to prove or refute for all trip counts, and the worst that trips of a bound show.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. A random program of the shape given (verify/generate/program.hpp) with an allocation by random scheme
// and options; programs that all of them refuse are drawn anew. A third stays as it is allocated; a third is rewritten
// one to four times so that it means the same (tests/verify/rewritings.hpp); a third gets one fault of verify/mutate at
// a random place. The second and third kind are printed and read again, as a file that somebody wrote would be.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "core/allocation/allocate.hpp"
#include "core/text/text.hpp"
#include "tests/verify/rewritings.hpp"
#include "verify/assignments/assignments.hpp"
#include "verify/decide.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"
#include "verify/mutate/operators.hpp"

namespace counterpoint::testing {

enum class Origin : std::uint8_t { allocated, rewritten, faulty };

struct RandomPair {
  Program program;
  Implementation original;        // as allocated
  Implementation implementation;  // what it became
  Pairing pairing;                // of that
  Origin origin = Origin::allocated;
  std::string how;  // "per-loop", "per-loop, rename, count double", "per-engine, wait-dropped"

  [[nodiscard]] std::string text() const { return how + "\n" + print(program) + print(implementation); }
};

// One that the relation, exploration and a prover can all take.
[[nodiscard]] inline Shape shape_to_prove() {
  Shape shape;
  shape.instructions = 6;
  shape.dependencies = 6;
  shape.scopes = 3;
  return shape;
}

[[nodiscard]] inline Implementation read_again(const Implementation& made) {
  auto read = parse_implementation(print(made), "implementation");
  if (!read) throw std::runtime_error(to_string(read.error().front()) + "\n" + print(made));
  return std::move(*read);
}

// One fault of that kind at a random place; nothing if it applies nowhere, or the result cannot be read.
[[nodiscard]] inline std::optional<Implementation> with_fault_of(const mutation::OperatorEntry& chosen,
                                                                 const Implementation& made, Choices& choices,
                                                                 std::string& how) {
  const mutation::Draft draft = mutation::draft_of(made);
  const mutation::Roles roles(draft);
  mutation::Sites sites(draft, roles);
  chosen.find(sites);
  if (sites.edits().empty()) return std::nullopt;
  mutation::Draft mutant = draft;
  sites.edits()[choices.below(static_cast<std::uint32_t>(sites.edits().size()))].apply(mutant);
  if (mutant.compare != draft.compare) return std::nullopt;  // a fault of the question, not of the text
  auto read = parse_implementation(print(mutation::build(mutant)), "mutant");
  if (!read) return std::nullopt;
  how += ", " + std::string(chosen.name);
  return std::move(*read);
}

// The same of a random kind.
[[nodiscard]] inline std::optional<Implementation> with_fault(const Implementation& made, Choices& choices,
                                                              std::string& how) {
  const auto operators = mutation::all_operators();
  return with_fault_of(operators[choices.below(static_cast<std::uint32_t>(operators.size()))], made, choices, how);
}

// A pure function of the seed and the shape, the same on every platform.
[[nodiscard]] inline RandomPair random_pair(std::uint64_t seed, const Shape& shape = shape_to_prove()) {
  constexpr std::uint64_t most = 1000;
  for (std::uint64_t again = 0; again < most; ++again) {
    Choices choices(mix(seed) ^ mix(~again));
    RandomPair pair;
    pair.program = generate_program(choices, shape);
    auto made = allocate(pair.program, generate_options(choices));
    if (!made) continue;
    pair.how = made->implementation.scheme;
    pair.original = std::move(made->implementation);
    pair.origin = static_cast<Origin>(choices.below(3));
    pair.implementation = read_again(pair.original);
    if (pair.origin == Origin::rewritten) {
      Rewriter rewriter(pair.original, choices);
      for (std::uint32_t n = 1 + choices.below(4); n > 0; --n) {
        const std::string done = rewriter.change();
        if (!done.empty()) pair.how += ", " + done;
      }
      pair.implementation = read_again(rewriter.build());
    } else if (pair.origin == Origin::faulty) {
      std::optional<Implementation> faulty;
      for (int tries = 0; tries < 30 && !faulty; ++tries) faulty = with_fault(pair.original, choices, pair.how);
      if (!faulty) continue;
      pair.implementation = std::move(*faulty);
    }
    auto paired = pair_up(pair.program, pair.implementation);
    if (!paired) continue;  // a fault may make it no implementation at all
    pair.pairing = std::move(*paired);
    return pair;
  }
  throw std::runtime_error("no random program can be allocated");
}

struct WorstVerdict {
  VerdictWord word = VerdictWord::equivalent;  // of the assignments that were decided
  Assignment assignment;                       // the first of that word, if it is not `equivalent`
  std::size_t decided = 0;
  std::size_t undecided = 0;
};

// The worst of `check` over the assignments of the bound, in their order; it ends at the first `unsafe`. Throws if the
// deciders disagree, or a witness does not replay. `within_64_bits`: without assignments at which a number overflows.
[[nodiscard]] inline WorstVerdict worst_over_bound(const Program& program, const Implementation& implementation,
                                                   const Pairing& pairing, const AssignmentOptions& options = {},
                                                   std::uint64_t states = 20'000, bool within_64_bits = false) {
  const Assignments all(program.tree, options);
  IdVector<EngineId, EngineId> same;
  for (const EngineId e : program.tree.engines()) same.push_back(e);
  WorstVerdict worst;
  for (std::size_t n = 0; n < all.size() && worst.word != VerdictWord::unsafe; ++n) {
    const Assignment a = all.at(n);
    const Trips of_program = all.trips(program.tree, a, same);
    const Trips of_implementation = all.trips(implementation.tree, a, pairing.engine_to_implementation);
    Question q{program, implementation, pairing, of_program, of_implementation};
    q.states = states;
    const Judgement judged = decide(q);
    if (!judged.disagreement.empty()) throw std::runtime_error(judged.disagreement);
    const VerdictWord word = judged.verdict.word;
    if (within_64_bits && judged.verdict.reason == "overflow") continue;
    ++(word == VerdictWord::undecided ? worst.undecided : worst.decided);
    if (severity(word) > severity(worst.word)) {
      worst.word = word;
      worst.assignment = a;
    }
  }
  return worst;
}

}  // namespace counterpoint::testing
