// The table of parameters, and what follows from a choice.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/machine/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

namespace counterpoint::ascend {
namespace {

constexpr ParameterEntry parameters[] = {
#define X(identifier, word, values, c220, c310, meaning, source) \
  {Parameter::identifier, word, values, c220, c310, meaning, source},
#include "targets/ascend/machine/parameters.def"
#undef X
};

struct EventEntry {
  Pipe from;
  Pipe to;
  bool vector;
  bool cube;
};
constexpr EventEntry hard_events[] = {
#define X(from, to, vector, cube) {Pipe::from, Pipe::to, vector, cube},
#include "targets/ascend/machine/events.def"
#undef X
};

enum class CoreKind : std::uint8_t { any, vector, cube };

bool core_has(CoreKind core, Pipe pipe) {
  switch (pipe) {
    case Pipe::s:
    case Pipe::mte2: return true;
    case Pipe::v: return core != CoreKind::cube;
    case Pipe::mte3: return core != CoreKind::cube;
    case Pipe::m:
    case Pipe::mte1:
    case Pipe::fix: return core != CoreKind::vector;
    case Pipe::all: break;
  }
  return false;
}

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> words_of(std::string_view values) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t bar = values.find('|');
    out.push_back(values.substr(0, bar));
    if (bar == std::string_view::npos) return out;
    values.remove_prefix(bar + 1);
  }
}

// The value that a text means for a parameter.
std::optional<unsigned> value_of(const ParameterEntry& entry, std::string_view text) {
  if (const std::size_t dots = entry.values.find(".."); dots != std::string_view::npos) {
    const auto value = number(text);
    if (!value || value < number(entry.values.substr(0, dots)) || value > number(entry.values.substr(dots + 2))) {
      return std::nullopt;
    }
    return value;
  }
  const auto words = words_of(entry.values);
  const auto at = std::ranges::find(words, text);
  if (at == words.end()) return std::nullopt;
  return static_cast<unsigned>(at - words.begin());
}

}  // namespace

std::span<const ParameterEntry> all_parameters() { return parameters; }

std::string value_text(const ParameterEntry& entry, unsigned value) {
  if (entry.values.find("..") != std::string_view::npos) return std::to_string(value);
  return std::string(words_of(entry.values)[value]);
}

Machine::Machine(Architecture architecture) : architecture_(architecture) {
  for (const ParameterEntry& e : parameters) set(e.which, architecture == Architecture::c220 ? e.c220 : e.c310);
}

tl::expected<void, Diagnostic> Machine::set(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string_view word = assignment.substr(0, equals);
  const auto* const found = std::ranges::find(parameters, word, &ParameterEntry::word);
  if (found == std::end(parameters)) {
    std::vector<std::string_view> words;
    for (const ParameterEntry& e : parameters) words.push_back(e.word);
    Diagnostic d = diagnose(Code::unknown_switch, {}, "the target has no such switch");
    d.found = excerpt(word);
    d.nearest = nearest_name(word, words);
    d.help = "docs/ascend.md lists them";
    return tl::unexpected(d);
  }
  const std::string_view text = equals == std::string_view::npos ? "" : assignment.substr(equals + 1);
  const auto value = value_of(*found, text);
  if (!value) {
    Diagnostic d = diagnose(Code::switch_value, {}, fmt::format("the switch '{}' has no such value", word));
    const auto words = words_of(found->values);
    d.expected = fmt::format("{}", fmt::join(words, " or "));
    d.found = excerpt(text);
    d.nearest = nearest_name(text, words);
    return tl::unexpected(d);
  }
  set(found->which, *value);
  return {};
}

std::string Machine::name() const {
  const Machine usual(architecture_);
  std::string differs;
  for (const ParameterEntry& e : parameters) {
    if (at(e.which) == usual.at(e.which)) continue;
    differs += fmt::format("{}{}={}", differs.empty() ? " with " : ", ", e.word, value_text(e, at(e.which)));
  }
  return std::string(architecture_name(architecture_)) + differs;
}

unsigned Machine::usable_ids() const {
  const unsigned reserved = at(Parameter::reserved_ids);
  return reserved < ids() ? ids() - reserved : 0;
}

bool Machine::in_order(Pipe pipe) const {
  switch (pipe) {
    case Pipe::s: return at(Parameter::order_s) == 0;
    case Pipe::v: return at(Parameter::order_v) == 0;
    case Pipe::m: return at(Parameter::order_m) == 0;
    case Pipe::mte1: return at(Parameter::order_mte1) == 0;
    case Pipe::mte2: return at(Parameter::order_mte2) == 0;
    case Pipe::mte3: return at(Parameter::order_mte3) == 0;
    case Pipe::fix: return at(Parameter::order_fix) == 0;
    case Pipe::all: break;
  }
  return false;
}

Machine Machine::as(Core core) const {
  Machine out = *this;
  if (core != Core::one) {
    out.set(Parameter::core, static_cast<unsigned>(is_vector(core) ? CoreKind::vector : CoreKind::cube));
  }
  return out;
}

bool Machine::has_pipe(Pipe pipe) const {
  const auto core = static_cast<CoreKind>(at(Parameter::core));
  // The cube core of c220 has an mte3 of its own.
  if (pipe == Pipe::mte3 && architecture_ == Architecture::c220) return true;
  return core_has(core, pipe);
}

bool Machine::has_event(Pipe from, Pipe to) const {
  const auto core = static_cast<CoreKind>(at(Parameter::core));
  const auto* const e =
      std::ranges::find_if(hard_events, [&](const EventEntry& x) { return x.from == from && x.to == to; });
  if (e == std::end(hard_events)) return false;
  if (architecture_ == Architecture::c220) {
    return core == CoreKind::any || (core == CoreKind::vector ? e->vector : e->cube);
  }
  const auto both = [&](CoreKind c) { return core_has(c, from) && core_has(c, to); };
  return core == CoreKind::any ? both(CoreKind::vector) || both(CoreKind::cube) : both(core);
}

}  // namespace counterpoint::ascend
