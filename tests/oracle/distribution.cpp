// Draws cases and counts their kinds.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/distribution.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "core/machine/random.hpp"
#include "tests/verify/random_pair.hpp"
#include "verify/generate/trips.hpp"
#include "verify/machines.hpp"

namespace counterpoint::rocq {
namespace {

AllocationOptions draw_options(Choices& choices) {
  constexpr std::array<Scheme, 3> schemes = {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine};
  constexpr std::array<int, 3> levels = {1, 0, 2};
  AllocationOptions options;
  options.scheme = schemes[choices.weighted({2, 3, 1})];
  options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
  options.optimize = levels[choices.weighted({3, 2, 1})];
  return options;
}

bool can_be_listed(const fuzzing::Case& tested, const fuzzing::Subject& subject) {
  const fuzzing::Limits limits;
  fuzzing::Examination x(tested, subject, limits);
  if (x.implementation() == nullptr) return false;
  const Question question = x.question();
  std::string why;
  return listed_waits(question, machines_of(question).implementation, why).has_value();
}

// One fault: half of them are moved thresholds, whichever the scheme writes them with.
std::optional<Implementation> with_one_fault(const Implementation& made, Choices& choices, std::string& how) {
  constexpr std::array<std::string_view, 6> moved = {"threshold-plus", "threshold-minus", "offset-plus",
                                                     "offset-minus",   "factor-plus",     "history-older"};
  if (choices.chance(1, 2)) return testing::with_fault(made, choices, how);
  const mutation::OperatorEntry* chosen = mutation::find_operator(moved[choices.weighted({6, 2, 3, 2, 2, 3})]);
  return testing::with_fault_of(*chosen, made, choices, how);
}

// One fault more; nothing if none of some tries gives a list of waits.
bool break_it(fuzzing::Case& tested, Choices& choices, const fuzzing::Subject& subject) {
  for (int tries = 0; tries < 60; ++tries) {
    std::string how;
    auto faulty = with_one_fault(*tested.by_hand, choices, how);
    if (!faulty || !pair_up(tested.program, *faulty)) continue;
    fuzzing::Case candidate = tested;
    candidate.by_hand = std::move(*faulty);
    if (!can_be_listed(candidate, subject)) continue;
    tested = std::move(candidate);
    return true;
  }
  return false;
}

// Of ten thousand cases.
struct Floor {
  std::string_view kind;
  std::uint64_t least;
};
constexpr Floor floors[] = {
    {"class: direct", 18000},
    {"class: exclusive", 920},
    {"class: history", 1100},
    {"class: history, r_P - 1", 740},
    {"class: in another form", 980},
    {"class: nested-backward", 900},
    {"class: nested-forward", 4600},
    {"class: rejected", 230},
    {"class: static", 250},
    {"class: static, at a distance", 41},
    {"class: static, at a distance, never owed", 28},
    {"class: static, never owed", 54},
    {"class: strengthened", 1000},
    {"class: through", 390},
    {"class: two-level", 1500},
    {"class: two-level, times constant loops", 21},
    {"class: two-level, times constant loops, never owed", 10},
    {"instances that owe something", 23000},
    {"program: @*", 1500},
    {"program: completes", 5000},
    {"program: conditional", 2600},
    {"program: control dependency", 1100},
    {"program: divergent scope", 1800},
    {"program: divergent trips", 1400},
    {"program: gets stuck", 980},
    {"program: negative distance", 550},
    {"program: several dependencies of one", 3700},
    {"program: three levels", 2200},
    {"program: two levels", 3200},
    {"program: zero trips", 2800},
    {"thresholds: compared", 6100},
    {"thresholds: instances that wait", 4900},
    {"thresholds: of class direct", 5100},
    {"thresholds: of class exclusive", 20},
    {"thresholds: of class history", 62},
    {"thresholds: of class history, r_P - 1", 47},
    {"thresholds: of class nested-backward", 190},
    {"thresholds: of class nested-forward", 1100},
    {"thresholds: of class static", 63},
    {"thresholds: of class strengthened", 290},
    {"thresholds: of class through", 97},
    {"thresholds: of class two-level", 380},
    {"thresholds: programs, per-instruction, all counted, level 0", 84},
    {"thresholds: programs, per-instruction, all counted, level 1", 190},
    {"thresholds: programs, per-instruction, producers counted, level 0", 94},
    {"thresholds: programs, per-instruction, producers counted, level 1", 190},
    {"thresholds: programs, per-loop, all counted, level 0", 110},
    {"thresholds: programs, per-loop, all counted, level 1", 300},
    {"thresholds: programs, per-loop, producers counted, level 0", 190},
    {"thresholds: programs, per-loop, producers counted, level 1", 290},
    {"verdict: deadlock", 910},
    {"verdict: equivalent", 4200},
    {"verdict: faulty, deadlock", 910},
    {"verdict: faulty, equivalent", 1800},
    {"verdict: faulty, refines", 210},
    {"verdict: faulty, unsafe", 600},
    {"verdict: per-engine, equivalent", 360},
    {"verdict: per-instruction, equivalent", 780},
    {"verdict: per-loop, equivalent", 1100},
    {"verdict: refines", 220},
    {"verdict: unsafe", 640},
    {"window", 1400},
};

}  // namespace

fuzzing::Case draw(std::uint64_t seed, std::uint64_t index, const fuzzing::Subject& subject) {
  Choices choices(mix(seed) ^ mix(~index));
  Shape shape;
  shape.trips = 3 + choices.below(2);
  shape.divergent = !choices.chance(1, 4);
  fuzzing::Case drawn;
  drawn.program = generate_program(choices, shape);
  drawn.trips = generate_trips(choices, drawn.program.tree, shape).options;
  if (choices.chance(1, 4)) drawn.window = 1 + choices.below(3);
  drawn.options = draw_options(choices);
  if (!choices.chance(2, 3)) return drawn;
  auto made = subject.allocate(drawn.program, *drawn.options);
  if (!made) return drawn;  // for the comparison to complain about
  fuzzing::Case faulty = drawn;
  faulty.by_hand = std::move(made->implementation);
  faulty.options.reset();
  if (!break_it(faulty, choices, subject)) return drawn;
  if (choices.chance(1, 4)) (void)break_it(faulty, choices, subject);
  return faulty;
}

void Tally::add(const fuzzing::Case& tested, const Seen& seen) {
  ++cases_;
  const Tree& tree = tested.program.tree;
  std::set<std::string> kinds;
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.is_branch()) kinds.insert("program: conditional");
    if (scope.trip_kind == TripKind::divergent) kinds.insert("program: divergent scope");
    if (scope.is_loop() && scope.depth >= 2) kinds.insert("program: two levels");
    if (scope.is_loop() && scope.depth >= 3) kinds.insert("program: three levels");
    if (scope.is_loop() && scope.trip_kind == TripKind::constant && scope.trips == 0)
      kinds.insert("program: zero trips");
  }
  for (const std::string& option : tested.trips) {
    if (option.find('@') != std::string::npos) kinds.insert("program: divergent trips");
    const std::string counts = "," + option.substr(option.find('=') + 1) + ",";
    if (option.front() == 'L' && counts.find(",0,") != std::string::npos) kinds.insert("program: zero trips");
  }
  for (const InstructionId i : tree.instructions()) {
    if (tested.program.dependencies_of(i).size() > 1) kinds.insert("program: several dependencies of one");
  }
  for (const DependencyId d : tested.program.all_dependencies()) {
    if (tested.program.dependency(d).control) kinds.insert("program: control dependency");
    if (tested.program.dependency(d).star) kinds.insert("program: @*");
    for (const Distance& k : tested.program.distances_of(d)) {
      if (k.distance < 0) kinds.insert("program: negative distance");
    }
  }
  kinds.insert(seen.completes ? "program: completes" : "program: gets stuck");
  if (tested.window != 0) kinds.insert("window");
  for (const std::string& kind : kinds) count(kind);
  for (const std::string& c : seen.classes) count("class: " + c);
  count("class: in another form", seen.choices);
  count("instances that owe something", seen.owing);
  std::string pair = "faulty";
  if (tested.options) {
    pair = fmt::format("{}", entry(tested.options->scheme).name);
    if (seen.thresholds_compared) {
      count(fmt::format("thresholds: programs, {}, {} counted, level {}", pair,
                        tested.options->count == Counted::all ? "all" : "producers", tested.options->optimize));
      count("thresholds: instances that wait", seen.instances);
      for (const std::string& c : seen.waiting) count("thresholds: of class " + c);
      count("thresholds: compared", seen.thresholds);
    }
  }
  if (!seen.not_listed.empty()) {
    count("verdict: not compared, " + seen.not_listed);
  } else {
    count("verdict: " + seen.verdict);
    count(fmt::format("verdict: {}, {}", pair, seen.verdict));
  }
}

std::string Tally::text() const {
  std::string text = fmt::format("{} cases; of these\n", cases_);
  for (const auto& [kind, times] : counts_) text += fmt::format("{:9}  {}\n", times, kind);
  return text;
}

std::string Tally::thin() const {
  std::string text;
  for (const auto& [kind, floor] : floors) {
    const double least = static_cast<double>(floor) * static_cast<double>(cases_) / 10'000;
    const auto found = counts_.find(std::string(kind));
    const std::uint64_t times = found == counts_.end() ? 0 : found->second;
    // In few cases a kind may be rarer by chance, by three standard deviations.
    if (static_cast<double>(times) >= least - 3 * std::sqrt(least)) continue;
    text += fmt::format("'{}' is hardly tested: {} of {} cases, at least {:.0f}\n", kind, times, cases_, least);
  }
  return text;
}

}  // namespace counterpoint::rocq
