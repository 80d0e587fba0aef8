// Measures a kernel and allocations of counters for the same required program.
// SPDX-License-Identifier: Apache-2.0
#include "cli/kernel_costs.hpp"

#include <fmt/format.h>

#include <array>

#include "core/allocation/allocate.hpp"
#include "report/table.hpp"
#include "targets/ascend/execution/measure.hpp"

namespace counterpoint::cli {
namespace {

using Side = report::Table::Side;

void add_row(report::Table& table, std::string_view name, std::uint64_t calls, const ascend::RunCost& cost) {
  if (!cost.possible) return;
  table.add({std::string(name), std::to_string(calls), std::to_string(cost.ids_at_once), std::to_string(cost.orders),
             std::to_string(cost.false_orders), std::to_string(cost.missing_orders), std::to_string(cost.latency)});
}

}  // namespace

std::string kernel_costs(const ascend::Kernel& kernel, const ascend::KernelJudge& judge, const Trips& trips) {
  report::Table table({Side::left, Side::right, Side::right, Side::right, Side::right, Side::right, Side::right});
  table.add({"cost", "calls", "ids at once", "orders", "not asked for", "missing", "time"});
  const ascend::CallCount calls = ascend::count_calls(kernel);
  const ascend::RunCost own = ascend::measure_kernel(judge, trips);
  add_row(table, "kernel",
          calls.sets + calls.waits + calls.barriers + calls.full_barriers + 2 * calls.brackets + calls.queue_calls,
          own);
  constexpr std::array others = {std::pair{Scheme::per_loop, "counters, per loop"},
                                 std::pair{Scheme::barrier, "barriers"}};
  for (const auto& [scheme, name] : others) {
    AllocationOptions options;
    options.scheme = scheme;
    const auto allocated = allocate(judge.required().program, options);
    if (!allocated) continue;
    const Cost cost = cost_of(allocated->implementation);
    add_row(table, name, cost.waits + cost.updates + cost.barriers,
            ascend::measure_counters(judge.required(), allocated->implementation, trips));
  }
  std::string out = table.text(2);
  if (own.possible)
    out += fmt::format("  the program asks for {} orders, and takes {} at best\n", own.asked, own.bound);
  return out;
}

}  // namespace counterpoint::cli
