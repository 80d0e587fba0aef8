// Compares the clocks of two machines while they are made, of a program and its implementation or of any two.
// SPDX-License-Identifier: Apache-2.0
//
// What. Both runs go on in rounds; after each, the events that both sides have are compared engine by engine and then
// forgotten. What is kept is what a verdict needs: the early event with the shortest past, whether something is dead
// in the implementation alone, and what waits for more than it must, summed up by consumer and engine.
// Cost: O(engines) an event of which either clock is new, O(1) else; memory: the live windows of both sides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/machine/verdict.hpp"
#include "verify/order/clocks.hpp"
#include "verify/order/witness.hpp"

namespace counterpoint {

// An event that the implementation can have before the program.
struct EarlyEvent {
  EngineId engine;           // of the program
  ClockedEvent event;        // of the implementation
  std::uint64_t at = 0;      // visible events of the engine before it
  std::uint64_t length = 0;  // visible steps of its past: a retirement is two, with its commit
  Target past;               // what must have happened before it, the event itself not counted
};

// One consumer and one engine that it waits for too long.
struct ExcessKey {
  bool visit = false;
  std::uint32_t subject = 0;  // InstructionId or ScopeId of the program
  std::uint32_t engine = 0;   // of the program
  friend auto operator<=>(const ExcessKey&, const ExcessKey&) = default;
};
struct Excess {
  std::uint64_t instances = 0;
  std::uint64_t lost_slack = 0;  // the most
  std::uint32_t asked = 0;       // where it is most: the instance of the engine that must have retired
};

class ClockComparer {
 public:
  // `engines`: what each engine of `program` is called on the other side. All must outlive the comparer.
  ClockComparer(const Machine& program, const IdVector<EngineId, EngineId>& engines, Clocks& s, Clocks& i);

  // Compares what both sides have.
  void compare();
  // The side makes no more events: what the other has beyond it is dead here.
  void program_is_done();
  void implementation_is_done();

  [[nodiscard]] const std::optional<EarlyEvent>& early() const { return early_; }
  [[nodiscard]] bool dead() const { return dead_; }
  [[nodiscard]] bool later() const { return later_; }
  [[nodiscard]] const std::map<ExcessKey, Excess>& excess() const { return excess_; }
  // Engines, of the program, whose end is later than the program asks.
  [[nodiscard]] const std::vector<EngineId>& late_ends() const { return late_ends_; }

 private:
  struct Last {
    std::uint32_t program = ~0U;  // versions compared last
    std::uint32_t implementation = ~0U;
    int relation = 0;
  };
  [[nodiscard]] EngineId other(EngineId e) const { return engines_[e]; }
  [[nodiscard]] int relate(EngineId e, const ClockedEvent& s, const ClockedEvent& i) const;
  void compare(EngineId e);
  void note_early(EngineId e, const ClockedEvent& i);
  void note_later(EngineId e, const ClockedEvent& s, const ClockedEvent& i);

  const Machine& program_;
  const IdVector<EngineId, EngineId>& engines_;
  Clocks& s_;
  Clocks& i_;
  std::size_t count_;
  bool same_numbers_ = true;  // engines have the same numbers on both sides
  IdVector<EngineId, Last> last_;
  std::optional<EarlyEvent> early_;
  bool dead_ = false;
  bool later_ = false;
  std::map<ExcessKey, Excess> excess_;
  std::vector<EngineId> late_ends_;
};

}  // namespace counterpoint
