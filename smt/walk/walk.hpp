// The invariants of one engine's walk, checked way by way.
// SPDX-License-Identifier: Apache-2.0
//
// What. At every cut point the walk has a state, a term for each variable that is followed, and facts. Guessed
// equalities (equalities.hpp) are part of the state: a register that is known to be an affine combination of counts is
// written so. Facts are the inequalities of counts, what each ghost is, case by case (certification.md 2, the table),
// and what constant trip counts say.
// How. Every fact of a cut point is an obligation for every way that leads to it: facts at its start and what happens
// along it imply the fact at its end. What cannot be proved is dropped and the rest is checked again, until nothing is
// dropped: what remains is inductive. So neither the guesses nor the choice of facts is trusted.
// Cost: ways times facts, most of them decided by the terms themselves or remembered. Source: certification.md 2 and 4.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "smt/solvers/prover.hpp"
#include "smt/terms/linear.hpp"
#include "smt/walk/equalities.hpp"
#include "smt/walk/evaluator.hpp"
#include "smt/walk/graph.hpp"

namespace counterpoint::smt {

// The terms of a domain for `Evaluator`.
class Symbols {
 public:
  using Value = Term;
  Symbols(Terms& terms, const Following& following, const Streams& streams);
  [[nodiscard]] Value number(std::int64_t n) { return terms_.number(n); }
  [[nodiscard]] Value add(Value a, std::int64_t n) { return terms_.plus(a, n); }
  [[nodiscard]] Value add(Value a, Value b) { return terms_.add(a, b); }
  [[nodiscard]] Value growth(std::uint32_t i, std::uint32_t j);  // not negative, by `Walk::conditions`
  [[nodiscard]] Value target(std::uint32_t i) const { return targets_[i]; }
  [[nodiscard]] Value select_equal(Value a, Value b, Value then, Value otherwise) {
    return terms_.ite(terms_.equal(a, b), then, otherwise);
  }
  // A term over the registers at the entry of a block, in a state.
  [[nodiscard]] Value value(Term t, const std::vector<Value>& state);

 private:
  Terms& terms_;
  std::vector<Term> targets_;
  std::vector<std::pair<Term, std::size_t>> registers_;  // variable at the entry, index into a state
};

// Facts that obligations may lean on, without products, each with its variables by number.
struct Known {
  struct One {
    Term term;
    std::vector<Term> variables;
  };
  std::vector<One> facts;
};

// What holds at a cut point of an engine's walk, in words.
struct Invariant {
  std::string engine;
  std::string place;  // "head of kv"
  std::vector<std::string> facts;
  friend bool operator==(const Invariant&, const Invariant&) = default;
};

// "E.kv" (entries), "T.kv" (entries in this trip), and the names of ghosts; `i` is the variable's place.
[[nodiscard]] std::string variable_name(const Tree& tree, const Variable& v, std::size_t i);

struct View {
  std::vector<Term> state;  // of each variable where the consumer stands, its block's ghosts passed
  Known known;              // what holds there
};

class Walk {
 public:
  Walk(Terms& terms, Prover& prover, const BlockFacts& facts, Following following, std::vector<Standing> standings,
       std::string name);

  [[nodiscard]] const Following& following() const { return following_; }
  [[nodiscard]] View view(const Standing& standing);
  [[nodiscard]] Term target(std::uint32_t i) const { return symbols_.target(i); }
  [[nodiscard]] Term value(Term over_registers, const View& view) { return symbols_.value(over_registers, view.state); }
  // Whether what was held in block `b` is still so at the end of the iteration (certification.md 2, "deferred").
  [[nodiscard]] bool held_to_the_end(std::uint32_t held) const { return deferred_[held]; }
  // Whether the walk never comes there: in the body of a loop of no trips, all is so and nothing is.
  [[nodiscard]] bool unreachable(const View& view);
  [[nodiscard]] std::vector<Invariant> invariants() const;
  // What was tried and dropped, for those who wonder why something is open.
  [[nodiscard]] std::size_t dropped() const { return dropped_; }
  // Tries `goal` with the facts that speak of its own variables, then with all.
  [[nodiscard]] ProofResult prove(const Known& known, std::span<const Term> also, Term goal, std::string_view what);

 private:
  struct Fact {
    Term term;
    std::uint32_t equality = 0;  // into equalities_.at[node], if it is one
    bool is_equality = false;
  };
  struct Cut {
    std::vector<Term> state;
    std::vector<Term> shifts;       // by column: the value of a shift column, none if it is not known
    std::vector<Term> within_trip;  // the same where its iteration lies in the current trip
    std::vector<Fact> facts;
  };

  void guess();
  void lay_out(std::uint32_t node);
  [[nodiscard]] Term column(const Column& c, const std::vector<Term>& state, std::span<const Term> columns);
  [[nodiscard]] std::vector<Term> columns(const std::vector<Term>& state);
  void add_copies(const std::vector<Term>& state, std::vector<Term>& facts);
  void add_flags(const std::vector<Term>& state, std::vector<Term>& facts);
  void add_counts(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  void add_constant_trips(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  void add_snapshots(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  void add_begun(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  Term constant_snapshot(const Variable& v, Term taken, Term value);
  [[nodiscard]] Term copied(std::uint32_t variable, const Assigned& a) const;
  [[nodiscard]] bool is_copy(std::uint32_t variable) const;
  void add_later(Term taken, Term value, const std::vector<Term>& state, std::vector<Term>& facts);
  void add_held(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  void add_passed(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  void add_bounds(const std::vector<Term>& state, std::vector<Term>& facts);
  void add_monotone(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts);
  [[nodiscard]] std::vector<Term> ghost_facts(std::uint32_t node, const std::vector<Term>& state);
  [[nodiscard]] bool check_ways();
  // What a check dropped at the end of the way: nothing; facts; equalities, so that other facts are written anew.
  enum class Change : std::uint8_t { none, fewer, form };
  [[nodiscard]] Change check(const Way& way);
  void check_deferred();
  [[nodiscard]] std::vector<Term> conditions(const Way& way, const std::vector<Term>& state);
  [[nodiscard]] Known known_at(std::uint32_t node, const Way& way);
  [[nodiscard]] std::uint32_t index_of(VariableKind kind, ScopeId scope) const;  // none_index if not followed
  [[nodiscard]] std::int64_t initial_of(std::uint32_t variable) const;
  [[nodiscard]] bool before(const CutPoint& n, const Variable& held) const;

  static constexpr std::uint32_t none_index = 0xffffffffU;

  Terms& terms_;
  Prover& prover_;
  const BlockFacts& facts_;
  const Tree& tree_;
  Following following_;
  std::string name_;
  Graph graph_;
  Linear linear_;
  Symbols symbols_;
  Evaluator<Symbols> evaluator_;
  Equalities equalities_;
  std::vector<Cut> cuts_;
  std::vector<std::vector<bool>> kept_;  // by node, by ghost fact: not dropped
  std::vector<bool> deferred_;
  std::size_t dropped_ = 0;
  bool gave_up_ = false;  // nothing is claimed
};

}  // namespace counterpoint::smt
