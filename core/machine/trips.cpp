// Trip counts and branches of a run: options, lists, random draws.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/trips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/random.hpp"

namespace counterpoint {
namespace {

constexpr std::uint32_t largest_trips = 0x7fffffffU;

using Refused = tl::unexpected<Diagnostic>;

// "kv@act=1,2" in its parts; the list still as text.
struct Option {
  std::string_view scope;
  std::string_view engine;
  bool has_engine = false;
  std::string_view list;
};

Diagnostic bad_list(std::string_view option, std::string_view found, std::string_view why) {
  Diagnostic d = diagnose(Code::bad_trip_list, {}, fmt::format("in '{}': {}", excerpt(option), why));
  d.expected = "SCOPE=N,N,... or SCOPE@ENGINE=N,N,... with N from 0 to 2147483647";
  d.found = found.empty() ? "nothing" : fmt::format("'{}'", excerpt(found));
  return d;
}

// "m=2,k=3": the comma goes on with the list of m, and `found` cannot. The help gives each scope an option of its own.
Diagnostic several_lists(std::string_view option, std::string_view found, std::string_view name) {
  constexpr std::size_t enough = 200;
  Diagnostic d = bad_list(option, found, "the comma goes on with the same list");
  std::string apart(name);
  apart += ' ';
  for (std::size_t at = 0; at < option.size(); ++at) {
    const std::string_view rest = option.substr(at + 1);
    const bool another = option[at] == ',' && rest.substr(0, rest.find(',')).find('=') != std::string_view::npos;
    apart += another ? fmt::format(" {} ", name) : std::string(1, option[at]);
  }
  d.help = fmt::format("one option for each scope: {}", excerpt(apart, enough));
  return d;
}

tl::expected<Option, Diagnostic> split(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return Refused(bad_list(text, text, "there is no '='"));
  Option option;
  option.scope = text.substr(0, equals);
  option.list = text.substr(equals + 1);
  if (const auto at = option.scope.find('@'); at != std::string_view::npos) {
    option.engine = option.scope.substr(at + 1);
    option.scope = option.scope.substr(0, at);
    option.has_engine = true;
  }
  return option;
}

tl::expected<std::vector<std::uint32_t>, Diagnostic> numbers(std::string_view option, std::string_view list,
                                                             std::string_view name) {
  std::vector<std::uint32_t> result;
  for (;;) {
    const auto comma = list.find(',');
    const std::string_view word = list.substr(0, comma);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty()) return Refused(bad_list(option, word, "a count is missing"));
    if (error == std::errc::result_out_of_range || (error == std::errc{} && value > largest_trips)) {
      return Refused(bad_list(option, word, "the count is too large"));
    }
    if (!result.empty() && word.find('=') != std::string_view::npos) {
      return Refused(several_lists(option, word, name));
    }
    if (error != std::errc{} || end != word.data() + word.size()) {
      return Refused(bad_list(option, word, word.front() == '-' ? "a count is negative" : "this is no count"));
    }
    result.push_back(value);
    if (comma == std::string_view::npos) return result;
    list.remove_prefix(comma + 1);
  }
}

// The loop or then branch of that name. "causal.else" is answered by its own diagnostic.
tl::expected<ScopeId, Diagnostic> find_scope(const Tree& tree, std::string_view name) {
  std::string_view conditional;
  if (name.ends_with(".else")) conditional = name.substr(0, name.size() - 5);
  std::vector<std::string_view> candidates;
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.kind == ScopeKind::root || scope.kind == ScopeKind::else_branch) continue;
    const std::string_view text = tree.text(scope.name);
    if (text == name) return s;
    if (scope.is_branch() && text == conditional) {
      Diagnostic d = diagnose(Code::else_branch_set, {},
                              fmt::format("'{}' is the complement of '{}' and is not set itself", name, text));
      d.help = fmt::format("set '{}': 1 takes its first branch, 0 the other", text);
      return Refused(std::move(d));
    }
    candidates.push_back(text);
  }
  Diagnostic d = diagnose(Code::unknown_trip_scope, {}, fmt::format("no loop or conditional '{}'", excerpt(name)));
  d.nearest = nearest_name(name, candidates);
  return Refused(std::move(d));
}

tl::expected<EngineId, Diagnostic> find_engine(const Tree& tree, std::string_view name) {
  std::vector<std::string_view> candidates;
  for (const EngineId e : tree.engines()) {
    if (tree.engine_name(e) == name) return e;
    candidates.push_back(tree.engine_name(e));
  }
  Diagnostic d = diagnose(Code::unknown_trip_engine, {}, fmt::format("no engine '{}'", excerpt(name)));
  d.nearest = nearest_name(name, candidates);
  return Refused(std::move(d));
}

}  // namespace

