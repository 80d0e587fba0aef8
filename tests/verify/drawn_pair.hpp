// A random pair with trips and a way of counting, drawn from a seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/text/text.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"
#include "verify/generate/trips.hpp"
#include "verify/question.hpp"

namespace counterpoint::testing {

// Distribution. Program, implementation and trips: see verify/generate. One implementation in two is then changed in
// one to three places: a threshold, an operand or a start value by one, a wait or an update on another semaphore, a
// wait that tests `==` or takes, an update that is dropped, doubled, subtracts, sets or happens at issue. Window: none
// (1/2), 1, 2 or 3. Width: none (1/2), else 3 to 6 or 32 bits with each of the three comparisons.
class DrawnPair {
 public:
  DrawnPair(std::uint64_t seed, const Shape& shape) : choices_(seed), program_(generate_program(choices_, shape)) {
    implementation_ = std::make_unique<Implementation>(generate_implementation(choices_, program_));
    const DrawnTrips drawn = generate_trips(choices_, program_.tree, shape);
    program_trips_ = std::make_unique<Trips>(drawn.trips);
    implementation_trips_ = std::make_unique<Trips>(trips_from(implementation_->tree, drawn.options));
    for (const std::string& o : drawn.options) options_ += " --trips " + o;
    if (choices_.chance(1, 2)) {
      for (std::uint32_t n = 1 + choices_.below(3); n > 0; --n) change();
    }
    auto paired = pair_up(program_, *implementation_);
    if (!paired) throw std::runtime_error("a drawn pair does not pair up");
    pairing_ = std::move(*paired);
    if (choices_.chance(1, 2)) window_ = 1 + choices_.below(3);
    if (choices_.chance(1, 2)) {
      static constexpr std::array<std::uint32_t, 5> widths = {3, 4, 5, 6, 32};
      width_ = widths[choices_.below(5)];
      compare_ = static_cast<Comparison>(choices_.below(3));
    }
  }
  [[nodiscard]] Question question() const {
    Question q{program_, *implementation_, pairing_, *program_trips_, *implementation_trips_};
    q.window = window_;
    q.width = width_;
    q.compare = compare_;
    return q;
  }
  [[nodiscard]] std::string text() const {
    return print(program_) + print(*implementation_) + options_ + " --window " + std::to_string(window_) + " --width " +
           std::to_string(width_) + " compare " + std::to_string(static_cast<int>(compare_));
  }

 private:
  // Where there is nothing of the kind drawn, nothing is changed.
  void change() {
    Implementation& i = *implementation_;
    const auto any = [&](std::size_t n) { return choices_.below(static_cast<std::uint32_t>(n)); };
    const auto by_one = [&](Operand& o) {
      if (o.is_literal() && o.is_small()) o = Operand::small(o.small_value() + (choices_.chance(1, 2) ? 1 : -1));
    };
    switch (choices_.below(5)) {
      case 0:
        if (i.waits.empty()) return;
        change_wait(i.waits[any(i.waits.size())]);
        break;
      case 1:
        if (i.updates.empty()) return;
        change_update(i.updates[any(i.updates.size())]);
        break;
      case 2:
        if (i.operations.empty()) return;
        by_one(choices_.chance(1, 2) ? i.operations[any(i.operations.size())].a
                                     : i.operations[any(i.operations.size())].b);
        break;
      case 3:
        if (i.semaphores.empty()) return;
        if (Semaphore& s = i.semaphores[SemaphoreId{any(i.semaphores.size())}]; !s.flag) {
          s.initial += choices_.chance(1, 2) ? 1 : -1;
        }
        break;
      default:
        if (i.alone_updates.empty()) return;
        change_update(i.alone_updates[any(i.alone_updates.size())]);
        break;
    }
  }
  void change_wait(Wait& w) {
    const Semaphore& s = implementation_->semaphores[w.semaphore];
    switch (choices_.below(4)) {
      case 0: w.kind = TestKind::equal; break;
      case 1: w.kind = TestKind::take; break;
      case 2:
        if (w.value.is_literal() && w.value.is_small()) w.value = Operand::small(w.value.small_value() + 1);
        break;
      default:
        if (!s.array) other(w.semaphore);
        break;
    }
  }
  void change_update(Update& u) {
    switch (choices_.below(6)) {
      case 0: u.time = u.time == UpdateTime::issue ? UpdateTime::retire : UpdateTime::issue; break;
      case 1: u.kind = UpdateKind::subtract; break;
      case 2: u.kind = UpdateKind::set; break;
      case 3: u.amount = Operand::small(0); break;
      case 4: u.amount = Operand::small(2); break;
      default:
        if (!implementation_->semaphores[u.semaphore].array) other(u.semaphore);
        break;
    }
  }
  void other(SemaphoreId& s) {
    const SemaphoreId next{choices_.below(static_cast<std::uint32_t>(implementation_->semaphores.size()))};
    if (!implementation_->semaphores[next].array) s = next;
  }

  Choices choices_;
  Program program_;
  std::unique_ptr<Implementation> implementation_;
  std::unique_ptr<Trips> program_trips_;
  std::unique_ptr<Trips> implementation_trips_;
  Pairing pairing_;
  std::string options_;
  std::uint64_t window_ = 0;
  std::uint32_t width_ = 0;
  Comparison compare_ = Comparison::as_signed;
};

}  // namespace counterpoint::testing
