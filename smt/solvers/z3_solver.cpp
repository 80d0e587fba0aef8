// Z3, given the text of each script in process.
// SPDX-License-Identifier: Apache-2.0
//
// One incremental solver for each logic: a check is a push, the script's own text and a pop; Z3 ignores the text's
// check-sat and declares its variables by name. Limits are parameters of the solver, never global ones, which would be
// another user's too: `rlimit` counts steps of one check and `timeout` milliseconds of one; `max_memory` is in MiB.
// Steps of Z3 are small: about three million of them take a second. After `most_checks_of_z3` a solver is started anew,
// because it keeps what it has read. The C interface is used because the C++ one brings in std::cout, which no library
// of ours may (tests/house/symbols.py). Source: certification.md 7.
#include "smt/solvers/z3_solver.hpp"

#include <z3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <stdexcept>

namespace counterpoint::smt {

namespace {

constexpr std::uint32_t most_checks_of_z3 = 4000;

unsigned as_parameter(std::uint64_t n) {
  return static_cast<unsigned>(std::min<std::uint64_t>(n, std::numeric_limits<unsigned>::max() - 1));
}

// A context and its only solver. `checked` throws what Z3 complained about in the call before.
class Engine {
 public:
  explicit Engine(const char* logic) {
    const Z3_config configuration = Z3_mk_config();
    context_ = Z3_mk_context_rc(configuration);
    Z3_del_config(configuration);
    // Without a handler Z3 ends the program at an error.
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
    solver_ = Z3_mk_solver_for_logic(context_, Z3_mk_string_symbol(context_, logic));
    if (Z3_get_error_code(context_) == Z3_OK) Z3_solver_inc_ref(context_, solver_);
  }
  ~Engine() {
    if (solver_ != nullptr) Z3_solver_dec_ref(context_, solver_);
    Z3_del_context(context_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] Z3_context context() const { return context_; }
  [[nodiscard]] Z3_solver solver() const { return solver_; }
  void checked() const {
    const Z3_error_code code = Z3_get_error_code(context_);
    if (code != Z3_OK) throw std::runtime_error(Z3_get_error_msg(context_, code));
  }
  void set(const SolverLimits& limits) const;
  // Of an integer or boolean constant in a model; none if it does not fit.
  [[nodiscard]] std::optional<std::int64_t> value(Z3_model model, const std::string& name, bool integer) const;

 private:
  Z3_context context_ = nullptr;
  Z3_solver solver_ = nullptr;
};

void Engine::set(const SolverLimits& limits) const {
  const Z3_params parameters = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, parameters);
  const auto put = [&](const char* name, unsigned value) {
    Z3_params_set_uint(context_, parameters, Z3_mk_string_symbol(context_, name), value);
  };
  constexpr unsigned unlimited = std::numeric_limits<unsigned>::max();
  put("rlimit", as_parameter(limits.steps));  // 0 is Z3's own "no limit" here, and here only
  put("timeout", limits.milliseconds == 0 ? unlimited : as_parameter(limits.milliseconds));
  put("max_memory", limits.memory == 0 ? unlimited : as_parameter(std::max<std::uint64_t>(limits.memory >> 20U, 1)));
  // While it checks, Z3 would take the process's SIGINT for itself, and the caller's handler would not be told.
  Z3_params_set_bool(context_, parameters, Z3_mk_string_symbol(context_, "ctrl_c"), false);
  Z3_solver_set_params(context_, solver_, parameters);
  const Z3_error_code code = Z3_get_error_code(context_);
  Z3_params_dec_ref(context_, parameters);
  if (code != Z3_OK) throw std::runtime_error(Z3_get_error_msg(context_, code));
}

std::optional<std::int64_t> Engine::value(Z3_model model, const std::string& name, bool integer) const {
  const Z3_sort sort = integer ? Z3_mk_int_sort(context_) : Z3_mk_bool_sort(context_);
  const Z3_ast constant = Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), sort);
  Z3_inc_ref(context_, constant);
  Z3_ast value = nullptr;
  std::optional<std::int64_t> result;
  if (Z3_model_eval(context_, model, constant, true, &value) && value != nullptr) {
    Z3_inc_ref(context_, value);
    std::int64_t n = 0;
    if (!integer) {
      const Z3_lbool truth = Z3_get_bool_value(context_, value);
      if (truth != Z3_L_UNDEF) result = truth == Z3_L_TRUE ? 1 : 0;
    } else if (Z3_get_ast_kind(context_, value) == Z3_NUMERAL_AST && Z3_get_numeral_int64(context_, value, &n)) {
      result = n;
    }
    Z3_dec_ref(context_, value);
  }
  Z3_dec_ref(context_, constant);
  return result;
}

