// The waits of one consumer.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/waits.hpp"

#include <algorithm>
#include <tuple>

namespace counterpoint {
namespace {

// Beyond so many, equal waits are no longer looked for one by one.
constexpr std::size_t compare_limit = 16;

bool same_wait(const Wait& a, const Wait& b) { return a.semaphore == b.semaphore && a.value == b.value; }

}  // namespace

void Waits::find_repeated(IdRange<DependencyId> dependencies) {
  repeated_.clear();
  if (dependencies.size() < 2) return;
  order_.clear();
  for (const DependencyId d : dependencies) order_.push_back(d);
  const auto less_vector = [&](DependencyId a, DependencyId b) {
    return std::ranges::lexicographical_compare(
        program_.distances_of(a), program_.distances_of(b), [](const Distance& x, const Distance& y) {
          return std::tuple(x.loop, x.distance) < std::tuple(y.loop, y.distance);
        });
  };
  const auto less = [&](DependencyId a, DependencyId b) {
    const Dependency& x = program_.dependency(a);
    const Dependency& y = program_.dependency(b);
    if (x.producer != y.producer) return x.producer < y.producer;
    if (x.star != y.star) return y.star;
    if (less_vector(a, b)) return true;
    return !less_vector(b, a) && a < b;
  };
  std::ranges::sort(order_, less);
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const Dependency& x = program_.dependency(order_[i - 1]);
    const Dependency& y = program_.dependency(order_[i]);
    if (x.producer != y.producer || x.star != y.star) continue;
    if (std::ranges::equal(program_.distances_of(order_[i - 1]), program_.distances_of(order_[i]))) {
      repeated_.push_back(order_[i]);
    }
  }
  std::ranges::sort(repeated_);
}

bool Waits::repeated(DependencyId d) const { return !repeated_.empty() && std::ranges::binary_search(repeated_, d); }

std::span<const Wait> Waits::form(EngineId e, IdRange<DependencyId> dependencies) {
  waits_.clear();
  constants_.clear();
  lower_.begin(e);
  said_ = false;
  find_repeated(dependencies);
  for (const DependencyId d : dependencies) {
    if (decisions_[d].action != Action::wait || repeated(d)) continue;
    if (lower_.temporaries() == temporaries_limit) {
      if (out_ != nullptr) out_->wait(e, waits_);
      ++alone_;
      waits_.clear();
      constants_.clear();
      lower_.release_temporaries();
    }
    add(d);
  }
  return waits_;
}

// Counters only grow: of several constants for one semaphore the largest says it all.
bool Waits::merge_constant(const Threshold& threshold) {
  for (Constant& c : constants_) {
    if (c.semaphore != threshold.semaphore) continue;
    if (threshold.value.constant > c.value) {
      c.value = threshold.value.constant;
      waits_[c.wait].value = lower_.finish(threshold.value);
    }
    return true;
  }
  if (constants_.size() < compare_limit) {
    constants_.push_back({threshold.semaphore, threshold.value.constant, waits_.size()});
  }
  return false;
}

// Of a consumer the first dependency is named, with the widest number of all.
void Waits::look_for_too_large(DependencyId d) {
  if (!lower_.overflow() && !lower_.beyond()) return;
  if (!said_) too_large_.push_back({d, std::nullopt});
  said_ = true;
  too_large_.back().number = lower_.overflow() ? std::nullopt : lower_.beyond();
}

void Waits::add(DependencyId d) {
  form_one(d);
  look_for_too_large(d);
}

void Waits::form_one(DependencyId d) {
  const Formula formula{program_, d, decisions_[d].classified, literal_};
  const Threshold threshold = scheme_.wait_for(formula, lower_);
  if (lower_.overflow()) return;
  if (threshold.value.is_constant() && threshold.value.constant <= 0) return;
  if (threshold.value.is_constant()) lower_.need(threshold.value.constant);
  if (threshold.value.is_constant() && merge_constant(threshold)) return;
  Wait wait;
  wait.semaphore = threshold.semaphore;
  wait.value = lower_.finish(threshold.value);
  const bool known = waits_.size() <= compare_limit &&
                     std::ranges::any_of(waits_, [&](const Wait& other) { return same_wait(wait, other); });
  if (known) return;
  waits_.push_back(wait);
  ++count_;
}

}  // namespace counterpoint
