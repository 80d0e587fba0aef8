// Prints obligations: variables renamed in the order met, shared terms bound once.
// SPDX-License-Identifier: Apache-2.0
//
// What. The shape (smt/terms/shape.hpp) puts hypotheses and the parts of sets in an order. A walk in that order, goal
// first, names the variables and lists the terms, parts first. A term that is used twice and has more than a few
// variables is bound by define-fun (d0, ... integers; c0, ... booleans), and so is one that nests deeper than
// `most_nesting`: thus the text is linear in the distinct terms, and neither this printer nor a solver's parser
// recurses deeper than that. Binding is part of the text and follows from the shape alone.
// Invariant. What is printed means exactly the terms, whatever the order. `positive <= negative` is printed with every
// coefficient positive; an equation starts with the side that holds its first variable.
// Cost: O(parts * log parts). Source: certification.md 6 and 7.
#include "smt/terms/script.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "smt/terms/shape.hpp"

namespace counterpoint::smt {

namespace {

constexpr std::uint32_t most_nesting = 8;
constexpr std::uint32_t unnamed = 0xffffffffU;

void append(std::string& out, std::uint64_t n) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), n).ptr;
  out.append(digits.data(), end);
}

std::uint64_t magnitude(std::int64_t n) {
  return n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
}

class Printer {
 public:
  explicit Printer(Shape shape);
  void print(Script& script);

 private:
  void walk(std::uint32_t root);
  void sort_sets();
  void choose_bound();
  [[nodiscard]] bool worth_binding(std::uint32_t t) const;

  void term(std::string& out, std::uint32_t t);
  void content(std::string& out, std::uint32_t t);
  void operation(std::string& out, std::string_view name, std::uint32_t t);
  void sum(std::string& out, std::uint32_t t);
  void comparison(std::string& out, std::uint32_t t);
  // The summands whose coefficient has that sign, without it, and `constant` if it is positive; 0 if there are none.
  void side(std::string& out, std::uint32_t t, std::int64_t sign, std::int64_t constant);
  void summand(std::string& out, const ShapePart& p);

  Shape shape_;
  std::vector<std::uint32_t> order_;  // of the roots: the goal, then the hypotheses as they are printed
  std::vector<std::uint32_t> names_;  // numbers of variables and of bound terms
  std::vector<std::uint8_t> met_;
  std::vector<std::uint8_t> bound_;
  std::vector<std::uint32_t> walked_;     // terms, parts first
  std::vector<std::uint32_t> variables_;  // in the order met
  std::array<std::uint32_t, 2> named_{};  // how many variables of each sort
};

Printer::Printer(Shape shape)
    : shape_(std::move(shape)),
      names_(shape_.terms.size(), unnamed),
      met_(shape_.terms.size(), 0),
      bound_(shape_.terms.size(), 0) {
  order_ = shape_.roots;
  std::rotate(order_.begin(), order_.end() - 1, order_.end());
  std::sort(order_.begin() + 1, order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return shape_.terms[a].fingerprint != shape_.terms[b].fingerprint
               ? shape_.terms[a].fingerprint < shape_.terms[b].fingerprint
               : a < b;
  });
  for (const std::uint32_t root : order_) walk(root);
  sort_sets();
  choose_bound();
}

void Printer::walk(std::uint32_t root) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // term, parts done
  const auto meet = [&](std::uint32_t t) {
    if (met_[t] != 0) return;
    met_[t] = 1;
    const ShapeTerm& x = shape_.terms[t];
    if (x.kind == TermKind::variable) {
      names_[t] = named_[static_cast<std::size_t>(x.sort)]++;
      variables_.push_back(t);
    } else {
      open.emplace_back(t, 0);
    }
  };
  meet(root);
  while (!open.empty()) {
    auto& [t, done] = open.back();
    if (done == shape_.terms[t].count) {
      walked_.push_back(t);
      open.pop_back();
    } else {
      meet(shape_.parts_of(t)[done++].part);
    }
  }
}

