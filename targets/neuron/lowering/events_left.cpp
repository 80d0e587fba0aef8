// Counts sets and takes of flags, scope by scope.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/events_left.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "targets/neuron/lowering/identifiers.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::int64_t many = std::int64_t{1} << 40U;  // more iterations than there can be: counts stop here

// One set (+1) or take (-1) of an element; a clear is neither.
struct Use {
  std::uint32_t statement = 0;
  std::int32_t amount = 0;
  bool clears = false;
};

// What one visit of a scope leaves set.
struct Surplus {
  std::int64_t sum = 0;                        // over all engines
  std::map<std::uint32_t, std::int64_t> each;  // by engine
  bool open = false;                           // depends on trip counts
  std::optional<std::uint32_t> set_last;       // statement

  [[nodiscard]] bool balanced_each() const {
    return std::ranges::all_of(each, [](const auto& x) { return x.second == 0; });
  }
  void add(const Surplus& x, std::int64_t times) {
    sum = std::clamp(sum + std::clamp(x.sum * times, -many, many), -many, many);
    for (const auto& [e, n] : x.each) each[e] = std::clamp(each[e] + std::clamp(n * times, -many, many), -many, many);
    open = open || x.open;
  }
};

class FlagCounter {
 public:
  explicit FlagCounter(const Implementation& from) : from_(from), scope_of_(from.statements.size()) {
    const Tree& tree = from.tree;
    for (const BlockId b : tree.blocks()) {
      for (std::uint32_t at = tree.block(b).first; at < tree.block(b).last; ++at) scope_of_[at] = tree.block(b).scope;
    }
    uses_.resize(from.element_count());
    for (std::uint32_t at = 0; at < from.statements.size(); ++at) read(at);
  }

  std::vector<EventLeft> run() {
    std::vector<EventLeft> out;
    for (const Semaphore& s : from_.semaphores) {
      if (!s.flag) continue;
      for (std::uint32_t i = s.first; i < s.first + s.size; ++i) {
        if (auto left = judge(s, i)) out.push_back(std::move(*left));
      }
    }
    return out;
  }

 private:
  void read(std::uint32_t at);
  void use(std::uint32_t at, SemaphoreId s, Operand index, std::int32_t amount, bool clears);
  [[nodiscard]] std::optional<EventLeft> judge(const Semaphore& semaphore, std::uint32_t element) const;
  [[nodiscard]] bool clears_for_good(std::uint32_t element, std::uint32_t clear) const;
  // What a scope leaves in the one around it; a conditional's first branch answers for both.
  [[nodiscard]] Surplus of_visit(ScopeId s, const Surplus& body, const Surplus* other) const;
  [[nodiscard]] std::string name_of(std::uint32_t statement, std::uint32_t& line) const;

  const Implementation& from_;
  std::vector<ScopeId> scope_of_;       // by statement
  std::vector<std::vector<Use>> uses_;  // by element
};

void FlagCounter::use(std::uint32_t at, SemaphoreId s, Operand index, std::int32_t amount, bool clears) {
  const Semaphore& x = from_.semaphores[s];
  if (!x.flag || index.is_register()) return;
  const std::int64_t i = index.is_none() ? 0 : from_.literal(index);
  if (i < 0 || i >= x.size) return;
  uses_[x.first + static_cast<std::uint32_t>(i)].push_back({at, amount, clears});
}

void FlagCounter::read(std::uint32_t at) {
  const Statement& s = from_.statements[at];
  const auto takes = [&](std::span<const Wait> waits) {
    for (const Wait& w : waits) {
      use(at, w.semaphore, w.index, w.kind == TestKind::take ? -1 : 0, false);
    }
  };
  const auto sets = [&](std::span<const Update> updates) {
    for (const Update& u : updates) {
      const std::int64_t amount = from_.literal(u.amount);
      const bool clears = amount == 0 ? u.kind == UpdateKind::set : u.kind == UpdateKind::subtract || amount < 0;
      if (amount != 0 || clears) use(at, u.semaphore, u.index, clears ? 0 : 1, clears);
    }
  };
  if (s.kind() == StatementKind::instruction) {
    const InstructionId i{std::size_t{s.index}};
    takes(from_.waits_of(i));
    sets(from_.updates_of(i));
  }
  if (s.kind() == StatementKind::wait) takes(from_.condition(s.index));
  if (s.kind() == StatementKind::signal) sets(from_.signal(s.index));
}

