// The canonical text of programs and implementations.
// SPDX-License-Identifier: Apache-2.0
//
// One pass over the tree; each block is looked at twice, first for the widths of its columns. Only what was given is
// printed, options in one order: after, cost, interval, transfer, op, reads, writes, wait and take, signal.
// Cost: linear, no allocation for each statement. Source: language.md.
#include <fmt/format.h>

#include <algorithm>

#include "core/text/print_tree.hpp"
#include "core/text/text.hpp"
#include "core/text/tree_walk.hpp"
#include "core/text/writer.hpp"

namespace counterpoint {
namespace {

class ProgramPrinter {
 public:
  ProgramPrinter(const Program& program, Writer& out) : p_(program), out_(out), tree_(program.tree, out) {}

  void print() {
    out_.put("program ");
    out_.put(p_.tree.name());
    out_.put('\n');
    tree_.print_unit();
    tree_.print_engines();
    tree_.print_buffers();
    if (!p_.tree.items(Tree::root()).empty()) out_.put('\n');
    walk(p_.tree, *this);
    out_.flush();
  }

  void enter(ScopeId s) {
    if (p_.tree.scope(s).kind == ScopeKind::else_branch && p_.tree.items(s).empty()) return;
    tree_.begin_scope(s);
    if (p_.has_control_dependencies()) print_dependencies(p_.control_dependencies_of(s));
    tree_.end_scope_header();
  }
  void leave(ScopeId s) { tree_.end_scope(s); }
  void barrier(bool reset) { tree_.print_barrier(reset); }
  void block(BlockId b) {
    const Block& block = p_.tree.block(b);
    std::size_t engines = 0;
    std::size_t names = 0;
    for (std::size_t n = block.first; n < block.last; ++n) {
      const InstructionId i{n};
      engines = std::max(engines, p_.tree.engine_name(p_.tree.engine_of(i)).size());
      names = std::max(names, p_.tree.instruction_name(i).size());
    }
    tree_.set_widths(engines, names);
    for (std::size_t n = block.first; n < block.last; ++n) print_instruction(InstructionId{n});
  }

 private:
  void print_instruction(InstructionId i) {
    const auto dependencies = p_.dependencies_of(i);
    tree_.begin_statement(p_.tree.engine_of(i));
    tree_.print_name(i, !dependencies.empty() || p_.tree.timing(i).given != 0 || !p_.tree.accesses(i).empty());
    print_dependencies(dependencies);
    tree_.print_timing(i);
    tree_.print_accesses(i);
    tree_.end_line();
  }

  void print_dependencies(IdRange<DependencyId> range) {
    bool first = true;
    for (const DependencyId d : range) {
      if (first) {
        tree_.begin_option("after");
      } else {
        out_.put(", ");
      }
      first = false;
      out_.put(p_.producer_name(d));
      for (const Distance& x : p_.distances_of(d)) {
        out_.put('@');
        out_.put(p_.tree.text(p_.tree.scope(x.loop).name));
        out_.put(x.distance < 0 ? '+' : '-');
        out_.put(x.distance < 0 ? -std::int64_t{x.distance} : std::int64_t{x.distance});
      }
      if (p_.dependency(d).star) out_.put("@*");
    }
  }

  const Program& p_;
  Writer& out_;
  TreePrinter tree_;
};

class ImplementationPrinter {
 public:
  ImplementationPrinter(const Implementation& implementation, Writer& out)
      : i_(implementation), out_(out), tree_(implementation.tree, out) {}

  void print() {
    out_.put("implementation ");
    out_.put(i_.tree.name());
    if (!i_.scheme.empty()) {
      out_.put(" scheme ");
      out_.put(i_.scheme);
    }
    out_.put('\n');
    tree_.print_unit();
    tree_.print_engines();
    tree_.print_buffers();
    print_semaphores();
    if (!i_.tree.items(Tree::root()).empty()) out_.put('\n');
    walk(i_.tree, *this);
    out_.flush();
  }

  void enter(ScopeId s) {
    if (i_.tree.scope(s).kind == ScopeKind::else_branch && i_.tree.items(s).empty()) return;
    tree_.begin_scope(s);
    tree_.end_scope_header();
  }
  void leave(ScopeId s) { tree_.end_scope(s); }
  void barrier(bool reset) { tree_.print_barrier(reset); }
  void block(BlockId b) {
    std::size_t engines = 0;
    std::size_t names = 0;
    for (const Statement& s : i_.statements_of(b)) {
      engines = std::max(engines, i_.tree.engine_name(s.engine()).size());
      if (s.kind() != StatementKind::instruction) continue;
      names = std::max(names, i_.tree.instruction_name(InstructionId{std::size_t{s.index}}).size());
    }
    tree_.set_widths(engines, names);
    for (const Statement& s : i_.statements_of(b)) print_statement(s);
  }

