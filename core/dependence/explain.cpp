// What a dependency asks for, and why.
// SPDX-License-Identifier: Apache-2.0
//
// The formulas are those of the table of semantics.md 4; a test evaluates the printed text against Equation 1.
#include "core/dependence/explain.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "core/dependence/wording.hpp"

namespace counterpoint {
namespace {

struct Case {
  const Program& program;
  DependencyId dependency;
  const Classification& x;

  [[nodiscard]] const Tree& tree() const { return program.tree; }
  [[nodiscard]] std::string name(ScopeId s) const { return tree().scope_name(s); }
  [[nodiscard]] std::string quoted(ScopeId s) const {
    return s == Tree::root() ? std::string("the top") : fmt::format("'{}'", name(s));
  }
  [[nodiscard]] std::string_view producer() const { return program.producer_name(dependency); }
  [[nodiscard]] std::string consumer() const {
    const Dependency& d = program.dependency(dependency);
    return subject_name(tree(), {d.control, d.consumer});
  }
  // The counters of the root are the constant 1.
  [[nodiscard]] std::string count(ScopeId s) const { return s == Tree::root() ? "1" : "r_" + name(s); }
  [[nodiscard]] std::string trip(ScopeId s) const { return s == Tree::root() ? "1" : "t_" + name(s); }
  [[nodiscard]] std::string history(std::int64_t j, ScopeId of, ScopeId over) const {
    return fmt::format("h{}_{}_{}", j, name(of), name(over));
  }
};

std::string plus(const std::string& a, std::int64_t b) {
  if (b == 0) return a;
  return fmt::format("{} {} {}", a, b < 0 ? '-' : '+', b < 0 ? -b : b);
}

bool is_sum(const std::string& a) { return a.find(' ') != std::string::npos && !a.starts_with("min("); }

std::string times(std::int64_t factor, const std::string& a) {
  if (factor == 1) return a;
  if (factor == 0) return "0";
  return is_sum(a) ? fmt::format("{}*({})", factor, a) : fmt::format("{}*{}", factor, a);
}

std::string two_level(const Case& c) {
  const Classification& x = c.x;
  const std::string reached = plus(fmt::format("{} + {}", c.history(x.distance, x.common, x.carrier), c.trip(x.common)),
                                   -std::int64_t{x.inner});
  return times(x.factor, fmt::format("min({}, {})", reached, c.history(x.distance - 1, x.common, x.carrier)));
}

// W_L (r_L - a - 1) + G, G from the inside out.
std::string constant_trips(const Case& c) {
  const Tree& tree = c.tree();
  const Classification& x = c.x;
  const auto distances = c.program.distances_of(c.dependency);
  std::int64_t below = trips_between(tree, x.common, x.producer_scope);
  std::string g;                // the terms so far
  std::int64_t number = below;  // and the constant that goes with them
  std::size_t next = distances.size();
  const auto add = [&](const std::string& term) { g = g.empty() ? term : fmt::format("{} + {}", term, g); };
  for (ScopeId q = x.common; q != x.carrier; q = tree.scope(q).parent) {
    const bool named = next > 0 && distances[next - 1].loop == q;
    const std::int64_t distance = named ? distances[--next].distance : 0;
    add(times(below, c.trip(q)));
    number -= (distance + 1) * below;
    const std::int64_t whole = below * tree.scope(q).trips;
    if (distance < 0) {
      g = fmt::format("min({}, {})", plus(g, number), whole);
      number = 0;
    }
    below = whole;
  }
  number -= (std::int64_t{x.distance} + 1) * below;
  if (x.carrier == Tree::root()) {
    number += below;
    return g.empty() ? std::to_string(number) : plus(g, number);
  }
  add(times(below, c.count(x.carrier)));
  return plus(g, number);
}

std::string threshold_of(const Case& c) {
  const Classification& x = c.x;
  switch (x.kind) {
    case DependenceClass::direct: return plus(c.count(x.common), -std::int64_t{x.distance});
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive: return c.count(x.producer_scope);
    case DependenceClass::history:
      if (x.minus_one) return plus(c.count(x.producer_scope), -1);
      [[fallthrough]];
    case DependenceClass::through:
    case DependenceClass::strengthened: return c.history(x.distance - 1, x.producer_scope, x.carrier);
    case DependenceClass::two_level: return two_level(c);
    case DependenceClass::constant_trips: return constant_trips(c);
    case DependenceClass::rejected: break;
  }
  return {};
}

std::string condition_of(const Case& c) {
  std::string text;
  for (const Distance& d : c.program.distances_of(c.dependency)) {
    if (d.distance < 1) continue;
    text += fmt::format("{}{} > {}", text.empty() ? "" : " and ", c.trip(d.loop), d.distance);
  }
  return text;
}

std::string status_of(const Classification& x) {
  if (x.kind == DependenceClass::rejected) return "rejected";
  if (x.never_owed) return "extension, exact: nothing is ever owed";
  if (x.base) return "base, exact";
  return x.exact ? "extension, exact" : "extension, safe: waits for more than asked";
}

std::string place_of_both(const Case& c) {
  const Tree& tree = c.tree();
  const Classification& x = c.x;
  const bool first = producer_first(c.program, c.dependency);
  std::string where = fmt::format("both in {}", c.quoted(x.common));
  if (x.producer_scope != x.common)
    where += fmt::format(", '{}' deeper in {}", c.producer(), c.quoted(x.producer_scope));
  const Dependency& d = c.program.dependency(c.dependency);
  const bool one_block =
      !d.control && tree.block_of(d.producer) == tree.block_of(InstructionId{std::size_t{d.consumer}});
  if (exclusive(c.program, c.dependency)) {
    where += ", in different branches of one conditional";
  } else {
    where += fmt::format(", '{}' {} '{}'{}", c.producer(), first ? "before" : "after", c.consumer(),
                         one_block ? " in one block" : "");
  }
  const auto distances = c.program.distances_of(c.dependency);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    where +=
        fmt::format("{} {} on {}", i == 0 ? "; distance" : ",", distances[i].distance, c.quoted(distances[i].loop));
  }
  if (c.program.dependency(c.dependency).star) where += " and all below";
  return where;
}

std::string reason_of(const Case& c) {
  const Classification& x = c.x;
  const std::string p = fmt::format("'{}'", c.producer());
  const std::string in = c.quoted(x.producer_scope);
  const std::string common = c.quoted(x.common);
  switch (x.kind) {
    case DependenceClass::direct:
      return fmt::format("{} stands in {} itself, so it retires once in each of its iterations", p, common);
    case DependenceClass::nested_forward:
      return fmt::format(
          "{} is in {} and comes before: when the consumer issues, its engine has counted every "
          "iteration of {} that this iteration of {} has",
          p, in, in, common);
    case DependenceClass::nested_backward:
      return fmt::format(
          "{} is in {} and comes after: the consumer's engine has not entered {} in this iteration of "
          "{}, so its count is that at the end of the iteration before",
          p, in, in, common);
    case DependenceClass::exclusive:
      return fmt::format(
          "the two never run in one iteration of {}, so the count of {} so far is that of the iterations "
          "before",
          common, in);
    case DependenceClass::history:
      if (x.minus_one) {
        return fmt::format(
            "both are in {}, which this iteration of {} has entered once: one less is the count before it", in,
            c.quoted(x.carrier));
      }
      return fmt::format(
          "how often {} ran in an earlier iteration of {} is not known from its count now, so the count "
          "at the start of each of the last {} is kept",
          in, c.quoted(x.carrier), x.distance);
    case DependenceClass::through:
      return fmt::format(
          "'@*' asks for everything up to the end of an iteration of {}: the count of {} at its start is "
          "kept for the last {}",
          c.quoted(x.carrier), in, x.distance);
    case DependenceClass::two_level:
      return fmt::format(
          "the target is in an earlier iteration of {}, at a place in its trip of {}; that trip may have "
          "ended before it, hence the minimum{}",
          c.quoted(x.carrier), common,
          x.factor == 1 ? std::string() : fmt::format("; each iteration of {} runs {} {} times", common, p, x.factor));
    case DependenceClass::constant_trips:
      return fmt::format("every loop below {} down to {} says its number of trips, so the count is arithmetic",
                         c.quoted(x.carrier), p);
    case DependenceClass::strengthened:
      return fmt::format(
          "the distance is carried by {}, too far out for a closed form, and the loops below have no "
          "number of trips: it waits for all of that iteration of {}",
          c.quoted(x.carrier), c.quoted(x.carrier));
    case DependenceClass::rejected:
      return fmt::format(
          "{} is in {} and comes later in the same iteration of {}: how often it will run is not known "
          "when the consumer issues",
          p, in, common);
  }
  return {};
}

// s >= N expr - (N - K).
std::string per_loop_of(const Case& c, const std::string& threshold, std::uint32_t n, std::uint32_t k) {
  const Tree& tree = c.tree();
  const EngineId e = tree.engine_of(c.program.dependency(c.dependency).producer);
  return fmt::format("wait s_{}_{} >= {}", c.name(c.x.producer_scope), tree.engine_name(e),
                     plus(times(n, threshold), -std::int64_t{n - k}));
}

}  // namespace

