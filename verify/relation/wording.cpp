// Words for forms, statements and clauses.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/wording.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text/statement_text.hpp"

namespace counterpoint::relation {
namespace {

constexpr std::size_t longest = 400;

std::string cut(std::string text, std::size_t length) {
  if (text.size() > length) text = text.substr(0, length) + "...";
  return text;
}

}  // namespace

std::string_view to_text(Clause c) {
  constexpr std::array<std::string_view, 6> names = {"question",   "construct", "registers",
                                                     "semaphores", "waits",     "dependency"};
  return names[static_cast<std::size_t>(c)];
}

std::string Wording::register_name(std::uint32_t reg) const {
  for (const EngineId e : tree_.engines()) {
    const auto count = static_cast<std::uint32_t>(implementation_.register_count(e));
    if (reg < count) return std::string(implementation_.register_name(e, RegisterId{std::size_t{reg}}));
    reg -= count;
  }
  return "?";
}

std::string Wording::base(const Base& b) const {
  std::string text;
  switch (b.kind) {
    case BaseKind::one: return "1";
    case BaseKind::entries: text = fmt::format("r({})", tree_.scope_name(ScopeId{std::size_t{b.subject}})); break;
    case BaseKind::trip: text = fmt::format("t({})", tree_.scope_name(ScopeId{std::size_t{b.subject}})); break;
    case BaseKind::counter: text = fmt::format("q({})", register_name(b.subject)); break;
    case BaseKind::mark: text = fmt::format("n{}({})", b.index, register_name(b.subject)); break;
    case BaseKind::minimum: return fmt::format("min(0, {})", sum(minima_.operand(b), 1));
  }
  if (!b.anchor.valid()) return text;
  return fmt::format("[{} at the start of {}, {} back]", text, tree_.scope_name(b.anchor), b.back);
}

// Minima nest at most `deepest_minimum` deep.
std::string Wording::sum(const Form& form, std::uint32_t depth) const {
  std::string text;
  for (const Term& t : form.terms) {
    std::string product;
    for (const Mask& m : t.masks) product += fmt::format("gt({}, {}) * ", base(m.base), m.bound);
    product += t.base.kind == BaseKind::one && !t.masks.empty() ? "" : base(t.base);
    if (product.ends_with(" * ")) product.resize(product.size() - 3);
    const std::int64_t size = t.scale < 0 ? -t.scale : t.scale;
    if (size != 1) product = fmt::format("{} * {}", size, product);
    text += text.empty() ? (t.scale < 0 ? "-" : "") : (t.scale < 0 ? " - " : " + ");
    text += product;
    if (text.size() > longest) break;
  }
  if (text.empty()) return fmt::format("{}", form.constant);
  if (form.constant != 0) text += fmt::format(" {} {}", form.constant < 0 ? "-" : "+", std::abs(form.constant));
  return depth > deepest_minimum + 1 ? "..." : cut(std::move(text), longest);
}

std::string Wording::form(const MaybeForm& form) const { return form ? sum(*form, 0) : "a value it cannot follow"; }

std::string Wording::operand(EngineId e, Operand o) const { return operand_text(implementation_, e, o); }

std::string Wording::wait(EngineId e, const Wait& w) const {
  return fmt::format("{} {}", w.kind == TestKind::take ? "take" : "wait", test_text(implementation_, e, w));
}

std::string Wording::operation(EngineId e, const RegisterOperation& x) const {
  return fmt::format("{}: {}", tree_.engine_name(e), operation_text(implementation_, e, x));
}

std::string Wording::instruction(InstructionId i) const {
  const EngineId e = tree_.engine_of(i);
  std::string text = fmt::format("{}: {}", tree_.engine_name(e), tree_.instruction_name(i));
  for (const Wait& w : implementation_.waits_of(i)) {
    if (text.size() > longest) break;
    text += " " + wait(e, w);
  }
  return cut(std::move(text), 100);
}

std::string Wording::place(InstructionId i) const {
  const std::uint32_t line = tree_.line_of(i);
  return line != 0 ? fmt::format("line {}", line) : place(tree_.scope_of(i));
}

std::string Wording::place(ScopeId body) const { return fmt::format("in {}", tree_.scope_name(body)); }

}  // namespace counterpoint::relation
