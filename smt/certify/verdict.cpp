// The verdict of a proof, or of the run that refutes it.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "smt/certify/certify.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::int64_t largest_hint = 1'000'000;

// What the models of open obligations say of trip counts: "T.kv" is how far kv's trip had come when it failed.
std::vector<Assignment> hints_of(const Proof& proof, const Tree& tree) {
  std::vector<Assignment> hints;
  for (const OpenObligation& o : proof.open) {
    Assignment hint;
    for (const ScopeId s : tree.scopes()) {
      const std::string name = fmt::format("T.{}", tree.scope_name(s));
      const auto it = std::find_if(o.model.begin(), o.model.end(), [&](const auto& x) { return x.first == name; });
      if (it == o.model.end() || it->second < 0 || it->second > largest_hint) continue;
      if (tree.scope(s).kind == ScopeKind::else_branch || s == Tree::root()) continue;
      if (tree.scope(s).trip_kind == TripKind::constant) continue;
      hint.push_back({s, EngineId{}, {static_cast<std::uint32_t>(it->second)}});
    }
    if (!hint.empty()) hints.push_back(std::move(hint));
  }
  return hints;
}

}  // namespace

std::string solvers_of(SolverChoice c) {
  for (const SolverEntry& e : all_solver_choices()) {
    if (e.choice == c) return c == SolverChoice::both ? "z3+cvc5" : std::string(e.name);
  }
  return "";
}

namespace {

std::string sentence(const Proof& proof) {
  std::string text;
  for (const std::string& r : proof.refusals) text += fmt::format("not covered: {}\n", r);
  for (const OpenObligation& o : proof.open) {
    text += o.why.empty() ? fmt::format("open: {}\n", o.what) : fmt::format("open: {} ({})\n", o.what, o.why);
  }
  if (!text.empty()) text.pop_back();
  return text;
}

// Small enough that counts past its bound can be run.
constexpr std::uint32_t small_width = 8;

std::optional<Beyond> look_beyond(const Program& program, const Implementation& implementation, const Pairing& pairing,
                                  CertifyOptions options, const SearchOptions& search) {
  options.width = small_width;
  const Ranges ranges = prove_bounds(program, implementation, pairing, options);
  if (!ranges.entries || !ranges.open.empty()) return std::nullopt;
  RefuteOptions refuting;
  refuting.width = small_width;
  refuting.compare = options.compare;
  refuting.at_least = VerdictWord::refines;
  refuting.work = search.work / 16;
  refuting.stop = search.stop;
  for (const RangeCondition& c : ranges.conditions) {
    Assignment hint;
    std::int64_t sum = 0;
    for (const auto& [scope, factor] : c.sum) sum += factor;
    for (const auto& [scope, factor] : c.sum) {
      const Scope& s = program.tree.scope(scope);
      if (!s.is_loop() || s.trip_kind == TripKind::constant) continue;
      hint.push_back({scope, EngineId{}, {static_cast<std::uint32_t>(c.at_most / sum + 2)}});
    }
    if (!hint.empty()) refuting.hints.push_back(std::move(hint));
  }
  const RefuteResult found = refute(program, implementation, pairing, refuting);
  if (!found.refutation) return std::nullopt;
  return Beyond{small_width, *ranges.entries, found.worst, found.refutation->trip_options};
}

bool refutes(VerdictWord w) { return w == VerdictWord::unsafe || w == VerdictWord::deadlock; }

// A few short runs of a pair that was proved: numbers that leave 64 bits at once make the assumption empty, and any
// other difference is a fault of ours.
void probe(const Program& program, const Implementation& implementation, const Pairing& pairing,
           const SearchOptions& search, Certification& c) {
  constexpr std::size_t largest = 20'000;  // instructions
  if (program.tree.instruction_count() > largest) return;
  RefuteOptions few;
  few.assignments = 12;
  few.at_least = VerdictWord::refines;
  few.work = std::uint64_t{1} << 21U;
  few.instances = std::uint64_t{1} << 12U;  // where loops lie deep in each other, two iterations of each are many
  few.stop = search.stop;
  RefuteResult found = refute(program, implementation, pairing, few);
  if (!found.disagreement.empty()) throw InternalError(found.disagreement);
  if (!found.refutation) return;
  const Verdict& run = found.refutation->judgement.verdict;
  if (std::find(run.faults.begin(), run.faults.end(), FaultKind::overflow) == run.faults.end()) {
    throw InternalError(fmt::format("proved equivalent for all trip counts, but a run shows {}", to_text(run.word)));
  }
  c.verdict = run;
  c.verdict.bound = "trips=found";
  c.search = std::move(found);
}

// Runs keep every element of every semaphore, for each of the engines' clocks: where that alone is gigabytes, none is
// tried.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 21U;

std::uint64_t elements_of(const Implementation& implementation) {
  std::uint64_t sum = 0;
  for (const Semaphore& s : implementation.semaphores) sum += s.size;
  return sum;
}

}  // namespace

Certification certify(const Program& program, const Implementation& implementation, const Pairing& pairing,
                      const CertifyOptions& options, const SearchOptions& search) {
  Certification c;
  c.proof = prove_pair(program, implementation, pairing, options);
  Verdict& v = c.verdict;
  v.word = c.proof.word;
  v.reason = c.proof.reason;
  v.by = solvers_of(options.prover.solvers);
  if (v.word != VerdictWord::undecided) v.bound = "trips=all";
  v.assumptions = c.proof.assumptions;
  v.explanation = sentence(c.proof);
  const bool runs = search.search && elements_of(implementation) <= most_elements && !(search.stop && search.stop());
  if (c.proof.ranges && v.word != VerdictWord::undecided && runs) {
    if (options.compare == Comparison::as_signed) {
      c.beyond = look_beyond(program, implementation, pairing, options, search);
    } else {
      c.lag = growing_lag(program);
    }
  }
  if (v.word == VerdictWord::equivalent && runs && options.width == 0)
    probe(program, implementation, pairing, search, c);
  if (c.proof.word == VerdictWord::equivalent || !search.search || v.reason == "interrupted") return c;

  if (elements_of(implementation) > most_elements) {
    c.search = RefuteResult{};
    c.search->bound = fmt::format("none was tried, since semaphores have more than {} elements", most_elements);
    return c;
  }

  RefuteOptions refuting;
  refuting.hints = hints_of(c.proof, program.tree);
  refuting.at_least = v.word == VerdictWord::refines ? VerdictWord::refines : VerdictWord::deadlock;
  refuting.work = search.work;
  // What was proved of a width holds up to its bound only: a run that shows an excess needs no width.
  if (v.word == VerdictWord::undecided) {
    refuting.width = options.width;
    refuting.compare = options.compare;
  }
  refuting.stop = search.stop;
  c.search = refute(program, implementation, pairing, refuting);
  if (!c.search->disagreement.empty()) throw InternalError(c.search->disagreement);
  if (!c.search->refutation) return c;
  const Judgement& found = c.search->refutation->judgement;
  if (v.word == VerdictWord::refines && refutes(found.verdict.word)) {
    throw InternalError(
        fmt::format("proved to refine for all trip counts, but a run shows {}", to_text(found.verdict.word)));
  }
  if (refutes(found.verdict.word)) {
    v = found.verdict;
    v.bound = "trips=found";
  } else if (v.word == VerdictWord::refines) {
    v.excess = found.verdict.excess;
    v.witness = found.verdict.witness;
  }
  return c;
}

}  // namespace counterpoint::smt
