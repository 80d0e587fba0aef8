// What every object of a dump is read with: its fields by name, their kinds, messages with JSON pointers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/text/json_document.hpp"

namespace counterpoint::neuron {

class DumpFields {
 public:
  using Node = JsonDocument::Node;
  static constexpr Node none = JsonDocument::none;
  static constexpr std::size_t most_problems = 100;
  // Beyond this no address, step or count of a core lies; sums of a few products of two of them fit in 128 bits.
  static constexpr std::int64_t largest = std::int64_t{1} << 40;

  explicit DumpFields(const JsonDocument& document) : d_(document) {}

  // The values of an object at these keys, `none` where one is absent or null. A key twice is a problem.
  [[nodiscard]] std::vector<Node> of(Node object, std::initializer_list<std::string_view> keys);

  [[nodiscard]] bool is(Node n, JsonKind kind, std::string_view what);
  // The elements of a list; none and a problem if it is no list. Absent counts as empty.
  [[nodiscard]] std::vector<Node> list(Node n, std::string_view what);
  // Text; "" where absent, a problem if it is `needed` or no text.
  [[nodiscard]] std::string text(Node n, Node object, std::string_view key, bool needed);
  // A number from `least` to `most`; `otherwise` where absent.
  [[nodiscard]] std::int64_t number(Node n, std::string_view what, std::int64_t least, std::int64_t most,
                                    std::int64_t otherwise);
  [[nodiscard]] std::optional<std::int64_t> maybe_number(Node n, std::string_view what);
  void missing(Node object, std::string_view key);
  // A word that must be one of some: says which, and the nearest.
  void unknown_word(Node n, std::string_view what, const std::vector<std::string_view>& words);
  Diagnostic& report(Code code, Node at, std::string message);

  [[nodiscard]] const JsonDocument& document() const { return d_; }
  [[nodiscard]] bool full() const { return problems_.size() >= most_problems; }
  [[nodiscard]] Diagnostics& problems() { return problems_; }

 private:
  const JsonDocument& d_;
  Diagnostics problems_;
  Diagnostic dropped_;
};

}  // namespace counterpoint::neuron
