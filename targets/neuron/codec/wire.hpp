// A visitor of layout.hpp that writes a record's bytes or reads them, and checks what they say.
// SPDX-License-Identifier: Apache-2.0
//
// What. `Wire<Pass::write>` fills a word from a record, `Wire<Pass::read>` a record from a word. Both put each field
// through the same checks, so what one takes the other takes. The first fault is kept as a few numbers; a message is
// made of it only where one is asked for, which keeps the straight way free of allocations. `Wire<Pass::copy>` writes
// what has been checked.
//
// Invariant. Bytes that no field was written to are zero.
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/modes.hpp"

namespace counterpoint::neuron {

enum class Pass : std::uint8_t { read, write, copy };

struct Fault {
  Code code{};
  std::uint8_t offset = 0;
  std::string_view field;
  std::string_view what;
  std::string_view expected;
  std::uint64_t found = 0;
};

template <Pass pass>
class Wire {
  static constexpr bool reading = pass == Pass::read;
  static constexpr bool checking = pass != Pass::copy;

 public:
  using Bytes = std::conditional_t<reading, const Word, Word>;
  template <class T>
  using Member = std::conditional_t<reading, T, const T>;

  // The fault is written to where there is one.
  Wire(Bytes& word, Opcode opcode, const Profile& profile, Legality legality, Fault& fault)
      : word_(word), profile_(profile), fault_(fault), opcode_(opcode), legality_(legality) {}

  [[nodiscard]] const Profile& profile() const { return profile_; }
  [[nodiscard]] Opcode opcode() const { return opcode_; }
  [[nodiscard]] bool failed() const { return failed_; }

  template <class T>
  void number(std::string_view, unsigned offset, T& member) {
    transfer(offset, member);
  }
  template <class T>
  void bounded(std::string_view name, unsigned offset, T& member, unsigned low, unsigned high) {
    transfer(offset, member);
    if (checking && (member < low || member > high)) {
      fail(Code::field_value, offset, name, "a value that it does not have", member);
    }
  }
  template <class T>
  void reg(std::string_view name, unsigned offset, T& member) {
    transfer(offset, member);
    check_register(name, offset, member);
  }
  void flag(std::string_view name, unsigned offset, Member<bool>& member) {
    std::uint8_t byte = 0;
    if constexpr (!reading) byte = member ? 1 : 0;
    transfer(offset, byte);
    if constexpr (reading) member = byte != 0;
    if (checking && byte > 1) fail(Code::field_value, offset, name, "a flag that is neither 0 nor 1", byte);
  }
  template <class T>
  void word(std::string_view name, unsigned offset, T& member, std::span<const ByteWord> words) {
    auto byte = static_cast<std::uint8_t>(member);
    transfer(offset, byte);
    if constexpr (reading) member = static_cast<std::remove_const_t<T>>(byte);
    // Words of a list have bytes that follow one another.
    if (checking && (byte < words.front().byte || byte > words.back().byte)) {
      fail(Code::field_value, offset, name, "a value that it does not have", byte);
    }
  }
  void text(std::string_view name, unsigned offset, unsigned width, Member<std::string>& member) {
    if constexpr (reading) {
      const auto* begin = reinterpret_cast<const char*>(word_.data()) + offset;
      const auto* end = static_cast<const char*>(std::memchr(begin, 0, width));
      if (end == nullptr) return fail(Code::record_name, offset, name, "a name that does not end", 0);
      member.assign(begin, end);
    } else {
      if (checking && member.size() >= width)
        return fail(Code::record_name, offset, name, "a name that is too long", member.size());
      std::memcpy(word_.data() + offset, member.data(), member.size());
    }
    if constexpr (checking) check_text(name, offset, member);
  }
  void check_text(std::string_view name, unsigned offset, const std::string& member) {
    if (member.empty()) fail(Code::record_name, offset, name, "an empty name", 0);
    for (std::size_t i = 0; i < member.size(); ++i) {
      const auto byte = static_cast<unsigned char>(member[i]);
      if (byte < 0x20 || byte > 0x7E) {
        fail(Code::record_name, offset + static_cast<unsigned>(i), name, "a character that cannot be printed", byte);
      }
    }
  }
  void mask(std::string_view, unsigned offset, Member<std::array<std::uint8_t, 32>>& member) {
    if constexpr (reading) {
      std::memcpy(member.data(), word_.data() + offset, member.size());
    } else {
      std::memcpy(word_.data() + offset, member.data(), member.size());
    }
  }
  // 0 always; 1 to 6 with a number; 9 to 14 the same with a register.
  void compare(std::string_view name, unsigned offset, Member<Compare>& compare, Member<bool>& reg) {
    std::uint8_t byte = 0;
    if constexpr (!reading) byte = static_cast<std::uint8_t>(static_cast<unsigned>(compare) + (reg ? 8U : 0U));
    transfer(offset, byte);
    if (checking && (byte > 14 || byte == 7 || byte == 8)) {
      return fail(Code::field_value, offset, name, "a comparison that branches do not have", byte);
    }
    if constexpr (reading) {
      reg = byte > 8;
      compare = static_cast<Compare>(byte - (reg ? 8 : 0));
    }
  }
  void block(std::string_view, unsigned offset, Member<std::uint64_t>& member) { transfer(offset, member); }
  void of(std::string_view, unsigned offset, Member<std::uint32_t>& member, Table) { transfer(offset, member); }
  void constant(unsigned offset, std::uint8_t byte) {
    std::uint8_t is = byte;
    transfer(offset, is);
    if (checking && is != byte) fail(Code::field_value, offset, "", "a byte that is always the same is another", is);
  }
  template <class T>
  void unused(std::string_view name, T& member) {
    if constexpr (pass == Pass::write) {
      if (member != T{}) fail(Code::field_value, 0, name, "set, though this form of the record has no such field", 1);
    }
  }
  void fail_unless(bool holds, Code code, unsigned offset, std::string_view what) {
    if (checking && !holds) fail(code, offset, "", what, byte_at(offset));
  }

