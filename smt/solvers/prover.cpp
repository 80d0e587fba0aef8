// Asks every solver, compares what they say, and remembers it by text.
// SPDX-License-Identifier: Apache-2.0
//
// An obligation is decided by its terms (a goal that is true, or one of the hypotheses; a hypothesis that is false), or
// by an answer remembered under its text, or by all solvers. The key is the whole text, with what is expected of it:
// nothing that a solver is told is missing from it. What a solver claims to satisfy is evaluated: a model that does not
// satisfy what was asserted is a fault of somebody's, and stops like a disagreement. Source: prover.hpp.
#include "smt/solvers/prover.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <unordered_map>

#include "core/diagnostic/internal_error.hpp"
#include "smt/solvers/solver.hpp"
#include "smt/terms/evaluate.hpp"

namespace counterpoint::smt {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::array choices{
    SolverEntry{SolverChoice::both, "both", "Z3 and cvc5; what one refutes and the other proves stops with a fault"},
    SolverEntry{SolverChoice::z3, "z3", "Z3 alone"},
    SolverEntry{SolverChoice::cvc5, "cvc5", "cvc5 alone"},
};

std::vector<SolverMaker> makers_of(SolverChoice choice) {
  std::vector<SolverMaker> makers = solver_makers();
  if (choice != SolverChoice::both) {
    const auto name = std::find_if(choices.begin(), choices.end(), [&](auto& e) { return e.choice == choice; })->name;
    std::erase_if(makers, [&](const SolverMaker& m) { return m.name != name; });
  }
  return makers;
}

// What is remembered of a text.
struct Remembered {
  std::size_t place = 0;  // in distinct
  std::string reason;
  std::vector<std::optional<std::int64_t>> values;
};

}  // namespace

std::span<const SolverEntry> all_solver_choices() { return choices; }

std::vector<std::string> solver_versions(SolverChoice choice) {
  std::vector<std::string> versions;
  for (const SolverMaker& m : makers_of(choice)) versions.push_back(m.version);
  return versions;
}

struct ProverState {
  struct Running {
    SolverMaker maker;
    std::unique_ptr<Solver> solver;  // none before the first check, and after one that spent it
  };
  struct Said {
    std::string name;
    SolverAnswer answer;
  };

  Terms& terms;
  ProverOptions options;
  std::vector<Running> running;
  std::unordered_map<std::string, Remembered> memory;  // by expectation and text
  std::vector<DistinctObligation> distinct;
  ProverStatistics statistics;
  SteadyClock::time_point start = SteadyClock::now();

  ProverState(Terms& of, ProverOptions given, std::vector<SolverMaker> makers) : terms(of), options(std::move(given)) {
    for (SolverMaker& m : makers) running.push_back({std::move(m), nullptr});
  }

  [[nodiscard]] ProofResult decide(std::span<const Term> hypotheses, Term goal, std::string_view what,
                                   bool satisfiable);
  [[nodiscard]] std::pair<ProofAnswer, Remembered> ask_all(const Script& script, bool satisfiable);
  [[nodiscard]] SolverAnswer ask(Running& one, const Script& script, std::uint64_t milliseconds);
  [[nodiscard]] std::string why(const Said& said, std::uint64_t milliseconds) const;
  // Milliseconds for the next check; none if the total is used up.
  [[nodiscard]] std::optional<std::uint64_t> time_left() const;
  void check_model(const Said& said, const Script& script) const;
};

std::optional<std::uint64_t> ProverState::time_left() const {
  if (!options.total_milliseconds) return options.milliseconds;
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - start).count();
  if (static_cast<std::uint64_t>(spent) >= *options.total_milliseconds) return std::nullopt;
  const std::uint64_t left = *options.total_milliseconds - static_cast<std::uint64_t>(spent);
  return options.milliseconds == 0 ? left : std::min(left, options.milliseconds);
}

SolverAnswer ProverState::ask(Running& one, const Script& script, std::uint64_t milliseconds) {
  const auto from = SteadyClock::now();
  SolverAnswer answer;
  try {
    if (!one.solver) one.solver = one.maker.make();
    answer = one.solver->check(terms, script, {options.steps, milliseconds, options.memory});
  } catch (const InternalError&) {
    throw;  // ours, not the solver's
  } catch (const std::exception& e) {
    answer = {};
    answer.gave_up = GaveUp::otherwise;
    answer.reason = e.what();
    answer.spent = true;
  }
  if (answer.spent) one.solver.reset();
  const double took = std::chrono::duration<double>(SteadyClock::now() - from).count();
  (one.maker.name == "cvc5" ? statistics.cvc5_seconds : statistics.z3_seconds) += took;
  return answer;
}

std::string ProverState::why(const Said& said, std::uint64_t milliseconds) const {
  switch (said.answer.gave_up) {
    case GaveUp::steps: return said.name + " gave up after " + std::to_string(options.steps) + " steps";
    case GaveUp::time: return said.name + " gave up after " + std::to_string(milliseconds) + " ms";
    default: return said.name + " gave up: " + said.answer.reason;
  }
}