Surplus FlagCounter::of_visit(ScopeId s, const Surplus& body, const Surplus* other) const {
  const Tree& tree = from_.tree;
  const Scope& scope = tree.scope(s);
  Surplus out;
  out.set_last = body.set_last;
  if (!out.set_last && other != nullptr) out.set_last = other->set_last;
  const bool uniform = tree.uniform(s);
  const auto none = [&](const Surplus& x) { return uniform ? x.sum == 0 : x.balanced_each(); };
  const bool constant = scope.is_loop() && scope.trip_kind == TripKind::constant;
  if (scope.is_branch()) {
    const Surplus empty;
    const Surplus& second = other == nullptr ? empty : *other;
    out.open = body.open || second.open || (uniform ? body.sum != second.sum : !none(body) || !none(second));
    if (uniform && !out.open) out.sum = body.sum;
    return out;
  }
  out.open = !none(body) && (!constant || !uniform);
  out.open = out.open || (body.open && !(constant && scope.trips == 0));
  if (uniform && constant) out.add(body, scope.trips);
  out.open = out.open && !(constant && scope.trips == 0);
  return out;
}

std::optional<EventLeft> FlagCounter::judge(const Semaphore& semaphore, std::uint32_t element) const {
  if (uses_[element].empty()) return std::nullopt;  // no event at all
  const Tree& tree = from_.tree;
  std::map<ScopeId, Surplus, std::greater<>> scopes;  // inner ones first
  Surplus& root = scopes[Tree::root()];
  root.sum = semaphore.initial;
  std::optional<std::uint32_t> last_clear;
  for (const Use& u : uses_[element]) {
    Surplus& here = scopes[scope_of_[u.statement]];
    here.sum += u.amount;
    here.each[from_.statements[u.statement].engine().value] += u.amount;
    if (u.amount > 0) here.set_last = u.statement;
    if (u.clears) last_clear = u.statement;
  }
  // The second branch of a conditional comes before the first and what is in it, and waits for that.
  std::map<ScopeId, Surplus> second_branch;
  while (scopes.begin()->first != Tree::root()) {
    const ScopeId s = scopes.begin()->first;
    Surplus body = std::move(scopes.begin()->second);
    scopes.erase(scopes.begin());
    const Scope& scope = tree.scope(s);
    if (scope.kind == ScopeKind::else_branch) {
      scopes.try_emplace(scope.sibling);
      second_branch.emplace(scope.sibling, std::move(body));
      continue;
    }
    const auto other = second_branch.find(s);
    const Surplus left = of_visit(s, body, other == second_branch.end() ? nullptr : &other->second);
    Surplus& around = scopes[scope.parent];
    around.add(left, 1);
    if (left.set_last && (left.open || left.sum > 0)) around.set_last = left.set_last;
  }
  const Surplus& end = scopes.begin()->second;
  if (!end.open && end.sum <= 0) return std::nullopt;
  if (last_clear && clears_for_good(element, *last_clear)) return std::nullopt;
  EventLeft out;
  out.flag = element_name(semaphore, element);
  out.certain = !end.open && !last_clear;
  if (end.set_last) out.by = name_of(*end.set_last, out.line);
  return out;
}

// In the outermost scope, behind every set, and on the engine of them all: any other may come too early.
bool FlagCounter::clears_for_good(std::uint32_t element, std::uint32_t clear) const {
  if (scope_of_[clear] != Tree::root()) return false;
  const EngineId by = from_.statements[clear].engine();
  return std::ranges::all_of(uses_[element], [&](const Use& u) {
    return u.amount <= 0 || (u.statement < clear && from_.statements[u.statement].engine() == by);
  });
}

std::string FlagCounter::name_of(std::uint32_t statement, std::uint32_t& line) const {
  const Tree& tree = from_.tree;
  const Statement& s = from_.statements[statement];
  const std::string_view engine = tree.engine_name(s.engine());
  if (s.kind() == StatementKind::instruction) {
    const InstructionId i{std::size_t{s.index}};
    line = tree.line_of(i);
    return fmt::format("{}: {}", engine, tree.instruction_name(i));
  }
  const ScopeId scope = scope_of_[statement];
  line = tree.scope(scope).line;
  return fmt::format("{}: a stand-alone signal in {}", engine, tree.scope_name(scope));
}

}  // namespace

std::vector<EventLeft> events_left(const Implementation& implementation) { return FlagCounter(implementation).run(); }

Diagnostic warning_of(const EventLeft& left) {
  const std::string by = left.by.empty() ? std::string("it starts set") : fmt::format("set by {}", left.by);
  Diagnostic d =
      diagnose(Code::event_left, {left.line, 0},
               fmt::format("the flag '{}' {} left set at the end ({}), where the machine wants every event clear",
                           left.flag, left.certain ? "is" : "may be", by));
  d.help = "take it as often as it is set, or make it a semaphore";
  return d;
}

}  // namespace counterpoint::neuron
