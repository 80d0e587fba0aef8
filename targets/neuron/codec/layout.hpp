// Where each field of each record lies, and what it may hold: said once, for all who read or write records.
// SPDX-License-Identifier: Apache-2.0
//
// What. `describe(visitor, payload)` calls a member function of the visitor for every field, in the order of the
// record: its name in assembly and JSON, its offset in the word, the member that holds it. The visitor writes bytes,
// reads bytes, prints or parses. `describe` is one overload for each payload, for constant and other payloads alike.
//
// Why this way. A table of offsets cannot say that an immediate branch has a value and no second register; a function
// can, and is compiled into straight code: a visitor with inlined members costs what code written by hand does.
//
// Invariant. A field that decides which others there are is described before them. A member that the form at hand does
// not use is named by `unused`, so that no visitor loses it in silence.
//
// What a visitor has:
//   number(name, offset, member)               an unsigned integer of the member's size, little-endian
//   bounded(name, offset, member, low, high)   the same, from low to high
//   reg(name, offset, member)                  a register's number
//   flag(name, offset, member)                 a byte, 0 or 1
//   word(name, offset, member, words)          a byte, one of a list of words
//   text(name, offset, width, member)          a name, with zeros up to the width, at least one
//   mask(name, offset, member)                 256 bits
//   compare(name, offset, compare, reg)        how a branch compares, and whether with a register
//   block(name, offset, member)                a block of the stream; of(name, offset, member, table) a place in a
//   table constant(offset, byte)                     a byte that is always so unused(name, member) a member that this
//   form does not have: its default fail_unless(holds, code, offset, message)  a rule between fields profile(),
//   opcode()
//
// Source: neuron.md 2.3 to 2.9. RegisterAlu: the sources give the operation, its type, the second source's mode and
// the immediate; that 0x10, 0x11 and 0x12 are target, first and second register is our reading of "regs".
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string_view>

#include "core/diagnostic/codes.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

template <class P, class T>
concept IsPayload = std::same_as<std::remove_const_t<P>, T>;

struct ByteWord {
  std::uint8_t byte;
  std::string_view word;
};

inline constexpr std::array<ByteWord, 30> alu_words = {{
#define X(identifier, byte, word) {byte, word},
#include "targets/neuron/isa/alu.def"
#undef X
}};
inline constexpr std::array<ByteWord, 2> data_type_words = {{{8, "int32"}, {9, "uint32"}}};
inline constexpr std::array<ByteWord, 2> clear_words = {{{1, "range"}, {2, "bitmask"}}};
inline constexpr std::array<ByteWord, 2> count_words = {{{1, "32"}, {2, "64"}}};
inline constexpr std::array<ByteWord, 7> compare_words = {
    {{0, "always"}, {1, "lt"}, {2, "le"}, {3, "eq"}, {4, "ne"}, {5, "ge"}, {6, "gt"}}};

// Which of the image's tables a number is a place in.
enum class Table : std::uint8_t { instructions, scopes };

inline constexpr unsigned queue_name_bytes = 32;  // with the final zero
inline constexpr unsigned function_name_bytes = 36;

template <class V, IsPayload<Bare> P>
void describe(V&, P&) {}

template <class V, IsPayload<Work> P>
void describe(V& v, P& p) {
  v.of("instruction", 0x0C, p.instruction, Table::instructions);
}

template <class V, IsPayload<LoadTrips> P>
void describe(V& v, P& p) {
  v.of("scope", 0x0C, p.scope, Table::scopes);
  v.reg("target", 0x10, p.target);
}

// Its waits and its update are described by `describe_sync`.
template <class V, IsPayload<EventSemaphore> P>
void describe(V& v, P& p) {
  v.number("setter", 0x0C, p.setter_signature);
}

template <class V, IsPayload<Halt> P>
void describe(V& v, P& p) {
  v.number("notify", 0x27, p.notify);
}

template <class V, IsPayload<Drain> P>
void describe(V& v, P& p) {
  if (v.profile().at(Switch::drain_byte) == 1) {
    v.bounded("flag", 0x28, p.flag, 0, 1);
  } else {
    v.number("count", 0x28, p.flag);
  }
}

template <class V, IsPayload<RegisterMove> P>
void describe(V& v, P& p) {
  v.word("bits", 0x0C, p.count, std::span<const ByteWord>(count_words));
  v.bounded("type", 0x0D, p.data_type, 0, 15);
  v.flag("immediate", 0x0E, p.immediate);
  v.reg("target", 0x18, p.target);
  if (p.count == 2) {
    v.reg("high", 0x19, p.target_high);
  } else {
    v.unused("high", p.target_high);
  }
  if (p.immediate) {
    v.number("value", 0x20, p.value);
    v.fail_unless(p.count == 2 || (p.value >> 32U) == 0, Code::field_value, 0x24, "more than 32 bits of a 32-bit move");
    v.unused("source", p.source);
  } else {
    v.reg("source", 0x10, p.source);
    v.unused("value", p.value);
  }
}

template <class V, IsPayload<RegisterAlu> P>
void describe(V& v, P& p) {
  v.word("op", 0x0C, p.operation, std::span<const ByteWord>(alu_words));
  v.word("type", 0x0D, p.data_type, std::span<const ByteWord>(data_type_words));
  v.flag("immediate", 0x0E, p.immediate);
  v.reg("target", 0x10, p.target);
  v.reg("a", 0x11, p.a);
  if (p.immediate) {
    v.number("value", 0x18, p.value);
    v.unused("b", p.b);
  } else {
    v.reg("b", 0x12, p.b);
    v.unused("value", p.value);
  }
}

