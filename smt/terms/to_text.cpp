// A term in the notation of programs, with the names that its variables were given: for messages.
// SPDX-License-Identifier: Apache-2.0
//
// Terms share parts, so a text without bindings may be exponential in them: what nests deeper than
// `most_nesting_shown`, and what comes after `most_characters`, is "...".
#include <cstdlib>

#include "smt/terms/script.hpp"

namespace counterpoint::smt {

namespace {

constexpr int most_nesting_shown = 10;
constexpr std::size_t most_characters = 1000;

class Wording {
 public:
  explicit Wording(const Terms& terms) : terms_(terms) {}
  // `tight`: in parentheses if it is made of several words.
  void say(Term t, int nesting, bool tight);
  std::string out;

 private:
  void list(std::span<const Term> parts, std::string_view between, int nesting, bool tight);
  void sum(Term t, int nesting, bool tight);
  void call(std::string_view name, Term t, int nesting);

  const Terms& terms_;
};

void Wording::list(std::span<const Term> parts, std::string_view between, int nesting, bool tight) {
  if (tight) out += '(';
  for (std::size_t i = 0; i < parts.size() && out.size() < most_characters; ++i) {
    if (i > 0) out += between;
    say(parts[i], nesting + 1, true);
  }
  if (tight) out += ')';
}

void Wording::sum(Term t, int nesting, bool tight) {
  const auto summands = terms_.summands(t);
  if (summands.empty()) {
    out += std::to_string(terms_.constant(t));
    return;
  }
  if (tight) out += '(';
  bool first = true;
  for (const Summand& s : summands) {
    if (out.size() >= most_characters) break;
    if (!first) out += s.coefficient < 0 ? " - " : " + ";
    if (first && s.coefficient < 0) out += '-';
    if (std::abs(s.coefficient) != 1) out += std::to_string(std::abs(s.coefficient)) + " * ";
    say(s.atom, nesting + 1, true);
    first = false;
  }
  const std::int64_t constant = terms_.constant(t);
  if (constant != 0) out += (constant < 0 ? " - " : " + ") + std::to_string(std::abs(constant));
  if (tight) out += ')';
}

void Wording::call(std::string_view name, Term t, int nesting) {
  out += name;
  list(terms_.parts(t), ", ", nesting, true);
}

void Wording::say(Term t, int nesting, bool tight) {
  if (nesting > most_nesting_shown || out.size() >= most_characters) {
    out += "...";
    return;
  }
  const auto parts = terms_.parts(t);
  const auto compare = [&](std::string_view with) {
    if (tight) out += '(';
    say(parts[0], nesting + 1, false);
    out += with;
    if (tight) out += ')';
  };
  const auto divide = [&](std::string_view by) {
    if (tight) out += '(';
    say(parts[0], nesting + 1, true);
    out += by;
    out += std::to_string(terms_.constant(t));
    if (tight) out += ')';
  };
  switch (terms_.kind(t)) {
    case TermKind::variable: out += terms_.name(t); break;
    case TermKind::boolean: out += terms_.truth(t) ? "true" : "false"; break;
    case TermKind::affine: sum(t, nesting, tight); break;
    case TermKind::ite: call("ite", t, nesting); break;
    case TermKind::modulo: divide(" mod "); break;
    case TermKind::quotient: divide(" div "); break;
    case TermKind::product: list(parts, " * ", nesting, tight); break;
    case TermKind::at_most_0: compare(" <= 0"); break;
    case TermKind::equal_0: compare(" = 0"); break;
    case TermKind::negation:
      out += "not ";
      say(parts[0], nesting + 1, true);
      break;
    case TermKind::conjunction: list(parts, " and ", nesting, tight); break;
    case TermKind::disjunction: list(parts, " or ", nesting, tight); break;
  }
}

}  // namespace

std::string to_text(const Terms& terms, Term t) {
  Wording wording(terms);
  wording.say(t, 0, false);
  return std::move(wording.out);
}

}  // namespace counterpoint::smt
