// The oracles, and the table of them.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/oracles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/dependence/classify.hpp"
#include "core/dependence/cycle.hpp"
#include "core/machine/run.hpp"
#include "core/text/text.hpp"
#include "verify/fuzz/rename.hpp"
#include "verify/machines.hpp"

namespace counterpoint::fuzzing {
namespace {

const Finding holds{};
const Finding not_applicable{Said::not_applicable, "", std::nullopt, false};
Finding fails(std::string what, std::optional<VerdictWord> expected = std::nullopt) {
  return {Said::fails, std::move(what), expected, false};
}

bool decided(const Judgement& j) { return j.verdict.word != VerdictWord::undecided && j.disagreement.empty(); }

std::string verdict_text(const Verdict& v) {
  return v.reason.empty() ? std::string(to_text(v.word)) : fmt::format("{} ({})", to_text(v.word), v.reason);
}

// Exploration is the definition of the verdicts word for word: what it says is what is expected of the others.
std::optional<VerdictWord> by_definition(const Judgement& j) {
  for (const DeciderAnswer& a : j.answers) {
    if (a.by == "explore" && a.verdict && a.verdict->word != VerdictWord::undecided) return a.verdict->word;
  }
  return std::nullopt;
}

// --- those who decide

Finding engines_agree(Examination& x) {
  if (x.implementation() == nullptr) return not_applicable;
  const Judgement& j = x.judgement();
  if (!j.disagreement.empty()) return fails(j.disagreement, by_definition(j));
  const auto deciding = std::ranges::count_if(
      j.answers, [](const DeciderAnswer& a) { return a.verdict && a.verdict->word != VerdictWord::undecided; });
  // One alone agrees with itself, but its witness was replayed.
  return deciding >= 2 || !j.verdict.witness.empty() ? holds : not_applicable;
}

Finding deadlocks_agree(Examination& x) {
  if (x.implementation() == nullptr) return not_applicable;
  Question q = x.question();
  q.property = Property::deadlock;
  const Judgement alone = x.subject().decide(q);
  if (!alone.disagreement.empty()) return fails("of deadlocks alone: " + alone.disagreement);
  const Judgement& full = x.judgement();
  if (!decided(full) || !decided(alone)) return not_applicable;
  const VerdictWord word = full.verdict.word;
  // A pair that is ahead of its program may or may not get stuck as well.
  if (word == VerdictWord::unsafe && full.verdict.reason == "early-issue") return not_applicable;
  const VerdictWord expected = word == VerdictWord::unsafe || word == VerdictWord::deadlock ? word : VerdictWord::clean;
  if (alone.verdict.word == expected) return holds;
  return fails(fmt::format("the pair is {}, asked for deadlocks alone it is {}", verdict_text(full.verdict),
                           verdict_text(alone.verdict)));
}

// Verdicts without a window hold with every window (semantics.md 3).
Finding windows_agree(Examination& x) {
  if (x.implementation() == nullptr || x.tested().window != 0 || !decided(x.judgement())) return not_applicable;
  if (x.judgement().verdict.word != VerdictWord::equivalent) return not_applicable;
  Question q = x.question();
  q.window = 1 + x.tested().program.tree.instruction_count() % 3;
  const Judgement with = x.subject().decide(q);
  if (!with.disagreement.empty()) return fails(fmt::format("with a window of {}: {}", q.window, with.disagreement));
  if (!decided(with)) return not_applicable;
  if (with.verdict.word == VerdictWord::equivalent) return holds;
  return fails(fmt::format("equivalent without a window, {} with one of {}", verdict_text(with.verdict), q.window));
}

Finding names_do_not_matter(Examination& x) {
  if (x.implementation() == nullptr || !decided(x.judgement())) return not_applicable;
  const Case other = renamed(x.tested(), *x.implementation());
  Examination examined(other, x.subject(), x.limits());
  const Judgement& j = examined.judgement();
  if (!j.disagreement.empty()) return fails("with other names and engines in another order: " + j.disagreement);
  if (j.verdict.word == x.judgement().verdict.word) return holds;
  return fails(fmt::format("{}, with other names and engines in another order {}", verdict_text(x.judgement().verdict),
                           verdict_text(j.verdict)),
               x.judgement().verdict.word);
}

// --- random runs

// Whether the program's buffers hold the same at the end of every run.
bool race_free(const Machine& program, std::uint64_t steps) {
  RunOptions options;
  options.schedule = Schedule::round_robin;
  options.max_steps = steps;
  const RunResult result = run(program, options);
  return result.races_checked && !result.race && result.outcome == Outcome::completed;
}

// Whether a difference that a run found is one that the verdict speaks of.
bool explains(VerdictWord word, const Difference& difference, bool eager) {
  switch (difference.kind) {
    case DifferenceKind::early:
    case DifferenceKind::fault: return word == VerdictWord::unsafe;
    case DifferenceKind::stuck: return word == VerdictWord::unsafe || word == VerdictWord::deadlock;
    // A run of the program that the implementation cannot follow; where an internal step was one choice of several,
    // another choice might have.
    case DifferenceKind::late: return word != VerdictWord::equivalent || eager;
    case DifferenceKind::state: return word == VerdictWord::unsafe;
  }
  return false;
}

Finding runs_agree(Examination& x) {
  if (x.implementation() == nullptr || !decided(x.judgement())) return not_applicable;
  const Question q = x.question();
  const Machines machines = machines_of(q);
  MutualReplayOptions options;
  options.runs = x.limits().replays;
  options.limit = x.limits().replay_steps;
  options.compare_data = race_free(machines.program, options.limit);
  const MutualReplayResult result = replay_mutually(machines.program, machines.implementation, q.pairing, options);
  if (!result.difference) return holds;
  const VerdictWord word = x.judgement().verdict.word;
  if (explains(word, *result.difference, result.eager)) return holds;
  return fails(fmt::format("{}, but the random run of seed {} led by the {} shows a difference of the kind {}",
                           to_text(word), result.difference->seed,
                           result.difference->implementation_leads ? "implementation" : "program",
                           difference_name(result.difference->kind)));
}

// --- allocations

bool is_baseline(const AllocationOptions& options) {
  return options.scheme == Scheme::barrier || options.scheme == Scheme::barrier_lean;
}

bool every_dependency_is_exact(const Program& program) {
  for (const DependencyId d : program.all_dependencies()) {
    if (!classify(program, d).exact) return false;
  }
  return true;
}

bool same_on_every_engine(const Case& tested) {
  return std::ranges::none_of(tested.trips, [](const std::string& o) { return o.find('@') != std::string::npos; });
}

// An allocation on hardware that never wraps, decided without a disagreement.
bool promised(Examination& x) {
  return x.tested().options && x.tested().plain() && x.implementation() != nullptr && decided(x.judgement());
}

bool promises_equivalence(Examination& x) {
  return !is_baseline(*x.tested().options) && x.implementation()->tree.barrier_count() == 0 &&
         every_dependency_is_exact(x.tested().program);
}

// semantics.md 4: where every class is exact, so is the allocation.
Finding exact_ones_are_equivalent(Examination& x) {
  if (!promised(x) || !promises_equivalence(x)) return not_applicable;
  const Verdict& v = x.judgement().verdict;
  if (v.word == VerdictWord::equivalent) return holds;
  return fails(fmt::format("every dependency is exact, but the allocation is {}", verdict_text(v)),
               VerdictWord::equivalent);
}

// semantics.md 4 and 5.5: what over-waits is never ahead, and adds no deadlock under its hypotheses.
Finding safe_ones_are_safe(Examination& x) {
  if (!promised(x) || promises_equivalence(x)) return not_applicable;
  const Verdict& v = x.judgement().verdict;
  if (v.word == VerdictWord::unsafe) return fails("the allocation is " + verdict_text(v));
  const Program& program = x.tested().program;
  const bool no_deadlock = is_baseline(*x.tested().options)
                               ? zero_distance_cycles(program).empty()
                               : same_on_every_engine(x.tested()) && !sequential_fault(program);
  if (v.word != VerdictWord::deadlock || !no_deadlock) return holds;
  return fails("the allocation adds a deadlock to a program that the sequential order satisfies");
}

// Registers and masks that no wait reads change nothing.
Finding levels_agree(Examination& x) {
  if (!promised(x)) return not_applicable;
  AllocationOptions options = *x.tested().options;
  options.optimize = 1 - options.optimize;
  const auto other = x.subject().allocate(x.tested().program, options);
  if (!other) return fails(fmt::format("with --optimize {} it is refused", options.optimize));
  const Judgement j = x.judge(other->implementation);
  if (!j.disagreement.empty()) return fails(fmt::format("with --optimize {}: {}", options.optimize, j.disagreement));
  if (j.verdict.word == VerdictWord::undecided) return not_applicable;
  if (j.verdict.word == x.judgement().verdict.word) return holds;
  return fails(fmt::format("{}, with --optimize {} it is {}", verdict_text(x.judgement().verdict), options.optimize,
                           verdict_text(j.verdict)));
}

Finding allocates_the_same_twice(Examination& x) {
  if (!x.tested().options || x.implementation() == nullptr) return not_applicable;
  const auto again = x.subject().allocate(x.tested().program, *x.tested().options);
  if (!again) return fails("the second time it is refused");
  if (print(*x.implementation()) == print(again->implementation)) return holds;
  return fails("the second implementation is another one");
}

// --- texts

std::string first_message(const Diagnostics& all) { return all.empty() ? "no message" : to_string(all.front()); }

template <class Content, class Read, class Same>
std::string comes_back(const Content& content, const std::string& text, Read read, Same same, const char* what) {
  const auto again = read(text, what);
  if (!again) return fmt::format("the {} that was written cannot be read: {}", what, first_message(again.error()));
  if (!same(content, *again)) return fmt::format("the {} that was written reads as another one", what);
  return print(*again) == print(content) ? "" : fmt::format("the {} is written in another way again", what);
}

Finding writes_what_it_reads(Examination& x, bool json) {
  const Program& program = x.tested().program;
  std::string wrong =
      comes_back(program, json ? print_json(program) : print(program), parse_program, same_program, "program");
  const Implementation* i = x.implementation();
  if (wrong.empty() && i != nullptr) {
    wrong =
        comes_back(*i, json ? print_json(*i) : print(*i), parse_implementation, same_implementation, "implementation");
  }
  return wrong.empty() ? holds : fails(std::move(wrong));
}
Finding text_comes_back(Examination& x) { return writes_what_it_reads(x, false); }
Finding json_comes_back(Examination& x) { return writes_what_it_reads(x, true); }

constexpr std::array oracles = {
    OracleEntry{"engines", "every engine that decides says the same, and every witness replays on both machines",
                engines_agree},
    OracleEntry{"exact", "an allocation without inexact classes is equivalent", exact_ones_are_equivalent},
    OracleEntry{"safe", "any other is never ahead, and adds no deadlock where it promises that", safe_ones_are_safe},
    OracleEntry{"levels", "dropping what no wait reads keeps the verdict", levels_agree},
    OracleEntry{"runs", "random runs of either machine show no difference that the verdict does not speak of",
                runs_agree},
    OracleEntry{"deadlocks", "--property deadlock fits the whole verdict", deadlocks_agree},
    OracleEntry{"windows", "what is equivalent is so with a window too", windows_agree},
    OracleEntry{"names", "other names and another order of engines keep the verdict", names_do_not_matter},
    OracleEntry{"again", "allocating twice gives one text", allocates_the_same_twice},
    OracleEntry{"text", "what is written as text reads as the same", text_comes_back},
    OracleEntry{"json", "what is written as JSON reads as the same", json_comes_back}};

}  // namespace

std::span<const OracleEntry> all_oracles() { return oracles; }

}  // namespace counterpoint::fuzzing
