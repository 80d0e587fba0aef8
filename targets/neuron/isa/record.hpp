// One 64-byte record of an engine's stream, decoded: what each field says, before anything asks whether it may.
// SPDX-License-Identifier: Apache-2.0
//
// Source: Execution & Sync Model "The 64-byte sync record"; layouts in codec/. A record is the header, the band (the
// 8-byte wait and update that any instruction may carry) and a payload by opcode. Values are those of the wire: wait
// and update modes are not the compiler's ordinals.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

namespace counterpoint::neuron {

inline constexpr std::size_t record_bytes = 64;
using Word = std::array<std::uint8_t, record_bytes>;

// What a wait holds the record for. Bit 7: the value is a register's number.
enum class WaitMode : std::uint8_t {
  none = 0x00,
  equal = 0x01,
  less = 0x02,
  at_most = 0x03,
  greater = 0x04,  // strictly; the switch wait-4 says what the page makes of it
  at_least = 0x05,
  event_set = 0x06,
  event_set_then_clear = 0x07,
  event_clear = 0x0E,
  event_clear_then_set = 0x0F,
  equal_register = 0x81,
  less_register = 0x82,
  at_most_register = 0x83,
  greater_register = 0x84,
  at_least_register = 0x85,
  unordered = 0xFE,
  invalid = 0xFF
};

// What an update does, and when: bit 4 set, when the record completes; clear, when its reads are done. Bit 7: the
// operand is a register.
enum class UpdateMode : std::uint8_t {
  none = 0x00,
  event_set_read = 0x01,
  event_clear_read = 0x02,
  increment_read = 0x03,
  decrement_read = 0x04,
  add_read = 0x05,
  subtract_read = 0x07,
  write_read = 0x09,
  event_set = 0x11,
  event_clear = 0x12,
  increment = 0x13,
  decrement = 0x14,
  add = 0x15,
  subtract = 0x17,
  write = 0x19,
  add_register_read = 0x85,
  subtract_register_read = 0x87,
  write_register_read = 0x89,
  add_register = 0x95,
  subtract_register = 0x97,
  write_register = 0x99,
  invalid = 0xFF
};

[[nodiscard]] constexpr bool has_register(WaitMode m) {
  return m >= WaitMode::equal_register && m <= WaitMode::at_least_register;
}
[[nodiscard]] constexpr bool has_register(UpdateMode m) {
  return m != UpdateMode::invalid && (static_cast<unsigned>(m) & 0x80U) != 0;
}
// Does the update need a value of its own: not for +1, -1 and events.
[[nodiscard]] constexpr bool has_value(UpdateMode m) {
  const unsigned action = static_cast<unsigned>(m) & 0x0FU;
  return m != UpdateMode::invalid && (action == 5 || action == 7 || action == 9);
}
[[nodiscard]] constexpr bool on_event(WaitMode m) {
  return m == WaitMode::event_set || m == WaitMode::event_set_then_clear || m == WaitMode::event_clear ||
         m == WaitMode::event_clear_then_set;
}
[[nodiscard]] constexpr bool on_event(UpdateMode m) {
  const unsigned action = static_cast<unsigned>(m) & 0x0FU;
  return m != UpdateMode::invalid && (action == 1 || action == 2);
}
[[nodiscard]] constexpr bool on_completion(UpdateMode m) { return (static_cast<unsigned>(m) & 0x10U) != 0; }

// The table is opcodes.def.
enum class Opcode : std::uint8_t {
#define X(identifier, byte, mnemonic, payload, emitter, dump_name, number) identifier = byte,
#include "targets/neuron/isa/opcodes.def"
#undef X
};

// Replaced by the runtime; one that survives is rejected by the device.
[[nodiscard]] constexpr bool is_pseudo(Opcode opcode) { return (static_cast<unsigned>(opcode) & 0xE0U) == 0xC0U; }

// The 8 bytes at 0x04. One dword is shared: a wait and an update that both need a value must need the same one.
struct Band {
  WaitMode wait_mode = WaitMode::none;
  std::uint8_t wait_index = 0;
  UpdateMode update_mode = UpdateMode::none;
  std::uint8_t update_index = 0;
  std::uint32_t value = 0;  // of the wait, or a register's number; else of the update
  friend bool operator==(const Band&, const Band&) = default;
};

// --- payloads, by opcode ---

// A datapath instruction. The page gives no compute opcode: 0x01 stands for all of them, u32 at 0x0C is the number of
// the instruction in the image.
struct Work {
  std::uint32_t instruction = 0;
  friend bool operator==(const Work&, const Work&) = default;
};

// Loads a trip count, known at run time, into a register: stands for the compiler's TensorLoad of a loop bound, whose
// layout the sources do not give. 0x0C: u32 the scope's number in the image, 0x10: the register.
struct LoadTrips {
  std::uint32_t scope = 0;
  std::uint8_t target = 0;
  friend bool operator==(const LoadTrips&, const LoadTrips&) = default;
};

// The second wait and the update of an EventSemaphore, at 0x20; its band is the first wait.
struct EventSemaphore {
  WaitMode wait_mode = WaitMode::none;
  std::uint8_t wait_index = 0;
  UpdateMode update_mode = UpdateMode::none;
  std::uint8_t update_index = 0;
  std::uint32_t wait_value = 0;    // or a register's number
  std::uint32_t update_value = 0;  // the compiler leaves 0 for +1 and -1, the runtime writes 1
  std::uint32_t setter_signature = 0;
  friend bool operator==(const EventSemaphore&, const EventSemaphore&) = default;
};

struct Halt {
  std::uint8_t notify = 0;  // at 0x27, the runtime's
  friend bool operator==(const Halt&, const Halt&) = default;
};

struct Drain {
  std::uint8_t flag = 0;  // at 0x28: a count (page) or "semaphores are reset after this" (device)
  friend bool operator==(const Drain&, const Drain&) = default;
};

// NoOp, InstructionFlush, Notify, Return, AllEngineBarrier: nothing beyond the band.
struct Bare {
  friend bool operator==(const Bare&, const Bare&) = default;
};

struct RegisterMove {
  std::uint8_t count = 1;  // 1: 32 bits, 2: 64
  std::uint8_t data_type = 8;
  bool immediate = true;
  std::uint8_t source = 0;
  std::uint8_t target = 0;
  std::uint8_t target_high = 0;
  std::uint64_t value = 0;
  friend bool operator==(const RegisterMove&, const RegisterMove&) = default;
};

// Two public descriptions of the ISA give the order, and facts fix MIN = 9 in it. These are the operations that all
// generations have; the integer band from 0xC4 on, which later ones add, is not taken here.
enum class AluOperation : std::uint8_t {
#define X(identifier, byte, word) identifier = byte,
#include "targets/neuron/isa/alu.def"
#undef X
};

// target := a OP b. 0x10 target, 0x11 a, 0x12 b where it is a register, 0x18 the immediate.
struct RegisterAlu {
  AluOperation operation = AluOperation::add;
  std::uint8_t data_type = 8;
  bool immediate = true;
  std::uint8_t target = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint32_t value = 0;
  friend bool operator==(const RegisterAlu&, const RegisterAlu&) = default;
};

enum class Compare : std::uint8_t { always, less, at_most, equal, unequal, at_least, greater };

struct Branch {
  Compare compare = Compare::always;
  bool register_form = false;
  std::uint8_t data_type = 0;  // 8 signed, 9 unsigned; 0 for an unconditional one
  std::uint8_t target_mode = 3;
  std::uint32_t value = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint64_t target = 0;  // a block of this stream
  friend bool operator==(const Branch&, const Branch&) = default;
};

enum class ClearMode : std::uint8_t { range = 1, bitmask = 2 };

struct GroupReset {
  ClearMode mode = ClearMode::range;
  std::uint8_t first = 0;
  std::uint8_t last = 0;
  std::array<std::uint8_t, 32> mask{};  // byte id >> 3, bit id & 7
  friend bool operator==(const GroupReset&, const GroupReset&) = default;
};

struct SetOrderingMode {
  std::uint8_t mode = 0;
  friend bool operator==(const SetOrderingMode&, const SetOrderingMode&) = default;
};

struct PollSemaphore {
  std::uint8_t reads = 1;  // at most 16
  std::uint8_t target = 0;
  AluOperation operation = AluOperation::minimum;
  std::uint64_t address = 0;
  std::uint64_t write_back = 0;
  friend bool operator==(const PollSemaphore&, const PollSemaphore&) = default;
};

// The name of a queue's instance, or of a function: at most 31 characters for a queue, 35 for a function.
struct DmaTrigger {
  std::string name;
  std::uint32_t count = 1;
  friend bool operator==(const DmaTrigger&, const DmaTrigger&) = default;
};
struct QueueSwitch {  // SwitchQueueInstance and ResetQueueInstance
  std::string name;
  bool no_rearm = false;
  friend bool operator==(const QueueSwitch&, const QueueSwitch&) = default;
};
struct DmaBarrier {
  std::uint32_t metadata = 0;
  friend bool operator==(const DmaBarrier&, const DmaBarrier&) = default;
};
struct FunctionBegin {
  std::string name;
  bool return_resets = false;
  std::uint8_t return_low = 62;
  std::uint8_t return_high = 63;
  friend bool operator==(const FunctionBegin&, const FunctionBegin&) = default;
};
struct Call {
  std::string name;
  std::uint32_t arguments = 0;
  friend bool operator==(const Call&, const Call&) = default;
};
struct CoreBarrier {
  std::uint32_t id = 0;
  std::uint32_t semaphore = 0;
  friend bool operator==(const CoreBarrier&, const CoreBarrier&) = default;
};
struct PseudoInstruction {
  std::uint8_t kind = 1;  // 1 exit, 2 library reload
  friend bool operator==(const PseudoInstruction&, const PseudoInstruction&) = default;
};

using Payload = std::variant<Bare, Work, LoadTrips, EventSemaphore, Halt, Drain, RegisterMove, RegisterAlu, Branch,
                             GroupReset, SetOrderingMode, PollSemaphore, DmaTrigger, QueueSwitch, DmaBarrier,
                             FunctionBegin, Call, CoreBarrier, PseudoInstruction>;

struct Record {
  Opcode opcode = Opcode::no_op;
  std::uint8_t debug_command = 0;
  std::uint8_t debug_hint = 0;
  Band band;
  Payload payload;
  friend bool operator==(const Record&, const Record&) = default;
};

}  // namespace counterpoint::neuron
