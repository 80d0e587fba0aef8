// Reads the JSON form by writing the text it stands for: the document and the items of bodies.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/json_reader.hpp"
#include "core/text/lexer.hpp"

namespace counterpoint {

namespace {

enum DocumentKey : std::size_t { schema, program, implementation, scheme, unit, engines, buffers, semaphores, body };

}  // namespace

bool JsonReader::write() {
  const Node root = JsonDocument::root();
  Node version = JsonDocument::none;
  for (Node m = d_.first(root); m != JsonDocument::none; m = d_.next(m)) {
    if (d_.key(m) == "schema") version = m;
  }
  // A document of another kind is one error, not one for each of its keys.
  if (version == JsonDocument::none || d_.kind(version) != JsonKind::text || d_.text(version) != "counterpoint/1") {
    Diagnostic& d = report(Code::json_schema, version == JsonDocument::none ? root : version,
                           "this JSON is no program and no implementation", "\"schema\": \"counterpoint/1\"");
    if (version == JsonDocument::none) d.found = "no such key";
    return false;
  }
  const Fields f = fields(
      root, {"schema", "program", "implementation", "scheme", "unit", "engines", "buffers", "semaphores", "body"});
  if (f.has(program) == f.has(implementation)) {
    (void)report(Code::json_item, root, "a document is either a program or an implementation",
                 "one of program, implementation");
    return false;
  }
  write_header(f);
  write_engines(f[engines]);
  write_buffers(f[buffers]);
  write_semaphores(f[semaphores]);
  write_items(f[body]);
  return true;
}

void JsonReader::write_header(const Fields& f) {
  mark(JsonDocument::root());
  put(f.has(program) ? "program " : "implementation ");
  put_name(f.has(program) ? f[program] : f[implementation], "the file's name");
  if (f.has(scheme) && is(f[scheme], JsonKind::text, "the scheme's name")) {
    mark(f[scheme]);
    if (is_scheme_word(d_.text(f[scheme]))) {
      out_ += fmt::format(" scheme {}", d_.text(f[scheme]));
    } else {
      (void)report(Code::json_name, f[scheme], "this text names no scheme", "small letters with '-' between words");
    }
  }
  put("\n");
  if (!f.has(unit)) return;
  mark(f[unit]);
  put("unit ");
  put_name(f[unit], "the unit's name, such as ps or cycles");
  put("\n");
}

void JsonReader::write_engines(Node list) {
  if (!is_list(list, "an array of engines")) return;
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "an engine")) continue;
    const Fields f = fields(n, {"name", "inorder"});
    mark(n);
    put("engine ");
    put_name(need(n, f, 0, "name"), "an engine's name");
    put(flag(f, 1, "inorder") ? " inorder\n" : "\n");
  }
}

void JsonReader::write_buffers(Node list) {
  if (!is_list(list, "an array of buffers")) return;
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "a buffer")) continue;
    const Fields f = fields(n, {"name", "slots", "space", "at", "bytes"});
    const Node slots = need(n, f, 1, "slots");
    mark(n);
    put("buffer ");
    put_name(need(n, f, 0, "name"), "a buffer's name");
    put(" slots ");
    if (slots == JsonDocument::none || d_.kind(slots) != JsonKind::integer) {
      if (slots != JsonDocument::none) (void)is(slots, JsonKind::integer, "a number of slots");
      put("2147483647");  // so that accesses to it are not wrong as well
    } else {
      put_integer(slots, "a number of slots");
    }
    if (f.has(2)) {
      put(" in ");
      put_name(f[2], "the memory's name");
    }
    put_field(f, 3, " at ");
    put_field(f, 4, " bytes ");
    put("\n");
  }
}