Explainer::Explainer(const Program& program)
    : program_(program), position_(program.tree.instruction_count(), 0), body_(program.tree.instruction_count(), 0) {
  const Tree& tree = program.tree;
  const auto key = [&](InstructionId i) {
    return (std::uint64_t{tree.scope_of(i).value} << 32U) | tree.engine_of(i).value;
  };
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (const InstructionId i : tree.instructions()) position_[i] = ++counts[key(i)];
  for (const InstructionId i : tree.instructions()) body_[i] = counts[key(i)];
  for (const InstructionId i : tree.instructions()) names_.insert(tree.instruction_name(i));
}

Explanation Explainer::explain(DependencyId d) const {
  Explanation e;
  e.dependency = d;
  e.classified = classify(program_, d);
  const Case c{program_, d, e.classified};
  const InstructionId p = program_.dependency(d).producer;
  e.subject = dependency_text(program_, d);
  e.class_text = class_name(e.classified.kind);
  e.status = status_of(e.classified);
  e.place = place_of_both(c);
  e.reason = reason_of(c);
  e.body = body_[p];
  e.position = position_[p];
  e.rewrites = rewrites(program_, d, e.classified, names_);
  if (e.classified.kind == DependenceClass::rejected || e.classified.never_owed) return e;
  e.threshold = threshold_of(c);
  e.condition = condition_of(c);
  const std::string where = e.condition.empty() ? std::string() : " where " + e.condition;
  e.formula = fmt::format("wait for R({}) >= {}{}", program_.producer_name(d), e.threshold, where);
  e.per_loop = per_loop_of(c, e.threshold, e.body, e.position) + where;
  return e;
}

std::vector<DependencyId> Explainer::find(std::string_view consumer, std::string_view producer) const {
  std::vector<DependencyId> out;
  for (const DependencyId d : program_.all_dependencies()) {
    if (program_.producer_name(d) == producer && program_.consumer_name(d) == consumer) out.push_back(d);
  }
  return out;
}

}  // namespace counterpoint
