// A visitor of layout.hpp that takes fields from words, and the waits and updates beside them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/record_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/sync_text.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint64_t value_limit = std::numeric_limits<std::uint32_t>::max();

std::string joined(std::span<const ByteWord> words) {
  std::string out;
  for (const ByteWord& w : words) out += fmt::format("{}{}", out.empty() ? "" : " or ", w.word);
  return out;
}

class FieldReader {
 public:
  FieldReader(std::span<const LineWord> fields, std::uint32_t column, Opcode opcode, const Image& image,
              const ImageNames& names, BlockUse& block)
      : fields_(fields),
        taken_(fields.size()),
        column_(column),
        opcode_(opcode),
        image_(image),
        names_(names),
        block_(block) {}

  [[nodiscard]] const Profile& profile() const { return image_.profile; }
  [[nodiscard]] Opcode opcode() const { return opcode_; }

  template <class T>
  void number(std::string_view name, unsigned, T& member) {
    const LineWord* w = take(name);
    member = w == nullptr ? T{} : static_cast<T>(number_of(*w, std::numeric_limits<T>::max()));
  }
  template <class T>
  void bounded(std::string_view name, unsigned offset, T& member, unsigned low, unsigned high) {
    if (low == high) {
      member = static_cast<T>(low);
    } else {
      number(name, offset, member);
    }
  }
  void reg(std::string_view name, unsigned, std::uint8_t& member) {
    const LineWord& w = need(name);
    if (w.quoted || !w.value.starts_with('r')) {
      line_error(Code::assembly_syntax, w.value_column, "a register is needed here", "r0 to r63", w.value);
    }
    LineWord digits = w;
    digits.value.erase(0, 1);
    member = static_cast<std::uint8_t>(number_of(digits, 255));
  }
  void flag(std::string_view name, unsigned, bool& member) {
    const LineWord* w = take(name);
    member = w != nullptr && number_of(*w, 1) == 1;
  }
  template <class T>
  void word(std::string_view name, unsigned, T& member, std::span<const ByteWord> words) {
    const LineWord& w = need(name);
    const auto found = std::ranges::find(words, w.value, &ByteWord::word);
    if (found != words.end() && !w.quoted) {
      member = static_cast<T>(found->byte);
      return;
    }
    const Code code = plain_number(w.value) ? Code::field_value : Code::assembly_word;
    LineError error{diagnose(code, {0, w.value_column}, fmt::format("'{}' does not have this value", name))};
    error.diagnostic.expected = joined(words);
    error.diagnostic.found = "'" + excerpt(w.value) + "'";
    std::vector<std::string_view> candidates;
    for (const ByteWord& c : words) candidates.push_back(c.word);
    error.diagnostic.nearest = nearest_name(w.value, candidates);
    throw error;
  }
  void text(std::string_view name, unsigned, unsigned, std::string& member) { member = need(name).value; }
  void mask(std::string_view name, unsigned, std::array<std::uint8_t, 32>& member);
  void compare(std::string_view name, unsigned offset, Compare& compare, bool& reg) {
    compare = Compare::always;
    reg = false;
    if (find(name) == nullptr) return;
    word(name, offset, compare, compare_words);
    reg = find("b") != nullptr;
  }
  void block(std::string_view name, unsigned, std::uint64_t&) {
    const LineWord& w = need(name);
    block_ = {w.value, w.value_column};
  }
  void of(std::string_view name, unsigned, std::uint32_t& member, Table table) {
    const LineWord& w = need(name);
    const bool i = table == Table::instructions;
    if (const auto number = w.quoted ? std::nullopt : plain_number(w.value); number && *number <= value_limit) {
      member = static_cast<std::uint32_t>(*number);
      return;
    }
    const std::int64_t place = i ? names_.instruction(w.value) : names_.scope(w.value);
    if (place < 0) {
      LineError error{diagnose(Code::image_reference, {0, w.value_column},
                               fmt::format("the image names no such {}, or two", i ? "instruction" : "scope"))};
      const auto& all = i ? image_.instructions : image_.scopes;
      const std::size_t shown = std::min<std::size_t>(all.size(), 1000);
      error.diagnostic.found = "'" + excerpt(w.value) + "'";
      error.diagnostic.nearest =
          nearest_name(w.value, std::vector<std::string_view>(all.begin(), all.begin() + static_cast<long>(shown)));
      throw error;
    }
    member = static_cast<std::uint32_t>(place);
  }
  void constant(unsigned, std::uint8_t) {}
  template <class T>
  void unused(std::string_view, T&) {}
  void fail_unless(bool, Code, unsigned, std::string_view) {}

