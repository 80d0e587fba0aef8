// Reads the JSON form by writing the text it stands for.
// SPDX-License-Identifier: Apache-2.0
//
// What. A JSON document is turned into the text of the same program, which the one parser then reads: so limits,
//   rules and codes are the same in both forms because they are the same code. Only the shape of the document is
//   checked here: kinds of values, keys, and that every name is a name.
// Places. Each piece of the text is marked with the JSON value it came from. A message about an offset is given the
//   JSON pointer of the last mark at or before it.
// Recovery. A value of the wrong shape is reported and left out; a name that is none is replaced by a stand-in,
//   so that what follows is read as usual.
// Cost. Linear; the text and 8 bytes for each mark. Scopes are on a stack of our own.
// Source. docs/schema/counterpoint-1.schema.json.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/json_document.hpp"
#include "core/text/problems.hpp"

namespace counterpoint {

class JsonReader {
 public:
  using Node = JsonDocument::Node;

  JsonReader(const JsonDocument& document, Problems& problems) : d_(document), problems_(problems) {}

  // Writes the whole text. False, and one message, if the document is none of ours.
  [[nodiscard]] bool write();
  [[nodiscard]] const std::string& text() const { return out_; }
  // The JSON pointer of what stands at that offset of the text.
  [[nodiscard]] std::string place(std::uint32_t offset) const;
  // Whether a name stands there that is not in the document, because what is there is no name.
  [[nodiscard]] bool is_stand_in(std::uint32_t offset) const;

 private:
  struct Mark {
    std::uint32_t offset;
    Node node;
  };
  // The values of an object by the position of their keys in a list; none if absent.
  class Fields {
   public:
    explicit Fields(std::size_t n) : nodes_(n, JsonDocument::none) {}
    [[nodiscard]] Node operator[](std::size_t i) const { return nodes_[i]; }
    [[nodiscard]] bool has(std::size_t i) const { return nodes_[i] != JsonDocument::none; }
    void set(std::size_t i, Node n) { nodes_[i] = n; }

   private:
    std::vector<Node> nodes_;
  };
  using Keys = std::initializer_list<std::string_view>;
  // A body that is being written, and what follows it.
  struct Open {
    Node next;       // item of the body
    Node else_body;  // to follow a then branch; none otherwise
  };

  // --- shapes: json_reader.cpp
  [[nodiscard]] Diagnostic& report(Code code, Node at, std::string message, std::string expected);
  [[nodiscard]] bool is(Node n, JsonKind kind, std::string_view what);
  // Absent counts as right and empty.
  [[nodiscard]] bool is_list(Node n, std::string_view what);
  [[nodiscard]] Fields fields(Node object, Keys keys);
  // The value at a key that must be there.
  [[nodiscard]] Node need(Node object, const Fields& fields, std::size_t i, std::string_view key);
  [[nodiscard]] bool flag(const Fields& fields, std::size_t i, std::string_view key);
  void mark(Node n);
  void put(std::string_view s) { out_ += s; }
  void put_name(Node n, std::string_view what);
  void put_integer(Node n, std::string_view what);
  void put_operand(Node n);
  void put_operand_or_zero(Node n);
  // Writes `before` and the integer if the field is there.
  void put_field(const Fields& fields, std::size_t i, std::string_view before);
  [[nodiscard]] Node choose(Node n, std::string_view what, Keys words);

  // --- document and items: json_items.cpp
  void write_header(const Fields& fields);
  void write_engines(Node list);
  void write_buffers(Node list);
  void write_semaphores(Node list);
  void write_items(Node body);
  void write_item(Node item, std::vector<Open>& open);
  void write_loop(Node item, std::vector<Open>& open);
  void write_conditional(Node item, std::vector<Open>& open);
  void write_barrier(Node item);
  void open_body(Node body, Node else_body, std::vector<Open>& open);

  // --- statements: json_statements.cpp
  void write_engine(Node object, const Fields& fields);
  void write_instruction(Node item);
  void write_operation(Node item);
  void write_alone(Node item, std::string_view key);
  void write_dependencies(Node list);
  void write_dependency(Node dependency);
  void write_accesses(Node list, std::string_view word);
  void write_waits(Node list);
  void write_updates(Node list);
  void write_element(Node object, const Fields& fields);

  const JsonDocument& d_;
  Problems& problems_;
  std::string out_;
  std::vector<Mark> marks_;
  std::vector<std::uint32_t> stand_ins_;
};

}  // namespace counterpoint
