// Speed of the simulator of a NeuronCore: records issued per second, and states per second of the search.
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline as the lowering writes it: SP fires a transfer, four engines each wait for the one before, work and post;
// the first stage is two trips ahead at most. Thresholds stand in registers, so that every engine runs a wait, a
// datapath record, three register operations and a branch a trip. No trace is recorded; one core. Items are records.
// Rates are by processor time of this one thread, since others share the machine; the load average is printed beside.
// The floor is 5 million records a second, round-robin; `--floor N` sets another, and below it the exit code is 1.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "targets/neuron/simulator/explore.hpp"
#include "targets/neuron/simulator/run.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint8_t trips_left = 1;
constexpr std::uint8_t threshold = 2;

Record set_to(std::uint8_t target, std::uint32_t value) {
  RegisterMove move;
  move.target = target;
  move.value = value;
  return {Opcode::register_move, 0, 0, {}, move};
}
Record add_to(std::uint8_t target, std::uint32_t value) {
  return {Opcode::register_alu, 0, 0, {}, RegisterAlu{AluOperation::add, 8, true, target, target, 0, value}};
}

// A loop over `body`: waits for counter `before` to reach its register, which then grows by `step`.
std::vector<Record> loop(std::uint32_t trips, std::uint8_t before, std::uint32_t first, std::uint32_t step,
                         const std::vector<Record>& body) {
  std::vector<Record> out = {set_to(trips_left, trips), set_to(threshold, first)};
  EventSemaphore wait;
  out.push_back({Opcode::event_semaphore, 0, 0, {WaitMode::at_least_register, before, {}, 0, threshold}, wait});
  out.insert(out.end(), body.begin(), body.end());
  out.push_back(add_to(threshold, step));
  out.push_back(add_to(trips_left, 0xFFFFFFFFU));
  Branch back;
  back.compare = Compare::greater;
  back.data_type = 8;
  back.a = trips_left;
  back.target = 1;
  out.push_back({Opcode::branch, 0, 0, {}, back});
  return out;
}

Simulator pipeline(std::uint32_t trips) {
  Image image;
  image.program = "pipeline";
  image.instructions = {"load", "a", "b", "c", "d"};
  image.rings = {{"q", Engine::sp}};
  image.queues = {{"load", 0, 0, true, 10, 16}};
  std::vector<std::vector<Record>> records;
  constexpr Engine engines[] = {Engine::pool, Engine::activation, Engine::pe, Engine::dve, Engine::sp};
  for (std::uint32_t n = 0; n < 5; ++n) {
    Stream stream;
    stream.engine = engines[n];
    stream.block_starts = {0, 2};
    image.streams.push_back(stream);
    if (n == 4) {
      // Waits for the last stage, two trips behind.
      records.push_back(
          loop(trips, 14, static_cast<std::uint32_t>(-1), 1, {{Opcode::dma_trigger, 0, 0, {}, DmaTrigger{"load", 1}}}));
    } else {
      const auto own = static_cast<std::uint8_t>(11 + n);
      const std::uint32_t step = n == 0 ? 16 : 1;
      records.push_back(loop(trips, static_cast<std::uint8_t>(10 + n), step, step,
                             {{Opcode::work, 0, 0, {WaitMode::none, 0, UpdateMode::increment, own, 0}, Work{n + 1}}}));
    }
  }
  return {code_of(image, records), {}};
}

std::string load_average() {
  std::ifstream file("/proc/loadavg");
  std::string first;
  return file >> first ? first : "unknown";
}

double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

// The best of five, in records a second.
double measure(const Simulator& simulator, CoreSchedule schedule) {
  double best = 0;
  for (int n = 0; n < 5; ++n) {
    CoreRunOptions options;
    options.schedule = schedule;
    options.max_steps = ~std::uint64_t{0};
    const std::clock_t start = std::clock();
    const CoreRun run = run_core(simulator, options);
    const double seconds = seconds_since(start);
    require(run.outcome == Outcome::completed, "the pipeline completes");
    best = std::max(best, static_cast<double>(run.records) / seconds);
  }
  return best;
}

int measure_all(double floor) {
  const Simulator simulator = pipeline(100'000);
  double round_robin = 0;
  for (const CoreScheduleEntry& e : all_core_schedules()) {
    if (e.schedule == CoreSchedule::exhaustive) continue;
    const double rate = measure(simulator, e.schedule);
    if (e.schedule == CoreSchedule::round_robin) round_robin = rate;
    std::cout << fmt::format("{:12} {:6.1f} million records/s, load average {}\n", e.word, rate / 1e6, load_average());
  }
  const std::clock_t start = std::clock();
  const Exploration all = explore_core(pipeline(3), {.max_states = 300'000});
  std::cout << fmt::format("{:12} {:6.2f} million states/s ({} states), load average {}\n", "exhaustive",
                           static_cast<double>(all.states) / seconds_since(start) / 1e6, all.states, load_average());
  return round_robin >= floor ? 0 : 1;
}

}  // namespace
}  // namespace counterpoint::neuron

int main(int argc, char** argv) {
  const bool given = argc == 3 && std::string_view(argv[1]) == "--floor";
  return counterpoint::neuron::measure_all(given ? std::strtod(argv[2], nullptr) : 5e6);
}
