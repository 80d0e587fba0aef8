// Random implementations and trips for the tests of this folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/machine/trips.hpp"
#include "core/program/implementation_builder.hpp"
#include "tests/core/allocation/draw.hpp"

namespace counterpoint::testing {

// The trips of a drawn program.
inline Trips trips_of(const Tree& tree, const RunTrips& lists) {
  Trips trips(tree);
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.trip_kind == TripKind::constant || scope.kind == ScopeKind::else_branch) continue;
    for (const EngineId e : tree.engines()) {
      if (scope.trip_kind == TripKind::divergent) {
        trips.set_list(s, e, lists.lists[s.value][e.value]);
      } else if (e.value == 0) {
        trips.set_list(s, lists.lists[s.value][0]);
      }
    }
  }
  return trips;
}

// Any implementation at all, not one that an allocator would make. Distribution. 2-3 engines, each inorder with chance
// 1/4; three semaphores (the first starts at 1), an array of two, two flags and an array of two flags; three registers
// an engine, assigned in turn. Bodies of 1-4 items, nested at most 2 deep: 5 in 8 blocks of 1-4 statements of engines
// of equal chance, 2 in 8 loops (half divergent), 1 in 16 each a conditional and a barrier (1/2 resets). Statements: 4
// in 16 register operations of all kinds, 6 instructions with 0-2 tests and 0-2 updates, 2 stand-alone tests, 3 signals
// (1/2 at retire), 1 fence. Tests: 2/4 `>=`, 1/4 `==`, 1/4 take; values 0, 1, 2 or a register. Updates: 6/8 add 1, 1/8
// add 2 or subtract 1, 1/8 set 1; at issue 1/4. An index is 0 or 1, or a register with chance 1/8. One literal in 32 is
// of 40 or 63 bits. Trips: as in ProgramDraw.
class ImplementationDraw {
 public:
  explicit ImplementationDraw(Bytes& bytes) : bytes_(bytes) {
    const std::uint32_t engines = 2 + bytes_.below(2);
    for (std::uint32_t e = 0; e < engines; ++e) {
      engines_.push_back(b_.tree.add_engine("e" + std::to_string(e), bytes_.one_in(4)));
    }
    b_.add_semaphore("s0", 1);
    b_.add_semaphore("s1");
    b_.add_semaphore("s2");
    b_.add_semaphore("a", 0, false, true, 2);
    b_.add_semaphore("f0", 0, true);
    b_.add_semaphore("f1", 1, true);
    b_.add_semaphore("g", 0, true, true, 2);
    for (const EngineId e : engines_) {
      for (const char* name : {"r0", "r1", "r2"}) {
        const RegisterId r = b_.reg(e, name);
        b_.operation(e, r, Operation::copy, b_.literal(bytes_.below(3)));
      }
    }
    body(0);
  }
  [[nodiscard]] Implementation finish() { return b_.finish(); }
  // Every conditional and every loop with odd number is a visible visit.
  [[nodiscard]] static std::vector<ScopeId> visits(const Tree& tree) {
    std::vector<ScopeId> scopes;
    for (const ScopeId s : tree.scopes()) {
      const ScopeKind kind = tree.scope(s).kind;
      if (kind == ScopeKind::then_branch || (kind == ScopeKind::loop && s.value % 2 == 1)) scopes.push_back(s);
    }
    return scopes;
  }
  [[nodiscard]] static Trips trips(const Tree& tree, Bytes& bytes) {
    RunTrips lists;
    lists.lists.resize(tree.scope_count());
    for (const ScopeId s : tree.scopes()) {
      for (std::size_t e = 0; e < tree.engine_count(); ++e) {
        auto& list = lists.lists[s.value].emplace_back();
        const std::uint32_t visits = 1 + bytes.below(3);
        for (std::uint32_t v = 0; v < visits; ++v) list.push_back(bytes.below(tree.scope(s).is_branch() ? 2 : 4));
      }
    }
    return trips_of(tree, lists);
  }

