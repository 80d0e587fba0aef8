// An image as the simulator runs it: every word decoded once into one compact operation.
// SPDX-License-Identifier: Apache-2.0
//
// What a record's opcode says is turned into what the machine does (an effect), and the switches of the profile that
// concern the record are decided, so that running asks neither. What cannot be run (a record whose effect the sources
// do not give, a name or number that leads nowhere) becomes an operation that faults when it is executed, with the
// reason: a record that is never reached does no harm, and none is ever passed over in silence. Linear in the words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/simulator/bank.hpp"

namespace counterpoint::neuron {

enum class Effect : std::uint8_t {
  pass,         // its waits and updates are all it does
  work,         // a datapath instruction: completes when the schedule says
  load_trips,   // target register := the count of this visit
  drain,        // issues when all before it is complete, and all transfers fired
  finish,       // Exit, Halt: the stream goes no further
  hand_back,    // Return: drains, goes no further; the last stream to return clears the counters
  move,         // target := a or value
  move_pair,    // target, b := value and `high`
  alu,          // target := a OP (b or value)
  branch,       // to `place` if a COMPARE (b or value)
  reset_range,  // counters a..b := 0
  reset_mask,   // those of mask `place`
  reset_bits,   // all counters lose the bits of `value`
  trigger,      // puts queue `place` into its ring
  barrier,      // drains, arrives, waits
  refuse,       // a fault: see Refusal in `place`
};

// Why an operation cannot be executed.
enum class Refusal : std::uint8_t {
  not_simulated,  // the sources do not say what it does
  other_cores,    // it meets other cores, of which an image has none
  queue,          // no queue of that name
  ring,           // its queue belongs to another engine, or to no ring
  instruction,    // a number that names no instruction of the image
  scope,          // a number that names no scope of the image
  operation,      // no operation of the register ALU, no comparison
  register_number,
};
[[nodiscard]] std::string_view refusal_name(Refusal r);

inline constexpr unsigned register_count = 64;

struct Operation {
  Effect effect = Effect::pass;
  Opcode opcode = Opcode::no_op;
  std::uint8_t waits = 0;    // of `wait`, those before hold something
  std::uint8_t updates = 0;  // likewise
  bool immediate = false;    // the second operand is `value`
  bool is_signed = false;    // how move, alu and branch read their operands
  std::uint8_t kind = 0;     // AluOperation or Compare
  std::uint8_t target = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  bool registers_in_waits = false;  // a wait or update takes its value from a register
  bool updates_at_issue = false;
  bool updates_at_completion = false;
  std::array<Condition, 2> wait;  // values are register numbers where the mode says so
  std::array<Change, 2> update;
  std::uint32_t value = 0;
  std::uint32_t high = 0;
  // Of the instruction, scope, queue or mask; where a branch goes (`no_place`: nowhere); the Refusal.
  std::uint32_t place = 0;
};

struct StreamCode {
  Engine engine = Engine::sp;
  std::string name;  // the engine's word
  std::vector<Operation> operations;
  std::vector<std::uint32_t> rings;  // that it fires
};

struct QueueCode {
  std::uint32_t ring = 0;
  std::uint32_t instruction = 0;
  bool updates = false;
  Change completion;
};

struct CoreCode {
  static constexpr std::uint32_t no_place = 0xffffffffU;

  std::string program;
  WaitReading comparison;
  std::vector<StreamCode> streams;
  std::vector<QueueCode> queues;
  std::vector<std::string> rings;
  std::vector<std::string> instructions;
  std::vector<std::string> scopes;
  std::vector<std::string> semaphores;  // by id, "S12" or "S12 (name)"
  std::vector<std::array<std::uint8_t, 32>> masks;
  std::uint32_t join_arrivals = 0;    // of a barrier without waits and updates
  unsigned width = 32;                // bits of registers and counters
  std::vector<std::uint8_t> written;  // counters that anything changes, ascending; the others stay 0
  bool uses_events = false;

  // "EventSemaphore", "qk": what stands at that place of a stream.
  [[nodiscard]] std::string describe(std::uint32_t stream, std::uint32_t place) const;
};

// `records` are the image's streams, decoded; their words are not read. One list for each stream. Registers and
// counters have `width` bits, 2 to 32.
[[nodiscard]] CoreCode code_of(const Image& image, std::span<const std::vector<Record>> records, unsigned width = 32);

}  // namespace counterpoint::neuron
