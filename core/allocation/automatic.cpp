// Automatic choice between per-instruction, per-loop and, where semaphores are too few for either, per-engine.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/automatic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/allocation/counters.hpp"
#include "core/allocation/local_scheme.hpp"
#include "core/allocation/per_engine.hpp"

namespace counterpoint {
namespace {

// `own`: of the bodies with several producers, in the order in which they are met, those whose producers share nothing.
class AutomaticScheme : public LocalScheme {
 public:
  AutomaticScheme(const Program& program, const AllocationOptions& options, std::vector<bool> own)
      : LocalScheme(program, options, [this](const BodyOnEngine& place) { return shares(place); }),
        keep_(program.dependency_count() <= options.choices_up_to),
        budget_(options.semaphores),
        own_(std::move(own)) {}

  void explain(std::vector<Choice>& choices) const override {
    if (!keep_) return;
    std::size_t next = 0;
    for (const BodyOnEngine& place : places_) {
      const std::string subject =
          fmt::format("{} on {}", program().tree.scope_name(place.scope), program().tree.engine_name(place.engine));
      if (place.producers == 1) {
        choices.push_back({DependencyId::none(), subject, "per-instruction",
                           "one producer there: as many semaphores as per-loop, and nothing to decode"});
      } else if (owns(next++)) {
        choices.push_back(
            {DependencyId::none(), subject, "per-instruction",
             fmt::format("a semaphore for each of {} producers there fits into {}, and nothing is to decode",
                         place.producers, *budget_)});
      } else {
        choices.push_back({DependencyId::none(), subject, "per-loop",
                           fmt::format("{} producers there share one semaphore{}", place.producers,
                                       budget_ ? ": one for each does not fit, or saves less than elsewhere" : "")});
      }
    }
  }
  // Bodies and engines with producers, in the order in which they were met.
  [[nodiscard]] const std::vector<BodyOnEngine>& places() const { return places_; }

 private:
  [[nodiscard]] bool owns(std::size_t region) const { return region < own_.size() && own_[region]; }
  bool shares(const BodyOnEngine& place) {
    if (place.producers > 0) places_.push_back(place);
    if (place.producers <= 1) return place.producers != 1;
    return !owns(regions_++);
  }

  std::vector<BodyOnEngine> places_;
  bool keep_;
  std::optional<std::uint64_t> budget_;
  std::vector<bool> own_;
  std::size_t regions_ = 0;
};

std::uint64_t semaphores_of(const Implementation& implementation) { return implementation.element_count(); }

// Chooses among the bodies with several producers.
class BudgetChoice {
 public:
  BudgetChoice(const Program& program, const AllocationOptions& options) : program_(program), options_(options) {}

  tl::expected<Allocation, Diagnostics> run() {
    AutomaticScheme scheme(program_, options_, {});
    auto plain = allocate_counters(program_, options_, entry(Scheme::automatic).name, scheme);
    if (!plain) return plain;
    if (semaphores_of(plain->implementation) > *options_.semaphores) return by_engine(std::move(*plain));
    room_ = *options_.semaphores - semaphores_of(plain->implementation);
    for (const BodyOnEngine& place : scheme.places()) {
      if (place.producers > 1) regions_.push_back(place);
    }
    const bool small = regions_.size() <= tried_regions && program_.tree.instruction_count() <= tried_instructions;
    const std::vector<bool> own = small ? best() : by_density();
    if (std::ranges::find(own, true) == own.end()) return plain;
    AutomaticScheme chosen(program_, options_, own);
    return allocate_counters(program_, options_, entry(Scheme::automatic).name, chosen);
  }

 private:
  [[nodiscard]] std::uint64_t more(const std::vector<bool>& own) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < own.size(); ++i) sum += own[i] ? regions_[i].producers - 1 : 0;
    return sum;
  }
  // Every choice that fits.
  [[nodiscard]] std::vector<bool> best() const {
    AllocationOptions quiet = options_;
    quiet.choices_up_to = 0;
    std::vector<bool> found(regions_.size(), false);
    std::pair<double, std::uint64_t> least{};
    for (std::uint32_t set = 0; set < (1U << regions_.size()); ++set) {
      std::vector<bool> own(regions_.size());
      for (std::size_t i = 0; i < own.size(); ++i) own[i] = (set >> i & 1U) != 0;
      if (more(own) > room_) continue;
      AutomaticScheme scheme(program_, quiet, own);
      const auto made = allocate_counters(program_, quiet, entry(Scheme::automatic).name, scheme);
      if (!made) continue;
      const std::pair cost{weighted_operations(made->implementation), more(own)};
      if (set != 0 && cost >= least) continue;
      least = cost;
      found = std::move(own);
    }
    return found;
  }
  // The bodies with most waits, deeper ones first, for each semaphore more.
  [[nodiscard]] std::vector<bool> by_density() const {
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
    std::uint64_t left = room_;
    for (const std::size_t i : order) {
      if (regions_[i].producers - 1 > left) continue;
      left -= regions_[i].producers - 1;
      own[i] = true;
    }
    return own;
  }
  tl::expected<Allocation, Diagnostics> by_engine(Allocation plain) const {
    auto shared = allocate_per_engine(program_, options_);
    if (!shared || semaphores_of(shared->implementation) > *options_.semaphores) return plain;
    shared->implementation.scheme = entry(Scheme::automatic).name;
    if (program_.dependency_count() <= options_.choices_up_to) {
      shared->choices.insert(shared->choices.begin(),
                             {DependencyId::none(), "every engine", "per-engine",
                              fmt::format("one semaphore for each body and engine takes {}, and there may be {}",
                                          semaphores_of(plain.implementation), *options_.semaphores)});
    }
    return shared;
  }

  const Program& program_;
  const AllocationOptions& options_;
  std::uint64_t room_ = 0;
  std::vector<BodyOnEngine> regions_;  // with several producers
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
  if (options.semaphores) return BudgetChoice(program, options).run();
  AutomaticScheme scheme(program, options, {});
  return allocate_counters(program, options, entry(Scheme::automatic).name, scheme);
}

}  // namespace counterpoint
