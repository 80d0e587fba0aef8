// What the text of programs and implementations has in common.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/print_tree.hpp"

namespace counterpoint {
namespace {

constexpr std::size_t line_length = 100;
// Longer names stand out of their column instead of pushing everybody else's options away.
constexpr std::size_t widest_engine = 16;
constexpr std::size_t widest_name = 24;

}  // namespace

void WordList::next(std::size_t length) {
  if (column_ != 0 && column_ + 1 + length > line_length) end();
  if (column_ == 0) {
    out_.put(keyword_);
    column_ = keyword_.size();
  }
  out_.put(' ');
  column_ += 1 + length;
}

void WordList::end() {
  if (column_ != 0) out_.put('\n');
  column_ = 0;
}

void TreePrinter::print_unit() {
  if (tree_.unit().empty()) return;
  out_.put("unit ");
  out_.put(tree_.unit());
  out_.put('\n');
}

void TreePrinter::print_engines() {
  // Engines in order come in lines of their own, since `inorder` holds for the line.
  constexpr std::string_view suffix = " inorder";
  const auto count = static_cast<std::uint32_t>(tree_.engine_count());
  std::size_t column = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const EngineId e{std::size_t{i}};
    const bool inorder = tree_.engine(e).inorder;
    const std::string_view name = tree_.engine_name(e);
    if (column == 0) {
      out_.put("engine");
      column = 6;
    }
    out_.put(' ');
    out_.put(name);
    column += 1 + name.size();
    const EngineId after{std::size_t{i} + 1};
    const bool goes_on = i + 1 < count && tree_.engine(after).inorder == inorder &&
                         column + 1 + tree_.engine_name(after).size() + suffix.size() <= line_length;
    if (goes_on) continue;
    if (inorder) out_.put(suffix);
    out_.put('\n');
    column = 0;
  }
}

void TreePrinter::print_buffers() {
  for (const BufferId b : tree_.buffers()) {
    out_.put("buffer ");
    out_.put(tree_.buffer_name(b));
    out_.put(" slots ");
    const Buffer& buffer = tree_.buffer(b);
    out_.put(std::int64_t{buffer.slots});
    if (buffer.space.valid()) {
      out_.put(" in ");
      out_.put(tree_.buffer_space(b));
    }
    const auto number = [&](std::string_view word, std::uint64_t value) {
      out_.put(word);
      out_.put(static_cast<std::int64_t>(value));
    };
    if (buffer.at) number(" at ", *buffer.at);
    if (buffer.bytes != 0) number(" bytes ", buffer.bytes);
    out_.put('\n');
  }
}

void TreePrinter::begin_scope(ScopeId s) {
  const Scope& scope = tree_.scope(s);
  if (scope.kind == ScopeKind::else_branch) {
    --depth_;
    indent();
    out_.put("} else");
    return;
  }
  indent();
  out_.put(scope.is_loop() ? "loop " : "if ");
  out_.put(tree_.text(scope.name));
  if (!scope.is_loop()) {
    if (scope.trip_kind == TripKind::divergent) out_.put(" divergent");
    return;
  }
  out_.put(" trips ");
  switch (scope.trip_kind) {
    case TripKind::constant: out_.put(std::int64_t{scope.trips}); break;
    case TripKind::dynamic: out_.put("dynamic"); break;
    case TripKind::divergent: out_.put("divergent"); break;
  }
}

void TreePrinter::end_scope_header() {
  out_.put(" {\n");
  ++depth_;
}

void TreePrinter::end_scope(ScopeId s) {
  // A conditional ends with its else branch, written or not.
  if (tree_.scope(s).kind == ScopeKind::then_branch) return;
  --depth_;
  indent();
  out_.put("}\n");
}

void TreePrinter::print_barrier(bool reset) {
  indent();
  out_.put(reset ? "barrier reset\n" : "barrier\n");
}

void TreePrinter::set_widths(std::size_t of_engines, std::size_t of_names) {
  engine_width_ = std::min(of_engines, widest_engine);
  name_width_ = std::min(of_names, widest_name);
}

void TreePrinter::begin_statement(EngineId e) {
  const std::string_view name = tree_.engine_name(e);
  indent();
  out_.put(name);
  out_.put(':');
  out_.fill(' ', 1 + engine_width_ - std::min(engine_width_, name.size()));
}

void TreePrinter::print_name(InstructionId i, bool options) {
  const std::string_view name = tree_.instruction_name(i);
  out_.put(name);
  if (options) out_.fill(' ', name_width_ - std::min(name_width_, name.size()));
}

void TreePrinter::begin_option(std::string_view word) {
  out_.put("  ");
  out_.put(word);
  out_.put(' ');
}

void TreePrinter::print_timing(InstructionId i) {
  const Timing& t = tree_.timing(i);
  const auto number = [&](std::uint8_t bit, std::string_view word, std::uint64_t value) {
    if ((t.given & bit) == 0) return;
    begin_option(word);
    out_.put(static_cast<std::int64_t>(value));
  };
  if (t.given == 0) return;
  number(Timing::has_cost, "cost", t.cost);
  number(Timing::has_interval, "interval", t.interval);
  number(Timing::has_transfer, "transfer", t.transfer);
  if ((t.given & Timing::has_op) == 0) return;
  begin_option("op");
  out_.put(tree_.text(t.op));
}

void TreePrinter::print_accesses(InstructionId i) {
  bool any[2] = {false, false};
  for (const Access& a : tree_.accesses(i)) {
    if (any[a.write ? 1 : 0]) {
      out_.put(", ");
    } else {
      begin_option(a.write ? "writes" : "reads");
    }
    any[a.write ? 1 : 0] = true;
    print_access(a);
  }
}

void TreePrinter::print_access(const Access& a) {
  out_.put(tree_.buffer_name(a.buffer));
  if (a.kind == SlotKind::only) return;
  out_.put('[');
  if (a.kind == SlotKind::constant) {
    out_.put(std::int64_t{a.slot});
  } else {
    out_.put(tree_.text(tree_.scope(a.loop).name));
    if (a.shift > 0) out_.put('+');
    if (a.shift != 0) out_.put(std::int64_t{a.shift});
  }
  out_.put(']');
}

}  // namespace counterpoint
