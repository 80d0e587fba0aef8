// Changes to an implementation that a prover could take for right: what semaphores count, where they begin, who waits.
// SPDX-License-Identifier: Apache-2.0
//
// What. The fault operators (verify/mutate) change one place as a person would by mistake. These go where a prover
// reasons about sums: increments of 0 to 5, updates of one cell by several bodies and engines, start values below and
// above 0, thresholds off by some, waits for anything by anyone, barriers at any place. Each kind is as likely as any
// other; what a kind cannot find is tried at a few places. Nothing says that the result is wrong, or right.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "verify/generate/choices.hpp"
#include "verify/mutate/draft.hpp"

namespace counterpoint::testing {

class Meddler {
 public:
  Meddler(mutation::Draft& draft, Choices& choices) : draft_(draft), choices_(choices) {
    for (std::size_t n = 0; n < draft.lines.size(); ++n) {
      if (draft.lines[n].is(StatementKind::instruction)) instructions_.push_back(n);
    }
  }

  // The name of what was done; "" if there was nothing to change. One change for each Meddler, since lines move.
  std::string_view change() {
    if (instructions_.empty() || draft_.semaphores.empty()) return "";
    switch (choices_.below(11)) {
      case 0: return add_update();
      case 1: return amount();
      case 2: return start();
      case 3:
      case 4: return threshold();
      case 5: return add_wait();
      case 6: return barrier();
      case 7: return drop_wait();
      case 8: return redirect();
      case 9: return copy_wait();
      default: return merge();
    }
  }

 private:
  using Line = mutation::Line;

  [[nodiscard]] std::size_t any(std::size_t n) { return choices_.below(static_cast<std::uint32_t>(n)); }
  [[nodiscard]] std::size_t instruction() { return instructions_[any(instructions_.size())]; }
  [[nodiscard]] SemaphoreId semaphore() { return SemaphoreId{any(draft_.semaphores.size())}; }
  template <std::size_t n>
  [[nodiscard]] Operand one_of(const std::array<std::int32_t, n>& numbers) {
    return Operand::small(numbers[any(n)]);
  }
  // A line with waits, or with updates; none if a few tries find none.
  template <class Has>
  [[nodiscard]] Line* line_with(Has has) {
    for (int tries = 0; tries < 6; ++tries) {
      Line& line = draft_.lines[instruction()];
      if (has(line)) return &line;
    }
    return nullptr;
  }
  [[nodiscard]] Line* waiting() {
    return line_with([](const Line& l) { return !l.waits.empty(); });
  }
  [[nodiscard]] Line* updating() {
    return line_with([](const Line& l) { return !l.updates.empty(); });
  }

  std::string_view add_update() {
    Update u;
    u.semaphore = semaphore();
    u.amount = one_of(std::array{0, 1, 2, 3});
    u.kind = UpdateKind::add;
    u.time = UpdateTime::retire;
    draft_.lines[instruction()].updates.push_back(u);
    return "add update";
  }
  std::string_view amount() {
    Line* line = updating();
    if (line == nullptr) return "";
    line->updates[any(line->updates.size())].amount = one_of(std::array{0, 2, 3, 5});
    return "amount";
  }
  std::string_view start() {
    Semaphore& s = draft_.semaphores[semaphore()];
    if (s.flag) return "";
    s.initial = std::array{-3, -1, 1, 2, 5}[any(5)];
    return "start";
  }
  std::string_view threshold() {
    Line* line = waiting();
    if (line == nullptr) return "";
    const auto at = static_cast<std::size_t>(line - draft_.lines.data());
    Wait& w = line->waits[any(line->waits.size())];
    RegisterOperation sum;
    sum.operation = Operation::add;
    sum.target = draft_.add_register(line->engine, "z");
    sum.a = w.value;
    sum.b = one_of(std::array{-2, -1, 1, 2, 3});
    w.value = Operand::of(sum.target);
    draft_.insert(at, mutation::operation_line(draft_.lines[at].engine, sum));
    return "threshold";
  }
  std::string_view add_wait() {
    Wait w;
    w.semaphore = semaphore();
    w.kind = TestKind::at_least;
    w.value = one_of(std::array{-2, -1, 0, 1, 2, 3});
    draft_.lines[instruction()].waits.push_back(w);
    return "add wait";
  }
  std::string_view barrier() {
    const std::size_t at = any(draft_.lines.size());
    Line line;
    line.kind = Line::Kind::barrier;
    line.reset = choices_.chance(1, 2);
    line.scope = draft_.lines[at].scope;
    draft_.insert(at, line);
    return line.reset ? "barrier reset" : "barrier";
  }
  std::string_view drop_wait() {
    Line* line = waiting();
    if (line == nullptr) return "";
    line->waits.erase(line->waits.begin() + static_cast<std::ptrdiff_t>(any(line->waits.size())));
    return "drop wait";
  }
  std::string_view redirect() {
    const bool wait = choices_.chance(1, 2);
    Line* line = wait ? waiting() : updating();
    if (line == nullptr) return "";
    if (wait) {
      line->waits[any(line->waits.size())].semaphore = semaphore();
      return "redirect wait";
    }
    line->updates[any(line->updates.size())].semaphore = semaphore();
    return "redirect update";
  }
  std::string_view copy_wait() {
    const Line* from = waiting();
    if (from == nullptr) return "";
    const Wait w = from->waits[any(from->waits.size())];
    Line* to = line_with([&](const Line& l) { return l.engine == from->engine && &l != from; });
    if (to == nullptr) return "";
    to->waits.push_back(w);
    return "copy wait";
  }
  std::string_view merge() {
    const SemaphoreId from = semaphore();
    const SemaphoreId to = semaphore();
    if (from == to) return "";
    for (Line& line : draft_.lines) {
      for (Update& u : line.updates) {
        if (u.semaphore == from) u.semaphore = to;
      }
    }
    return "merge updates";
  }

  mutation::Draft& draft_;
  Choices& choices_;
  std::vector<std::size_t> instructions_;
};

}  // namespace counterpoint::testing
