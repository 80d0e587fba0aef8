// Encoding and decoding: the visitor over all parts of a record, and the messages about what it finds.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "targets/neuron/codec/wire.hpp"

namespace counterpoint::neuron {
namespace {

constexpr OpcodeEntry opcodes[] = {
#define X(identifier, byte, mnemonic, payload, emitter, dump_name, number) \
  {Opcode::identifier, #identifier, mnemonic, Emitter::emitter, dump_name, number},
#include "targets/neuron/isa/opcodes.def"
#undef X
};

constexpr std::array<std::int8_t, 256> places = [] {
  std::array<std::int8_t, 256> out{};
  out.fill(-1);
  for (std::size_t i = 0; i < std::size(opcodes); ++i) {
    out[static_cast<std::size_t>(opcodes[i].opcode)] = static_cast<std::int8_t>(i);
  }
  return out;
}();

Diagnostic message(const Fault& fault, std::string_view record) {
  Diagnostic d = diagnose(fault.code, {},
                          fmt::format("{}{}{}: {}", record, fault.field.empty() ? "" : ", ", fault.field, fault.what));
  d.place = fmt::format("byte 0x{:02x}", fault.offset);
  d.expected = fault.expected;
  d.found = fmt::format("0x{:x}", fault.found);
  return d;
}

std::string_view name_of(Opcode opcode) {
  const OpcodeEntry* e = find_opcode(static_cast<std::uint8_t>(opcode));
  return e == nullptr ? "record" : e->mnemonic;
}

std::uint8_t length_byte(Opcode opcode, const Profile& profile) {
  return opcode == Opcode::core_barrier && profile.at(Switch::core_header) == 1 ? 0x40 : 0x10;
}

bool notify_is_semaphore(const Profile& profile) { return profile.at(Switch::notify_opcode) == 1; }

// Header and band, which all records have.
template <Pass pass, class R>
void visit_front(Wire<pass>& wire, R& record) {
  wire.number("debug_command", 0x02, record.debug_command);
  wire.number("debug_hint", 0x03, record.debug_hint);
  const unsigned command = record.debug_command;
  if (pass != Pass::copy && (command > 9 || ((0x2ABU >> command) & 1U) == 0)) {  // 0 1 3 5 7 9
    wire.fail(Code::field_value, 0x02, "debug_command", "a level that there is not", command);
  }
  wire.band(record.band);
}

template <Pass pass, class R, class P>
void visit_payload(Wire<pass>& wire, R& record, P& payload) {
  describe(wire, payload);
  if constexpr (std::is_same_v<std::remove_const_t<P>, EventSemaphore>) wire.lanes(record.band, payload);
}

template <Pass pass>
void check_emitter(Wire<pass>& wire, const Record& record) {
  const OpcodeEntry& e = entry(record.opcode);
  if (e.emitter == Emitter::runtime) {
    wire.fail(Code::legality, 0x00, "", "the compiler never emits this record", static_cast<std::uint64_t>(e.opcode));
  }
  if (record.debug_command != 0 || record.debug_hint != 0) {
    wire.fail(Code::legality, record.debug_command != 0 ? 0x02 : 0x03, "", "the compiler leaves 0 here", 0);
  }
}

// The first two bytes.
void write_head(Word& word, Opcode opcode, const Profile& profile) {
  const bool variant = opcode == Opcode::notify && notify_is_semaphore(profile);
  word[0] = static_cast<std::uint8_t>(variant ? Opcode::event_semaphore : opcode);
  word[1] = length_byte(opcode, profile);
}

// Fills `word`, which is zero. False with the fault if the record is not legal.
bool write(Word& word, const Record& record, const Profile& profile, Legality legality, Fault& fault) {
  if (find_opcode(static_cast<std::uint8_t>(record.opcode)) == nullptr) {
    fault = {Code::unknown_opcode, 0, "", "no opcode", {}, static_cast<std::uint64_t>(record.opcode)};
    return false;
  }
  Wire<Pass::write> wire(word, record.opcode, profile, legality, fault);
  write_head(word, record.opcode, profile);
  visit_front(wire, record);
  if (word[0] != static_cast<std::uint8_t>(record.opcode) && record.band.update_mode == UpdateMode::none) {
    wire.fail(Code::update_mode, 0x06, "", "in this profile its update is all that tells it from an EventSemaphore", 0);
  }
  with_payload_of(record.opcode, [&]<class T>() {
    const T* payload = std::get_if<T>(&record.payload);
    if (payload == nullptr) return wire.fail(Code::field_value, 0x0C, "", "the payload is another record's", 0);
    visit_payload(wire, record, *payload);
  });
  if (legality == Legality::compiler) check_emitter(wire, record);
  return !wire.failed();
}

// 0xA0 with an update beside its first wait and nothing else, where a profile takes Notify for a variant of it.
Opcode opcode_of(const Word& word, const Profile& profile) {
  const auto opcode = static_cast<Opcode>(word[0]);
  if (opcode != Opcode::event_semaphore || !notify_is_semaphore(profile) || word[6] == 0) return opcode;
  const bool rest = std::any_of(word.begin() + 0x20, word.begin() + 0x2C, [](std::uint8_t b) { return b != 0; });
  return rest ? opcode : Opcode::notify;
}

bool same(const Word& a, const Word& b) {
  std::uint64_t differ = 0;
  for (std::size_t i = 0; i < record_bytes; i += 8) {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::memcpy(&x, a.data() + i, 8);
    std::memcpy(&y, b.data() + i, 8);
    differ |= x ^ y;
  }
  return differ == 0;
}

Fault first_difference(const Word& word, const Word& written) {
  const auto differs = std::ranges::mismatch(word, written);
  const auto offset = static_cast<std::uint8_t>(differs.in1 - word.begin());
  return {Code::reserved_byte, offset, "", "a byte that no field has is not zero", "0", *differs.in1};
}

// False with the fault if the word is not legal.
bool read(const Word& word, const Profile& profile, Legality legality, Record& record, Fault& fault) {
  record.opcode = opcode_of(word, profile);
  const bool other_notify = word[0] == static_cast<std::uint8_t>(Opcode::notify) && notify_is_semaphore(profile);
  if (places[word[0]] < 0 || other_notify) {
    fault = {Code::unknown_opcode, 0, "", "no opcode of this profile", {}, word[0]};
    return false;
  }
  if (word[1] != length_byte(record.opcode, profile)) {
    const bool usual = length_byte(record.opcode, profile) == 0x10;
    fault = {Code::record_length, 1, "", "the length in dwords is wrong", usual ? "0x10" : "0x40", word[1]};
    return false;
  }
  Wire<Pass::read> wire(word, record.opcode, profile, legality, fault);
  visit_front(wire, record);
  // What has been read is written again: a byte that differs is one that no field has.
  Word written{};
  Wire<Pass::copy> copy(written, record.opcode, profile, legality, fault);
  write_head(written, record.opcode, profile);
  visit_front(copy, std::as_const(record));
  with_payload_of(record.opcode, [&]<class T>() {
    T& payload = record.payload.emplace<T>();
    visit_payload(wire, record, payload);
    if (!wire.failed()) visit_payload(copy, std::as_const(record), std::as_const(payload));
  });
  if (legality == Legality::compiler) check_emitter(wire, record);
  if (wire.failed()) return false;
  if (same(word, written)) return true;
  fault = first_difference(word, written);
  return false;
}

}  // namespace

std::span<const OpcodeEntry> all_opcodes() { return opcodes; }

const OpcodeEntry* find_opcode(std::uint8_t byte) { return places[byte] < 0 ? nullptr : &opcodes[places[byte]]; }

tl::expected<Word, Diagnostic> encode(const Record& record, const Profile& profile) {
  tl::expected<Word, Diagnostic> out(tl::in_place, Word{});
  Fault fault;
  if (!write(*out, record, profile, Legality::hardware, fault)) {
    out = tl::unexpected(message(fault, name_of(record.opcode)));
  }
  return out;
}

tl::expected<Record, Diagnostic> decode(const Word& word, const Profile& profile, Legality legality) {
  tl::expected<Record, Diagnostic> out(tl::in_place);
  Fault fault;
  if (!read(word, profile, legality, *out, fault)) out = tl::unexpected(message(fault, name_of(out->opcode)));
  return out;
}

std::optional<Diagnostic> why_illegal(const Record& record, const Profile& profile, Legality legality) {
  Word word{};
  Fault fault;
  if (write(word, record, profile, legality, fault)) return std::nullopt;
  return message(fault, name_of(record.opcode));
}

std::uint32_t byte_of(const Diagnostic& d) {
  constexpr std::string_view prefix = "byte 0x";
  std::uint32_t offset = 0;
  if (d.place.starts_with(prefix)) {
    std::from_chars(d.place.data() + prefix.size(), d.place.data() + d.place.size(), offset, 16);
  }
  return offset;
}

std::optional<Band> shared_band(const WaitPart& wait, const UpdatePart& update) {
  Band band{wait.mode, wait.index, update.mode, update.index, 0};
  const bool wait_reads = on_semaphore(wait.mode);
  if (wait_reads && has_value(update.mode)) {
    if (has_register(wait.mode) || has_register(update.mode) || wait.value != update.value) return std::nullopt;
  }
  band.value = wait_reads ? wait.value : update.value;
  return band;
}

}  // namespace counterpoint::neuron