void ProverState::check_model(const Said& said, const Script& script) const {
  TermValues values;
  for (std::size_t i = 0; i < script.variables.size() && i < said.answer.values.size(); ++i) {
    if (said.answer.values[i]) values.emplace(script.variables[i], *said.answer.values[i]);
  }
  for (const Term t : script.asserted) {
    const auto value = evaluate(terms, t, values);
    if (value && *value == 0)
      throw InternalError("the model of " + said.name + " does not satisfy what was asserted:\n" + script.text);
  }
}

std::pair<ProofAnswer, Remembered> ProverState::ask_all(const Script& script, bool satisfiable) {
  std::vector<Said> said;
  Remembered kept;
  const auto give_up = [&](const std::string& reason) { kept.reason += (kept.reason.empty() ? "" : "; ") + reason; };
  for (Running& one : running) {
    const auto milliseconds = time_left();
    if (!milliseconds) {
      give_up("the " + std::to_string(*options.total_milliseconds) + " ms for all obligations are over");
      break;
    }
    said.push_back({one.maker.name, ask(one, script, *milliseconds)});
    if (said.back().answer.satisfiable == Satisfiable::unknown) give_up(why(said.back(), *milliseconds));
  }
  if (running.empty()) give_up("this build has none of the solvers asked for");
  const auto found = [&](Satisfiable s) {
    return std::find_if(said.begin(), said.end(), [&](const Said& x) { return x.answer.satisfiable == s; });
  };
  const auto yes = found(Satisfiable::yes);
  const auto no = found(Satisfiable::no);
  if (yes != said.end() && no != said.end())
    throw InternalError(yes->name + " says sat and " + no->name + " says unsat:\n" + script.text);
  for (const Said& x : said) {
    if (x.answer.satisfiable == Satisfiable::yes) check_model(x, script);
  }
  if (yes != said.end()) kept.values = yes->answer.values;
  const auto expected = satisfiable ? yes : no;
  const auto other = satisfiable ? no : yes;
  ProofAnswer answer = ProofAnswer::unknown;
  if (other != said.end()) {
    answer = ProofAnswer::refuted;
  } else if (expected != said.end() && kept.reason.empty()) {
    answer = ProofAnswer::proved;
  }
  return {answer, std::move(kept)};
}

ProofResult ProverState::decide(std::span<const Term> hypotheses, Term goal, std::string_view what, bool satisfiable) {
  const Script script = script_of(terms, hypotheses, goal);
  std::string key = (satisfiable ? "+" : "-") + script.text;
  auto there = memory.find(key);
  if (there == memory.end()) {
    auto [answer, kept] = ask_all(script, satisfiable);
    kept.place = distinct.size();
    distinct.push_back({std::string(what), script.text, satisfiable, answer, 0});
    there = memory.emplace(std::move(key), std::move(kept)).first;
    ++statistics.distinct;
  } else {
    ++statistics.remembered;
  }
  const Remembered& kept = there->second;
  DistinctObligation& of = distinct[kept.place];
  ++of.uses;
  ProofResult result;
  result.answer = of.answer;
  if (of.answer == ProofAnswer::unknown) result.reason = kept.reason;
  if (of.answer == ProofAnswer::refuted) {
    for (std::size_t i = 0; i < kept.values.size(); ++i) {
      if (kept.values[i]) result.model.emplace_back(script.variables[i], *kept.values[i]);
    }
  }
  return result;
}

Prover::Prover(Terms& terms, ProverOptions options) : Prover(terms, options, makers_of(options.solvers)) {}

Prover::Prover(Terms& terms, ProverOptions options, std::vector<SolverMaker> makers)
    : state_(std::make_unique<ProverState>(terms, options, std::move(makers))) {}

Prover::~Prover() = default;

ProofResult Prover::prove(std::span<const Term> hypotheses, Term goal, std::string_view what) {
  ProverState& s = *state_;
  ++s.statistics.asked;
  const bool follows = s.terms.is_true(goal) || std::any_of(hypotheses.begin(), hypotheses.end(),
                                                            [&](Term h) { return h == goal || s.terms.is_false(h); });
  ProofResult result{ProofAnswer::proved, "", {}};
  if (follows)
    ++s.statistics.trivial;
  else
    result = s.decide(hypotheses, goal, what, false);
  if (!s.options.vacuity || result.answer != ProofAnswer::proved || s.terms.is_true(goal)) return result;
  if (consistent(hypotheses, what).answer == ProofAnswer::refuted) s.statistics.vacuous.emplace_back(what);
  return result;
}

ProofResult Prover::consistent(std::span<const Term> facts, std::string_view what) {
  ProverState& s = *state_;
  ++s.statistics.asked;
  const auto is = [&](bool truth) {
    return [&s, truth](Term f) { return truth ? s.terms.is_true(f) : s.terms.is_false(f); };
  };
  const bool impossible = std::any_of(facts.begin(), facts.end(), is(false));
  if (impossible || std::all_of(facts.begin(), facts.end(), is(true))) {
    ++s.statistics.trivial;
    return {impossible ? ProofAnswer::refuted : ProofAnswer::proved, "", {}};
  }
  return s.decide(facts, s.terms.boolean(false), what, true);
}

const std::vector<DistinctObligation>& Prover::distinct() const { return state_->distinct; }

const ProverStatistics& Prover::statistics() const { return state_->statistics; }

}  // namespace counterpoint::smt
