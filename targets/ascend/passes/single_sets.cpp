// Looks for the last wait before each set, around every loop that holds it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/passes/single_sets.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "targets/ascend/execution/queues.hpp"

namespace counterpoint::ascend {
namespace {

class SingleSets {
 public:
  SingleSets(Kernel& kernel, Coverage& coverage, PassRun& run)
      : kernel_(kernel), coverage_(coverage), run_(run), order_(kernel.in_order()) {}

  void keep() {
    if (kernel_.architecture() == Architecture::c310) return;
    for (const OpId o : order_) {
      const OpKind kind = kernel_.op(o).kind;
      if (kind == OpKind::deque || (kind == OpKind::alloc && may_wait(o))) {
        waits_[queue_call(kernel_, o).event].emplace(coverage_.at(o), o);
      }
    }
    for (const OpId o : order_) {
      const OpKind kind = kernel_.op(o).kind;
      if (kind == OpKind::enque || kind == OpKind::free) set(o);
    }
  }

 private:
  using Waits = std::map<std::uint32_t, OpId>;  // by position
  static constexpr std::size_t most_looked_at = 64;

  // Not the first of its queue, in no loop, unless free events are set from the start.
  [[nodiscard]] bool may_wait(OpId o) {
    const ValueId queue = kernel_.op(o).uses[0];
    const bool first = allocated_.insert(queue).second;
    return !first || kernel_.op(kernel_.value(queue).definition).depth == 0 || in_loop(o);
  }
  [[nodiscard]] bool in_loop(OpId o) const {
    for (o = kernel_.parent(o); o.valid(); o = kernel_.parent(o)) {
      if (kernel_.op(o).kind == OpKind::loop) return true;
    }
    return false;
  }

  void set(OpId o) {
    const Direction event = queue_call(kernel_, o).event;
    const auto found = waits_.find(event);
    if (found == waits_.end()) return;
    const Waits& waits = found->second;
    bool safe = all_past(waits.begin(), waits.lower_bound(coverage_.at(o)), o, event, {}, Kernel::body());
    for (OpId around = kernel_.parent(o); safe && around.valid(); around = kernel_.parent(around)) {
      const Op& loop = kernel_.op(around);
      if (loop.kind != OpKind::loop) continue;
      safe = all_past(waits.lower_bound(coverage_.at(around)), waits.lower_bound(end_of(around)), o, event, loop.scope,
                      loop.regions[0]);
    }
    if (!safe) add_barrier(o, event);
  }

  // Whether each wait of the range is past when `o` sets. What orders one that is on every way to `o` orders those
  // before it too; where many are not, that is not looked at.
  [[nodiscard]] bool all_past(Waits::const_iterator first, Waits::const_iterator last, OpId o, Direction event,
                              ScopeId carrier, RegionId body) const {
    for (std::size_t looked = 0; last != first; ++looked) {
      --last;
      const OpId wait = last->second;
      if (looked == most_looked_at || !coverage_.ordered(wait, o, {event.to, event.from}, carrier)) return false;
      const RegionId home = kernel_.op(wait).home;
      if (carrier.valid() ? home == body : coverage_.holds(home, o)) return true;
    }
    return true;
  }

  // The position behind everything in an operation; the operation is in the kernel as it was.
  [[nodiscard]] std::uint32_t end_of(OpId o) const {
    std::uint32_t end = coverage_.at(o) + 1;
    for (OpId at = o; at.valid();) {
      const RegionId other = kernel_.op(at).regions[1];
      const RegionId region = other.valid() && kernel_.region(other).last.valid() ? other : kernel_.op(at).regions[0];
      at = region.valid() ? kernel_.region(region).last : OpId{};
      while (at.valid() && coverage_.at(at) == 0) at = kernel_.op(at).before;
      if (at.valid()) end = coverage_.at(at) + 1;
    }
    return end;
  }

  void add_barrier(OpId o, Direction event) {
    Op op;
    op.kind = OpKind::barrier;
    op.pipe = Pipe::all;
    run_.report.added.push_back(fmt::format("repair: bar all before {} {}, which may set {}>{} while it is set",
                                            kernel_.op(o).kind == OpKind::enque ? "enque" : "free",
                                            kernel_.value(kernel_.op(o).uses[0]).name, pipe_name(event.from),
                                            pipe_name(event.to)));
    coverage_.add_barrier_before(o, Pipe::all);
    kernel_.put_before(o, kernel_.make(std::move(op)));
  }

  Kernel& kernel_;
  Coverage& coverage_;
  PassRun& run_;
  std::vector<OpId> order_;
  std::map<Direction, Waits> waits_;
  std::set<ValueId> allocated_;
};

}  // namespace

void keep_sets_single(Kernel& kernel, Coverage& coverage, PassRun& run) { SingleSets(kernel, coverage, run).keep(); }

}  // namespace counterpoint::ascend
