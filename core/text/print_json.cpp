// The JSON form of programs and implementations, one statement a line.
// SPDX-License-Identifier: Apache-2.0
//
// Written by hand in the order of the tree, since every text in it is a name or a word, which needs no escapes.
// Cost: linear. Source: docs/schema/counterpoint-1.schema.json.
#include <string>
#include <vector>

#include "core/text/text.hpp"
#include "core/text/tree_walk.hpp"
#include "core/text/writer.hpp"

namespace counterpoint {
namespace {

std::string_view name_of(Operation o) {
  switch (o) {
    case Operation::copy: return "copy";
    case Operation::add: return "add";
    case Operation::subtract: return "subtract";
    case Operation::multiply: return "multiply";
    case Operation::modulo: return "mod";
    case Operation::divide: return "div";
    case Operation::greater: return "gt";
    case Operation::minimum: return "min";
    case Operation::maximum: return "max";
  }
  return {};
}

// Writes one document. Exactly one of the two pointers is set.
class JsonPrinter {
 public:
  JsonPrinter(const Tree& tree, const Program* program, const Implementation* implementation, Writer& out)
      : tree_(tree), p_(program), i_(implementation), out_(out) {}

  void print() {
    out_.put("{\n  \"schema\": \"counterpoint/1\"");
    header(p_ != nullptr ? "program" : "implementation", tree_.name());
    if (i_ != nullptr && !i_->scheme.empty()) header("scheme", i_->scheme);
    if (!tree_.unit().empty()) header("unit", tree_.unit());
    engines();
    buffers();
    if (i_ != nullptr) semaphores();
    out_.put(",\n  \"body\": ");
    open_body();
    walk(tree_, *this);
    close_body();
    out_.put("\n}\n");
    out_.flush();
  }

  void enter(ScopeId s) {
    const Scope& scope = tree_.scope(s);
    if (scope.kind == ScopeKind::else_branch) {
      if (tree_.items(s).empty()) return;
      key(", ", "else");
      return open_body();
    }
    item();
    text(scope.is_loop() ? "{\"loop\": " : "{\"if\": ", tree_.text(scope.name));
    if (scope.is_loop()) {
      key(", ", "trips");
      trips(scope);
    } else if (scope.trip_kind == TripKind::divergent) {
      out_.put(", \"divergent\": true");
    }
    if (p_ != nullptr && p_->has_control_dependencies()) dependencies(p_->control_dependencies_of(s));
    key(", ", scope.is_loop() ? "body" : "then");
    open_body();
  }
  void leave(ScopeId s) {
    const bool other = tree_.scope(s).kind == ScopeKind::else_branch;
    if (!other || !tree_.items(s).empty()) close_body();
    if (tree_.scope(s).kind != ScopeKind::then_branch) out_.put('}');
  }
  void barrier(bool reset) {
    item();
    out_.put(reset ? "{\"barrier\": true, \"reset\": true}" : "{\"barrier\": true}");
  }
  void block(BlockId b) {
    if (i_ != nullptr) {
      for (const Statement& s : i_->statements_of(b)) statement(s);
      return;
    }
    const Block& block = tree_.block(b);
    for (std::size_t n = block.first; n < block.last; ++n) {
      const InstructionId i{n};
      begin(tree_.engine_of(i));
      instruction(i);
      dependencies(p_->dependencies_of(i));
      options(i);
      out_.put('}');
    }
  }

 private:
  // --- layout
  void open_body() {
    out_.put('[');
    empty_.push_back(true);
  }
  void close_body() {
    const bool empty = empty_.back();
    empty_.pop_back();
    if (!empty) new_line();
    out_.put(']');
  }
  void item() {
    if (!empty_.back()) out_.put(',');
    empty_.back() = false;
    new_line();
  }
  void new_line() {
    out_.put('\n');
    out_.fill(' ', 2 * (empty_.size() + 1));
  }
  void key(std::string_view before, std::string_view name) {
    out_.put(before);
    out_.put('"');
    out_.put(name);
    out_.put("\": ");
  }
  void text(std::string_view before, std::string_view value) {
    out_.put(before);
    out_.put('"');
    out_.put(value);
    out_.put('"');
  }
  void number(std::string_view name, std::int64_t value) {
    key(", ", name);
    out_.put(value);
  }
  void header(std::string_view name, std::string_view value) {
    key(",\n  ", name);
    text("", value);
  }

