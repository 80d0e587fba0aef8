// Which orders the primitives of a kernel keep by themselves, as far as that shows at a glance.
// SPDX-License-Identifier: Apache-2.0
//
// What. All of pipe P before a is ordered before all of pipe Q after b if between them lies, on every way from a to b:
//   - a barrier of all pipes, or of P if Q is P, or a set P>Q with its wait next to it;
//   - an enque and its deque, in one region, of a queue of depth 1 with one buffer whose event is P>Q;
//   - for b in a later iteration, an alloc of a queue whose free event is P>Q, with its free at the end of the region.
//   What lies in a region that holds a or b, between the two in the text, or within the loop that carries the order on
//   either side, is on every way. Instructions with brackets of one id are ordered too, each on the pipe that runs it,
//   if the pipes are two.
// Why so little. It need not be complete: chains are found by whoever asks (core/dependence derives them), and what is
//   missed costs a barrier. It must not be wrong.
// Invariant. Positions are even for operations of the kernel as it was; a barrier added before one has the odd number
//   before it. Cost: linear to build; a question costs the depth of nesting. Source: ascend.md 1.2-1.6, 5.1, 5.2.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

class Coverage {
 public:
  explicit Coverage(const Kernel& kernel);

  // `carrier`: the outermost loop on which the distance is not zero; none: the same iteration.
  [[nodiscard]] bool keeps(InstructionId producer, InstructionId consumer, ScopeId carrier) const;
  // Whatever `direction.from` did up to `a` before whatever `direction.to` does from `b` on.
  [[nodiscard]] bool ordered(OpId a, OpId b, Direction direction, ScopeId carrier) const;
  // A barrier of `pipe` was put before that operation of the kernel as it was.
  void add_barrier_before(OpId o, Pipe pipe);
  [[nodiscard]] OpId op_of(InstructionId i) const { return op_of_[i]; }
  // By operation, in the order of the text; 0 for those that are not there.
  [[nodiscard]] std::uint32_t at(OpId o) const { return o.value < position_.size() ? position_[o.value] : 0; }
  [[nodiscard]] bool holds(RegionId region, OpId o) const;

 private:
  struct Wall {
    RegionId region;
    Direction direction;
    friend auto operator<=>(const Wall&, const Wall&) = default;
  };
  void scan();
  void note_flags(OpId o);
  void note_bracket(OpId o);
  void note_queue(OpId o);
  [[nodiscard]] bool wall_in(RegionId region, Direction direction, std::uint32_t after, std::uint32_t before) const;
  [[nodiscard]] bool alloc_in(RegionId region, Direction direction, std::uint32_t before) const;
  [[nodiscard]] bool by_bracket(InstructionId p, InstructionId c) const;

  const Kernel& kernel_;
  std::vector<std::uint32_t> position_;  // by operation
  IdVector<InstructionId, OpId> op_of_;
  IdVector<ScopeId, RegionId> body_of_;  // of loops
  std::map<Wall, std::set<std::uint32_t>> walls_;
  // Enque and deque, of each direction and region; both ascending.
  std::map<Wall, std::map<std::uint32_t, std::uint32_t>> spans_;
  std::map<Wall, std::set<std::uint32_t>> allocs_;  // with a free in their region
  std::map<ValueId, OpId> last_enque_;              // by queue, while scanning
  std::map<ValueId, OpId> last_alloc_;
  std::map<std::int32_t, Pipe> open_;                            // brackets, while scanning
  IdVector<InstructionId, std::vector<std::int32_t>> brackets_;  // on the pipe of the instruction
};

}  // namespace counterpoint::ascend
