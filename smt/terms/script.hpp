// Obligations as SMT-LIB 2.6 text that does not depend on names, order of work or chance.
// SPDX-License-Identifier: Apache-2.0
//
// What. "The hypotheses imply the goal" becomes a script that declares its variables, asserts each hypothesis and the
// negated goal, and asks check-sat: `unsat` proves it. Variables are renamed v0, v1, ... (integers) and b0, b1, ...
// (booleans) in the order in which a walk from the goal meets them; summands, parts and hypotheses are put in an order
// that depends on their shape and then on those names, never on numbers of terms. Shared choices (ite) are bound by let
// or define-fun, so that the text is linear in the terms.
// Why. Obligations of the same shape have the same text: it is the key of the cache, what both solvers are given, what
// a dump and a certificate hold. Two shapes that a cleverer order would unify may be told apart; never the reverse.
// Cost: linear in the distinct terms, times a logarithm. Source: certification.md 6 and 7.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

struct Script {
  std::string text;             // logic, declarations, assertions, check-sat; "\n" after every line; no comment
  std::vector<Term> variables;  // of the terms, in the order declared: what "v0", ... stand for
  std::vector<Term> asserted;   // what the text asserts, in its order: the hypotheses, then the negated goal
  bool linear = true;           // the logic is QF_LIA
};

// The logic is QF_LIA, or QF_NIA where a product occurs. Hypotheses that are `true` or repeated are left out.
[[nodiscard]] Script script_of(Terms& terms, std::span<const Term> hypotheses, Term goal);

// A term with its variables' own names, on one line: for messages.
[[nodiscard]] std::string to_text(const Terms& terms, Term t);

}  // namespace counterpoint::smt