class Z3Solver final : public Solver {
 public:
  SolverAnswer check(const Terms& terms, const Script& script, const SolverLimits& limits) override;

 private:
  std::array<std::unique_ptr<Engine>, 2> engines_;  // linear or not
  std::uint32_t checks_ = 0;
};

void read_model(const Terms& terms, const Script& script, const Engine& engine, SolverAnswer& answer) {
  const Z3_model model = Z3_solver_get_model(engine.context(), engine.solver());
  engine.checked();
  Z3_model_inc_ref(engine.context(), model);
  std::array<std::uint32_t, 2> count{};
  for (const Term v : script.variables) {
    const bool integer = terms.sort(v) == Sort::integer;
    const std::string name = (integer ? "v" : "b") + std::to_string(count[integer ? 0 : 1]++);
    answer.values.push_back(engine.value(model, name, integer));
  }
  Z3_model_dec_ref(engine.context(), model);
}

void explain(const Engine& engine, const SolverLimits& limits, std::chrono::steady_clock::duration took,
             SolverAnswer& answer) {
  answer.reason = Z3_solver_get_reason_unknown(engine.context(), engine.solver());
  // Both limits cancel the search, and its own words for that do not tell which, nor always that.
  const bool incomplete = answer.reason.find("incomplete") != std::string::npos;
  const bool memory = answer.reason.find("memory") != std::string::npos;
  if (limits.milliseconds != 0 && took >= std::chrono::milliseconds(limits.milliseconds)) {
    answer.gave_up = GaveUp::time;
  } else if (limits.steps != 0 && !incomplete && !memory) {
    answer.gave_up = GaveUp::steps;
  } else {
    answer.gave_up = GaveUp::otherwise;
  }
  answer.spent = true;
}

SolverAnswer Z3Solver::check(const Terms& terms, const Script& script, const SolverLimits& limits) {
  std::unique_ptr<Engine>& engine = engines_[script.linear ? 0 : 1];
  if (!engine) engine = std::make_unique<Engine>(script.linear ? "QF_LIA" : "QF_NIA");
  engine->checked();
  engine->set(limits);
  const Z3_context context = engine->context();
  const Z3_solver solver = engine->solver();

  SolverAnswer answer;
  Z3_solver_push(context, solver);
  Z3_solver_from_string(context, solver, script.text.c_str());
  engine->checked();
  const auto start = std::chrono::steady_clock::now();
  const Z3_lbool result = Z3_solver_check(context, solver);
  switch (result) {
    case Z3_L_FALSE: answer.satisfiable = Satisfiable::no; break;
    case Z3_L_TRUE:
      answer.satisfiable = Satisfiable::yes;
      read_model(terms, script, *engine, answer);
      break;
    default: explain(*engine, limits, std::chrono::steady_clock::now() - start, answer);
  }
  if (!answer.spent) Z3_solver_pop(context, solver, 1);
  if (++checks_ >= most_checks_of_z3) answer.spent = true;
  return answer;
}

}  // namespace

SolverMaker z3_maker() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return {"z3", "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build),
          [] { return std::make_unique<Z3Solver>(); }};
}

}  // namespace counterpoint::smt
