// Rewrites an implementation into another of the same meaning, as somebody else might have written it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each rewriting takes a draft (verify/mutate/draft.hpp), changes one thing that nobody can see, and answers
// whether there was anything to change:
//   start elsewhere      a semaphore starts higher, and every wait for it asks for as much more
//   count double         every update of a semaphore counts twice, and every wait for it asks for twice as much
//   strength reduction   r * N, where r only counts up, becomes a register that counts up by N
//   redundant wait       an instruction waits a second time, for one less
//   rename               every register of an engine has another name
// Why these hold. Waits only ask for `>=`, and all updates add; where they do not, nothing is changed. Neither does a
// barrier that resets leave start values alone, so nothing starts elsewhere then.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "verify/generate/choices.hpp"
#include "verify/mutate/draft.hpp"

namespace counterpoint::testing {

class Rewriter {
 public:
  Rewriter(const Implementation& implementation, Choices& choices)
      : draft_(mutation::draft_of(implementation)), choices_(choices) {}

  // One of them, drawn; "" if there was nothing to change.
  std::string change() {
    static constexpr std::array<std::string_view, 5> names = {"rename", "redundant wait", "start elsewhere",
                                                              "count double", "strength reduction"};
    const std::uint32_t which = choices_.below(5);
    const bool done = which == 0   ? rename()
                      : which == 1 ? redundant_wait()
                      : which == 2 ? start_elsewhere()
                      : which == 3 ? count_double()
                                   : strength_reduction();
    return done ? std::string(names[which]) : "";
  }
  [[nodiscard]] Implementation build() const { return mutation::build(draft_); }

 private:
  using Line = mutation::Line;

  [[nodiscard]] std::size_t any(std::size_t n) { return choices_.below(static_cast<std::uint32_t>(n)); }

  // A semaphore that is no flag, of which every wait asks for `>=` and every update adds.
  std::optional<SemaphoreId> plain_semaphore() {
    if (draft_.semaphores.empty()) return std::nullopt;
    const SemaphoreId s{any(draft_.semaphores.size())};
    if (draft_.semaphores[s].flag) return std::nullopt;
    for (const Line& l : draft_.lines) {
      for (const Wait& w : l.waits) {
        if (w.semaphore == s && w.kind != TestKind::at_least) return std::nullopt;
      }
      for (const Update& u : l.updates) {
        if (u.semaphore == s && u.kind != UpdateKind::add) return std::nullopt;
      }
    }
    return s;
  }

  // What `o` holds, OP n, for use in line `at`, which moves down if that takes a line of its own.
  Operand computed(std::size_t& at, Operand o, Operation operation, std::int64_t n) {
    if (o.is_literal()) {
      const std::int64_t v = draft_.value(o);
      return draft_.literal(operation == Operation::multiply ? v * n : v + n);
    }
    const EngineId e = draft_.lines[at].engine;
    const RegisterId x = draft_.add_register(e, "v");
    draft_.insert(at++, mutation::operation_line(e, {x, o, draft_.literal(n), operation}));
    return Operand::of(x);
  }

  void every_threshold(SemaphoreId s, Operation operation, std::int64_t n) {
    for (std::size_t at = 0; at < draft_.lines.size(); ++at) {
      for (std::size_t w = 0; w < draft_.lines[at].waits.size(); ++w) {
        if (draft_.lines[at].waits[w].semaphore != s) continue;
        const Operand value = computed(at, draft_.lines[at].waits[w].value, operation, n);
        draft_.lines[at].waits[w].value = value;
      }
    }
  }

  bool start_elsewhere() {
    const auto s = plain_semaphore();
    const bool resets = std::ranges::any_of(draft_.lines, &Line::reset);
    if (!s || resets) return false;
    const std::int64_t higher = 1 + choices_.below(5);
    draft_.semaphores[*s].initial += higher;
    every_threshold(*s, Operation::add, higher);
    return true;
  }

  bool count_double() {
    const auto s = plain_semaphore();
    if (!s) return false;
    draft_.semaphores[*s].initial *= 2;
    for (Line& l : draft_.lines) {
      for (Update& u : l.updates) {
        if (u.semaphore == *s) u.amount = draft_.literal(2 * draft_.value(u.amount));
      }
    }
    every_threshold(*s, Operation::multiply, 2);
    return true;
  }

  bool redundant_wait() {
    std::vector<std::size_t> lines;
    for (std::size_t at = 0; at < draft_.lines.size(); ++at) {
      const Line& l = draft_.lines[at];
      if (!l.waits.empty() && l.is(StatementKind::instruction) && l.waits[0].kind == TestKind::at_least)
        lines.push_back(at);
    }
    if (lines.empty()) return false;
    std::size_t at = lines[any(lines.size())];
    Wait weaker = draft_.lines[at].waits[0];
    weaker.value = computed(at, weaker.value, Operation::add, -1);
    draft_.lines[at].waits.push_back(weaker);
    return true;
  }

  [[nodiscard]] bool sets(const Line& l, EngineId e, RegisterId r) const {
    return l.is(StatementKind::operation) && l.engine == e && l.operation.target == r;
  }
  [[nodiscard]] bool counts_up(const Line& l) const {
    const RegisterOperation& o = l.operation;
    return o.operation == Operation::add && o.a == Operand::of(o.target) && o.b.is_literal();
  }

  bool strength_reduction() {
    std::vector<std::size_t> products;
    for (std::size_t at = 0; at < draft_.lines.size(); ++at) {
      const Line& l = draft_.lines[at];
      if (!l.is(StatementKind::operation) || l.operation.operation != Operation::multiply) continue;
      const RegisterOperation& o = l.operation;
      if (!o.a.is_register() || !o.b.is_literal() || o.target == o.a.reg()) continue;
      const bool only_counts = std::ranges::all_of(
          draft_.lines, [&](const Line& x) { return !sets(x, l.engine, o.a.reg()) || counts_up(x); });
      if (only_counts) products.push_back(at);
    }
    if (products.empty()) return false;
    const std::size_t at = products[any(products.size())];
    const EngineId e = draft_.lines[at].engine;
    const RegisterId r = draft_.lines[at].operation.a.reg();
    const std::int64_t n = draft_.value(draft_.lines[at].operation.b);
    const RegisterId x = draft_.add_register(e, "sum");
    draft_.lines[at].operation = {draft_.lines[at].operation.target, Operand::of(x), Operand{}, Operation::copy};
    for (std::size_t i = 0; i < draft_.lines.size(); ++i) {
      if (!sets(draft_.lines[i], e, r)) continue;
      const std::int64_t step = n * draft_.value(draft_.lines[i].operation.b);
      ++i;
      draft_.insert(i, mutation::operation_line(e, {x, Operand::of(x), draft_.literal(step), Operation::add}));
    }
    return true;
  }

  bool rename() {
    const EngineId e{any(draft_.registers.size())};
    if (draft_.registers[e].empty()) return false;
    int n = 0;
    for (std::string& name : draft_.registers[e]) name = "mine" + std::to_string(n++);
    return true;
  }

  mutation::Draft draft_;
  Choices& choices_;
};

}  // namespace counterpoint::testing
