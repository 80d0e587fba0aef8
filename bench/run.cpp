// Speed of the machines: datapath instructions issued per second, each with its register operations.
// SPDX-License-Identifier: Apache-2.0
//
// Per-loop allocation, eight engines, round-robin, no trace, no buffers, one core. `kernel` is one loop nest of the
// synthetic program (131 instructions) that runs for long, so its code stays in the cache; `layers` is the whole
// synthetic program, each kernel of which runs a few times. Items are instructions issued.
#include "core/machine/run.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>

#include "bench/synthetic_program.hpp"
#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"

namespace counterpoint::bench {
namespace {

constexpr std::size_t kernel_size = 131;

Program program_of(std::size_t instructions) {
  auto program = parse_program(synthetic_program(instructions), "synthetic.cp");
  require(program.has_value(), "the synthetic program is valid");
  return *std::move(program);
}

void run_machine(benchmark::State& state, const Machine& machine, Schedule schedule) {
  RunOptions options;
  options.schedule = schedule;
  options.max_steps = ~std::uint64_t{0};
  std::uint64_t issued = 0;
  std::uint64_t operations = 0;
  for (auto _ : state) {
    const RunResult result = run(machine, options);
    require(result.outcome == Outcome::completed, "the synthetic program completes");
    issued += result.issued;
    for (const EngineState& e : result.last.engines) operations += e.operations;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(issued));
  state.counters["operations_per_issue"] = static_cast<double>(operations) / static_cast<double>(issued);
}

void kernel(benchmark::State& state, Schedule schedule) {
  const Program program = program_of(kernel_size);
  const auto allocation = allocate(program, AllocationOptions{.scheme = Scheme::per_loop});
  require(allocation.has_value(), "the synthetic program can be allocated");
  const Trips trips(program.tree, static_cast<std::uint32_t>(state.range(0)));
  run_machine(state, implementation_machine(allocation->implementation, trips), schedule);
}

void kernel_specification(benchmark::State& state) {
  const Program program = program_of(kernel_size);
  const Trips trips(program.tree, static_cast<std::uint32_t>(state.range(0)));
  run_machine(state, specification_machine(program, trips), Schedule::round_robin);
}

void layers(benchmark::State& state) {
  const Program program = program_of(static_cast<std::size_t>(state.range(0)));
  const auto allocation = allocate(program, AllocationOptions{.scheme = Scheme::per_loop});
  require(allocation.has_value(), "the synthetic program can be allocated");
  run_machine(state, implementation_machine(allocation->implementation, Trips(program.tree)), Schedule::round_robin);
}

BENCHMARK_CAPTURE(kernel, round_robin, Schedule::round_robin)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(kernel, random, Schedule::random)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(kernel, asap, Schedule::asap)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(kernel, adversarial, Schedule::adversarial)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK(kernel_specification)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(layers)->RangeMultiplier(10)->Range(10'000, 1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace counterpoint::bench

BENCHMARK_MAIN();