Trips::Trips(const Tree& tree, std::uint32_t default_trips)
    : engines_(tree.engine_count()), default_trips_(default_trips) {
  sources_.reserve(tree.scope_count());
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    Source source;
    source.divergent = scope.trip_kind == TripKind::divergent;
    if (scope.kind == ScopeKind::then_branch) {
      source.kind = Kind::then_branch;
    } else if (scope.kind == ScopeKind::else_branch) {
      source.kind = Kind::else_branch;
      source.number = scope.sibling.value;
    } else if (scope.trip_kind == TripKind::constant) {
      source.number = scope.trips;
    } else {
      source.kind = Kind::loop;
    }
    sources_.push_back(source);
  }
  name_draws(tree);
}

// Draws call an engine by the rank of its name, so that a tree that declares its engines in another order draws the
// same.
void Trips::name_draws(const Tree& tree) {
  std::vector<EngineId> by_name;
  for (const EngineId e : tree.engines()) by_name.push_back(e);
  std::ranges::sort(by_name, {}, [&](EngineId e) { return tree.engine_name(e); });
  drawn_as_.resize(engines_);
  for (std::size_t rank = 0; rank < by_name.size(); ++rank) drawn_as_[by_name[rank]] = EngineId{rank};
}

tl::expected<void, Diagnostic> Trips::set(const Tree& tree, std::string_view text) {
  const auto option = split(text);
  if (!option) return Refused(option.error());
  const auto scope = find_scope(tree, option->scope);
  if (!scope) return Refused(scope.error());
  const Scope& found = tree.scope(*scope);
  if (found.is_loop() && found.trip_kind == TripKind::constant) {
    Diagnostic d = diagnose(Code::constant_trips_set, {},
                            fmt::format("loop '{}' has the trip count {}", option->scope, found.trips));
    d.help = fmt::format("change the number with --resize {}=N", option->scope);
    return Refused(std::move(d));
  }
  auto counts = numbers(text, option->list, "--trips");
  if (!counts) return Refused(counts.error());
  if (found.is_branch() && std::ranges::any_of(*counts, [](std::uint32_t n) { return n > 1; })) {
    Diagnostic d = diagnose(Code::branch_out_of_range, {},
                            fmt::format("'{}' is a conditional: one of its branches runs, once", option->scope));
    d.expected = "1 for the first branch or 0 for the other";
    d.found = excerpt(option->list);
    return Refused(std::move(d));
  }
  if (!option->has_engine) {
    set_list(*scope, std::move(*counts));
    return {};
  }
  const auto engine = find_engine(tree, option->engine);
  if (!engine) return Refused(engine.error());
  if (found.trip_kind != TripKind::divergent) {
    Diagnostic d = diagnose(Code::uniform_trips_per_engine, {},
                            fmt::format("'{}' has the same count on every engine", option->scope));
    d.help = fmt::format("write {}={}, or declare it divergent", option->scope, excerpt(option->list));
    return Refused(std::move(d));
  }
  set_list(*scope, *engine, std::move(*counts));
  return {};
}

tl::expected<void, Diagnostic> Trips::resize(const Tree& tree, std::string_view text) {
  const auto option = split(text);
  if (!option) return Refused(option.error());
  const auto scope = find_scope(tree, option->scope);
  if (!scope) return Refused(scope.error());
  const Scope& found = tree.scope(*scope);
  if (!found.is_loop() || found.trip_kind != TripKind::constant) {
    Diagnostic d = diagnose(Code::resize_without_number, {},
                            fmt::format("'{}' has no number that could be resized", option->scope));
    d.help = fmt::format("write --trips {}={}", option->scope, excerpt(option->list));
    return Refused(std::move(d));
  }
  const auto counts = numbers(text, option->list, "--resize");
  if (!counts) return Refused(counts.error());
  if (option->has_engine || counts->size() != 1) {
    Diagnostic d = bad_list(text, option->has_engine ? option->engine : option->list, "a size is one number");
    d.expected = "SCOPE=N";
    return Refused(std::move(d));
  }
  set_constant(*scope, counts->front());
  std::erase_if(resized_, [&](const auto& x) { return x.first == option->scope; });
  resized_.emplace_back(option->scope, counts->front());
  return {};
}

void Trips::randomize(std::uint64_t seed, std::uint32_t max_trips) {
  random_ = true;
  seed_ = seed;
  max_trips_ = max_trips;
}

