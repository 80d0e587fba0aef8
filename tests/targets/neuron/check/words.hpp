// Streams written by hand, for the tests of this folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/text.hpp"
#include "targets/neuron/check/check.hpp"
#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron::testing {

inline Record wait_for(unsigned id, std::uint32_t value, WaitMode mode = WaitMode::at_least) {
  Record r;
  r.opcode = Opcode::event_semaphore;
  r.band.wait_mode = mode;
  r.band.wait_index = static_cast<std::uint8_t>(id);
  r.band.value = value;
  r.payload = EventSemaphore{};
  return r;
}
inline Record post(unsigned id, UpdateMode mode = UpdateMode::increment, std::uint32_t value = 0) {
  Record r;
  r.opcode = Opcode::event_semaphore;
  EventSemaphore es;
  es.update_mode = mode;
  es.update_index = static_cast<std::uint8_t>(id);
  es.update_value = value;
  r.payload = es;
  return r;
}
inline Record work(std::uint32_t instruction) {
  Record r;
  r.opcode = Opcode::work;
  r.payload = Work{instruction};
  return r;
}
inline Record drain() {
  Record r;
  r.opcode = Opcode::drain;
  r.payload = Drain{};
  return r;
}
inline Record fire(const std::string& queue) {
  Record r;
  r.opcode = Opcode::dma_trigger;
  r.payload = DmaTrigger{queue, 1};
  return r;
}
inline Record move(unsigned target, std::uint32_t value) {
  Record r;
  r.opcode = Opcode::register_move;
  RegisterMove m;
  m.target = static_cast<std::uint8_t>(target);
  m.value = value;
  r.payload = m;
  return r;
}
inline Record alu(AluOperation operation, unsigned target, unsigned a, std::uint32_t value) {
  Record r;
  r.opcode = Opcode::register_alu;
  RegisterAlu x;
  x.operation = operation;
  x.target = static_cast<std::uint8_t>(target);
  x.a = static_cast<std::uint8_t>(a);
  x.value = value;
  r.payload = x;
  return r;
}
inline Record load_trips(unsigned target, std::uint32_t scope) {
  Record r;
  r.opcode = Opcode::load_trips;
  r.payload = LoadTrips{scope, static_cast<std::uint8_t>(target)};
  return r;
}
inline Record branch(Compare compare, unsigned a, unsigned b, std::uint64_t target) {
  Record r;
  r.opcode = Opcode::branch;
  Branch x;
  x.compare = compare;
  x.register_form = true;
  x.data_type = 8;
  x.a = static_cast<std::uint8_t>(a);
  x.b = static_cast<std::uint8_t>(b);
  x.target = target;
  r.payload = x;
  return r;
}
inline Record reset(unsigned first, unsigned last) {
  Record r;
  r.opcode = Opcode::group_reset;
  GroupReset g;
  g.first = static_cast<std::uint8_t>(first);
  g.last = static_cast<std::uint8_t>(last);
  r.payload = g;
  return r;
}

// Blocks of records for one engine.
inline Stream stream(Engine engine, const std::string& counts_as, const std::vector<std::vector<Record>>& blocks,
                     const Profile& profile) {
  Stream s;
  s.engine = engine;
  s.counts_as = counts_as;
  s.block_starts.clear();
  for (const auto& block : blocks) {
    s.block_starts.push_back(static_cast<std::uint32_t>(s.words.size()));
    for (const Record& record : block) {
      const auto word = encode(record, profile);
      EXPECT_TRUE(word) << (word ? "" : word.error().message);
      s.words.push_back(word.value_or(Word{}));
    }
  }
  return s;
}

inline Program program_of(std::string_view text) {
  auto read = parse_program(text, "program");
  EXPECT_TRUE(read);
  return std::move(*read);
}

inline Verdict verdict_of(std::string_view program, const Image& image, std::uint32_t trips,
                          Decider by = Decider::automatic) {
  const Program p = program_of(program);
  const Trips counts(p.tree, trips);
  CheckOptions options;
  options.by = by;
  return judge_words(p, image, counts, options).judgement.verdict;
}

}  // namespace counterpoint::neuron::testing
