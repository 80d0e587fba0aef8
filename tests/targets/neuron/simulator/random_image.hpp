// Small random images for the simulator's tests, and images written by hand, a record a call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron::testing {

// An image whose streams are decoded already.
struct DecodedImage {
  Image image;
  std::vector<std::vector<Record>> records;

  // A stream of one block for each list; blocks are numbered from 0.
  void add_stream(Engine engine, const std::vector<std::vector<Record>>& blocks);
  // A ring fired by `trigger`, and a queue of it; the queue's name is that of its instruction.
  std::uint32_t add_ring(const std::string& name, Engine trigger);
  void add_queue(const std::string& instruction, std::uint32_t ring, std::uint8_t semaphore, std::uint32_t increment);
  std::uint32_t instruction(const std::string& name);  // its number, new or not

  [[nodiscard]] Simulator simulator(TripCounts counts = {}, unsigned width = 32) const;
};

[[nodiscard]] Record work(std::uint32_t instruction, Band band = {});
[[nodiscard]] Record semaphore(EventSemaphore e, Band band = {});
[[nodiscard]] Record bare(Opcode opcode, Band band = {});
[[nodiscard]] Record trigger(const std::string& queue);
[[nodiscard]] Record set_register(std::uint8_t target, std::uint32_t value);
[[nodiscard]] Record alu(AluOperation operation, std::uint8_t target, std::uint8_t a, std::uint32_t value,
                         std::uint8_t data_type = 8);
[[nodiscard]] Record branch(Compare compare, std::uint8_t a, std::uint32_t value, std::uint64_t target);
[[nodiscard]] Record load(std::uint32_t scope, std::uint8_t target);
[[nodiscard]] Record reset(std::uint8_t first, std::uint8_t last);
[[nodiscard]] Record stop();

// "wait S >= v", "S += 1", both.
[[nodiscard]] Band wait(std::uint8_t id, std::uint32_t value, WaitMode mode = WaitMode::at_least);
[[nodiscard]] Band post(std::uint8_t id, UpdateMode mode = UpdateMode::increment, std::uint32_t value = 0);
[[nodiscard]] Band both(Band wait, Band post);

// Two or three streams of one to seven records each over three counters, two events and up to two rings: datapath
// records and EventSemaphores with every mode of wait and update, drains, barriers of both kinds, resets, registers,
// branches forward, counted loops, triggers, ends; in one of seven a record that faults by itself. All of the seed.
[[nodiscard]] DecodedImage random_image(std::uint64_t seed);
// What its loops read: 0, 1 or 2.
[[nodiscard]] TripCounts random_counts(std::uint64_t seed);

}  // namespace counterpoint::neuron::testing