 private:
  void body(std::uint32_t depth) {
    const std::uint32_t items = 1 + bytes_.below(4);
    for (std::uint32_t i = 0; i < items; ++i) {
      const std::uint32_t kind = bytes_.below(16);
      if (kind < 10 || depth == 2) {
        const std::uint32_t n = 1 + bytes_.below(4);
        for (std::uint32_t k = 0; k < n; ++k) statement();
      } else if (kind < 14) {
        b_.tree.open_loop("L" + std::to_string(names_++), bytes_.one_in(2) ? TripKind::divergent : TripKind::dynamic, 0,
                          1);
        body(depth + 1);
        b_.tree.close();
      } else if (kind == 14) {
        b_.tree.open_conditional("A" + std::to_string(names_++), TripKind::dynamic, 1);
        body(depth + 1);
        b_.tree.open_else();
        body(depth + 1);
        b_.tree.close();
      } else {
        b_.tree.add_barrier(bytes_.one_in(2));
      }
    }
  }
  RegisterId any_register(EngineId e) { return b_.reg(e, "r" + std::to_string(bytes_.below(3))); }
  Operand value(EngineId e) {
    if (bytes_.one_in(32)) return b_.literal(bytes_.one_in(2) ? (std::int64_t{1} << 62) + 5 : (std::int64_t{1} << 40));
    const std::uint32_t v = bytes_.below(6);
    if (v == 5) return b_.literal(-2);
    return v < 3 ? b_.literal(v) : Operand::of(any_register(e));
  }
  SemaphoreId semaphore(bool& array) {
    const std::uint32_t s = bytes_.below(12);
    const std::uint32_t id = s < 6 ? s % 3 : s < 8 ? 3 : s < 11 ? 4 + s % 2 : 6;
    array = id == 3 || id == 6;
    return SemaphoreId{std::size_t{id}};
  }
  Operand index(EngineId e, bool array) {
    if (!array) return {};
    return bytes_.one_in(8) ? Operand::of(any_register(e)) : b_.literal(bytes_.below(2));
  }
  Wait test(EngineId e) {
    bool array = false;
    Wait w;
    w.semaphore = semaphore(array);
    w.index = index(e, array);
    w.value = bytes_.one_in(4) ? Operand::of(any_register(e)) : b_.literal(bytes_.below(3));
    static constexpr std::array<TestKind, 4> kinds = {TestKind::at_least, TestKind::take, TestKind::equal,
                                                      TestKind::at_least};
    w.kind = kinds[bytes_.below(4)];
    return w;
  }
  Update update(EngineId e) {
    bool array = false;
    Update u;
    u.semaphore = semaphore(array);
    u.index = index(e, array);
    const std::uint32_t kind = bytes_.below(16);
    u.kind = kind == 13 ? UpdateKind::subtract : kind >= 14 ? UpdateKind::set : UpdateKind::add;
    u.amount = b_.literal(kind == 12 ? 2 : bytes_.one_in(64) ? (std::int64_t{1} << 62) : 1);
    u.time = bytes_.one_in(4) ? UpdateTime::issue : UpdateTime::retire;
    return u;
  }
  void statement() {
    const EngineId e = engines_[bytes_.below(static_cast<std::uint32_t>(engines_.size()))];
    const std::uint32_t kind = bytes_.below(16);
    if (kind < 4) {
      const auto o = static_cast<Operation>(bytes_.below(9));
      const Operand a = value(e);
      const Operand b = o == Operation::copy ? Operand{} : value(e);
      b_.operation(e, any_register(e), o, a, b);
      return;
    }
    std::vector<Wait> waits;
    std::vector<Update> updates;
    if (kind < 10) {
      for (std::uint32_t n = bytes_.below(3); n > 0; --n) waits.push_back(test(e));
      for (std::uint32_t n = bytes_.below(3); n > 0; --n) updates.push_back(update(e));
      b_.instruction(e, "i" + std::to_string(names_++), 1, waits, updates);
    } else if (kind < 12) {
      for (std::uint32_t n = 1 + bytes_.below(2); n > 0; --n) waits.push_back(test(e));
      b_.wait(e, waits);
    } else if (kind < 15) {
      for (std::uint32_t n = 1 + bytes_.below(2); n > 0; --n) {
        updates.push_back(update(e));
        updates.back().time = bytes_.one_in(2) ? UpdateTime::retire : UpdateTime::issue;
      }
      b_.signal(e, updates);
    } else {
      b_.fence(e);
    }
  }

  Bytes& bytes_;
  ImplementationBuilder b_{"drawn"};
  std::vector<EngineId> engines_;
  std::uint32_t names_ = 0;
};

}  // namespace counterpoint::testing
