// The table of edits.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/edits.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "verify/fuzz/tidy.hpp"

namespace counterpoint::fuzzing {
namespace {

using Kind = Line::Kind;
using Edited = std::optional<Draft>;

// The program's outline, then the implementation's if there is one.
std::vector<Outline*> both(Draft& d) {
  std::vector<Outline*> all = {&d.program};
  if (d.implementation) all.push_back(&*d.implementation);
  return all;
}

// The place of the n-th line that is one of those; nothing if there are not so many.
template <class Is>
std::optional<std::size_t> nth_line(const Outline& outline, std::size_t n, Is is) {
  for (std::size_t at = 0; at < outline.size(); ++at) {
    if (is(outline[at]) && n-- == 0) return at;
  }
  return std::nullopt;
}
bool opens(const Line& l) { return l.is(Kind::open); }

Edited without_engine(const Draft& draft, std::size_t n) {
  std::vector<std::string> engines;
  for (const Line& l : draft.program) {
    if (l.declares("engine")) engines.insert(engines.end(), l.options[0].clauses.begin(), l.options[0].clauses.end());
  }
  if (n >= engines.size()) return std::nullopt;
  Draft d = draft;
  for (Outline* o : both(d)) {
    for (Line& l : *o) {
      if (l.declares("engine")) std::erase(l.options[0].clauses, engines[n]);
    }
    std::erase_if(*o, [&](const Line& l) {
      return (l.is(Kind::statement) && l.engine == engines[n]) ||
             (l.declares("engine") && l.options[0].clauses.empty());
    });
  }
  return tidied(std::move(d));
}

Edited without_scope(const Draft& draft, std::size_t n) {
  if (!nth_line(draft.program, n, opens)) return std::nullopt;
  Draft d = draft;
  for (Outline* o : both(d)) {
    const std::size_t at = *nth_line(*o, n, opens);
    o->erase(o->begin() + static_cast<std::ptrdiff_t>(at),
             o->begin() + static_cast<std::ptrdiff_t>(end_of_scope(*o, at)));
  }
  return tidied(std::move(d));
}

// What is in the scope stays, of a conditional the one branch after the other.
Edited without_scope_around(const Draft& draft, std::size_t n) {
  if (!nth_line(draft.program, n, opens)) return std::nullopt;
  Draft d = draft;
  for (Outline* o : both(d)) {
    const std::size_t at = *nth_line(*o, n, opens);
    const std::size_t last = end_of_scope(*o, at) - 1;
    Outline kept(o->begin(), o->begin() + static_cast<std::ptrdiff_t>(at));
    std::size_t depth = 0;
    for (std::size_t i = at + 1; i < last; ++i) {
      const Line& l = (*o)[i];
      if (l.is(Kind::otherwise) && depth == 0) continue;
      if (l.is(Kind::open)) ++depth;
      if (l.is(Kind::close)) --depth;
      kept.push_back(l);
    }
    kept.insert(kept.end(), o->begin() + static_cast<std::ptrdiff_t>(last + 1), o->end());
    *o = std::move(kept);
  }
  return tidied(std::move(d));
}

Edited without_instruction(const Draft& draft, std::size_t n) {
  const auto at = nth_line(draft.program, n, [](const Line& l) { return l.instruction; });
  if (!at) return std::nullopt;
  const std::string name = draft.program[*at].head;
  Draft d = draft;
  for (Outline* o : both(d)) {
    std::erase_if(*o, [&](const Line& l) { return l.instruction && l.head == name; });
  }
  return tidied(std::move(d));
}

// A register operation, a stand-alone statement or a barrier.
Edited without_statement(const Draft& draft, std::size_t n) {
  if (!draft.implementation) return std::nullopt;
  const auto at = nth_line(*draft.implementation, n, [](const Line& l) {
    return l.is(Kind::barrier) || (l.is(Kind::statement) && !l.instruction);
  });
  if (!at) return std::nullopt;
  Draft d = draft;
  d.implementation->erase(d.implementation->begin() + static_cast<std::ptrdiff_t>(*at));
  return d;
}

Edited without_buffer(const Draft& draft, std::size_t n) {
  const auto at = nth_line(draft.program, n,
                           [](const Line& l) { return l.is(Kind::declaration) && l.head.starts_with("buffer "); });
  if (!at) return std::nullopt;
  const std::string declaration = draft.program[*at].head;
  Draft d = draft;
  for (Outline* o : both(d)) std::erase_if(*o, [&](const Line& l) { return l.head == declaration; });
  return tidied(std::move(d));
}

Edited without_semaphore(const Draft& draft, std::size_t n) {
  if (!draft.implementation) return std::nullopt;
  std::vector<std::string> names;
  for (const Line& l : *draft.implementation) {
    if (!l.declares("semaphore") && !l.declares("flag")) continue;
    for (const std::string& c : l.options[0].clauses) names.push_back(first_name(c));
  }
  if (n >= names.size()) return std::nullopt;
  Draft d = draft;
  for (Line& l : *d.implementation) {
    for (Option& o : l.options) {
      if (l.is(Kind::statement) || l.declares("semaphore") || l.declares("flag")) {
        std::erase_if(o.clauses, [&](const std::string& c) { return first_name(c) == names[n]; });
      }
    }
  }
  return tidied(std::move(d));
}

// Applies `edit` to the clauses of options of statements and scopes, program first, until one has been edited: `edit`
// answers whether it was the one.
template <class Edit>
Edited clause_edit(const Draft& draft, Edit edit) {
  Draft d = draft;
  for (Outline* outline : both(d)) {
    for (Line& l : *outline) {
      for (Option& o : l.options) {
        for (std::size_t c = 0; c < o.clauses.size(); ++c) {
          if (!edit(o, c)) continue;
          return tidied(std::move(d));
        }
      }
    }
  }
  return std::nullopt;
}

Edited without_clause(const Draft& draft, std::size_t n) {
  return clause_edit(draft, [&](Option& o, std::size_t c) {
    if (o.word.empty() || n-- != 0) return false;
    o.clauses.erase(o.clauses.begin() + static_cast<std::ptrdiff_t>(c));
    return true;
  });
}

// "i0@L0-1@L1+1" without one of its distances, or without "@*".
Edited without_distance(const Draft& draft, std::size_t n) {
  return clause_edit(draft, [&](Option& o, std::size_t c) {
    if (o.word != "after") return false;
    std::string& clause = o.clauses[c];
    for (std::size_t at = clause.find('@'); at != std::string::npos; at = clause.find('@', at + 1)) {
      if (n-- != 0) continue;
      clause.erase(at, std::min(clause.find('@', at + 1), clause.size()) - at);
      return true;
    }
    return false;
  });
}

// "s0 = 1" without its value, "s += 1 at issue" without its time.
Edited without_tail(const Draft& draft, std::size_t n) {
  return clause_edit(draft, [&](Option& o, std::size_t c) {
    std::string& clause = o.clauses[c];
    const std::size_t at = o.word.empty()       ? clause.find(" = ")
                           : o.word == "signal" ? clause.find(" at ")
                                                : std::string::npos;
    if (at == std::string::npos || n-- != 0) return false;
    clause.erase(at);
    return true;
  });
}

// "s >= w" as "s >= 1" or "s >= 0".
Edited with_number(const Draft& draft, std::size_t n) {
  return clause_edit(draft, [&](Option& o, std::size_t c) {
    std::string& clause = o.clauses[c];
    const std::size_t at = clause.rfind("= ");
    if ((o.word != "wait" && o.word != "take") || at == std::string::npos) return false;
    if (clause.find_first_of("0123456789-", at + 2) == at + 2 || n >= 2) {
      if (clause.find_first_of("0123456789-", at + 2) != at + 2) n -= 2;
      return false;
    }
    clause.replace(at + 2, std::string::npos, n == 0 ? "1" : "0");
    return true;
  });
}

Edited in_any_order(const Draft& draft, std::size_t n) {
  if (n > 0) return std::nullopt;
  Draft d = draft;
  for (Outline* o : both(d)) {
    for (Line& l : *o) std::erase_if(l.options, [](const Option& x) { return x.word == "inorder"; });
  }
  return d;
}

// A divergent scope as one that runs equally often everywhere.
Edited uniform(const Draft& draft, std::size_t n) {
  const auto divergent = [](const Line& l) { return opens(l) && l.head.ends_with(" divergent"); };
  const auto at = nth_line(draft.program, n, divergent);
  if (!at) return std::nullopt;
  const std::string scope = scope_of(draft.program[*at]);
  Draft d = draft;
  for (Outline* o : both(d)) {
    for (Line& l : *o) {
      if (!divergent(l) || scope_of(l) != scope) continue;
      l.head.resize(l.head.size() - std::string_view(" divergent").size());
      if (l.head.starts_with("loop ")) l.head += " dynamic";
    }
  }
  bool first = true;
  std::erase_if(d.trips, [&](std::string& option) {
    if (!option.starts_with(scope + "@")) return false;
    if (!std::exchange(first, false)) return true;
    option = scope + option.substr(option.find('='));
    return false;
  });
  return d;
}

Edited without_trips(const Draft& draft, std::size_t n) {
  if (n >= draft.trips.size()) return std::nullopt;
  Draft d = draft;
  d.trips.erase(d.trips.begin() + static_cast<std::ptrdiff_t>(n));
  return d;
}

// One count less in a list.
Edited without_visit(const Draft& draft, std::size_t n) {
  Draft d = draft;
  for (std::string& option : d.trips) {
    for (std::size_t comma = option.find(','); comma != std::string::npos; comma = option.find(',', comma + 1)) {
      if (n-- != 0) continue;
      option.erase(comma, std::min(option.find(',', comma + 1), option.size()) - comma);
      return d;
    }
  }
  return std::nullopt;
}

Edited simpler_hardware(const Draft& draft, std::size_t n) {
  if (n > 2) return std::nullopt;
  Draft d = draft;
  if (n == 0) d.window = 0;
  if (n == 1) d.width = 0;
  if (n == 2) d.compare = Comparison::as_signed;
  return d;
}

Edited simpler_options(const Draft& draft, std::size_t n) {
  if (!draft.options || n > 2) return std::nullopt;
  Draft d = draft;
  if (n == 0) d.options->extensions = Extensions::all;
  if (n == 1) d.options->count = Counted::all;
  if (n == 2) d.options->optimize = 1;
  return d;
}

constexpr std::array edits = {EditEntry{"engine", without_engine},
                              EditEntry{"scope", without_scope},
                              EditEntry{"scope around", without_scope_around},
                              EditEntry{"instruction", without_instruction},
                              EditEntry{"statement", without_statement},
                              EditEntry{"buffer", without_buffer},
                              EditEntry{"semaphore", without_semaphore},
                              EditEntry{"clause", without_clause},
                              EditEntry{"distance", without_distance},
                              EditEntry{"tail", without_tail},
                              EditEntry{"threshold", with_number},
                              EditEntry{"inorder", in_any_order},
                              EditEntry{"divergent", uniform},
                              EditEntry{"hardware", simpler_hardware},
                              EditEntry{"options", simpler_options},
                              EditEntry{"trips", without_trips},
                              EditEntry{"visit", without_visit},
                              EditEntry{"number", smaller_number}};

}  // namespace

std::span<const EditEntry> all_edits() { return edits; }

}  // namespace counterpoint::fuzzing