template <class V, IsPayload<Branch> P>
void describe(V& v, P& p) {
  v.compare("if", 0x0C, p.compare, p.register_form);
  if (p.compare == Compare::always) {
    v.unused("type", p.data_type);
    v.unused("a", p.a);
    v.unused("b", p.b);
    v.unused("value", p.value);
  } else {
    v.word("type", 0x0D, p.data_type, std::span<const ByteWord>(data_type_words));
    v.reg("a", 0x20, p.a);
    if (p.register_form) {
      v.reg("b", 0x21, p.b);
      v.unused("value", p.value);
    } else {
      v.number("value", 0x10, p.value);
      v.unused("b", p.b);
    }
  }
  // Other modes are not known.
  v.bounded("mode", 0x0E, p.target_mode, 3, 3);
  v.block("target", 0x30, p.target);
}

template <class V, IsPayload<GroupReset> P>
void describe(V& v, P& p) {
  v.word("mode", 0x0C, p.mode, std::span<const ByteWord>(clear_words));
  if (p.mode == ClearMode::range) {
    v.number("first", 0x0D, p.first);
    v.number("last", 0x0E, p.last);
    v.fail_unless(p.first <= p.last, Code::reset_group, 0x0E, "the range ends before it begins");
    v.unused("mask", p.mask);
  } else {
    v.mask("mask", 0x20, p.mask);
    v.fail_unless(p.mask != std::array<std::uint8_t, 32>{}, Code::reset_group, 0x20, "the group is empty");
    v.unused("first", p.first);
    v.unused("last", p.last);
  }
}

template <class V, IsPayload<SetOrderingMode> P>
void describe(V& v, P& p) {
  v.number("mode", 0x0C, p.mode);
}

template <class V, IsPayload<PollSemaphore> P>
void describe(V& v, P& p) {
  if (v.profile().at(Switch::poll_fields) == 1) {
    v.bounded("reads", 0x0C, p.reads, 0, 16);
    v.reg("target", 0x0D, p.target);
    v.word("op", 0x0E, p.operation, std::span<const ByteWord>(alu_words));
    v.number("address", 0x10, p.address);
    v.number("write_back", 0x18, p.write_back);
  } else {
    v.bounded("mode", 0x0C, p.reads, 0, 5);  // a wait mode of a semaphore and a number
    v.number("index", 0x0D, p.target);
    v.constant(0x0E, 0x09);
    v.fail_unless(p.operation == AluOperation::minimum, Code::field_value, 0x0E, "this byte is always 0x09");
    v.unused("address", p.address);
    v.unused("write_back", p.write_back);
  }
}

template <class V, IsPayload<DmaTrigger> P>
void describe(V& v, P& p) {
  v.text("queue", 0x0C, queue_name_bytes, p.name);
  v.number("count", 0x30, p.count);
}

template <class V, IsPayload<QueueSwitch> P>
void describe(V& v, P& p) {
  v.text("queue", 0x0C, queue_name_bytes, p.name);
  if (v.opcode() == Opcode::switch_queue) {
    v.flag("no_rearm", 0x3B, p.no_rearm);
    v.constant(0x3C, 1);
  } else {
    v.unused("no_rearm", p.no_rearm);
  }
}

template <class V, IsPayload<DmaBarrier> P>
void describe(V& v, P& p) {
  v.number("metadata", 0x0C, p.metadata);
}

template <class V, IsPayload<FunctionBegin> P>
void describe(V& v, P& p) {
  v.text("name", 0x0C, function_name_bytes, p.name);
  v.flag("return_resets", 0x30, p.return_resets);
  v.bounded("return_low", 0x31, p.return_low, 0, 63);
  v.bounded("return_high", 0x32, p.return_high, 0, 63);
}

template <class V, IsPayload<Call> P>
void describe(V& v, P& p) {
  v.text("name", 0x0C, function_name_bytes, p.name);
  v.number("arguments", 0x30, p.arguments);
}

template <class V, IsPayload<CoreBarrier> P>
void describe(V& v, P& p) {
  v.number("id", 0x0C, p.id);
  v.bounded("semaphore", 0x10, p.semaphore, 0, 255);
}

template <class V, IsPayload<PseudoInstruction> P>
void describe(V& v, P& p) {
  if (v.profile().at(Switch::exit_byte) == 1) {
    v.bounded("kind", 0x0C, p.kind, 1, 2);
  } else {
    v.bounded("datapath", 0x0C, p.kind, 0, 1);
  }
}

// The payload type of each opcode.
template <class F>
auto with_payload_of(Opcode opcode, F&& f) {
  switch (opcode) {
#define X(identifier, byte, mnemonic, payload, emitter, dump_name, number) \
  case Opcode::identifier: return f.template operator()<payload>();
#include "targets/neuron/isa/opcodes.def"
#undef X
  }
  return f.template operator()<Bare>();
}

// An empty payload of the opcode.
[[nodiscard]] inline Payload payload_of(Opcode opcode) {
  return with_payload_of(opcode, []<class T>() { return Payload(T{}); });
}

}  // namespace counterpoint::neuron
