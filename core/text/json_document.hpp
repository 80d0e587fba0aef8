// A JSON document as flat arrays.
// SPDX-License-Identifier: Apache-2.0
//
// The library that reads JSON reports events; they are kept as nodes in one array, in the order of the text, so that
// a deep document neither needs a deep stack to read nor to free. Nesting is limited while reading. 32 bytes a node.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint {

// `large` is an integer beyond 64 bits, `fraction` any other number.
enum class JsonKind : std::uint8_t { null, boolean, integer, large, fraction, text, array, object };

class JsonDocument {
 public:
  using Node = std::uint32_t;
  static constexpr Node none = 0xffffffffU;

  // Reads one document. Objects and arrays may be nested `most_nested` deep.
  [[nodiscard]] static std::optional<JsonDocument> read(std::string_view text, std::uint32_t most_nested,
                                                        Diagnostic& problem);

  [[nodiscard]] static constexpr Node root() { return 0; }
  [[nodiscard]] JsonKind kind(Node n) const { return nodes_[n].kind; }
  [[nodiscard]] std::int64_t integer(Node n) const { return nodes_[n].value; }
  [[nodiscard]] bool boolean(Node n) const { return nodes_[n].value != 0; }
  [[nodiscard]] std::string_view text(Node n) const {
    return std::string_view(characters_).substr(static_cast<std::size_t>(nodes_[n].value), nodes_[n].length);
  }
  // Members and elements in the order of the text.
  [[nodiscard]] Node first(Node n) const { return nodes_[n].first; }
  [[nodiscard]] Node next(Node n) const { return nodes_[n].next; }
  [[nodiscard]] bool empty(Node n) const { return nodes_[n].first == none; }
  // The key of a member of an object.
  [[nodiscard]] std::string_view key(Node n) const { return keys_[nodes_[n].key]; }
  // "/body/3/engine"; "/" for the document itself, since nothing at all would not be seen in a message. Keys are cut as
  // in messages. Costs the length of the lists on the way.
  [[nodiscard]] std::string pointer(Node n) const;

 private:
  friend class JsonEvents;
  struct Entry {
    std::int64_t value = 0;    // of a number or boolean; where a text starts in characters_
    std::uint32_t length = 0;  // of a text
    std::uint32_t key = 0;     // into keys_
    Node parent = none;
    Node first = none;
    Node next = none;
    JsonKind kind = JsonKind::null;
  };
  std::vector<Entry> nodes_;
  std::vector<std::string> keys_;  // each once
  std::string characters_;
};

}  // namespace counterpoint
