// What the relation proves is so, also for implementations that no allocator would make.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. Programs: tests/core/allocation/draw.hpp, allocated by a scheme that counts, drawn with what is
// counted, the optimisation level and the extensions. Each allocation is changed in one to three places, each by one of
// the changes of `Changes`, all of equal chance: a literal by one, a register for another, an operation for another
// kind, an operation to nothing, two operations swapped, an operation past its neighbour, a wait's value or semaphore,
// an update's amount, semaphore, time or kind, a start. Whenever the relation says `equivalent`, the closed clocks must
// say so for eight assignments of trips. Most changed pairs are wrong, and `undecided`; a floor keeps the number of
// proved ones up.
#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "core/text/text.hpp"
#include "tests/core/allocation/draw.hpp"
#include "tests/core/machine/draw.hpp"
#include "tests/core/property_factor.hpp"
#include "verify/explore/explore.hpp"
#include "verify/order/order.hpp"
#include "verify/relation/relation.hpp"

namespace counterpoint {
namespace {

using testing::Case;

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

// Changes an implementation in place. The tree and the instructions stay.
class Changes {
 public:
  Changes(Implementation& x, std::mt19937_64& random) : x_(x), random_(random) {}

  // The name of the change; "" if there was nothing of its kind.
  std::string one() {
    switch (random_() % 12) {
      case 0: return literal_of_operation();
      case 1: return register_of_operation();
      case 2: return kind_of_operation();
      case 3: return drop_operation();
      case 4: return swap_operations();
      case 5: return pass_neighbour();
      case 6: return value_of_wait();
      case 7: return semaphore_of_wait();
      case 8: return amount_of_update();
      case 9: return semaphore_of_update();
      case 10: return time_of_update();
      default: return start();
    }
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T>
  T* any(std::vector<T>& all) {
    return all.empty() ? nullptr : &all[below(all.size())];
  }
  std::int64_t step() { return below(2) == 0 ? 1 : -1; }
  void nudge(Operand& o) {
    if (o.is_small()) o = Operand::small(o.small_value() + step());
  }
  EngineId engine_of(const RegisterOperation* op) {
    const auto index = static_cast<std::uint32_t>(op - x_.operations.data());
    for (const Statement& s : x_.statements) {
      if (s.kind() == StatementKind::operation && s.index == index) return s.engine();
    }
    return EngineId{std::size_t{0}};
  }
  Operand any_register(EngineId e) {
    return x_.register_count(e) == 0 ? Operand::small(0) : Operand::of(RegisterId{below(x_.register_count(e))});
  }

  std::string literal_of_operation() {
    RegisterOperation* op = any(x_.operations);
    if (op == nullptr) return "";
    nudge(op->b.is_literal() ? op->b : op->a);
    return "literal";
  }
  std::string register_of_operation() {
    RegisterOperation* op = any(x_.operations);
    if (op == nullptr) return "";
    const EngineId e = engine_of(op);
    if (x_.register_count(e) == 0) return "";
    if (below(3) == 0) {
      op->target = RegisterId{below(x_.register_count(e))};
    } else {
      (op->b.is_register() && below(2) == 0 ? op->b : op->a) = any_register(e);
    }
    return "register";
  }
  std::string kind_of_operation() {
    RegisterOperation* op = any(x_.operations);
    if (op == nullptr || op->operation == Operation::copy) return "";
    static constexpr std::array<Operation, 6> kinds = {Operation::add,     Operation::subtract, Operation::multiply,
                                                       Operation::minimum, Operation::maximum,  Operation::greater};
    op->operation = kinds[below(kinds.size())];
    return "kind";
  }
  std::string drop_operation() {
    RegisterOperation* op = any(x_.operations);
    if (op == nullptr) return "";
    *op = {op->target, Operand::of(op->target), Operand{}, Operation::copy};
    return "dropped";
  }
  std::string swap_operations() {
    std::vector<Statement*> all;
    for (Statement& s : x_.statements) {
      if (s.kind() == StatementKind::operation) all.push_back(&s);
    }
    if (all.size() < 2) return "";
    Statement* a = all[below(all.size())];
    Statement* b = all[below(all.size())];
    if (a->engine() != b->engine()) return "";
    std::swap(*a, *b);
    return "swapped";
  }
  std::string pass_neighbour() {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const BlockId b{below(std::max<std::size_t>(x_.tree.block_count(), 1))};
      if (x_.tree.block_count() == 0) return "";
      const Block& block = x_.tree.block(b);
      if (block.last - block.first < 2) continue;
      const std::size_t at = block.first + below(block.last - block.first - 1);
      const auto free = [](const Statement& s) { return s.kind() == StatementKind::operation; };
      if (!free(x_.statements[at]) && !free(x_.statements[at + 1])) continue;
      std::swap(x_.statements[at], x_.statements[at + 1]);
      return "moved";
    }
    return "";
  }
  Wait* any_wait(EngineId& e) {
    if (x_.waits.empty()) return nullptr;
    const std::size_t w = below(x_.waits.size());
    for (const InstructionId i : x_.tree.instructions()) {
      if (w >= x_.wait_start[i.value] && w < x_.wait_start[i.value + 1]) e = x_.tree.engine_of(i);
    }
    return &x_.waits[w];
  }
  std::string value_of_wait() {
    EngineId e;
    Wait* w = any_wait(e);
    if (w == nullptr) return "";
    switch (below(3)) {
      case 0: w->value = Operand::small(0); break;
      case 1: w->value = any_register(e); break;
      default: w->value = w->value.is_register() ? any_register(e) : Operand::small(w->value.small_value() + step());
    }
    return "value";
  }
  std::string semaphore_of_wait() {
    EngineId e;
    Wait* w = any_wait(e);
    if (w == nullptr) return "";
    w->semaphore = SemaphoreId{below(x_.semaphores.size())};
    return "waits";
  }
  std::string amount_of_update() {
    Update* u = any(x_.updates);
    if (u == nullptr) return "";
    nudge(u->amount);
    return "amount";
  }
  std::string semaphore_of_update() {
    Update* u = any(x_.updates);
    if (u == nullptr) return "";
    u->semaphore = SemaphoreId{below(x_.semaphores.size())};
    return "signals";
  }
  std::string time_of_update() {
    Update* u = any(x_.updates);
    if (u == nullptr) return "";
    if (below(2) == 0) {
      u->time = UpdateTime::issue;
    } else {
      u->kind = UpdateKind::set;
    }
    return "time";
  }
  std::string start() {
    if (x_.semaphores.empty()) return "";
    x_.semaphores[SemaphoreId{below(x_.semaphores.size())}].initial += step();
    return "start";
  }