 private:
  void print_semaphores() {
    WordList semaphores("semaphore", out_);
    WordList flags("flag", out_);
    for (const Semaphore& s : i_.semaphores) {
      WordList& mine = s.flag ? flags : semaphores;
      (s.flag ? semaphores : flags).end();
      std::string text = s.name;
      if (s.array) text += fmt::format("[{}]", s.size);
      if (s.initial != 0) text += fmt::format(" = {}", s.initial);
      mine.next(text.size());
      out_.put(text);
    }
    semaphores.end();
    flags.end();
  }

  void print_statement(const Statement& s) {
    const EngineId e = s.engine();
    tree_.begin_statement(e);
    switch (s.kind()) {
      case StatementKind::instruction: print_instruction(e, InstructionId{std::size_t{s.index}}); break;
      case StatementKind::operation: print_operation(e, i_.operations[s.index]); break;
      case StatementKind::wait: print_waits(e, i_.condition(s.index), ""); break;
      case StatementKind::signal: print_updates(e, i_.signal(s.index), "", UpdateTime::issue); break;
      case StatementKind::fence: out_.put("fence"); break;
    }
    tree_.end_line();
  }

  void print_instruction(EngineId e, InstructionId i) {
    const auto waits = i_.waits_of(i);
    const auto updates = i_.updates_of(i);
    tree_.print_name(
        i, !waits.empty() || !updates.empty() || i_.tree.timing(i).given != 0 || !i_.tree.accesses(i).empty());
    tree_.print_timing(i);
    tree_.print_accesses(i);
    print_waits(e, waits, "  ");
    print_updates(e, updates, "  ", UpdateTime::retire);
  }

  void print_operation(EngineId e, const RegisterOperation& o) {
    out_.put(i_.register_name(e, o.target));
    out_.put(" := ");
    const auto call = [&](std::string_view function) {
      out_.put(function);
      out_.put('(');
      print_operand(e, o.a);
      out_.put(", ");
      print_operand(e, o.b);
      out_.put(')');
    };
    const auto between = [&](std::string_view sign) {
      print_operand(e, o.a);
      out_.put(sign);
      print_operand(e, o.b);
    };
    switch (o.operation) {
      case Operation::copy: print_operand(e, o.a); break;
      case Operation::add: between(" + "); break;
      case Operation::subtract: between(" - "); break;
      case Operation::multiply: between(" * "); break;
      case Operation::modulo: between(" mod "); break;
      case Operation::divide: between(" div "); break;
      case Operation::greater: call("gt"); break;
      case Operation::minimum: call("min"); break;
      case Operation::maximum: call("max"); break;
    }
  }

  // Waits and takes in the order given; a new word where the one turns into the other.
  void print_waits(EngineId e, std::span<const Wait> waits, std::string_view lead) {
    for (std::size_t n = 0; n < waits.size(); ++n) {
      const Wait& w = waits[n];
      const bool take = w.kind == TestKind::take;
      if (n != 0 && take == (waits[n - 1].kind == TestKind::take)) {
        out_.put(", ");
      } else {
        out_.put(n == 0 ? lead : "  ");
        out_.put(take ? "take " : "wait ");
      }
      print_element(e, w.semaphore, w.index);
      out_.put(w.kind == TestKind::equal ? " == " : " >= ");
      print_operand(e, w.value);
    }
  }

  void print_updates(EngineId e, std::span<const Update> updates, std::string_view lead, UpdateTime usual) {
    for (std::size_t n = 0; n < updates.size(); ++n) {
      const Update& u = updates[n];
      out_.put(n == 0 ? lead : ", ");
      if (n == 0) out_.put("signal ");
      print_element(e, u.semaphore, u.index);
      switch (u.kind) {
        case UpdateKind::add: out_.put(" += "); break;
        case UpdateKind::subtract: out_.put(" -= "); break;
        case UpdateKind::set: out_.put(" := "); break;
      }
      print_operand(e, u.amount);
      if (u.time != usual) out_.put(u.time == UpdateTime::issue ? " at issue" : " at retire");
    }
  }

  void print_element(EngineId e, SemaphoreId s, Operand index) {
    out_.put(i_.semaphores[s].name);
    if (index.is_none()) return;
    out_.put('[');
    print_operand(e, index);
    out_.put(']');
  }

  void print_operand(EngineId e, Operand o) {
    if (o.is_register()) {
      out_.put(i_.register_name(e, o.reg()));
    } else {
      out_.put(i_.literal(o));
    }
  }

  const Implementation& i_;
  Writer& out_;
  TreePrinter tree_;
};

template <class Subject>
std::string to_text(const Subject& subject) {
  std::string out;
  print(subject, [&](std::string_view piece) { out.append(piece); });
  return out;
}

}  // namespace

void print(const Program& program, const Sink& sink) {
  Writer out(sink);
  ProgramPrinter(program, out).print();
}

void print(const Implementation& implementation, const Sink& sink) {
  Writer out(sink);
  ImplementationPrinter(implementation, out).print();
}

std::string print(const Program& program) { return to_text(program); }

std::string print(const Implementation& implementation) { return to_text(implementation); }

}  // namespace counterpoint
