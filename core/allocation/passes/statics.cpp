// Loops with a number: what they count, and nobody reads inside, is counted once behind them.
// SPDX-License-Identifier: Apache-2.0
//
// What. Registers are split by purpose. If a loop of n iterations assigns a register only by operations R := R + k
// right in its body, and nothing inside reads it, these operations go, and R := R + n K stands behind the loop, K the
// sum of the k. The engine has no instruction, wait or signal in the loop: else what follows the loop would come one
// operation later than before (pace.hpp). That may then be the body of another such loop, so loops are taken from the
// inside out. An engine that only counted a loop so has nothing left to do in it. Invariant. R is the same before the
// loop and behind it. Cost: linear, once for each loop in another that it helps. Source: semantics.md 4 "static" (a
// completed inner loop of n trips: r_inner = n r_outer).
#include "core/allocation/passes/engine_pass.hpp"
#include "core/allocation/passes/sums.hpp"

namespace counterpoint::passes {
namespace {

constexpr std::int64_t largest_step = std::int64_t{1} << 40U;

class Counting {
 public:
  Counting(Streams& streams, EngineStream& stream) : streams_(streams), stream_(stream) {}

  // Once along the stream; whether anything changed.
  bool run() {
    registers_.assign(stream_.registers.size(), {});
    loops_.clear();
    changed_ = false;
    for (std::size_t i = 0; i < stream_.nodes.size(); ++i) {
      const Node& n = stream_.nodes[i];
      if (n.kind == NodeKind::open) {
        loops_.push_back({i, stops_, {}});
      } else if (n.kind == NodeKind::close) {
        close(i);
      } else {
        look_at(i);
      }
    }
    stream_.settle();
    return changed_;
  }

 private:
  struct Loop {
    std::size_t open = 0;
    std::size_t stops = 0;            // before it
    std::vector<RegisterId> stepped;  // right in its body
  };
  struct Register {
    std::size_t read = 0;            // the last node that is not a step of the loop at hand, and one more
    std::size_t stepped_in = 0;      // the loop of the steps below, by its opening node, and one more
    std::int64_t sum = 0;            // of these steps
    std::vector<std::size_t> steps;  // their nodes
  };

  void look_at(std::size_t node) {
    const Node& n = stream_.nodes[node];
    if (n.kind != NodeKind::operation) ++stops_;
    if (n.kind == NodeKind::operation) {
      const RegisterOperation& o = stream_.operations[n.index];
      const auto step = step_of(o, streams_.literals);
      if (step && !loops_.empty()) {
        add(o.target, node, *step);
        return;
      }
      registers_[o.target.value].read = node + 1;
    }
    streams_.operands(stream_, n, [&](Operand& o, Role) {
      if (o.is_register()) registers_[o.reg().value].read = node + 1;
    });
  }
  void add(RegisterId r, std::size_t node, std::int64_t step) {
    Register& x = registers_[r.value];
    const std::size_t here = loops_.back().open + 1;
    if (x.stepped_in != here) {
      x.stepped_in = here;
      x.sum = 0;
      x.steps.clear();
      loops_.back().stepped.push_back(r);
    }
    x.steps.push_back(node);
    if (__builtin_add_overflow(x.sum, step, &x.sum) || x.sum > largest_step || x.sum < -largest_step) x.read = node + 1;
  }
  void close(std::size_t node) {
    const Loop loop = std::move(loops_.back());
    loops_.pop_back();
    const Scope& s = streams_.from.tree.scope(stream_.nodes[loop.open].scope());
    const bool number = s.is_loop() && s.trip_kind == TripKind::constant && loop.stops == stops_;
    for (const RegisterId r : loop.stepped) {
      Register& x = registers_[r.value];
      std::int64_t by = 0;
      const bool alone = x.stepped_in == loop.open + 1 && x.read <= loop.open;
      const bool fits = !__builtin_mul_overflow(x.sum, static_cast<std::int64_t>(s.trips), &by) && by <= largest_step &&
                        by >= -largest_step;
      x.read = node + 1;  // for the loops around; the next walk sees what is put there
      if (!number || !alone || !fits) continue;
      for (const std::size_t i : x.steps) stream_.nodes[i].removed = true;
      if (by != 0) stream_.put_behind(node, moved_by(r, r, by, streams_.literals));
      changed_ = true;
    }
  }

  Streams& streams_;
  EngineStream& stream_;
  std::vector<Register> registers_;
  std::vector<Loop> loops_;
  std::size_t stops_ = 0;
  bool changed_ = false;
};

}  // namespace

Implementation run_statics(const Implementation& implementation, const Budget& budget) {
  Streams streams(implementation);
  change_engines(streams, budget, [&](EngineStream& stream) {
    split(streams, stream);
    Counting counting(streams, stream);
    while (counting.run()) {
    }
    remove_dead(streams, stream);
    pack(streams, stream);
  });
  return streams.build();
}

}  // namespace counterpoint::passes
