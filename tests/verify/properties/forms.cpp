// Where the two forms of per-engine thresholds are exact, written from semantics.md 5.2 and 5.3 alone.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/properties/forms.hpp"

#include <algorithm>
#include <optional>

#include "core/dependence/classify.hpp"

namespace counterpoint::testing {
namespace {

class Forms {
 public:
  explicit Forms(const FormQuestion& q)
      : q_(q),
        tree_(q.program.tree),
        dependency_(q.program.dependency(q.dependency)),
        class_(classify(q.program, q.dependency)),
        p_(dependency_.producer),
        f_(tree_.engine_of(p_)),
        producer_scope_(tree_.scope_of(p_)),
        consumer_scope_(q.program.consumer_scope(q.dependency)),
        common_(tree_.innermost_common(producer_scope_, consumer_scope_)) {
    for (const InstructionId i : tree_.instructions()) {
      if (!q.counted[i.value] || tree_.engine_of(i) != f_) continue;
      if (std::ranges::find(working_, tree_.scope_of(i)) == working_.end()) working_.push_back(tree_.scope_of(i));
    }
  }

  [[nodiscard]] bool sum() const {
    if (only_in_producer_scope()) return true;
    return class_.base && on_own_engine_or_uniform() && runs_down_to_producer() && nothing_after_producer() &&
           other_items_agree();
  }

  [[nodiscard]] bool snapshot() const {
    if (class_.kind == DependenceClass::two_level || class_.kind == DependenceClass::constant_trips) return false;
    if (class_.kind == DependenceClass::direct && class_.distance == 0) {
      const bool same_block = !dependency_.control &&
                              tree_.block_of(InstructionId{std::size_t{dependency_.consumer}}) == tree_.block_of(p_);
      if (!same_block && item_of_producer() > item_of_consumer()) return false;
    }
    return only_in_producer_scope() || on_own_engine_or_uniform();
  }

 private:
  [[nodiscard]] bool only_in_producer_scope() const {
    return std::ranges::all_of(working_, [&](ScopeId s) { return s == producer_scope_; });
  }
  // (i)
  [[nodiscard]] bool on_own_engine_or_uniform() const {
    if (q_.engine == f_) return true;
    return tree_.uniform(producer_scope_) && std::ranges::all_of(working_, [&](ScopeId s) { return tree_.uniform(s); });
  }
  // (ii)
  [[nodiscard]] bool runs_down_to_producer() const {
    for (ScopeId s = producer_scope_; s != common_; s = tree_.scope(s).parent) {
      if (tree_.scope(s).trip_kind != TripKind::constant || tree_.scope(s).trips == 0) return false;
    }
    return true;
  }
  // (iii). Scopes are numbered in the order they open, so a scope lies after p if it opens after p's block.
  [[nodiscard]] bool nothing_after_producer() const {
    if (producer_scope_ == common_) return true;
    return std::ranges::none_of(working_, [&](ScopeId s) {
      if (s == common_ || !tree_.encloses(common_, s) || item_in_common(s) != item_of_producer()) return false;
      return opens_after_producer(s);
    });
  }
  [[nodiscard]] bool opens_after_producer(ScopeId s) const {
    if (tree_.encloses(s, producer_scope_)) return false;
    if (!tree_.encloses(producer_scope_, s)) return s > producer_scope_;
    return tree_.item_in(producer_scope_, tree_.scope(s).parent, tree_.scope(s).item) > tree_.item_of(p_);
  }
  // (iv)
  [[nodiscard]] bool other_items_agree() const {
    std::int64_t k = 0;
    for (const Distance& x : q_.program.distances_of(q_.dependency)) {
      if (x.loop == common_) k = x.distance;
    }
    for (const ScopeId s : working_) {
      if (s == common_ || !tree_.encloses(common_, s)) continue;
      const std::uint32_t a = item_in_common(s);
      if (a == item_of_producer()) continue;
      if (a == item_of_consumer() && !consumer_starts_item()) return false;
      const std::int64_t of_producer = a < item_of_producer() ? k : k + 1;
      if (of_producer != (a < item_of_consumer() ? 0 : 1)) return false;
    }
    return true;
  }

  // Positions in the body of the innermost common scope.
  [[nodiscard]] std::uint32_t item_in_common(ScopeId s) const {
    return tree_.item_in(common_, tree_.scope(s).parent, tree_.scope(s).item);
  }
  [[nodiscard]] std::uint32_t item_of_producer() const {
    return tree_.item_in(common_, producer_scope_, tree_.item_of(p_));
  }
  [[nodiscard]] std::uint32_t item_of_consumer() const {
    return tree_.item_in(common_, consumer_scope_, q_.program.consumer_item(q_.dependency));
  }
  // A control dependency stands right before the scope that it holds.
  [[nodiscard]] bool consumer_starts_item() const { return dependency_.control && consumer_scope_ == common_; }

  const FormQuestion& q_;
  const Tree& tree_;
  const Dependency& dependency_;
  Classification class_;
  InstructionId p_;
  EngineId f_;
  ScopeId producer_scope_;
  ScopeId consumer_scope_;
  ScopeId common_;
  std::vector<ScopeId> working_;  // that hold counted instructions of f
};

}  // namespace

bool sum_form_is_exact(const FormQuestion& q) { return Forms(q).sum(); }
bool snapshot_form_is_exact(const FormQuestion& q) { return Forms(q).snapshot(); }

}  // namespace counterpoint::testing