void Printer::sort_sets() {
  const auto& terms = shape_.terms;
  for (const std::uint32_t t : walked_) {
    if (!is_set(terms[t].kind) || terms[t].count < 2) continue;
    // The variables come first already: now by name.
    const auto parts = shape_.parts_of(t);
    const auto end = std::partition_point(parts.begin(), parts.end(),
                                          [&](const ShapePart& p) { return terms[p.part].kind == TermKind::variable; });
    std::sort(parts.begin(), end, [&](const ShapePart& a, const ShapePart& b) {
      const auto& x = terms[a.part];
      const auto& y = terms[b.part];
      return x.sort != y.sort ? x.sort < y.sort : names_[a.part] < names_[b.part];
    });
  }
}

bool Printer::worth_binding(std::uint32_t t) const {
  const ShapeTerm& x = shape_.terms[t];
  switch (x.kind) {
    case TermKind::variable:
    case TermKind::boolean:
    case TermKind::negation: return false;
    case TermKind::affine:
    case TermKind::at_most_0:
    case TermKind::equal_0: {
      const auto parts = shape_.parts_of(t);
      return x.count > 2 || std::any_of(parts.begin(), parts.end(), [&](const ShapePart& p) {
               return shape_.terms[p.part].kind != TermKind::variable;
             });
    }
    default: return true;
  }
}

void Printer::choose_bound() {
  std::vector<std::uint32_t> uses(shape_.terms.size(), 0);
  std::vector<std::uint32_t> nesting(shape_.terms.size(), 0);
  for (const std::uint32_t root : order_) ++uses[root];
  for (const ShapePart& p : shape_.parts) ++uses[p.part];
  for (const std::uint32_t t : walked_) {
    std::uint32_t deepest = 0;
    for (const ShapePart& p : shape_.parts_of(t)) {
      if (bound_[p.part] == 0) deepest = std::max(deepest, nesting[p.part]);
    }
    nesting[t] = deepest + 1;
    if (worth_binding(t) && (uses[t] > 1 || nesting[t] > most_nesting)) bound_[t] = 1;
  }
}

void Printer::summand(std::string& out, const ShapePart& p) {
  if (p.coefficient == 1 || p.coefficient == -1) return term(out, p.part);
  out += "(* ";
  append(out, magnitude(p.coefficient));
  out += ' ';
  term(out, p.part);
  out += ')';
}

void Printer::side(std::string& out, std::uint32_t t, std::int64_t sign, std::int64_t constant) {
  const auto parts = shape_.parts_of(t);
  const auto here = [&](const ShapePart& p) { return (p.coefficient > 0) == (sign > 0); };
  const auto n = std::count_if(parts.begin(), parts.end(), here) + (constant > 0 ? 1 : 0);
  if (n > 1) out += "(+";
  bool first = n <= 1;
  for (const ShapePart& p : parts) {
    if (!here(p)) continue;
    if (!first) out += ' ';
    first = false;
    summand(out, p);
  }
  if (constant > 0 || n == 0) {
    if (n > 1) out += ' ';
    append(out, n == 0 ? 0 : magnitude(constant));
  }
  if (n > 1) out += ')';
}

void Printer::comparison(std::string& out, std::uint32_t t) {
  const ShapeTerm& x = shape_.terms[t];
  std::int64_t left = 1;
  if (x.kind == TermKind::equal_0 && shape_.parts_of(t).front().coefficient < 0) left = -1;
  out += x.kind == TermKind::equal_0 ? "(= " : "(<= ";
  side(out, t, left, left * x.constant);
  out += ' ';
  side(out, t, -left, -left * x.constant);
  out += ')';
}

void Printer::sum(std::string& out, std::uint32_t t) {
  const ShapeTerm& x = shape_.terms[t];
  const auto parts = shape_.parts_of(t);
  const auto negative = [](const ShapePart& p) { return p.coefficient < 0; };
  if (x.constant >= 0 && std::none_of(parts.begin(), parts.end(), negative)) return side(out, t, 1, x.constant);
  out += "(- ";
  side(out, t, 1, x.constant);
  out += ' ';
  side(out, t, -1, -x.constant);
  out += ')';
}

