// Reads waits and updates, and shares the values of a record among them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/sync_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "targets/neuron/codec/sync_text.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint64_t operand_limit = std::numeric_limits<std::uint32_t>::max();

const LineWord& front(std::span<const LineWord> words, std::uint32_t column, std::string_view what) {
  if (words.empty()) line_error(Code::assembly_syntax, column, "the line ends too early", std::string(what));
  return words.front();
}

// "S3" or "E3".
struct SyncName {
  bool event = false;
  std::uint8_t id = 0;
};
SyncName read_name(std::span<const LineWord>& words, std::uint32_t column) {
  LineWord w = front(words, column, "a semaphore S0 to S255, or an event E0 to E255");
  words = words.subspan(1);
  const bool event = w.value.starts_with('E');
  const auto id =
      w.name.empty() && (event || w.value.starts_with('S')) ? plain_number(w.value.substr(1)) : std::nullopt;
  if (!id) {
    line_error(Code::assembly_syntax, w.column, "a semaphore or an event is needed here", "S0 to S255, or E0 to E255",
               w.value);
  }
  if (*id > 255) line_error(Code::semaphore_number, w.column, "a core has 256 semaphores and 256 events", {}, w.value);
  return {event, static_cast<std::uint8_t>(*id)};
}

// "5" or "r9".
struct Operand {
  bool reg = false;
  std::uint32_t value = 0;
};
Operand read_operand(std::span<const LineWord>& words, std::uint32_t column) {
  LineWord w = front(words, column, "a number or a register");
  words = words.subspan(1);
  const bool reg = w.value.starts_with('r');
  if (reg) w.value.erase(0, 1);
  return {reg, static_cast<std::uint32_t>(number_of(w, operand_limit))};
}

template <class List>
void unknown_sign(const LineWord& w, const List& list) {
  std::string expected;
  for (const auto& e : list) {
    std::string_view word;
    if constexpr (requires { e.sign; }) {
      word = e.sign;
    } else {
      word = e.word;
    }
    expected += fmt::format("{}{}", expected.empty() ? "" : " ", word);
  }
  line_error(Code::assembly_syntax, w.column, "something else is needed here", expected, w.value);
}

// Byte 0x04 is one wait, and the profile says which: the sign for the other would be taken for another comparison.
// With a register the byte is 0x84, above, in every profile. Source: neuron.md 9, gotcha 1.
void judge_four(const LineWord& sign, SyncName name, Operand operand, const Profile& profile) {
  const bool poll = sign.value == "poll";
  if (!poll && sign.value != ">") return;
  if (operand.reg ? !poll : poll != profile.wait_4_is_strict()) return;
  const std::string left = fmt::format("S{}", name.id);
  std::string message;
  std::string expected;
  if (operand.reg) {
    message = "`poll` is for a number: with a register the wait is above it, in every profile";
    expected = fmt::format("'{0} >= r{1}' or '{0} > r{1}'", left, operand.value);
  } else if (poll) {
    message = "`poll`, byte 0x04, is above the number in this profile (wait-4=greater)";
    expected = fmt::format("'{0} >= {1}' or '{0} > {1}'", left, operand.value);
  } else {
    message = "`>`, byte 0x04, is at least the number in this profile (wait-4=poll)";
    expected = fmt::format("'{} poll {}' for at least", left, operand.value);
    const std::uint64_t next = std::uint64_t{operand.value} + 1;
    if (next <= operand_limit) expected = fmt::format("'{} >= {}' for above, {}", left, next, expected);
  }
  line_error(Code::wait_four, sign.column, std::move(message), std::move(expected), sign.value);
}

WaitPart read_wait(std::span<const LineWord>& words, std::uint32_t column, const Profile& profile) {
  if (!words.empty() && words.front().value == "unordered") {
    words = words.subspan(1);
    return {WaitMode::unordered, 0, 0};
  }
  const SyncName name = read_name(words, column);
  const LineWord& sign = front(words, column, name.event ? "set or clear" : ">=");
  words = words.subspan(1);
  if (name.event) {
    const auto found = std::ranges::find(wait_events, sign.value, &WaitWord::sign);
    if (found == wait_events.end()) unknown_sign(sign, wait_events);
    return {found->mode, name.id, 0};
  }
  const auto found = std::ranges::find(wait_signs, sign.value, &WaitWord::sign);
  if (found == wait_signs.end()) unknown_sign(sign, wait_signs);
  const Operand operand = read_operand(words, sign.column);
  judge_four(sign, name, operand, profile);
  return {operand.reg ? with_register(found->mode) : found->mode, name.id, operand.value};
}

