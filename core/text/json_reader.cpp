// Reads the JSON form by writing the text it stands for: shapes, names and places.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/lexer.hpp"

namespace counterpoint {
namespace {

std::string describe(const JsonDocument& d, JsonDocument::Node n) {
  switch (d.kind(n)) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return d.boolean(n) ? "true" : "false";
    case JsonKind::integer: return std::to_string(d.integer(n));
    case JsonKind::large: return "an integer beyond 64 bits";
    case JsonKind::fraction: return "a number that is no integer";
    case JsonKind::text: return fmt::format("\"{}\"", excerpt(d.text(n)));
    case JsonKind::array: return "an array";
    case JsonKind::object: return "an object";
  }
  return {};
}

}  // namespace

void JsonReader::mark(Node n) { marks_.push_back({static_cast<std::uint32_t>(out_.size()), n}); }

std::string JsonReader::place(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(marks_, offset, {}, &Mark::offset);
  return after == marks_.begin() ? std::string{} : d_.pointer((after - 1)->node);
}

bool JsonReader::is_stand_in(std::uint32_t offset) const { return std::ranges::binary_search(stand_ins_, offset); }

Diagnostic& JsonReader::report(Code code, Node at, std::string message, std::string expected) {
  Diagnostic& d = problems_
                      .report(code, static_cast<std::uint32_t>(out_.size()), std::move(message), std::move(expected),
                              describe(d_, at))
                      .diagnostic;
  d.place = d_.pointer(at);
  return d;
}

bool JsonReader::is(Node n, JsonKind kind, std::string_view what) {
  if (d_.kind(n) == kind) return true;
  const bool large = kind == JsonKind::integer && d_.kind(n) == JsonKind::large;
  (void)report(large ? Code::number_too_large : Code::json_kind, n, "this is the wrong kind of value",
               std::string(what));
  return false;
}

bool JsonReader::is_list(Node n, std::string_view what) {
  return n != JsonDocument::none && is(n, JsonKind::array, what);
}

JsonReader::Fields JsonReader::fields(Node object, Keys keys) {
  Fields out(keys.size());
  for (Node member = d_.first(object); member != JsonDocument::none; member = d_.next(member)) {
    const auto* found = std::ranges::find(keys, d_.key(member));
    if (found == keys.end()) {
      Diagnostic& d = report(Code::json_unknown_key, member, "this key means nothing here",
                             fmt::format("one of {}", fmt::join(keys, ", ")));
      d.found = fmt::format("\"{}\"", excerpt(d_.key(member)));
      d.nearest = nearest_name(d_.key(member), std::vector<std::string_view>(keys));
      continue;
    }
    const auto i = static_cast<std::size_t>(found - keys.begin());
    if (out.has(i)) {
      (void)report(Code::json_duplicate_key, member, "this key is there twice", "each key once");
    } else {
      out.set(i, member);
    }
  }
  return out;
}

JsonReader::Node JsonReader::need(Node object, const Fields& fields, std::size_t i, std::string_view key) {
  if (!fields.has(i)) {
    (void)report(Code::json_missing_key, object, "a key is missing", fmt::format("\"{}\"", key));
  }
  return fields[i];
}

bool JsonReader::flag(const Fields& fields, std::size_t i, std::string_view key) {
  return fields.has(i) && is(fields[i], JsonKind::boolean, fmt::format("true or false for \"{}\"", key)) &&
         d_.boolean(fields[i]);
}

void JsonReader::put_name(Node n, std::string_view what) {
  if (n != JsonDocument::none && is(n, JsonKind::text, what)) {
    const std::string_view name = d_.text(n);
    if (is_name(name) && reserved_word(name) == Word::none) {
      mark(n);
      return put(name);
    }
    (void)report(is_name(name) ? Code::reserved_word : Code::json_name, n,
                 is_name(name) ? "a reserved word is no name" : "this text is no name", std::string(what));
  }
  // What follows is read as if there had been a name; a message about this one would repeat the one given.
  stand_ins_.push_back(static_cast<std::uint32_t>(out_.size()));
  out_ += fmt::format("_..{}", out_.size());
}

void JsonReader::put_integer(Node n, std::string_view what) {
  if (n == JsonDocument::none || !is(n, JsonKind::integer, what)) return put("0");
  mark(n);
  out_ += std::to_string(d_.integer(n));
}

void JsonReader::put_operand(Node n) {
  if (n != JsonDocument::none && d_.kind(n) == JsonKind::text) return put_name(n, "a register's name or an integer");
  put_integer(n, "a register's name or an integer");
}

void JsonReader::put_field(const Fields& fields, std::size_t i, std::string_view before) {
  if (!fields.has(i)) return;
  put(before);
  put_integer(fields[i], "an integer");
}

JsonReader::Node JsonReader::choose(Node n, std::string_view what, Keys words) {
  if (n == JsonDocument::none || !is(n, JsonKind::text, what)) return JsonDocument::none;
  if (std::ranges::find(words, d_.text(n)) != words.end()) return n;
  Diagnostic& d =
      report(Code::json_word, n, "this word means nothing here", fmt::format("one of {}", fmt::join(words, ", ")));
  d.nearest = nearest_name(d_.text(n), std::vector<std::string_view>(words));
  return JsonDocument::none;
}

}  // namespace counterpoint