  // --- declarations
  template <class Range, class Print>
  void declarations(std::string_view name, const Range& range, const Print& print) {
    key(",\n  ", name);
    out_.put('[');
    bool first = true;
    for (const auto& x : range) {
      out_.put(first ? "\n    " : ",\n    ");
      first = false;
      print(x);
      out_.put('}');
    }
    out_.put(first ? "]" : "\n  ]");
  }
  void engines() {
    declarations("engines", tree_.engines(), [&](EngineId e) {
      text("{\"name\": ", tree_.engine_name(e));
      if (tree_.engine(e).inorder) out_.put(", \"inorder\": true");
    });
  }
  void buffers() {
    if (tree_.buffer_count() == 0) return;
    declarations("buffers", tree_.buffers(), [&](BufferId b) {
      text("{\"name\": ", tree_.buffer_name(b));
      const Buffer& buffer = tree_.buffer(b);
      number("slots", buffer.slots);
      if (buffer.space.valid()) text(", \"space\": ", tree_.buffer_space(b));
      if (buffer.at) number("at", static_cast<std::int64_t>(*buffer.at));
      if (buffer.bytes != 0) number("bytes", static_cast<std::int64_t>(buffer.bytes));
    });
  }
  void semaphores() {
    if (i_->semaphores.empty()) return;
    declarations("semaphores", i_->semaphores, [&](const Semaphore& s) {
      text("{\"name\": ", s.name);
      if (s.flag) out_.put(", \"flag\": true");
      if (s.array) number("size", s.size);
      if (s.initial != 0) number("initial", s.initial);
    });
  }

  // --- items
  void trips(const Scope& scope) {
    switch (scope.trip_kind) {
      case TripKind::constant: out_.put(std::int64_t{scope.trips}); break;
      case TripKind::dynamic: out_.put("\"dynamic\""); break;
      case TripKind::divergent: out_.put("\"divergent\""); break;
    }
  }
  void begin(EngineId e) {
    item();
    text("{\"engine\": ", tree_.engine_name(e));
  }
  void instruction(InstructionId i) { text(", \"instruction\": ", tree_.instruction_name(i)); }
  void options(InstructionId i) {
    const Timing& t = tree_.timing(i);
    if ((t.given & Timing::has_cost) != 0) number("cost", static_cast<std::int64_t>(t.cost));
    if ((t.given & Timing::has_interval) != 0) number("interval", static_cast<std::int64_t>(t.interval));
    if ((t.given & Timing::has_transfer) != 0) number("transfer", static_cast<std::int64_t>(t.transfer));
    if ((t.given & Timing::has_op) != 0) text(", \"op\": ", tree_.text(t.op));
    accesses(i, false, "reads");
    accesses(i, true, "writes");
  }
  void accesses(InstructionId i, bool write, std::string_view name) {
    bool any = false;
    for (const Access& a : tree_.accesses(i)) {
      if (a.write != write) continue;
      if (any) {
        out_.put(", ");
      } else {
        key(", ", name);
        out_.put('[');
      }
      any = true;
      text("{\"buffer\": ", tree_.buffer_name(a.buffer));
      if (a.kind == SlotKind::constant) number("slot", a.slot);
      if (a.kind == SlotKind::rotating) {
        text(", \"loop\": ", tree_.text(tree_.scope(a.loop).name));
        if (a.shift != 0) number("shift", a.shift);
      }
      out_.put('}');
    }
    if (any) out_.put(']');
  }
  void dependencies(IdRange<DependencyId> range) {
    if (range.empty()) return;
    key(", ", "after");
    std::string_view before = "[";
    for (const DependencyId d : range) {
      out_.put(before);
      before = ", ";
      text("{\"producer\": ", p_->producer_name(d));
      std::string_view next = ", \"distances\": [";
      for (const Distance& x : p_->distances_of(d)) {
        out_.put(next);
        next = ", ";
        text("{\"loop\": ", tree_.text(tree_.scope(x.loop).name));
        number("distance", x.distance);
        out_.put('}');
      }
      if (p_->dependency(d).distance_count != 0) out_.put(']');
      out_.put(p_->dependency(d).star ? ", \"all\": true}" : "}");
    }
    out_.put(']');
  }