UpdateMode update_mode(unsigned action, bool reg, bool at_read) {
  return static_cast<UpdateMode>(action | (reg ? 0x80U : 0U) | (at_read ? 0U : 0x10U));
}

struct Syncs {
  std::vector<WaitPart> waits;  // at most two, the second of an EventSemaphore alone
  std::vector<UpdatePart> updates;
  bool only_second = false;         // `wait2` without a `wait`
  std::vector<UpdatePart> update0;  // beside the first wait of an EventSemaphore
};

Syncs gather(std::span<const LineWord> words, Opcode opcode, const Profile& profile) {
  const bool two = opcode == Opcode::event_semaphore;
  Syncs out;
  while (!words.empty()) {
    const LineWord keyword = words.front();
    words = words.subspan(1);
    const bool second = two && keyword.value == "wait2";
    if (keyword.value == "wait" || second) {
      if (second && out.waits.empty()) out.only_second = true;
      const std::size_t most = two && !(out.only_second && !out.waits.empty()) ? 2 : 1;
      if (out.waits.size() == most) line_error(Code::sync_count, keyword.column, "more waits than this record holds");
      out.waits.push_back(read_wait(words, keyword.column, profile));
    } else if (keyword.value == "update" || (two && keyword.value == "update0")) {
      auto& updates = keyword.value == "update" ? out.updates : out.update0;
      if (!updates.empty()) line_error(Code::sync_count, keyword.column, "more updates than this record holds");
      updates.push_back(read_update(words));
    } else {
      line_error(Code::assembly_syntax, keyword.column, "something else is needed here", "wait or update",
                 keyword.name.empty() ? keyword.value : keyword.name);
    }
  }
  return out;
}

Band band_of(const WaitPart& wait, const UpdatePart& update, std::uint32_t column) {
  const auto band = shared_band(wait, update);
  if (!band) {
    LineError error{
        diagnose(Code::value_clash, {0, column}, "the wait and the update need two values, and a record holds one")};
    error.diagnostic.help = "wait in an event_semaphore before it";
    throw error;
  }
  return *band;
}

void place(const Syncs& syncs, Record& record, std::uint32_t column) {
  const auto first = [](const auto& list) { return list.empty() ? UpdatePart{} : list.front(); };
  const WaitPart none;
  auto* e = std::get_if<EventSemaphore>(&record.payload);
  if (e == nullptr) {
    record.band = band_of(syncs.waits.empty() ? none : syncs.waits[0], first(syncs.updates), column);
    return;
  }
  const bool lane0 = !syncs.waits.empty() && !syncs.only_second;
  record.band = band_of(lane0 ? syncs.waits[0] : none, first(syncs.update0), column);
  WaitPart second = none;
  if (syncs.only_second) second = syncs.waits[0];
  if (syncs.waits.size() == 2) second = syncs.waits[1];
  const UpdatePart update = first(syncs.updates);
  e->wait_mode = second.mode;
  e->wait_index = second.index;
  e->wait_value = second.value;
  e->update_mode = update.mode;
  e->update_index = update.index;
  e->update_value = update.value;
}

}  // namespace

UpdatePart read_update(std::span<const LineWord>& words) {
  const std::uint32_t column = words.empty() ? 1 : words.front().column;
  const SyncName name = read_name(words, column);
  const LineWord& sign = front(words, column, name.event ? "set or clear" : "inc, dec, +=, -= or :=");
  words = words.subspan(1);
  const auto ends_at_read = [&] {
    const bool is = !words.empty() && words.front().name.empty() && words.front().value == "at_read";
    if (is) words = words.subspan(1);
    return is;
  };
  if (name.event) {
    const auto found = std::ranges::find(update_events, sign.value, &UpdateWord::word);
    if (found == update_events.end()) unknown_sign(sign, update_events);
    return {update_mode(found->action, false, ends_at_read()), name.id, 0};
  }
  const auto found = std::ranges::find(update_signs, sign.value, &UpdateWord::word);
  if (found == update_signs.end()) unknown_sign(sign, update_signs);
  Operand operand;
  if (found->action >= 5) {
    operand = read_operand(words, sign.column);
  } else if (!words.empty() && words.front().value == "(1)") {  // the runtime writes 1 beside +1 and -1
    operand.value = 1;
    words = words.subspan(1);
  }
  return {update_mode(found->action, operand.reg, ends_at_read()), name.id, operand.value};
}

void read_syncs(std::span<const LineWord> words, Record& record, std::uint32_t column, const Profile& profile) {
  place(gather(words, record.opcode, profile), record, column);
}

}  // namespace counterpoint::neuron
