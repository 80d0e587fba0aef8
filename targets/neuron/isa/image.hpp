// What is loaded on a core: a stream of words for each engine, its queues, and the names behind the numbers.
// SPDX-License-Identifier: Apache-2.0
//
// Invariant. A stream is cut into blocks: block b is words [block_starts[b], block_starts[b + 1]) or to the end; a
// branch names a block of its own stream. Control falls through from a block to the next. Numbers of instructions and
// scopes are places in `instructions` and `scopes`, which name those of the program that was lowered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "targets/neuron/isa/engine.hpp"
#include "targets/neuron/isa/profile.hpp"
#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

struct Stream {
  Engine engine = Engine::sp;
  std::string counts_as;  // the program's engine whose trip counts its loops read
  std::vector<Word> words;
  std::vector<std::uint32_t> block_starts = {0};
  friend bool operator==(const Stream&, const Stream&) = default;
};

// The engine of the program whose trip counts the stream reads: the one it names, else the one named like its own.
[[nodiscard]] inline std::string_view trips_engine(const Stream& stream) {
  if (!stream.counts_as.empty()) return stream.counts_as;
  const EngineEntry& e = entry(stream.engine);
  return e.word.empty() ? e.name : e.word;
}

// One DMA instruction of the program: a queue instance that a DmaTrigger fires by name. Instances of one ring complete
// in the order in which they were fired. A completion adds `increment` to `semaphore`.
struct Queue {
  std::string name;               // at most 31 characters, as in the trigger
  std::uint32_t ring = 0;         // place in `rings`
  std::uint32_t instruction = 0;  // place in `instructions`
  bool updates = false;           // has it a completion semaphore
  std::uint8_t semaphore = 0;
  std::uint32_t increment = 0;
  friend bool operator==(const Queue&, const Queue&) = default;
};

// A DMA queue of the core: an engine of the program, fired from one engine's stream.
struct Ring {
  std::string name;
  Engine trigger = Engine::sp;
  friend bool operator==(const Ring&, const Ring&) = default;
};

struct NamedSemaphore {
  std::uint8_t id = 0;
  std::string name;
  friend bool operator==(const NamedSemaphore&, const NamedSemaphore&) = default;
};

struct Image {
  std::string program;
  Profile profile = Profile::page();
  std::vector<Stream> streams;  // in ascending order of engine
  std::vector<Ring> rings;
  std::vector<Queue> queues;
  std::vector<std::string> instructions;
  std::vector<std::string> scopes;
  std::vector<NamedSemaphore> semaphores;  // ascending ids; the barrier's own is among them
  int barrier_semaphore = -1;              // -1: no barrier in the streams
  friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace counterpoint::neuron