  // --- statements of implementations
  void statement(const Statement& s) {
    const EngineId e = s.engine();
    begin(e);
    switch (s.kind()) {
      case StatementKind::instruction: {
        const InstructionId i{std::size_t{s.index}};
        instruction(i);
        options(i);
        waits(e, i_->waits_of(i));
        updates(e, i_->updates_of(i), UpdateTime::retire);
        break;
      }
      case StatementKind::operation: operation(e, i_->operations[s.index]); break;
      case StatementKind::wait: waits(e, i_->condition(s.index)); break;
      case StatementKind::signal: updates(e, i_->signal(s.index), UpdateTime::issue); break;
      case StatementKind::fence: out_.put(", \"fence\": true"); break;
    }
    out_.put('}');
  }
  void operation(EngineId e, const RegisterOperation& o) {
    text(", \"register\": ", i_->register_name(e, o.target));
    text(", \"operation\": ", name_of(o.operation));
    key(", ", "operands");
    out_.put('[');
    operand(e, o.a);
    if (o.operation != Operation::copy) {
      out_.put(", ");
      operand(e, o.b);
    }
    out_.put(']');
  }
  void waits(EngineId e, std::span<const Wait> waits) {
    std::string_view before = ", \"wait\": [";
    for (const Wait& w : waits) {
      out_.put(before);
      before = ", ";
      element(e, w.semaphore, w.index);
      text(", \"test\": ", w.kind == TestKind::take ? "take" : w.kind == TestKind::equal ? "==" : ">=");
      key(", ", "value");
      operand(e, w.value);
      out_.put('}');
    }
    if (!waits.empty()) out_.put(']');
  }
  void updates(EngineId e, std::span<const Update> updates, UpdateTime usual) {
    std::string_view before = ", \"signal\": [";
    for (const Update& u : updates) {
      out_.put(before);
      before = ", ";
      element(e, u.semaphore, u.index);
      text(", \"update\": ", u.kind == UpdateKind::add ? "+=" : u.kind == UpdateKind::subtract ? "-=" : ":=");
      key(", ", "amount");
      operand(e, u.amount);
      if (u.time != usual) text(", \"at\": ", u.time == UpdateTime::issue ? "issue" : "retire");
      out_.put('}');
    }
    if (!updates.empty()) out_.put(']');
  }
  void element(EngineId e, SemaphoreId s, Operand index) {
    text("{\"semaphore\": ", i_->semaphores[s].name);
    if (index.is_none()) return;
    key(", ", "index");
    operand(e, index);
  }
  void operand(EngineId e, Operand o) {
    if (o.is_register()) return text("", i_->register_name(e, o.reg()));
    out_.put(i_->literal(o));
  }

  const Tree& tree_;
  const Program* p_;
  const Implementation* i_;
  Writer& out_;
  std::vector<bool> empty_;  // of each open body, whether it has no item yet
};

std::string to_json(const Tree& tree, const Program* program, const Implementation* implementation) {
  std::string text;
  const Sink sink = [&](std::string_view piece) { text.append(piece); };
  Writer out(sink);
  JsonPrinter(tree, program, implementation, out).print();
  return text;
}

}  // namespace

std::string print_json(const Program& program) { return to_json(program.tree, &program, nullptr); }

std::string print_json(const Implementation& implementation) {
  return to_json(implementation.tree, nullptr, &implementation);
}

}  // namespace counterpoint