  // The 8 bytes at 0x04.
  void band(Member<Band>& b) {
    transfer_mode(0x04, b.wait_mode);
    transfer(0x05, b.wait_index);
    transfer_mode(0x06, b.update_mode);
    transfer(0x07, b.update_index);
    transfer(0x08, b.value);
    if constexpr (checking) check_band(b);
  }
  void check_band(const Band& b) {
    check_wait(0x04, b.wait_mode, b.wait_index);
    check_update(0x06, b.update_mode, b.update_index);
    if (on_semaphore(b.wait_mode)) {
      if (has_register(b.wait_mode)) check_register("value", 0x08, b.value);
      if (has_value(b.update_mode) && (has_register(b.wait_mode) || has_register(b.update_mode))) {
        fail(Code::value_clash, 0x08, "value", "a register's number and another value in one dword", b.value);
      }
    } else {
      check_update_value(0x08, b.update_mode, b.value);
    }
    if (opcode_ == Opcode::work && !profile_.compute_carries_band() && b != Band{}) {
      fail(Code::sync_count, 0x04, "", "a datapath instruction carries no wait and no update in this profile", 0);
    }
  }

  // The second wait and the update of an EventSemaphore.
  void lanes(Member<Band>& b, Member<EventSemaphore>& e) {
    transfer_mode(0x20, e.wait_mode);
    transfer(0x21, e.wait_index);
    transfer_mode(0x22, e.update_mode);
    transfer(0x23, e.update_index);
    transfer(0x24, e.wait_value);
    transfer(0x28, e.update_value);
    if constexpr (checking) check_lanes(b, e);
  }
  void check_lanes(const Band& b, const EventSemaphore& e) {
    check_wait(0x20, e.wait_mode, e.wait_index);
    check_update(0x22, e.update_mode, e.update_index);
    if (has_register(e.wait_mode)) check_register("value", 0x24, e.wait_value);
    if (!on_semaphore(e.wait_mode) && e.wait_value != 0) {
      fail(Code::reserved_byte, 0x24, "value", "a value that no wait reads", e.wait_value);
    }
    check_update_value(0x28, e.update_mode, e.update_value);
    const bool second = e.wait_mode != WaitMode::none || e.update_mode != UpdateMode::none;
    if (!second && b.wait_mode == WaitMode::none && b.update_mode == UpdateMode::none) {
      fail(Code::sync_count, 0x04, "", "an EventSemaphore that neither waits nor updates", 0);
    }
    if (!second && b.update_mode != UpdateMode::none && profile_.at(Switch::notify_opcode) == 1) {
      fail(Code::update_mode, 0x06, "", "in this profile that would be a Notify", 0);
    }
    if (legality_ == Legality::compiler && (b.update_mode != UpdateMode::none || e.setter_signature != 0)) {
      fail(Code::legality, 0x06, "", "the compiler writes nothing here", 0);
    }
  }

  [[gnu::cold, gnu::noinline]] void fail(Code code, unsigned offset, std::string_view field, std::string_view what,
                                         std::uint64_t found) {
    if (failed_) return;
    failed_ = true;
    fault_ = {code, static_cast<std::uint8_t>(offset), field, what, {}, found};
  }

