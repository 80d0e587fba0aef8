// Speed of closed clocks: dynamic instances decided per second, from the pair to the verdict.
// SPDX-License-Identifier: Apache-2.0
//
// Eight engines in a ring, eight instructions each in one loop; every instruction has two dependencies, one on the
// engine before it and one on the engine after it, the latter two iterations back, so that no engine runs far ahead.
// Per-loop allocation: two waits an instruction. Measured is `decide_by_order` as a whole: both machines, the
// comparison, the verdict. Items are instances of the program; the fit of the time over the sizes tells how it grows.
#include "verify/order/order.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint::bench {
namespace {

constexpr int engines = 8;
constexpr int rows = 8;

std::string ring() {
  std::string text = "program ring\nengine";
  for (int e = 0; e < engines; ++e) text += fmt::format(" e{}", e);
  text += "\nloop l trips dynamic {\n";
  for (int r = 0; r < rows; ++r) {
    for (int e = 0; e < engines; ++e) {
      text += fmt::format("  e{0}: x{0}_{1} after x{2}_{1}{3}, x{4}_{1}@l-2\n", e, r, (e + engines - 1) % engines,
                          e == 0 ? "@l-1" : "", (e + 1) % engines);
    }
  }
  return text + "}\n";
}

void decide_ring(benchmark::State& state) {
  const auto program = parse_program(ring(), "ring.cp");
  require(program.has_value(), "the ring is valid");
  const auto allocation = allocate(*program, AllocationOptions{.scheme = Scheme::per_loop});
  require(allocation.has_value(), "the ring can be allocated");
  const auto pairing = pair_up(*program, allocation->implementation);
  require(pairing.has_value(), "an allocation implements its program");
  const Trips trips(program->tree, static_cast<std::uint32_t>(state.range(0) / (engines * rows)));
  const Question question{*program, allocation->implementation, *pairing, trips, trips};
  std::uint64_t instances = 0;
  for (auto _ : state) {
    const auto v = decide_by_order(question);
    require(v.has_value() && v->word == VerdictWord::equivalent, "the allocation is exact");
    instances += v->instances;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(instances));
  state.SetComplexityN(state.range(0));
}

BENCHMARK(decide_ring)->RangeMultiplier(10)->Range(100'000, 10'000'000)->Unit(benchmark::kMillisecond)->Complexity();

}  // namespace
}  // namespace counterpoint::bench

BENCHMARK_MAIN();