  // A field that nothing has taken is not one of this record.
  void finish() const {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (taken_[i]) continue;
      line_error(Code::assembly_word, fields_[i].column, "this record has no such field here, or has it already", {},
                 fields_[i].name);
    }
  }

 private:
  [[nodiscard]] const LineWord* find(std::string_view name) const {
    const auto found = std::ranges::find(fields_, name, &LineWord::name);
    return found == fields_.end() ? nullptr : &*found;
  }
  const LineWord* take(std::string_view name) {
    const LineWord* w = find(name);
    if (w != nullptr) taken_[static_cast<std::size_t>(w - fields_.data())] = true;
    return w;
  }
  const LineWord& need(std::string_view name) {
    const LineWord* w = take(name);
    if (w == nullptr) line_error(Code::assembly_syntax, column_, "a field is missing", fmt::format("{}=...", name));
    return *w;
  }

  std::span<const LineWord> fields_;
  std::vector<bool> taken_;
  std::uint32_t column_;
  Opcode opcode_;
  const Image& image_;
  const ImageNames& names_;
  BlockUse& block_;
};

// "{1,5..9}", each id once.
void FieldReader::mask(std::string_view name, unsigned, std::array<std::uint8_t, 32>& member) {
  const LineWord& w = need(name);
  member = {};
  if (w.quoted || w.value.size() < 2 || w.value.front() != '{') {
    line_error(Code::assembly_syntax, w.value_column, "a group of semaphores is needed here", "{1,5..9}", w.value);
  }
  std::string_view rest = std::string_view(w.value).substr(1, w.value.size() - 2);
  if (rest.find_first_not_of(" \t") == std::string_view::npos) {
    line_error(Code::reset_group, w.value_column, "the group is empty");
  }
  while (true) {
    const std::size_t comma = rest.find(',');
    std::string_view part = rest.substr(0, comma);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    const std::size_t dots = part.find("..");
    const auto first = plain_number(part.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : plain_number(part.substr(dots + 2));
    if (!first || !last) line_error(Code::assembly_syntax, w.value_column, "an id is no number", "{1,5..9}", part);
    if (*first > 255 || *last > 255) line_error(Code::semaphore_number, w.value_column, "no such semaphore", {}, part);
    if (*first > *last) line_error(Code::reset_group, w.value_column, "the range ends before it begins", {}, part);
    for (std::uint64_t id = *first; id <= *last; ++id) {
      const auto bit = static_cast<std::uint8_t>(1U << (id & 7U));
      if ((member[id >> 3U] & bit) != 0)
        line_error(Code::reset_group, w.value_column, "an id twice in a group", {}, part);
      member[id >> 3U] = static_cast<std::uint8_t>(member[id >> 3U] | bit);
    }
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

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
  return {reg, static_cast<std::uint32_t>(number_of(w, value_limit))};
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

WaitPart read_wait(std::span<const LineWord>& words, std::uint32_t column) {
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

// Everything from the first `wait` or `update` on.
Syncs read_syncs(std::span<const LineWord> words, Opcode opcode) {
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
      out.waits.push_back(read_wait(words, keyword.column));
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

Opcode opcode_of(const LineWord& word) {
  for (const OpcodeEntry& e : all_opcodes()) {
    if (e.mnemonic == word.value && word.name.empty()) return e.opcode;
  }
  std::vector<std::string_view> mnemonics;
  for (const OpcodeEntry& e : all_opcodes()) mnemonics.push_back(e.mnemonic);
  LineError error{diagnose(Code::assembly_word, {0, word.column}, "no record is called so")};
  error.diagnostic.found = "'" + excerpt(word.name.empty() ? word.value : word.name) + "'";
  error.diagnostic.nearest = nearest_name(word.value, mnemonics);
  throw error;
}

}  // namespace

void ImageNames::add(const Image& image) {
  const auto fill = [](const std::vector<std::string>& names, Places& places) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto [at, fresh] = places.emplace(names[i], static_cast<std::int64_t>(i));
      if (!fresh) at->second = -1;
    }
  };
  fill(image.instructions, instructions_);
  fill(image.scopes, scopes_);
}

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

ReadRecord record_of(std::span<const LineWord> words, const Image& image, const ImageNames& names) {
  ReadRecord out;
  const LineWord& mnemonic = words.front();
  out.record.opcode = opcode_of(mnemonic);
  out.record.payload = payload_of(out.record.opcode);
  words = words.subspan(1);
  std::size_t fields = 0;
  while (fields < words.size() && !words[fields].name.empty()) ++fields;
  FieldReader reader(words.first(fields), mnemonic.column, out.record.opcode, image, names, out.block);
  reader.number("debug_command", 0x02, out.record.debug_command);
  reader.number("debug_hint", 0x03, out.record.debug_hint);
  std::visit([&](auto& payload) { describe(reader, payload); }, out.record.payload);
  reader.finish();
  place(read_syncs(words.subspan(fields), out.record.opcode), out.record, mnemonic.column);
  return out;
}

}  // namespace counterpoint::neuron
