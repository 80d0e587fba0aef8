// Random legal records and images, for properties.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: the opcode is uniform over the table, each field uniform over what it may hold; a wait is there in half
// of the records, an update in half, of each mode that the ISA defines. Fields are drawn by a visitor of layout.hpp, so
// a new record is drawn without a line here.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/modes.hpp"
#include "targets/neuron/codec/wire.hpp"

namespace counterpoint::neuron {

// Chooses by a seed alone, so that a failure is one number.
class RecordDraw {
 public:
  RecordDraw(std::uint64_t seed, const Profile& profile) : random_(seed), profile_(profile) {}

  // Numbers of instructions, scopes, blocks and queues are below these.
  struct Limits {
    std::uint32_t instructions = 0xFFFFFFFF;
    std::uint32_t scopes = 0xFFFFFFFF;
    std::uint64_t blocks = ~0ULL;
    std::vector<std::string> queues;
  };
  Limits limits;

  std::uint64_t below(std::uint64_t n) { return n == 0 ? random_() : random_() % n; }
  bool coin() { return below(2) == 0; }

  [[nodiscard]] const Profile& profile() const { return profile_; }
  [[nodiscard]] Opcode opcode() const { return opcode_; }

  Record record() {
    const auto all = all_opcodes();
    for (;;) {
      Record r = record(all[below(all.size())].opcode);
      if (!why_illegal(r, profile_, Legality::hardware)) return r;
    }
  }
  Record record(Opcode opcode) {
    opcode_ = opcode;
    Record r;
    r.opcode = opcode;
    r.payload = payload_of(opcode);
    std::visit([&](auto& payload) { describe(*this, payload); }, r.payload);
    if (opcode != Opcode::work || profile_.compute_carries_band()) r.band = band();
    if (auto* e = std::get_if<EventSemaphore>(&r.payload)) {
      const WaitPart w = wait();
      const UpdatePart u = update();
      *e = {w.mode, w.index, u.mode, u.index, w.value, u.value, coin() ? 0 : e->setter_signature};
    }
    if (coin()) {
      constexpr std::array<std::uint8_t, 6> commands = {0, 1, 3, 5, 7, 9};
      r.debug_command = commands[below(commands.size())];
      r.debug_hint = static_cast<std::uint8_t>(below(4));
    }
    return r;
  }

  WaitPart wait() {
    if (coin()) return {};
    for (;;) {
      const auto mode = static_cast<WaitMode>(below(256));
      if (mode == WaitMode::none || !is_defined(mode)) continue;
      if (mode == WaitMode::unordered) return {mode, 0, 0};
      const bool reg = has_register(mode);
      const auto value = on_semaphore(mode) ? below(reg ? 64 : 1ULL << 32U) : 0;
      return {mode, static_cast<std::uint8_t>(below(256)), static_cast<std::uint32_t>(value)};
    }
  }
  UpdatePart update() {
    if (coin()) return {};
    for (;;) {
      const auto mode = static_cast<UpdateMode>(below(256));
      if (mode == UpdateMode::none || !is_defined(mode)) continue;
      std::uint64_t value = 0;
      if (has_value(mode)) value = below(has_register(mode) ? 64 : 1ULL << 32U);
      if (!has_value(mode) && !on_event(mode)) value = below(2);
      return {mode, static_cast<std::uint8_t>(below(256)), static_cast<std::uint32_t>(value)};
    }
  }
  Band band() {
    for (;;) {
      const WaitPart w = wait();
      UpdatePart u = update();
      if (on_semaphore(w.mode) && has_value(u.mode) && coin()) u.value = w.value;
      if (on_semaphore(w.mode) && !has_value(u.mode)) u.value = 0;
      if (const auto b = shared_band(w, u)) return *b;
    }
  }
  std::string name(std::size_t longest) {
    std::string out(1 + below(longest), ' ');
    for (char& c : out) c = static_cast<char>(0x20 + below(0x5F));
    return out;
  }

  template <class T>
  void number(std::string_view, unsigned, T& member) {
    member = static_cast<T>(below(coin() ? 3 : 0));
  }
  template <class T>
  void bounded(std::string_view, unsigned, T& member, unsigned low, unsigned high) {
    member = static_cast<T>(low + below(high - low + 1));
  }
  void reg(std::string_view, unsigned, std::uint8_t& member) { member = static_cast<std::uint8_t>(below(64)); }
  void flag(std::string_view, unsigned, bool& member) { member = coin(); }
  template <class T>
  void word(std::string_view, unsigned, T& member, std::span<const ByteWord> words) {
    member = static_cast<T>(words[below(words.size())].byte);
  }
  void text(std::string_view, unsigned, unsigned width, std::string& member) {
    if (width == queue_name_bytes && !limits.queues.empty()) {
      member = limits.queues[below(limits.queues.size())];
    } else {
      member = name(width - 1);
    }
  }
  void mask(std::string_view, unsigned, std::array<std::uint8_t, 32>& member) {
    for (std::uint64_t n = 1 + below(9); n > 0; --n) {
      const auto id = below(256);
      member[id >> 3U] = static_cast<std::uint8_t>(member[id >> 3U] | 1U << (id & 7U));
    }
  }
  void compare(std::string_view, unsigned, Compare& compare, bool& reg) {
    compare = static_cast<Compare>(below(7));
    reg = compare != Compare::always && coin();
  }
  void block(std::string_view, unsigned, std::uint64_t& member) { member = below(limits.blocks); }
  void of(std::string_view, unsigned, std::uint32_t& member, Table table) {
    member = static_cast<std::uint32_t>(below(table == Table::scopes ? limits.scopes : limits.instructions));
  }
  void constant(unsigned, std::uint8_t) {}
  template <class T>
  void unused(std::string_view, T& member) {
    member = T{};
  }
  // Drawn again by `record` if a rule is broken.
  void fail_unless(bool, Code, unsigned, std::string_view) {}

 private:
  std::mt19937_64 random_;
  Profile profile_;
  Opcode opcode_ = Opcode::no_op;
};

// A profile with every switch drawn, one of the two named ones in half of the cases.
[[nodiscard]] inline Profile draw_profile(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Profile p = random() % 2 == 0 ? Profile::page() : Profile::device();
  if (random() % 2 == 0) return p;
  for (const SwitchEntry& e : all_switches()) p.set(e.which, static_cast<unsigned>(random() % values_of(e).size()));
  return p;
}

}  // namespace counterpoint::neuron
