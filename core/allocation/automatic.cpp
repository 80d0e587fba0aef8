// Automatic choice between per-instruction, per-loop and, under a budget, per-engine.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/automatic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "core/allocation/automatic_scheme.hpp"
#include "core/allocation/counters.hpp"
#include "core/allocation/passes/passes.hpp"
#include "core/allocation/per_engine.hpp"

namespace counterpoint {
namespace {

using Made = tl::expected<Allocation, Diagnostics>;

// A choice, made and measured; none if it cannot be made.
struct Candidate {
  ResourceNeed need;
  double weight = 0;
  [[nodiscard]] auto cost() const { return std::tuple(weight, need.semaphores, need.registers); }
};
using Tried = std::optional<Candidate>;

class BudgetChoice {
 public:
  BudgetChoice(const Program& program, const AllocationOptions& options) : program_(program), options_(options) {
    quiet_.choices_up_to = 0;
    AutomaticScheme scheme(program, quiet_, {});
    first_ = allocate_counters(program, quiet_, name(), scheme);
    regions_ = scheme.regions();
    for (const BodyOnEngine& place : regions_) producers_ += place.producers;
    if (first_) semaphores_ = first_->implementation.element_count();
  }

  Made run() {
    if (!small()) return first_that_fits();
    try_all();
    std::size_t best = table_.size();
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (!fitting(i)) continue;
      if (best == table_.size() || table_[i]->cost() < table_[best]->cost()) best = i;
    }
    if (best == table_.size()) return std::move(first_);
    return best == by_engine() ? per_engine(options_) : local(best, options_);
  }

  Smallest smallest() {
    Smallest out;
    if (small()) {
      try_all();
      for (const Tried& t : table_) take(out, t);
      return out;
    }
    fixed_ = {measure(first_), measure(allocate_per_engine(program_, quiet_))};
    for (const Tried& t : fixed_) take(out, t);
    take(out, measure_filled(options_.semaphores));
    if (options_.semaphores) take(out, measure_filled(std::nullopt));
    if (options_.registers) out.semaphores = bisect();
    if (out.semaphores && !can_be_given(out.semaphores->semaphores, options_)) out.semaphores.reset();
    return out;
  }

 private:
  static std::string_view name() { return entry(Scheme::automatic).name; }
  [[nodiscard]] bool small() const {
    const std::size_t most = options_.optimize < 2 ? tried_work : tried_work_with_passes;
    return regions_.size() <= tried_regions && program_.tree.instruction_count() <= most >> regions_.size();
  }
  [[nodiscard]] std::size_t by_engine() const { return table_.size() - 1; }
  [[nodiscard]] bool fitting(std::size_t i) const { return table_[i] && fits(table_[i]->need, options_); }

  // --- choices -----------------------------------------------------------------------------------------------------

  [[nodiscard]] std::vector<bool> bodies_of(std::size_t set) const {
    std::vector<bool> own(regions_.size());
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = (set >> i & 1U) != 0;
    return own;
  }
  [[nodiscard]] Made local(std::vector<bool> own, const AllocationOptions& options, AutomaticScheme::Why why) const {
    AutomaticScheme scheme(program_, options, std::move(own), std::move(why));
    return allocate_counters(program_, options, name(), scheme);
  }
  [[nodiscard]] Made local(std::size_t set, const AllocationOptions& options) const {
    Made out = local(bodies_of(set), options,
                     [this, set](std::size_t region, const BodyOnEngine& place) { return why(set, region, place); });
    add_summary(out, set);
    return out;
  }
  [[nodiscard]] Made per_engine(const AllocationOptions& options) const {
    Made out = allocate_per_engine(program_, options);
    if (!out) return out;
    out->implementation.scheme = name();
    if (program_.dependency_count() <= options.choices_up_to) {
      out->choices.insert(out->choices.begin(), {DependencyId::none(), "every engine", "per-engine", why_per_engine()});
    }
    if (!table_.empty()) add_summary(out, by_engine());
    return out;
  }

