// Writes JSON piece by piece.
// SPDX-License-Identifier: Apache-2.0
#include "report/json_writer.hpp"

#include <utility>

#include "core/diagnostic/internal_error.hpp"
#include "report/timeline.hpp"

namespace counterpoint::report {

void JsonWriter::line() {
  if (!indented_) return;
  text_ += '\n';
  text_.append(2 * empty_.size(), ' ');
}

void JsonWriter::next() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (empty_.empty()) return;
  if (!empty_.back()) text_ += ',';
  empty_.back() = false;
  line();
}

void JsonWriter::raw(std::string_view text) {
  next();
  text_ += text;
}

void JsonWriter::begin(char bracket) {
  next();
  text_ += bracket;
  empty_.push_back(true);
}

void JsonWriter::end(char bracket) {
  require(!empty_.empty() && !after_key_, "every end of JSON has its begin");
  const bool empty = empty_.back();
  empty_.pop_back();
  if (!empty) line();
  text_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  next();
  text_ += json_string(name);
  text_ += indented_ ? ": " : ":";
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) { raw(json_string(text)); }

std::string JsonWriter::finish() {
  require(empty_.empty(), "every begin of JSON has its end");
  if (indented_) text_ += '\n';
  return std::exchange(text_, std::string());
}

}  // namespace counterpoint::report