void JsonReader::write_semaphores(Node list) {
  if (!is_list(list, "an array of semaphores")) return;
  for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) {
    if (!is(n, JsonKind::object, "a semaphore or flag")) continue;
    const Fields f = fields(n, {"name", "flag", "size", "initial"});
    mark(n);
    put(flag(f, 1, "flag") ? "flag " : "semaphore ");
    put_name(need(n, f, 0, "name"), "the name of a semaphore or flag");
    put_field(f, 2, "[");
    if (f.has(2)) put("]");
    put_field(f, 3, " = ");
    put("\n");
  }
}

void JsonReader::write_items(Node body) {
  std::vector<Open> open;
  if (is_list(body, "an array of items")) open.push_back({d_.first(body), JsonDocument::none});
  while (!open.empty() && !problems_.full()) {
    const Node item = open.back().next;
    if (item != JsonDocument::none) {
      open.back().next = d_.next(item);
      write_item(item, open);
      continue;
    }
    const Node else_body = open.back().else_body;
    open.pop_back();
    if (else_body != JsonDocument::none) {
      mark(else_body);
      put("} else {\n");
      open_body(else_body, JsonDocument::none, open);
    } else if (!open.empty()) {
      put("}\n");
    }
  }
}

void JsonReader::open_body(Node body, Node else_body, std::vector<Open>& open) {
  const bool list = is_list(body, "an array of items");
  open.push_back({list ? d_.first(body) : JsonDocument::none, else_body});
}

void JsonReader::write_item(Node item, std::vector<Open>& open) {
  if (!is(item, JsonKind::object, "an item")) return;
  constexpr std::array<std::string_view, 8> kinds = {"loop",     "if",    "barrier", "instruction",
                                                     "register", "fence", "wait",    "signal"};
  // The first of them that is there says what the item is: an instruction may have waits, too.
  std::size_t kind = kinds.size();
  for (Node m = d_.first(item); m != JsonDocument::none; m = d_.next(m)) {
    kind = std::min(kind, static_cast<std::size_t>(std::ranges::find(kinds, d_.key(m)) - kinds.begin()));
  }
  switch (kind) {
    case 0: return write_loop(item, open);
    case 1: return write_conditional(item, open);
    case 2: return write_barrier(item);
    case 3: return write_instruction(item);
    case 4: return write_operation(item);
    case 5: return write_alone(item, "fence");
    case 6: return write_alone(item, "wait");
    case 7: return write_alone(item, "signal");
    default: break;
  }
  (void)report(Code::json_item, item, "nothing says what this item is",
               fmt::format("one of {}", fmt::join(kinds, ", ")));
}

void JsonReader::write_loop(Node item, std::vector<Open>& open) {
  const Fields f = fields(item, {"loop", "trips", "after", "body"});
  mark(item);
  put("loop ");
  put_name(f[0], "the loop's name");
  put(" trips ");
  const Node trips = need(item, f, 1, "trips");
  if (trips != JsonDocument::none && d_.kind(trips) == JsonKind::text) {
    const Node word = choose(trips, "trips", {"dynamic", "divergent"});
    put(word == JsonDocument::none ? "dynamic" : d_.text(word));
  } else {
    put_integer(trips, "a number of trips, \"dynamic\" or \"divergent\"");
  }
  write_dependencies(f[2]);
  put(" {\n");
  open_body(need(item, f, 3, "body"), JsonDocument::none, open);
}

void JsonReader::write_conditional(Node item, std::vector<Open>& open) {
  const Fields f = fields(item, {"if", "divergent", "after", "then", "else"});
  mark(item);
  put("if ");
  put_name(f[0], "the conditional's name");
  if (flag(f, 1, "divergent")) put(" divergent");
  write_dependencies(f[2]);
  put(" {\n");
  open_body(need(item, f, 3, "then"), f[4], open);
}

void JsonReader::write_barrier(Node item) {
  const Fields f = fields(item, {"barrier", "reset"});
  mark(item);
  if (!flag(f, 0, "barrier")) (void)report(Code::json_word, f[0], "a barrier is there or not", "true");
  put(flag(f, 1, "reset") ? "barrier reset\n" : "barrier\n");
}

}  // namespace counterpoint