  [[nodiscard]] Tried measure(const Made& made) const {
    if (!made) return std::nullopt;
    const auto of = [&](const Implementation& x) { return Candidate{need_of(x, options_), weighted_operations(x)}; };
    if (options_.optimize < 2) return of(made->implementation);
    return of(optimize(made->implementation, options_.optimize).implementation);
  }
  // Local choices by the set of bodies whose producers share nothing, then per-engine.
  void try_all() {
    if (!table_.empty()) return;
    const std::size_t sets = std::size_t{1} << regions_.size();
    table_.push_back(measure(first_));
    for (std::size_t set = 1; set < sets; ++set) table_.push_back(measure(local(bodies_of(set), quiet_, {})));
    table_.push_back(measure(allocate_per_engine(program_, quiet_)));
  }

  // --- reasons -----------------------------------------------------------------------------------------------------

  void add_summary(Made& made, const ResourceNeed& need, std::string reason) const {
    if (!made || program_.dependency_count() > options_.choices_up_to) return;
    made->choices.insert(made->choices.begin(),
                         {DependencyId::none(), "budget", describe(need, options_, true), std::move(reason)});
  }
  void add_summary(Made& made, std::size_t chosen) const {
    std::size_t fit = 0;
    for (std::size_t i = 0; i < table_.size(); ++i) fit += fitting(i) ? 1 : 0;
    add_summary(made, table_[chosen]->need,
                fmt::format("the cheapest of {} that fit, of {} tried", fit, table_.size()));
  }
  // What the other way would be for one body of the set chosen.
  [[nodiscard]] std::string why(std::size_t set, std::size_t region, const BodyOnEngine& place) const {
    const bool own = (set >> region & 1U) != 0;
    const std::size_t other = set ^ (std::size_t{1} << region);
    std::string out = own ? fmt::format("a semaphore for each of {} producers there: sharing one ", place.producers)
                          : fmt::format("{} producers there share one semaphore: one for each ", place.producers);
    if (!table_[other]) return out + "takes a number that is too large";
    if (!fitting(other)) return out + "would take " + describe(table_[other]->need, options_);
    if (own)
      return out + (table_[other]->weight > table_[set]->weight ? "fits too, and there is more to decode"
                                                                : "fits too, and saves none");
    return out + "fits too, and saves no operation";
  }
  [[nodiscard]] std::string why_per_engine() const {
    if (table_.empty()) return "nothing else that was tried fits";
    for (std::size_t i = 0; i < by_engine(); ++i) {
      if (fitting(i)) return "cheaper than every choice by body and engine that fits";
    }
    if (!table_[0]) return "no choice by body and engine fits";
    return fmt::format("no choice by body and engine fits: one semaphore for each takes {}",
                       describe(table_[0]->need, options_));
  }

  // --- larger programs ---------------------------------------------------------------------------------------------

  [[nodiscard]] std::vector<bool> filled(std::optional<std::uint64_t> budget) const {
    return by_density(!budget                 ? std::numeric_limits<std::uint64_t>::max()
                      : *budget > semaphores_ ? *budget - semaphores_
                                              : 0);
  }
  [[nodiscard]] Tried measure_filled(std::optional<std::uint64_t> budget) const {
    return measure(local(filled(budget), quiet_, {}));
  }
  [[nodiscard]] bool settle(Made& made) const {
    const Tried t = measure(made);
    if (!t || !fits(t->need, options_)) return false;
    add_summary(made, t->need, "the first that fits; there are too many choices to try them all");
    return true;
  }
  Made first_that_fits() {
    const auto why = [](std::size_t, const BodyOnEngine& place) {
      return fmt::format("{} producers there; bodies with most waits for each semaphore more come first",
                         place.producers);
    };
    Made made = local(filled(options_.semaphores), options_, why);
    if (settle(made)) return made;
    made = local(std::vector<bool>{}, options_, why);
    if (settle(made)) return made;
    made = per_engine(options_);
    if (settle(made)) return made;
    return std::move(first_);
  }
  [[nodiscard]] Tried tried_under(std::uint64_t budget) const {
    AllocationOptions options = options_;
    options.semaphores = budget;
    const Tried greedy = measure_filled(budget);
    for (const Tried& t : {greedy, fixed_[0], fixed_[1]}) {
      if (t && fits(t->need, options)) return t;
    }
    return std::nullopt;
  }
  // A number of semaphores that is enough for the registers while one less is not.
  [[nodiscard]] std::optional<ResourceNeed> bisect() const {
    std::uint64_t enough = semaphores_ + producers_;
    for (const Tried& t : fixed_) enough = std::max(enough, t ? t->need.semaphores : 0);
    Tried best = tried_under(enough);
    if (!best) return std::nullopt;
    std::uint64_t low = 0;  // all below `low` were too few where they were tried
    while (low < enough) {
      const std::uint64_t middle = low + (enough - low) / 2;
      if (const Tried t = tried_under(middle)) {
        best = t;
        enough = middle;
      } else {
        low = middle + 1;
      }
    }
    return ResourceNeed{enough, best->need.registers};
  }

