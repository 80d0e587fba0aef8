// Counts calls, ids, orders and time.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/measure.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "targets/ascend/execution/cross_flags.hpp"

namespace counterpoint::ascend {
namespace {

using Streams = tl::expected<LinearStreams, NotApplicable>;

// The makespan, nothing if the run does not end.
std::optional<std::uint64_t> makespan(const counterpoint::Machine& machine) {
  RunOptions options;
  options.data = false;
  const RunResult ran = run(machine, options);
  if (ran.outcome != Outcome::completed) return std::nullopt;
  return ran.timed.makespan;
}

// The most elements of one array of flags that are not zero, in one run under the schedule asap.
std::uint64_t most_at_once(const Implementation& x, const counterpoint::Machine& machine) {
  RunOptions options;
  options.data = false;
  options.record_steps = true;
  const RunResult ran = run(machine, options);
  MachineState state = machine.start();
  std::uint64_t most = 0;
  for (const Step& step : ran.steps_taken) {
    machine.apply(state, step);
    if (step.kind != StepKind::internal) continue;
    for (const Semaphore& s : x.semaphores) {
      std::uint64_t out = 0;
      for (std::uint32_t i = 0; holds_flags(s) && !of_cores(s) && i < s.size; ++i) {
        out += state.cells[s.first + i] != 0 ? 1U : 0U;
      }
      most = std::max(most, out);
    }
  }
  return most;
}

// Orders and times of an implementation whose cells only rise, against the program's.
RunCost orders_and_bound(const Required& required, const Implementation& rising, const Trips& trips,
                         std::uint64_t limit) {
  RunCost out;
  const counterpoint::Machine program = specification_machine(required.program, trips);
  const counterpoint::Machine implementation = implementation_machine(rising, trips);
  const Streams asked = write_out(program, limit);
  const Streams made = write_out(implementation, 4 * limit);
  if (!asked || !made) return out;
  const StreamClocks asked_clocks(*asked);
  const StreamClocks made_clocks(*made);
  if (!asked_clocks.complete() || !made_clocks.complete()) return out;
  for (const LinearStream& s : asked->engines) out.instances += s.instances_before.back();
  IdVector<EngineId, EngineId> engines;
  for (const EngineId e : required.program.tree.engines()) {
    for (const EngineId own : rising.tree.engines()) {
      if (rising.tree.engine_name(own) == required.program.tree.engine_name(e)) engines.push_back(own);
    }
  }
  require(engines.size() == required.program.tree.engine_count(), "an implementation has the pipes of its program");
  const OrderedPairs pairs = compare_orders(asked_clocks, made_clocks, engines);
  out.asked = pairs.asked;
  out.orders = pairs.made;
  out.false_orders = pairs.surplus;
  out.missing_orders = pairs.missing;
  const auto bound = makespan(program);
  out.possible = bound.has_value();
  out.bound = bound.value_or(0);
  return out;
}

}  // namespace

CallCount count_calls(const Kernel& kernel) {
  CallCount out;
  std::set<std::tuple<Core, Pipe, Pipe, std::int32_t>> flags;
  std::set<std::pair<Core, std::int32_t>> buffers;
  for (const OpId o : kernel.in_order()) {
    const Op& x = kernel.op(o);
    switch (x.kind) {
      case OpKind::set_flag:
      case OpKind::wait_flag:
        ++(x.kind == OpKind::set_flag ? out.sets : out.waits);
        if (x.flag.event.valid()) break;
        for (std::uint32_t i = 0; i < (x.flag.loop.valid() ? x.flag.count : 1U); ++i) {
          flags.insert({x.core, x.pipe, x.to, x.flag.id + static_cast<std::int32_t>(i)});
        }
        break;
      case OpKind::cross_set: ++out.sets; break;
      case OpKind::cross_wait: ++out.waits; break;
      case OpKind::barrier: ++(x.pipe == Pipe::all ? out.full_barriers : out.barriers); break;
      case OpKind::get_buf:
        ++out.brackets;
        buffers.insert({x.core, x.flag.id});
        break;
      case OpKind::alloc:
      case OpKind::enque:
      case OpKind::deque:
      case OpKind::free: ++out.queue_calls; break;
      case OpKind::fetch_event: ++out.fetches; break;
      default: break;
    }
  }
  out.flags = flags.size();
  out.buffer_ids = buffers.size();
  return out;
}

RunCost measure_counters(const Required& required, const Implementation& implementation, const Trips& trips,
                         std::uint64_t limit) {
  RunCost out = orders_and_bound(required, implementation, trips, limit);
  if (!out.possible) return out;
  const auto latency = makespan(implementation_machine(implementation, trips));
  out.possible = latency.has_value();
  out.latency = latency.value_or(0);
  return out;
}

RunCost measure_kernel(const KernelJudge& judge, const Trips& trips, std::uint64_t limit) {
  if (judge.counting() == nullptr) return {};
  RunCost out = orders_and_bound(judge.required(), *judge.counting(), trips, limit);
  if (!out.possible) return out;
  const counterpoint::Machine machine = implementation_machine(judge.implementation(), trips);
  const auto latency = makespan(machine);
  out.possible = latency.has_value();
  out.latency = latency.value_or(0);
  if (out.possible) out.ids_at_once = most_at_once(judge.implementation(), machine);
  return out;
}

}  // namespace counterpoint::ascend
