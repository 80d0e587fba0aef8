// Reads the JSON form by writing the text it stands for: the statements of engines.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/text/json_reader.hpp"

namespace counterpoint {

void JsonReader::write_engine(Node object, const Fields& f) {
  mark(object);
  put_name(need(object, f, 0, "engine"), "an engine's name");
  put(": ");
}

void JsonReader::write_instruction(Node item) {
  enum : std::size_t { engine, instruction, after, cost, interval, transfer, op, reads, writes, wait, signal };
  const Fields f = fields(item, {"engine", "instruction", "after", "cost", "interval", "transfer", "op", "reads",
                                 "writes", "wait", "signal"});
  write_engine(item, f);
  put_name(f[instruction], "the instruction's name");
  write_dependencies(f[after]);
  put_field(f, cost, " cost ");
  put_field(f, interval, " interval ");
  put_field(f, transfer, " transfer ");
  if (f.has(op)) {
    put(" op ");
    put_name(f[op], "the operation's name");
  }
  write_accesses(f[reads], "reads");
  write_accesses(f[writes], "writes");
  write_waits(f[wait]);
  write_updates(f[signal]);
  put("\n");
}

void JsonReader::write_operation(Node item) {
  const Fields f = fields(item, {"engine", "register", "operation", "operands"});
  write_engine(item, f);
  put_name(f[1], "a register's name");
  put(" := ");
  const Node word = choose(need(item, f, 2, "operation"), "an operation",
                           {"copy", "add", "subtract", "multiply", "mod", "div", "gt", "min", "max"});
  const std::string_view operation = word == JsonDocument::none ? "copy" : d_.text(word);
  Node a = JsonDocument::none;
  Node b = JsonDocument::none;
  const Node list = need(item, f, 3, "operands");
  if (is_list(list, "an array of operands")) {
    const std::size_t needed = operation == "copy" ? 1 : 2;
    std::size_t count = 0;
    for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n), ++count) {
      if (count == 0) a = n;
      if (count == 1) b = n;
    }
    if (count != needed && word != JsonDocument::none) {
      report(Code::json_operands, list, fmt::format("'{}' has another number of operands", operation),
             std::to_string(needed))
          .found = std::to_string(count);
    }
  }
  const bool function = operation == "gt" || operation == "min" || operation == "max";
  if (function) out_ += fmt::format("{}(", operation);
  put_operand_or_zero(a);
  if (function) put(", ");
  if (operation == "add") put(" + ");
  if (operation == "subtract") put(" - ");
  if (operation == "multiply") put(" * ");
  if (operation == "mod" || operation == "div") out_ += fmt::format(" {} ", operation);
  if (operation != "copy") put_operand_or_zero(b);
  put(function ? ")\n" : "\n");
}

void JsonReader::put_operand_or_zero(Node n) {
  if (n == JsonDocument::none) return put("0");
  put_operand(n);
}

void JsonReader::write_alone(Node item, std::string_view key) {
  const Fields f = fields(item, {"engine", key});
  write_engine(item, f);
  if (key == "fence") {
    if (!flag(f, 1, "fence")) (void)report(Code::json_word, f[1], "a fence is there or not", "true");
    put("fence");
  } else if (is_list(f[1], "an array") && d_.empty(f[1])) {
    (void)report(Code::json_empty_list, f[1], "a statement that does nothing", "at least one element");
    put("fence");
  } else if (key == "wait") {
    write_waits(f[1]);
  } else {
    write_updates(f[1]);
  }
  put("\n");
}

void JsonReader::write_dependencies(Node list) {
  if (!is_list(list, "an array of dependencies")) return;
  std::string_view before = " after ";
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "a dependency")) continue;
    mark(list);
    put(before);
    before = ", ";
    write_dependency(n);
  }
}

void JsonReader::write_dependency(Node dependency) {
  const Fields f = fields(dependency, {"producer", "distances", "all"});
  mark(dependency);
  put_name(need(dependency, f, 0, "producer"), "a producer's name");
  if (is_list(f[1], "an array of distances")) {
    for (Node n = d_.first(f[1]); n != JsonDocument::none; n = d_.next(n)) {
      if (!is(n, JsonKind::object, "a distance")) continue;
      const Fields g = fields(n, {"loop", "distance"});
      mark(n);
      put("@");
      put_name(need(n, g, 0, "loop"), "a loop's name");
      const Node distance = need(n, g, 1, "distance");
      if (distance == JsonDocument::none || !is(distance, JsonKind::integer, "a distance")) {
        put("-1");
        continue;
      }
      // A distance counts back, and the text says so with the sign: 1 is -1, -1 is +1.
      mark(distance);
      const std::int64_t value = d_.integer(distance);
      const std::uint64_t size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
      out_ += fmt::format("{}{}", value < 0 ? '+' : '-', size);
    }
  }
  if (flag(f, 2, "all")) put("@*");
}

void JsonReader::write_accesses(Node list, std::string_view word) {
  if (!is_list(list, "an array of accesses")) return;
  std::string before = fmt::format(" {} ", word);
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "an access")) continue;
    const Fields f = fields(n, {"buffer", "slot", "loop", "shift"});
    mark(n);
    put(before);
    before = ", ";
    put_name(need(n, f, 0, "buffer"), "a buffer's name");
    if (f.has(1) && (f.has(2) || f.has(3))) {
      (void)report(Code::json_item, n, "a slot is a number or rotates with a loop", "one of slot, loop");
    } else if (f.has(1)) {
      put("[");
      put_integer(f[1], "a slot");
      put("]");
    } else if (f.has(2) || f.has(3)) {
      put("[");
      put_name(need(n, f, 2, "loop"), "a loop's name");
      if (f.has(3) && is(f[3], JsonKind::integer, "a shift")) {
        mark(f[3]);
        out_ += fmt::format("{:+}", d_.integer(f[3]));
      }
      put("]");
    }
  }
}

void JsonReader::write_waits(Node list) {
  if (!is_list(list, "an array of waits")) return;
  std::string_view word;
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "a wait")) continue;
    const Fields f = fields(n, {"semaphore", "index", "test", "value"});
    const Node test = choose(need(n, f, 2, "test"), "a test", {">=", "==", "take"});
    const std::string_view sign = test == JsonDocument::none ? ">=" : d_.text(test);
    const std::string_view mine = sign == "take" ? " take " : " wait ";
    mark(n);
    put(mine == word ? ", " : mine);
    word = mine;
    write_element(n, f);
    put(sign == "==" ? " == " : " >= ");
    put_operand_or_zero(need(n, f, 3, "value"));
  }
}

void JsonReader::write_updates(Node list) {
  if (!is_list(list, "an array of updates")) return;
  std::string_view before = " signal ";
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "an update")) continue;
    const Fields f = fields(n, {"semaphore", "index", "update", "amount", "at"});
    mark(n);
    put(before);
    before = ", ";
    write_element(n, f);
    const Node update = choose(need(n, f, 2, "update"), "an update", {"+=", "-=", ":="});
    out_ += fmt::format(" {} ", update == JsonDocument::none ? "+=" : d_.text(update));
    put_integer(need(n, f, 3, "amount"), "an integer");
    if (!f.has(4)) continue;
    const Node when = choose(f[4], "a time", {"issue", "retire"});
    if (when != JsonDocument::none) out_ += fmt::format(" at {}", d_.text(when));
  }
}

void JsonReader::write_element(Node object, const Fields& f) {
  put_name(need(object, f, 0, "semaphore"), "the name of a semaphore or flag");
  if (!f.has(1)) return;
  put("[");
  put_operand(f[1]);
  put("]");
}

}  // namespace counterpoint