 private:
  [[nodiscard]] std::uint8_t byte_at(unsigned offset) const { return word_[offset]; }

  template <class T>
  void transfer(unsigned offset, T& member) {
    if constexpr (reading) {
      std::memcpy(&member, word_.data() + offset, sizeof member);
      if constexpr (std::endian::native == std::endian::big) member = reversed(member);
    } else {
      std::remove_const_t<T> value = member;
      if constexpr (std::endian::native == std::endian::big) value = reversed(value);
      std::memcpy(word_.data() + offset, &value, sizeof value);
    }
  }
  template <class T>
  static T reversed(T value) {
    T out = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
      out = static_cast<T>(out | (static_cast<T>((value >> (8 * i)) & 0xFF) << (8 * (sizeof value - 1 - i))));
    }
    return out;
  }

  void transfer_mode(unsigned offset, Member<WaitMode>& mode) {
    auto byte = static_cast<std::uint8_t>(mode);
    transfer(offset, byte);
    if constexpr (reading) mode = static_cast<WaitMode>(byte);
  }
  void transfer_mode(unsigned offset, Member<UpdateMode>& mode) {
    if (profile_.at(Switch::update_wire) == 1) return transfer_ordinal(offset, mode);
    auto byte = static_cast<std::uint8_t>(mode);
    transfer(offset, byte);
    if constexpr (reading) mode = static_cast<UpdateMode>(byte);
  }
  void transfer_ordinal(unsigned offset, Member<UpdateMode>& mode) {
    std::uint8_t byte = 0;
    if constexpr (reading) {
      transfer(offset, byte);
      if (byte >= update_ordinals.size()) {
        return fail(Code::update_mode, offset, "update", "an update that is not defined", byte);
      }
      mode = update_ordinals[byte];
    } else {
      while (byte < update_ordinals.size() && update_ordinals[byte] != mode) ++byte;
      if (byte == update_ordinals.size()) {
        return fail(Code::update_mode, offset, "update", "an update without an ordinal",
                    static_cast<std::uint64_t>(mode));
      }
      transfer(offset, byte);
    }
  }

  void check_register(std::string_view name, unsigned offset, std::uint64_t number) {
    if constexpr (!checking) return;
    if (number >= 64)
      return fail(Code::register_number, offset, name, "a register that an engine does not have", number);
    if (legality_ == Legality::compiler && number >= registers_per_engine) {
      fail(Code::register_number, offset, name, "a register that is kept for call and return", number);
    }
  }
  void check_wait(unsigned offset, WaitMode mode, std::uint8_t index) {
    const auto byte = static_cast<std::uint64_t>(mode);
    if (!is_defined(mode)) return fail(Code::wait_mode, offset, "wait", "a wait that is not defined", byte);
    if ((mode == WaitMode::none || mode == WaitMode::unordered) && index != 0) {
      fail(Code::reserved_byte, offset + 1, "wait", "an index without a wait", index);
    }
    if (legality_ != Legality::compiler || mode == WaitMode::none) return;
    const bool on_event_here = opcode_ == Opcode::event_semaphore && on_event(mode);
    if (!compiler_emits(mode) || on_event_here) {
      fail(Code::legality, offset, "wait", "a wait that the compiler never emits here", byte);
    }
  }
  void check_update(unsigned offset, UpdateMode mode, std::uint8_t index) {
    const auto byte = static_cast<std::uint64_t>(mode);
    if (!is_defined(mode)) return fail(Code::update_mode, offset, "update", "an update that is not defined", byte);
    if (mode == UpdateMode::none && index != 0) {
      fail(Code::reserved_byte, offset + 1, "update", "an index without an update", index);
    }
    if (legality_ == Legality::compiler && !compiler_emits(mode)) {
      fail(Code::legality, offset, "update", "an update that the compiler never emits", byte);
    }
  }
  // The compiler leaves 0 beside +1 and -1, the runtime writes 1.
  void check_update_value(unsigned offset, UpdateMode mode, std::uint32_t value) {
    if (has_register(mode)) return check_register("value", offset, value);
    if (has_value(mode) || value == 0) return;
    const bool by_one = mode != UpdateMode::none && !on_event(mode);
    if (!by_one || value != 1) return fail(Code::reserved_byte, offset, "value", "a value that nothing reads", value);
    if (legality_ == Legality::compiler) fail(Code::legality, offset, "value", "the compiler leaves 0 here", value);
  }

  Bytes& word_;
  const Profile& profile_;
  Fault& fault_;
  Opcode opcode_;
  Legality legality_;
  bool failed_ = false;
};

}  // namespace counterpoint::neuron
