// Takes out what speaks of what is gone; makes numbers smaller.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/tidy.hpp"

#include <algorithm>
#include <set>

#include "core/text/lexer.hpp"

namespace counterpoint::fuzzing {
namespace {

using Kind = Line::Kind;

struct Names {
  std::set<std::string, std::less<>> instructions;
  std::set<std::string, std::less<>> scopes;
  std::set<std::string, std::less<>> engines;
  std::set<std::string, std::less<>> buffers;
};

Names names_in(const Outline& program) {
  Names names;
  for (const Line& l : program) {
    if (l.instruction) names.instructions.insert(l.head);
    if (l.is(Kind::open)) names.scopes.insert(scope_of(l));
    if (l.declares("engine")) names.engines.insert(l.options[0].clauses.begin(), l.options[0].clauses.end());
    if (l.is(Kind::declaration) && l.head.starts_with("buffer ")) names.buffers.insert(words_of(l.head)[1]);
  }
  return names;
}

// "i0@L0-1@*" without distances on loops that are gone; "@*" goes with the last of them.
std::string without_lost_loops(const std::string& dependency, const Names& names) {
  std::string out = first_name(dependency);
  bool any = false;
  for (std::size_t at = dependency.find('@'); at != std::string::npos;) {
    const std::size_t end = std::min(dependency.find('@', at + 1), dependency.size());
    const std::string part = dependency.substr(at, end - at);
    const bool star = part == "@*";
    if (star ? any : names.scopes.contains(first_name(std::string_view(part).substr(1)))) out += part;
    any = any || !star;
    at = end == dependency.size() ? std::string::npos : end;
  }
  // With every distance gone a star has nothing to follow.
  return out == first_name(dependency) + "@*" ? first_name(dependency) : out;
}

bool good_access(const std::string& access, const Names& names) {
  if (!names.buffers.contains(first_name(access))) return false;
  const std::size_t bracket = access.find('[');
  if (bracket == std::string::npos) return true;
  const std::string slot = first_name(std::string_view(access).substr(bracket + 1));
  return slot.empty() || names.scopes.contains(slot);
}

void tidy(Outline& outline, const Names& names) {
  for (Line& l : outline) {
    if (l.is(Kind::declaration)) continue;
    for (Option& o : l.options) {
      if (o.word == "after") {
        std::erase_if(o.clauses, [&](const std::string& c) { return !names.instructions.contains(first_name(c)); });
        for (std::string& c : o.clauses) c = without_lost_loops(c, names);
      }
      if (o.word == "reads" || o.word == "writes") {
        std::erase_if(o.clauses, [&](const std::string& c) { return !good_access(c, names); });
      }
    }
    std::erase_if(l.options, [](const Option& o) { return o.clauses.empty(); });
  }
  std::erase_if(outline, [](const Line& l) {
    if (l.declares("semaphore") || l.declares("flag")) return l.options[0].clauses.empty();
    return l.is(Kind::statement) && l.head.empty() && l.options.empty();
  });
}

bool good_trips(const std::string& option, const Names& names) {
  if (!names.scopes.contains(first_name(option))) return false;
  const std::size_t at = option.find('@');
  return at == std::string::npos || names.engines.contains(first_name(std::string_view(option).substr(at + 1)));
}

bool starts_number(std::string_view text, std::size_t at) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return digit(text[at]) && (at == 0 || !is_name_character(text[at - 1]));
}
std::size_t number_end(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of("0123456789", at), text.size());
}
std::uint64_t number_at(std::string_view text, std::size_t at) {
  std::uint64_t value = 0;
  for (const char c : text.substr(at, number_end(text, at) - at))
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

// Tries to make the n-th number smaller, n counted down over four edits for each number; answers whether it did.
bool lower(std::string& text, std::size_t& n) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!starts_number(text, at)) continue;
    if (n >= 4) {
      n -= 4;
      at = number_end(text, at);
      continue;
    }
    const std::uint64_t old = number_at(text, at);
    const std::uint64_t values[] = {0, 1, old / 2, old == 0 ? 0 : old - 1};
    text.replace(at, number_end(text, at) - at, std::to_string(values[n]));
    return true;
  }
  return false;
}

bool lower_in(Outline& outline, std::size_t& n) {
  for (Line& l : outline) {
    // Heads of scopes are in both texts, and those of instructions are names.
    if (!l.is(Kind::open) && !l.instruction && lower(l.head, n)) return true;
    for (Option& o : l.options) {
      for (std::string& c : o.clauses) {
        if (lower(c, n)) return true;
      }
    }
  }
  return false;
}

}  // namespace

Draft tidied(Draft draft) {
  const Names names = names_in(draft.program);
  tidy(draft.program, names);
  if (draft.implementation) tidy(*draft.implementation, names);
  std::erase_if(draft.trips, [&](const std::string& option) { return !good_trips(option, names); });
  return draft;
}

std::string first_name(std::string_view clause) {
  std::size_t end = 0;
  if (!clause.empty() && clause[0] >= '0' && clause[0] <= '9') return "";
  while (end < clause.size() && is_name_character(clause[end])) ++end;
  return std::string(clause.substr(0, end));
}

std::optional<Draft> smaller_number(const Draft& draft, std::size_t n) {
  Draft d = draft;
  for (std::size_t at = 0; at < d.program.size(); ++at) {
    Line& l = d.program[at];
    const std::string before = l.head;
    if (!l.is(Kind::open) || !lower(l.head, n)) continue;
    if (!d.implementation) return d;
    for (Line& other : *d.implementation) {
      if (other.head == before) other.head = l.head;
    }
    return d;
  }
  if (lower_in(d.program, n)) return d;
  if (d.implementation && lower_in(*d.implementation, n)) return d;
  for (std::string& option : d.trips) {
    if (lower(option, n)) return d;
  }
  return std::nullopt;
}

std::uint64_t sum_of_numbers(std::string_view text) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!starts_number(text, at)) continue;
    sum += number_at(text, at);
    at = number_end(text, at);
  }
  return sum;
}

}  // namespace counterpoint::fuzzing
