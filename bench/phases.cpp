// Time of each phase on synthetic programs of 10^3 to 10^7 instructions: read, classify and allocate, print, run.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes per second are of the program's text (read) and of the text written (print); items are instructions of the
// text, and for `run` issued ones. The input of a phase is made outside of the measured loop, one size at a time.
// scale.py turns the figures into a table.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "bench/synthetic_program.hpp"
#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/text/text.hpp"

namespace counterpoint::bench {
namespace {

Program program_of(std::size_t instructions) {
  auto program = parse_program(synthetic_program(instructions), "synthetic.cp");
  require(program.has_value(), "the synthetic program is valid");
  return *std::move(program);
}

Allocation allocation_of(const Program& program) {
  auto allocation = allocate(program, AllocationOptions{.scheme = Scheme::per_loop});
  require(allocation.has_value(), "the synthetic program can be allocated");
  return *std::move(allocation);
}

std::size_t printed_size(const auto& x) {
  std::size_t bytes = 0;
  print(x, [&](std::string_view piece) { bytes += piece.size(); });
  return bytes;
}

void count(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
  state.SetItemsProcessed(state.range(0) * state.iterations());
}

void read(benchmark::State& state) {
  const std::string text = synthetic_program(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    auto program = parse_program(text, "synthetic.cp");
    require(program.has_value(), "the synthetic program is valid");
    benchmark::DoNotOptimize(program);
  }
  count(state, text.size());
}

void classify_and_allocate(benchmark::State& state) {
  const Program program = program_of(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Allocation allocation = allocation_of(program);
    benchmark::DoNotOptimize(allocation.implementation);
  }
  count(state, 0);
}

void print_program(benchmark::State& state) {
  const Program program = program_of(static_cast<std::size_t>(state.range(0)));
  std::size_t bytes = 0;
  for (auto _ : state) benchmark::DoNotOptimize(bytes = printed_size(program));
  count(state, bytes);
}

void print_implementation(benchmark::State& state) {
  const Allocation allocation = allocation_of(program_of(static_cast<std::size_t>(state.range(0))));
  std::size_t bytes = 0;
  for (auto _ : state) benchmark::DoNotOptimize(bytes = printed_size(allocation.implementation));
  count(state, bytes);
}

// The implementation machine, round-robin, without trace. Loops run twice, or `trips` times.
void run_implementation(benchmark::State& state, std::size_t instructions, std::uint32_t trips) {
  const Allocation allocation = allocation_of(program_of(instructions));
  const Implementation& implementation = allocation.implementation;
  const Machine machine = implementation_machine(implementation, Trips(implementation.tree, trips));
  RunOptions options;
  options.schedule = Schedule::round_robin;
  options.max_steps = std::uint64_t{1} << 62U;
  std::uint64_t issued = 0;
  for (auto _ : state) {
    const RunResult result = run(machine, options);
    require(result.outcome == Outcome::completed, "the synthetic program runs to its end");
    issued += result.issued;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(issued));
}

void run_large(benchmark::State& state) { run_implementation(state, static_cast<std::size_t>(state.range(0)), 2); }

// A kernel that fits in the cache, with as many trips as needed for the number of issues asked for.
void run_small_long(benchmark::State& state) {
  run_implementation(state, 131, static_cast<std::uint32_t>(state.range(0)));
}

void sizes(benchmark::internal::Benchmark* b) {
  b->RangeMultiplier(10)->Range(1'000, 10'000'000)->Unit(benchmark::kMillisecond);
}
BENCHMARK(read)->Apply(sizes);
BENCHMARK(classify_and_allocate)->Apply(sizes);
BENCHMARK(print_program)->Apply(sizes);
BENCHMARK(print_implementation)->Apply(sizes);
BENCHMARK(run_large)->Apply(sizes);
BENCHMARK(run_small_long)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace counterpoint::bench

BENCHMARK_MAIN();