  Implementation& x_;
  std::mt19937_64& random_;
};

void expect_truth(const Case& c, testing::ProgramDraw& draw, const Implementation& x, const std::string& changes) {
  const auto pairing = pair_up(c.program, x);
  RC_ASSERT(pairing.has_value());
  const Verdict v = decide_by_relation(c.program, x, *pairing);
  ++tally()[v.reason.empty() ? "proved" : v.reason];
  if (v.word != VerdictWord::equivalent) return;
  ++tally()["proved " + changes.substr(0, changes.find(' '))];
  testing::RunTrips lists = c.trips;
  for (std::uint64_t round = 0; round < 8; ++round) {
    Trips trips = testing::trips_of(c.program.tree, lists);
    if (round > 1) {
      trips = Trips(c.program.tree);
      trips.randomize(round, 3);
    }
    Question q{c.program, x, *pairing, trips, trips};
    const auto order = decide_by_order(q);
    // A semaphore that nothing waits for may be beyond the closed clocks; then as many states as time allows.
    q.limit = 3'000;
    const Verdict truth = order ? *order : decide_by_exploration(q);
    ++tally()[order ? "by order" : truth.word == VerdictWord::undecided ? "not checked" : "by exploration"];
    if (truth.word != VerdictWord::equivalent && truth.word != VerdictWord::undecided) {
      RC_FAIL("proved, but " + std::string(to_text(truth.word)) + " after: " + changes + "\n" + testing::notation(c) +
              "\n" + print(c.program) + print(x));
    }
    if (round == 0) draw.draw_trips(c.program.tree, lists);
  }
}

void try_faults(const std::vector<std::uint8_t>& tape) {
  testing::Bytes bytes(tape);
  testing::ProgramDraw draw(bytes);
  const std::uint32_t variant = bytes.below(4);
  std::mt19937_64 random(bytes.below(256) * 65536ULL + bytes.below(256));
  const Case c = draw.finish();
  for (const SchemeEntry& scheme : all_schemes()) {
    if (scheme.scheme == Scheme::barrier || scheme.scheme == Scheme::barrier_lean) continue;
    AllocationOptions options;
    options.scheme = scheme.scheme;
    options.count = (variant & 1U) != 0 ? Counted::producers : Counted::all;
    options.optimize = (variant & 2U) != 0 ? 0 : 1;
    const auto a = allocate(c.program, options);
    if (!a) continue;
    for (int n = 0; n < 6; ++n) {
      Implementation x = a->implementation;
      std::string changes;
      const std::size_t count = random() % 6 == 0 ? 3 : 1 + random() % 2;
      for (std::size_t i = 0; i < count; ++i) {
        const std::string change = Changes(x, random).one();
        if (!change.empty()) changes += change + " ";
      }
      if (!changes.empty()) expect_truth(c, draw, x, changes);
    }
  }
}

TEST(RelationOnFaults, never_proves_what_is_not_so) {
  tally().clear();
  const auto cases = testing::property_cases(1'000);
  rc::detail::TestParams parameters;
  parameters.maxSuccess = static_cast<int>(cases);
  parameters.seed = 20'261'131;
  const auto result = rc::detail::checkTestable(
      [] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        try_faults(*rc::gen::container<std::vector<std::uint8_t>>(400, byte));
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
  // About half of what this seed gives.
  const std::map<std::string, int> floors = {
      {"proved", 1900},      {"by order", 15000},     {"waits", 3900},         {"semaphores", 2000},
      {"registers", 1500},   {"dependency", 400},     {"proved literal", 200}, {"proved register", 150},
      {"proved kind", 150},  {"proved dropped", 150}, {"proved moved", 300},   {"proved swapped", 60},
      {"proved value", 150}, {"proved waits", 200},   {"proved amount", 60},   {"proved signals", 180},
      {"proved start", 60},
  };
  for (const auto& [name, least] : floors) {
    EXPECT_GE(tally()[name], testing::least_of(least, cases, 1'000)) << name << " is hardly tested";
  }
}

}  // namespace
}  // namespace counterpoint