Trips Trips::renumbered(const IdVector<EngineId, EngineId>& original) const {
  require(original.size() == engines_, "both trees have the same engines");
  Trips other = *this;
  for (std::size_t l = 0; l < lists_.size(); ++l) {
    if (lists_[l].by_engine.empty()) continue;
    for (std::size_t e = 0; e < engines_; ++e) {
      other.lists_[l].by_engine[e] = lists_[l].by_engine[original[EngineId{e}].value];
    }
  }
  for (std::size_t e = 0; e < engines_; ++e) other.drawn_as_[EngineId{e}] = drawn_as_[original[EngineId{e}]];
  return other;
}

Trips::Lists& Trips::lists_of(ScopeId scope) {
  Source& source = sources_[scope];
  require(source.kind == Kind::loop || source.kind == Kind::then_branch, "the scope has no number of its own");
  if (source.lists == no_lists) {
    source.lists = static_cast<std::uint32_t>(lists_.size());
    lists_.emplace_back();
  }
  return lists_[source.lists];
}

void Trips::set_list(ScopeId scope, std::vector<std::uint32_t> counts) {
  require(!counts.empty(), "a list of trip counts is not empty");
  lists_of(scope).common = std::move(counts);
}

void Trips::set_list(ScopeId scope, EngineId engine, std::vector<std::uint32_t> counts) {
  require(!counts.empty() && sources_[scope].divergent, "a divergent scope and a list that is not empty");
  Lists& lists = lists_of(scope);
  lists.by_engine.resize(engines_);
  lists.by_engine[engine.value] = std::move(counts);
}

void Trips::set_constant(ScopeId scope, std::uint32_t count) {
  require(sources_[scope].kind == Kind::fixed && scope != Tree::root(), "the scope has a number");
  sources_[scope].number = count;
}

const std::vector<std::uint32_t>* Trips::list(const Source& source, EngineId engine) const {
  if (source.lists == no_lists) return nullptr;
  const Lists& lists = lists_[source.lists];
  if (!lists.by_engine.empty() && !lists.by_engine[engine.value].empty()) return &lists.by_engine[engine.value];
  return lists.common.empty() ? nullptr : &lists.common;
}

std::uint32_t Trips::drawn(ScopeId scope, EngineId engine, std::uint64_t n) const {
  const Source& source = sources_[scope];
  const std::uint64_t who = source.divergent ? std::uint64_t{drawn_as_[engine].value} + 1 : 0;
  const std::uint64_t range = source.kind == Kind::then_branch ? 2 : std::uint64_t{max_trips_} + 1;
  return static_cast<std::uint32_t>(mix(mix(mix(mix(seed_) ^ scope.value) ^ who) ^ n) % range);
}

std::uint32_t Trips::at(ScopeId scope, EngineId engine, std::uint64_t n) const {
  const Source& source = sources_[scope];
  if (source.kind == Kind::fixed) return source.number;
  if (source.kind == Kind::else_branch) return 1 - at(ScopeId{std::size_t{source.number}}, engine, n);
  if (const auto* counts = list(source, engine)) return (*counts)[std::min<std::uint64_t>(n, counts->size()) - 1];
  if (random_) return drawn(scope, engine, n);
  return source.kind == Kind::then_branch ? 1 : default_trips_;
}

std::uint64_t Trips::total(ScopeId scope, EngineId engine, std::uint64_t first, std::uint64_t last) const {
  std::uint64_t sum = 0;
  const Source& source = sources_[scope];
  const Source& chooser = source.kind == Kind::else_branch ? sources_[ScopeId{std::size_t{source.number}}] : source;
  const auto* counts = source.kind == Kind::fixed ? nullptr : list(chooser, engine);
  // From visit `settled` on every visit has the same count.
  std::uint64_t settled = counts != nullptr ? counts->size() : 1;
  if (counts == nullptr && random_ && source.kind != Kind::fixed) settled = std::numeric_limits<std::uint64_t>::max();
  for (; first <= last && first < settled; ++first) sum += at(scope, engine, first);
  if (first > last) return sum;
  std::uint64_t rest = 0;
  const bool overflow = __builtin_mul_overflow(last - first + 1, std::uint64_t{at(scope, engine, first)}, &rest) ||
                        __builtin_add_overflow(sum, rest, &sum);
  return overflow ? largest_total : std::min(sum, largest_total);
}

std::string Trips::resized() const {
  std::string text;
  for (const auto& [name, count] : resized_) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, count);
  return text;
}

}  // namespace counterpoint
