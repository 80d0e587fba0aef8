// Writes JSON piece by piece, for documents whose shape others prescribe and for data inside a page.
// SPDX-License-Identifier: Apache-2.0
//
// What. Members and elements in the order they are written, one a line, indented by two blanks; or without any blank.
// Invariant. Every `begin` has its `end`; a value in an object comes after its key. Strings are always valid JSON
// (json_string). Cost: linear.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace counterpoint::report {

class JsonWriter {
 public:
  explicit JsonWriter(bool indented = true) : indented_(indented) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  template <std::integral T>
  void value(T number) {
    if constexpr (std::same_as<T, bool>) {
      raw(number ? "true" : "false");
    } else {
      raw(std::to_string(number));
    }
  }
  // "key": value.
  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }
  // The same for a string that is not empty.
  void member_if(std::string_view name, std::string_view content) {
    if (!content.empty()) member(name, content);
  }

  // What was written, with a line end where it is indented.
  [[nodiscard]] std::string finish();

 private:
  void begin(char bracket);
  void end(char bracket);
  void raw(std::string_view text);
  void next();
  void line();

  bool indented_;
  bool after_key_ = false;
  std::vector<bool> empty_;  // by open bracket: nothing in it yet
  std::string text_;
};

}  // namespace counterpoint::report
