// Speed and size of exploration: states of the product visited per second, and bytes a state takes.
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline: in each iteration of one loop every stage works after the one before it, and may run four iterations
// ahead of the next. Per-loop allocation, so every pair is equivalent and the whole product is visited. Items are
// states; `bytes_per_state` is all memory for states at its largest, over the states.
#include "verify/explore/explore.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint::bench {
namespace {

std::string pipeline(int stages) {
  std::string text = "program pipeline\nengine";
  for (int s = 0; s < stages; ++s) text += fmt::format(" e{}", s);
  text += "\nloop l trips dynamic {\n";
  for (int s = 0; s < stages; ++s) {
    text += fmt::format("  e{}: x{}", s, s);
    if (s > 0) text += fmt::format(" after x{}", s - 1);
    if (s + 1 < stages) text += fmt::format("{} x{}@l-4", s > 0 ? "," : " after", s + 1);
    text += "\n";
  }
  return text + "}\n";
}

void explore_pipeline(benchmark::State& state, bool reduce) {
  const auto program = parse_program(pipeline(static_cast<int>(state.range(0))), "pipeline.cp");
  require(program.has_value(), "the pipeline is valid");
  const auto allocation = allocate(*program, AllocationOptions{.scheme = Scheme::per_loop});
  require(allocation.has_value(), "the pipeline can be allocated");
  const auto pairing = pair_up(*program, allocation->implementation);
  require(pairing.has_value(), "an allocation implements its program");
  const Trips trips(program->tree, static_cast<std::uint32_t>(state.range(1)));
  Question question{*program, allocation->implementation, *pairing, trips, trips};
  question.limit = std::uint64_t{1} << 31U;
  question.memory = std::uint64_t{12} << 30U;
  question.reduce = reduce;
  std::uint64_t states = 0;
  double bytes = 0;
  for (auto _ : state) {
    const Verdict v = decide_by_exploration(question);
    require(v.word == VerdictWord::equivalent, "the allocation is exact");
    states += v.states;
    bytes = static_cast<double>(v.bytes) / static_cast<double>(v.states);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(states));
  state.counters["states"] = static_cast<double>(states) / static_cast<double>(state.iterations());
  state.counters["bytes_per_state"] = bytes;
}

BENCHMARK_CAPTURE(explore_pipeline, plain, false)
    ->Args({4, 60})
    ->Args({5, 60})
    ->Args({6, 12})
    ->Args({7, 10})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(explore_pipeline, reduced, true)->Args({5, 60})->Args({7, 10})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace counterpoint::bench

BENCHMARK_MAIN();
