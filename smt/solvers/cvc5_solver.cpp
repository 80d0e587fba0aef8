// cvc5, given the terms through its programming interface.
// SPDX-License-Identifier: Apache-2.0
//
// libcvc5 1.0.3 has no public parser, so the dozen operators are translated: term by term, parts first, each distinct
// one once, with a stack of its own. That the text says the same is tested by piping it to the cvc5 program
// (tests/smt/solvers). One incremental solver for each logic, with variables that it keeps; a check is a push, the
// assertions and a pop. `rlimit-per` counts cvc5's resources for one check, which are much larger steps than Z3's:
// about a third of a million take a second. After a check that ran out, 1.0.3 may not be used again: it is started
// anew. cvc5 has no limit of memory: it is bounded by steps, time, and starting anew after `most_checks`.
// Source: certification.md 7.
#include "smt/solvers/cvc5_solver.hpp"

#include <cvc5/cvc5.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/diagnostic/internal_error.hpp"

#ifdef COUNTERPOINT_SANITIZED
// CLN, which libcvc5 loads, keeps 26 bytes from before main: no program that is linked with it would pass, nor be
// silent about it: looking up the names of its frames may print too. ASAN_OPTIONS=symbolize=1 shows names again.
extern "C" {
const char* __lsan_default_suppressions();                                // NOLINT(bugprone-reserved-identifier)
const char* __lsan_default_suppressions() { return "leak:libcln.so\n"; }  // NOLINT(bugprone-reserved-identifier)
const char* __lsan_default_options();                                     // NOLINT(bugprone-reserved-identifier)
const char* __lsan_default_options() {
  return "print_suppressions=0:symbolize=0";
}  // NOLINT(bugprone-reserved-identifier)
}
#endif

namespace counterpoint::smt {

namespace {

constexpr std::uint64_t longest = 1'000'000'000;  // milliseconds: cvc5 reckons in smaller units

constexpr std::uint32_t most_checks = 4000;

class Cvc5Solver final : public Solver {
 public:
  SolverAnswer check(const Terms& terms, const Script& script, const SolverLimits& limits) override;

 private:
  struct Engine {
    cvc5::Solver solver;
    cvc5::Sort integer = solver.getIntegerSort();
    cvc5::Sort boolean = solver.getBooleanSort();
    std::array<std::vector<cvc5::Term>, 2> variables;  // of each sort, kept from check to check
    std::uint64_t steps;                               // fixed once it has checked
    Engine(const char* logic, std::uint64_t most_steps) : steps(most_steps) {
      solver.setOption("rlimit-per", std::to_string(steps));
      solver.setOption("incremental", "true");
      solver.setOption("produce-models", "true");
      solver.setLogic(logic);
    }
  };
  std::array<std::unique_ptr<Engine>, 2> engines_;  // linear or not
  std::uint32_t checks_ = 0;
};

class Translation {
 public:
  Translation(const Terms& terms, cvc5::Solver& solver) : terms_(terms), solver_(solver) {}
  void name(Term variable, const cvc5::Term& as) { made_.emplace(variable, as); }
  [[nodiscard]] cvc5::Term of(Term root);

 private:
  template <class Visit>
  void each_part(Term t, Visit visit) const;
  [[nodiscard]] cvc5::Term translate(Term t);
  [[nodiscard]] cvc5::Term sum(Term t);
  [[nodiscard]] cvc5::Term number(std::int64_t n) { return solver_.mkInteger(n); }

