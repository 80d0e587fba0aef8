// A JSON document as flat arrays, read by nlohmann-json's events.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <unordered_map>

namespace counterpoint {

// The receiver of the library's events. Every call answers whether to go on.
class JsonEvents {
 public:
  JsonEvents(JsonDocument& document, std::string_view text, std::uint32_t most_nested, Diagnostic& problem)
      : d_(document), text_(text), most_nested_(most_nested), problem_(problem) {}

  bool null() { return add(JsonKind::null, 0); }
  bool boolean(bool value) { return add(JsonKind::boolean, value ? 1 : 0); }
  bool number_integer(std::int64_t value) { return add(JsonKind::integer, value); }
  bool number_unsigned(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return add(JsonKind::large, 0);
    return add(JsonKind::integer, static_cast<std::int64_t>(value));
  }
  bool number_float(double, const std::string& digits) {
    const bool whole = digits.find_first_not_of("-0123456789") == std::string::npos;
    return add(whole ? JsonKind::large : JsonKind::fraction, 0);
  }
  bool string(const std::string& value) {
    const std::size_t start = d_.characters_.size();
    d_.characters_ += value;
    if (!add(JsonKind::text, static_cast<std::int64_t>(start))) return false;
    d_.nodes_.back().length = static_cast<std::uint32_t>(value.size());
    return true;
  }
  bool binary(const std::vector<std::uint8_t>&) { return false; }  // no part of JSON's text form
  bool key(const std::string& value) {
    const auto [at, fresh] = key_numbers_.try_emplace(value, static_cast<std::uint32_t>(d_.keys_.size()));
    if (fresh) d_.keys_.push_back(value);
    key_ = at->second;
    return true;
  }
  bool start_object(std::size_t) { return open(JsonKind::object); }
  bool start_array(std::size_t) { return open(JsonKind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    // The library counts the byte read last from 1.
    const std::size_t offset = std::min(text_.size(), position == 0 ? 0 : position - 1);
    Position at{1, 1};
    for (const char c : text_.substr(0, offset)) {
      ++at.column;
      if (c != '\n') continue;
      ++at.line;
      at.column = 1;
    }
    problem_ = diagnose(Code::json_syntax, at, "this is no JSON");
    problem_.expected = "JSON as in RFC 8259, since the file starts with '{'";
    return false;
  }

 private:
  struct Open {
    JsonDocument::Node node;
    JsonDocument::Node last;  // child
  };

  bool add(JsonKind kind, std::int64_t value) {
    const auto node = static_cast<JsonDocument::Node>(d_.nodes_.size());
    if (node == JsonDocument::none - 1) {
      problem_ = diagnose(Code::limit_exceeded, {}, "the document has too many values");
      return false;
    }
    JsonDocument::Entry& e = d_.nodes_.emplace_back();
    e.kind = kind;
    e.value = value;
    if (open_.empty()) return true;
    Open& parent = open_.back();
    e.parent = parent.node;
    e.key = key_;
    (parent.last == JsonDocument::none ? d_.nodes_[parent.node].first : d_.nodes_[parent.last].next) = node;
    parent.last = node;
    return true;
  }
  bool open(JsonKind kind) {
    if (!add(kind, 0)) return false;
    const auto node = static_cast<JsonDocument::Node>(d_.nodes_.size() - 1);
    if (open_.size() == most_nested_) {
      problem_ = diagnose(Code::nesting_too_deep, {}, "objects and arrays are nested too deep");
      problem_.place = excerpt(d_.pointer(node));
      problem_.expected = "scopes nested at most 1000 deep";
      return false;
    }
    open_.push_back({node, JsonDocument::none});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  JsonDocument& d_;
  std::string_view text_;
  std::uint32_t most_nested_;
  Diagnostic& problem_;
  std::vector<Open> open_;
  std::unordered_map<std::string, std::uint32_t> key_numbers_;
  std::uint32_t key_ = 0;
};

std::optional<JsonDocument> JsonDocument::read(std::string_view text, std::uint32_t most_nested, Diagnostic& problem) {
  JsonDocument document;
  JsonEvents events(document, text, most_nested, problem);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &events)) return std::nullopt;
  return document;
}

std::string JsonDocument::pointer(Node n) const {
  if (n == root()) return "/";
  std::vector<Node> path;
  for (; n != root(); n = nodes_[n].parent) path.push_back(n);
  std::string out;
  for (const Node step : std::views::reverse(path)) {
    out += '/';
    const Node parent = nodes_[step].parent;
    if (kind(parent) == JsonKind::array) {
      std::size_t index = 0;
      for (Node at = first(parent); at != step; at = next(at)) ++index;
      out += std::to_string(index);
      continue;
    }
    for (const char c : excerpt(key(step))) {
      if (c == '~') {
        out += "~0";
      } else if (c == '/') {
        out += "~1";
      } else {
        out += c;
      }
    }
  }
  return out;
}

}  // namespace counterpoint
