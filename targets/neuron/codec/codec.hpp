// Records to words of 64 bytes and back, with every reason why a word is none.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 2 and 7, Execution & Sync Model "The 64-byte sync record". What a record looks like is said once,
// in layout.hpp; writer, reader, assembler and JSON are visitors of it.
//
// Identity. `decode` writes what it has read and compares: of a word it takes, `encode` makes the same word. `encode`
// takes no record with something set that its word does not hold, so `decode` gives the same record.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/isa/profile.hpp"
#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

// What is legal. `compiler`: only what the compiler may emit (neuron.md 2.3, 2.11). `hardware`: all that the ISA
// defines, so records of the runtime too. Both take pseudo opcodes and the stand-ins `work` and `load_trips`.
enum class Legality : std::uint8_t { compiler, hardware };

enum class Emitter : std::uint8_t { ours, compiler, runtime, both };

struct OpcodeEntry {
  Opcode opcode;
  std::string_view name;      // as in the enumeration
  std::string_view mnemonic;  // in assembly
  Emitter emitter;
  std::string_view dump_name;  // in the compiler's dumps
  std::uint8_t number;         // the compiler's, 0 if not known
};
[[nodiscard]] std::span<const OpcodeEntry> all_opcodes();
// Null for a byte that is no opcode.
[[nodiscard]] const OpcodeEntry* find_opcode(std::uint8_t byte);
[[nodiscard]] inline const OpcodeEntry& entry(Opcode opcode) { return *find_opcode(static_cast<std::uint8_t>(opcode)); }

// Errors say which field and, in `place`, the offset of its byte: "byte 0x0c".
[[nodiscard]] tl::expected<Word, Diagnostic> encode(const Record& record, const Profile& profile);
[[nodiscard]] tl::expected<Record, Diagnostic> decode(const Word& word, const Profile& profile, Legality legality);
// Whether the record is legal; what `decode` would say of its word.
[[nodiscard]] std::optional<Diagnostic> why_illegal(const Record& record, const Profile& profile, Legality legality);
// The offset of the byte that is wrong, from `place` of such an error; 0 if it names none.
[[nodiscard]] std::uint32_t byte_of(const Diagnostic& d);

// The band of a wait and an update together, or nothing where they need two values (neuron.md 2.11). Either may be
// empty: mode `none`, value 0.
struct WaitPart {
  WaitMode mode = WaitMode::none;
  std::uint8_t index = 0;
  std::uint32_t value = 0;  // or the register's number
};
struct UpdatePart {
  UpdateMode mode = UpdateMode::none;
  std::uint8_t index = 0;
  std::uint32_t value = 0;  // of add, subtract and write; else 0
};
[[nodiscard]] std::optional<Band> shared_band(const WaitPart& wait, const UpdatePart& update);

}  // namespace counterpoint::neuron