  const Terms& terms_;
  cvc5::Solver& solver_;
  std::unordered_map<Term, cvc5::Term> made_;
};

template <class Visit>
void Translation::each_part(Term t, Visit visit) const {
  if (terms_.kind(t) == TermKind::affine) {
    for (const Summand& s : terms_.summands(t)) visit(s.atom);
  } else {
    for (const Term part : terms_.parts(t)) visit(part);
  }
}

cvc5::Term Translation::of(Term root) {
  std::vector<Term> open{root};
  while (!open.empty()) {
    const Term t = open.back();
    if (made_.contains(t)) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    each_part(t, [&](Term part) {
      if (!made_.contains(part)) open.push_back(part);
    });
    if (open.size() > before) continue;
    open.pop_back();
    made_.emplace(t, translate(t));
  }
  return made_.at(root);
}

cvc5::Term Translation::sum(Term t) {
  std::vector<cvc5::Term> summands;
  for (const Summand& s : terms_.summands(t)) {
    const cvc5::Term& atom = made_.at(s.atom);
    summands.push_back(s.coefficient == 1 ? atom : solver_.mkTerm(cvc5::MULT, {number(s.coefficient), atom}));
  }
  if (terms_.constant(t) != 0 || summands.empty()) summands.push_back(number(terms_.constant(t)));
  return summands.size() == 1 ? summands.front() : solver_.mkTerm(cvc5::ADD, summands);
}

cvc5::Term Translation::translate(Term t) {
  std::vector<cvc5::Term> parts;
  for (const Term part : terms_.parts(t)) parts.push_back(made_.at(part));
  switch (terms_.kind(t)) {
    case TermKind::variable: break;
    case TermKind::boolean: return solver_.mkBoolean(terms_.truth(t));
    case TermKind::affine: return sum(t);
    case TermKind::ite: return solver_.mkTerm(cvc5::ITE, parts);
    case TermKind::modulo: return solver_.mkTerm(cvc5::INTS_MODULUS, {parts[0], number(terms_.constant(t))});
    case TermKind::quotient: return solver_.mkTerm(cvc5::INTS_DIVISION, {parts[0], number(terms_.constant(t))});
    case TermKind::product: return solver_.mkTerm(cvc5::MULT, parts);
    case TermKind::at_most_0: return solver_.mkTerm(cvc5::LEQ, {parts[0], number(0)});
    case TermKind::equal_0: return solver_.mkTerm(cvc5::EQUAL, {parts[0], number(0)});
    case TermKind::negation: return solver_.mkTerm(cvc5::NOT, parts);
    case TermKind::conjunction: return solver_.mkTerm(cvc5::AND, parts);
    case TermKind::disjunction: return solver_.mkTerm(cvc5::OR, parts);
  }
  require(false, "a term whose variables the script does not list");
  return {};
}

void explain(const cvc5::Result& result, SolverAnswer& answer) {
  switch (result.getUnknownExplanation()) {
    case cvc5::RESOURCEOUT: answer.gave_up = GaveUp::steps; break;
    case cvc5::TIMEOUT: answer.gave_up = GaveUp::time; break;
    default: answer.gave_up = GaveUp::otherwise; answer.reason = result.toString();
  }
  answer.spent = true;
}

std::optional<std::int64_t> value_of(const cvc5::Solver& solver, const cvc5::Term& variable) {
  const cvc5::Term value = solver.getValue(variable);
  if (value.isBooleanValue()) return value.getBooleanValue() ? 1 : 0;
  if (value.isInt64Value()) return value.getInt64Value();
  return std::nullopt;
}

SolverAnswer Cvc5Solver::check(const Terms& terms, const Script& script, const SolverLimits& limits) {
  std::unique_ptr<Engine>& engine = engines_[script.linear ? 0 : 1];
  if (!engine || engine->steps != limits.steps)
    engine = std::make_unique<Engine>(script.linear ? "QF_LIA" : "QF_NIA", limits.steps);
  cvc5::Solver& solver = engine->solver;
  solver.setOption("tlimit-per", std::to_string(std::min(limits.milliseconds, longest)));

  Translation translation(terms, solver);
  std::array<std::size_t, 2> count{};
  std::vector<cvc5::Term> variables;
  for (const Term v : script.variables) {
    const bool integer = terms.sort(v) == Sort::integer;
    std::vector<cvc5::Term>& known = engine->variables[integer ? 0 : 1];
    const std::size_t i = count[integer ? 0 : 1]++;
    if (i == known.size())
      known.push_back(
          solver.mkConst(integer ? engine->integer : engine->boolean, (integer ? "v" : "b") + std::to_string(i)));
    translation.name(v, known[i]);
    variables.push_back(known[i]);
  }

  SolverAnswer answer;
  solver.push();
  for (const Term t : script.asserted) solver.assertFormula(translation.of(t));
  const cvc5::Result result = solver.checkSat();
  if (result.isUnsat()) {
    answer.satisfiable = Satisfiable::no;
  } else if (result.isSat()) {
    answer.satisfiable = Satisfiable::yes;
    for (const cvc5::Term& v : variables) answer.values.push_back(value_of(solver, v));
  } else {
    explain(result, answer);
  }
  if (!answer.spent) solver.pop();
  if (++checks_ >= most_checks) answer.spent = true;
  return answer;
}

}  // namespace

SolverMaker cvc5_maker() {
  return {"cvc5", "cvc5 " + cvc5::Solver().getVersion(), [] { return std::make_unique<Cvc5Solver>(); }};
}

}  // namespace counterpoint::smt
