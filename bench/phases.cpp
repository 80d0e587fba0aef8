// Time of each phase on synthetic programs of 10^4 to 10^7 instructions: read, classify and allocate, print, run.
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

void sizes(benchmark::internal::Benchmark* b) {
  b->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
}
BENCHMARK(read)->Apply(sizes);
BENCHMARK(classify_and_allocate)->Apply(sizes);
BENCHMARK(print_program)->Apply(sizes);
BENCHMARK(print_implementation)->Apply(sizes);

}  // namespace
}  // namespace counterpoint::bench

BENCHMARK_MAIN();