void Printer::operation(std::string& out, std::string_view name, std::uint32_t t) {
  out += '(';
  out += name;
  for (const ShapePart& p : shape_.parts_of(t)) {
    out += ' ';
    term(out, p.part);
  }
  const ShapeTerm& x = shape_.terms[t];
  if (x.kind == TermKind::modulo || x.kind == TermKind::quotient) {
    out += ' ';
    append(out, magnitude(x.constant));
  }
  out += ')';
}

void Printer::content(std::string& out, std::uint32_t t) {
  switch (shape_.terms[t].kind) {
    case TermKind::variable: break;
    case TermKind::boolean: out += shape_.terms[t].constant != 0 ? "true" : "false"; break;
    case TermKind::affine: sum(out, t); break;
    case TermKind::ite: operation(out, "ite", t); break;
    case TermKind::modulo: operation(out, "mod", t); break;
    case TermKind::quotient: operation(out, "div", t); break;
    case TermKind::product: operation(out, "*", t); break;
    case TermKind::at_most_0:
    case TermKind::equal_0: comparison(out, t); break;
    case TermKind::negation: operation(out, "not", t); break;
    case TermKind::conjunction: operation(out, "and", t); break;
    case TermKind::disjunction: operation(out, "or", t); break;
  }
}

void Printer::term(std::string& out, std::uint32_t t) {
  if (names_[t] == unnamed) return content(out, t);
  const ShapeTerm& x = shape_.terms[t];
  const bool integer = x.sort == Sort::integer;
  out += x.kind == TermKind::variable ? (integer ? 'v' : 'b') : (integer ? 'd' : 'c');
  append(out, names_[t]);
}

void Printer::print(Script& script) {
  std::string& out = script.text;
  script.linear = std::none_of(shape_.terms.begin(), shape_.terms.end(),
                               [](const ShapeTerm& x) { return x.kind == TermKind::product; });
  out += script.linear ? "(set-logic QF_LIA)\n" : "(set-logic QF_NIA)\n";
  for (const std::uint32_t v : variables_) {
    script.variables.push_back(shape_.terms[v].term);
    out += "(declare-const ";
    term(out, v);
    out += shape_.terms[v].sort == Sort::integer ? " Int)\n" : " Bool)\n";
  }
  std::array<std::uint32_t, 2> count{};
  for (const std::uint32_t t : walked_) {
    if (bound_[t] == 0) continue;
    const Sort sort = shape_.terms[t].sort;
    std::string meaning;
    content(meaning, t);
    names_[t] = count[static_cast<std::size_t>(sort)]++;
    out += "(define-fun ";
    term(out, t);
    out += sort == Sort::integer ? " () Int " : " () Bool ";
    out += meaning;
    out += ")\n";
  }
  // The goal was met first and is asserted last.
  std::rotate(order_.begin(), order_.begin() + 1, order_.end());
  for (const std::uint32_t root : order_) {
    script.asserted.push_back(shape_.terms[root].term);
    out += "(assert ";
    term(out, root);
    out += ")\n";
  }
  out += "(check-sat)\n";
}

}  // namespace

Script script_of(Terms& terms, std::span<const Term> hypotheses, Term goal) {
  const Term negated = terms.negation(goal);
  std::vector<Term> roots;
  for (const Term h : hypotheses) {
    if (terms.kind(h) == TermKind::conjunction) {
      const auto parts = terms.parts(h);
      roots.insert(roots.end(), parts.begin(), parts.end());
    } else {
      roots.push_back(h);
    }
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  std::erase_if(roots, [&](Term h) { return terms.is_true(h) || h == negated; });
  roots.push_back(negated);
  Script script;
  Printer(shape_of(terms, roots)).print(script);
  return script;
}

}  // namespace counterpoint::smt
