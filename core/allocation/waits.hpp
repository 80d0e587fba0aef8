// The waits of one consumer: formed once without output, once with.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each dependency that is to be waited for becomes `S >= V`; V is computed by operations that go out before the
// consumer. Left out: a dependency written twice, a constant that every counter has reached from the start, a constant
// below another of the same semaphore, and a wait equal to one that is there already. A consumer with more computed
// waits than `temporaries_limit` waits for the first ones in a stand-alone statement and uses their temporaries again:
// counters only grow, so what held before still holds. Cost: linear in the dependencies, times a logarithm for
// consumers with several (finding equal ones by sorting).
#pragma once

#include <optional>
#include <vector>

#include "core/allocation/counter_scheme.hpp"
#include "core/allocation/decisions.hpp"
#include "core/allocation/lowering.hpp"

namespace counterpoint {

class Waits {
 public:
  // `out` null: without output.
  Waits(const Program& program, const Decisions& decisions, const AllocationOptions& options, CounterScheme& scheme,
        RegisterTable& table, ImplementationBuilder* out)
      : program_(program),
        decisions_(decisions),
        literal_(options.optimize == 0),
        scheme_(scheme),
        out_(out),
        lower_(table, out, options.wrap_safe) {}

  // Emits the operations (and what must stand alone) for a consumer on engine e; returns the waits left for it.
  std::span<const Wait> form(EngineId e, IdRange<DependencyId> dependencies);

  // Over all calls: what the output will hold.
  [[nodiscard]] std::size_t operations() const { return lower_.operations(); }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t statements_alone() const { return alone_; }
  // The first dependency of each consumer whose threshold has a number that registers do not hold: beyond 64 bits, or,
  // wrap-safe, beyond the bits it is for; then it is the number.
  struct TooLarge {
    DependencyId dependency;
    std::optional<std::int64_t> number;
  };
  [[nodiscard]] const std::vector<TooLarge>& too_large() const { return too_large_; }

 private:
  static constexpr std::uint32_t temporaries_limit = 8;
  void add(DependencyId d);
  bool merge_constant(const Threshold& threshold);
  void form_one(DependencyId d);
  void look_for_too_large(DependencyId d);
  void find_repeated(IdRange<DependencyId> dependencies);
  [[nodiscard]] bool repeated(DependencyId d) const;

  const Program& program_;
  const Decisions& decisions_;
  const bool literal_;
  CounterScheme& scheme_;
  ImplementationBuilder* out_;
  Lowering lower_;
  struct Constant {
    SemaphoreId semaphore;
    std::int64_t value = 0;
    std::size_t wait = 0;  // into waits_
  };
  std::vector<Wait> waits_;
  std::vector<Constant> constants_;  // of waits_, one a semaphore
  std::vector<DependencyId> order_;
  std::vector<DependencyId> repeated_;  // sorted
  std::size_t count_ = 0;
  std::size_t alone_ = 0;
  bool said_ = false;  // of this consumer, in too_large_
  std::vector<TooLarge> too_large_;
};

}  // namespace counterpoint
