// Records of a NeuronCore encoded and decoded: records per second on one core.
// SPDX-License-Identifier: Apache-2.0
//
// 4,096 records in the mix of a lowered kernel: waits, work, updates, register operations, branches, triggers. Decoding
// checks everything that the hardware's validators do and that the word is the record's only one.
#include <benchmark/benchmark.h>

#include "core/diagnostic/internal_error.hpp"
#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron {
namespace {

std::vector<Record> mix() {
  const auto wait = [](std::uint8_t id, std::uint32_t v) {
    return Band{WaitMode::at_least, id, UpdateMode::none, 0, v};
  };
  const std::vector<Record> pattern = {
      {Opcode::event_semaphore, 0, 0, wait(3, 5),
       EventSemaphore{WaitMode::at_least_register, 4, UpdateMode::increment, 9, 2, 0, 0}},
      {Opcode::work, 0, 0, {WaitMode::at_least, 1, UpdateMode::increment, 2, 7}, Work{12}},
      {Opcode::register_alu, 0, 0, {}, RegisterAlu{AluOperation::add, 8, true, 3, 3, 0, 1}},
      {Opcode::work, 0, 0, {}, Work{13}},
      {Opcode::event_semaphore, 0, 0, wait(7, 16), EventSemaphore{}},
      {Opcode::register_move, 0, 0, {}, RegisterMove{1, 8, true, 0, 2, 0, 0}},
      {Opcode::branch, 0, 0, {}, Branch{Compare::less, true, 8, 3, 0, 3, 4, 2}},
      {Opcode::dma_trigger, 0, 0, wait(9, 1), DmaTrigger{"load_q", 1}},
  };
  std::vector<Record> out;
  for (std::size_t i = 0; i < 4096; ++i) out.push_back(pattern[i % pattern.size()]);
  return out;
}

void encode_records(benchmark::State& state) {
  const std::vector<Record> records = mix();
  const Profile profile = Profile::device();
  for (auto _ : state) {
    for (const Record& r : records) {
      auto word = encode(r, profile);
      benchmark::DoNotOptimize(word);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(records.size()));
}

void decode_records(benchmark::State& state) {
  const Profile profile = Profile::device();
  std::vector<Word> words;
  for (const Record& r : mix()) {
    words.push_back(*encode(r, profile));
    require(decode(words.back(), profile, Legality::hardware).has_value(), "the mix is legal");
  }
  for (auto _ : state) {
    for (const Word& w : words) {
      auto record = decode(w, profile, Legality::hardware);
      benchmark::DoNotOptimize(record);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(words.size()));
}

BENCHMARK(encode_records);
BENCHMARK(decode_records);

}  // namespace
}  // namespace counterpoint::neuron

BENCHMARK_MAIN();