  void take(Smallest& out, const Tried& t) const {
    if (t) out.take(t->need, options_);
  }
  // The bodies with most waits, deeper ones first, for each semaphore more, while that many are left.
  [[nodiscard]] std::vector<bool> by_density(std::uint64_t left) const {
    const Tree& tree = program_.tree;
    std::map<std::pair<ScopeId, EngineId>, double> waits;
    for (const BodyOnEngine& r : regions_) waits[{r.scope, r.engine}] = 0;
    for (const DependencyId d : program_.all_dependencies()) {
      const InstructionId p = program_.dependency(d).producer;
      const auto it = waits.find({tree.scope_of(p), tree.engine_of(p)});
      if (it == waits.end()) continue;
      it->second += std::pow(16.0, std::min(tree.scope(program_.consumer_scope(d)).depth, 60U));
    }
    std::vector<std::size_t> order(regions_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto density = [&](std::size_t i) {
      return -waits.at({regions_[i].scope, regions_[i].engine}) / (regions_[i].producers - 1);
    };
    std::ranges::stable_sort(order, {}, density);
    std::vector<bool> own(regions_.size(), false);
    for (const std::size_t i : order) {
      if (regions_[i].producers - 1 > left) continue;
      left -= regions_[i].producers - 1;
      own[i] = true;
    }
    return own;
  }

  const Program& program_;
  const AllocationOptions& options_;
  AllocationOptions quiet_ = options_;
  Made first_;                         // one semaphore for each body and engine
  std::vector<BodyOnEngine> regions_;  // with several producers
  std::uint64_t producers_ = 0;        // in these
  std::uint64_t semaphores_ = 0;       // of first_, before passes
  std::vector<Tried> table_;           // of a small program
  std::array<Tried, 2> fixed_;         // of a larger one: first_ and per-engine
};

}  // namespace

double weighted_operations(const Implementation& implementation) {
  const Tree& tree = implementation.tree;
  std::vector<std::uint32_t> loops(tree.scope_count(), 0);
  for (const ScopeId s : tree.scopes()) {
    if (s != Tree::root()) loops[s.value] = loops[tree.scope(s).parent.value] + (tree.scope(s).is_loop() ? 1 : 0);
  }
  double sum = 0;
  for (const BlockId b : tree.blocks()) {
    std::size_t operations = 0;
    for (const Statement& s : implementation.statements_of(b)) operations += s.kind() == StatementKind::operation;
    sum += static_cast<double>(operations) * std::pow(16.0, std::min(loops[tree.block(b).scope.value], 60U));
  }
  return sum;
}

tl::expected<Allocation, Diagnostics> allocate_automatic(const Program& program, const AllocationOptions& options) {
  if (has_budget(options)) return BudgetChoice(program, options).run();
  AutomaticScheme scheme(program, options, {});
  return allocate_counters(program, options, entry(Scheme::automatic).name, scheme);
}

Smallest smallest_budgets(const Program& program, const AllocationOptions& options) {
  return BudgetChoice(program, options).smallest();
}

}  // namespace counterpoint
