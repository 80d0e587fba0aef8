// Fields of a dump's objects, and what is said of those that are wrong.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/dump_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint::neuron {
namespace {

std::string_view json_kind_word(JsonKind kind) {
  switch (kind) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return "a boolean";
    case JsonKind::integer: return "an integer";
    case JsonKind::large: return "an integer beyond 64 bits";
    case JsonKind::fraction: return "a fraction";
    case JsonKind::text: return "a text";
    case JsonKind::array: return "a list";
    case JsonKind::object: return "an object";
  }
  return "nothing";
}

}  // namespace

Diagnostic& DumpFields::report(Code code, Node at, std::string message) {
  Diagnostic d = diagnose(code, {}, std::move(message));
  if (full()) return dropped_ = std::move(d);
  d.place = d_.pointer(at);
  problems_.push_back(std::move(d));
  return problems_.back();
}

std::vector<DumpFields::Node> DumpFields::of(Node object, std::initializer_list<std::string_view> keys) {
  std::vector<Node> found(keys.size(), none);
  std::vector<bool> seen(keys.size());
  if (!is(object, JsonKind::object, "this")) return found;
  for (Node n = d_.first(object); n != none; n = d_.next(n)) {
    const auto at = std::find(keys.begin(), keys.end(), d_.key(n));
    if (at == keys.end()) continue;
    const auto i = static_cast<std::size_t>(at - keys.begin());
    if (seen[i]) report(Code::json_duplicate_key, n, fmt::format("'{}' stands in this object twice", *at));
    seen[i] = true;
    if (d_.kind(n) != JsonKind::null) found[i] = n;
  }
  return found;
}

bool DumpFields::is(Node n, JsonKind kind, std::string_view what) {
  if (d_.kind(n) == kind) return true;
  Diagnostic& d = report(Code::json_kind, n, fmt::format("{} is of the wrong kind", what));
  d.expected = json_kind_word(kind);
  d.found = json_kind_word(d_.kind(n));
  return false;
}

std::vector<DumpFields::Node> DumpFields::list(Node n, std::string_view what) {
  std::vector<Node> out;
  if (n == none || !is(n, JsonKind::array, what)) return out;
  for (Node e = d_.first(n); e != none; e = d_.next(e)) out.push_back(e);
  return out;
}

std::string DumpFields::text(Node n, Node object, std::string_view key, bool needed) {
  if (n == none) {
    if (needed && d_.kind(object) == JsonKind::object) missing(object, key);
    return {};
  }
  return is(n, JsonKind::text, key) ? std::string(d_.text(n)) : std::string();
}

std::int64_t DumpFields::number(Node n, std::string_view what, std::int64_t least, std::int64_t most,
                                std::int64_t otherwise) {
  if (n == none) return otherwise;
  const JsonKind kind = d_.kind(n);
  if (kind != JsonKind::large && !is(n, JsonKind::integer, what)) return otherwise;
  if (kind == JsonKind::integer && d_.integer(n) >= least && d_.integer(n) <= most) return d_.integer(n);
  Diagnostic& d = report(Code::dump_number, n, fmt::format("{} is beyond what a core has", what));
  d.expected = fmt::format("{} to {}", least, most);
  d.found = kind == JsonKind::large ? std::string(json_kind_word(kind)) : std::to_string(d_.integer(n));
  return otherwise;
}

std::optional<std::int64_t> DumpFields::maybe_number(Node n, std::string_view what) {
  if (n == none) return std::nullopt;
  return number(n, what, -largest, largest, 0);
}

void DumpFields::missing(Node object, std::string_view key) {
  report(Code::json_missing_key, object, fmt::format("'{}' is missing here", key));
}

void DumpFields::unknown_word(Node n, std::string_view what, const std::vector<std::string_view>& words) {
  Diagnostic& d = report(Code::json_word, n, fmt::format("{} is not known", what));
  for (const std::string_view w : words) d.expected += fmt::format("{}'{}'", d.expected.empty() ? "" : ", ", w);
  d.found = fmt::format("'{}'", excerpt(d_.text(n)));
  d.nearest = nearest_name(d_.text(n), words);
}

}  // namespace counterpoint::neuron
