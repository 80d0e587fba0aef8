// A visitor of layout.hpp that prints fields, and the waits and updates behind them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/record_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/sync_text.hpp"

namespace counterpoint::neuron {

class FieldPrinter {
 public:
  FieldPrinter(const RecordLines& lines, Opcode opcode, std::string& out) : lines_(lines), opcode_(opcode), out_(out) {}

  [[nodiscard]] const Profile& profile() const { return lines_.image_.profile; }
  [[nodiscard]] Opcode opcode() const { return opcode_; }

  // Zero is what the assembler takes a number or a flag for that is not given.
  template <class T>
  void number(std::string_view name, unsigned, const T& member) {
    if (member != 0) put(name, fmt::format("{}", static_cast<std::uint64_t>(member)));
  }
  template <class T>
  void bounded(std::string_view name, unsigned offset, const T& member, unsigned low, unsigned high) {
    if (low != high) number(name, offset, member);
  }
  void reg(std::string_view name, unsigned, std::uint8_t member) { put(name, fmt::format("r{}", member)); }
  void flag(std::string_view name, unsigned offset, bool member) { number(name, offset, member); }
  template <class T>
  void word(std::string_view name, unsigned, const T& member, std::span<const ByteWord> words) {
    const auto byte = static_cast<std::uint8_t>(member);
    const auto found = std::ranges::find(words, byte, &ByteWord::byte);
    put(name, found == words.end() ? fmt::format("{}", byte) : std::string(found->word));
  }
  void text(std::string_view name, unsigned, unsigned, const std::string& member) { put(name, name_text(member)); }
  void mask(std::string_view name, unsigned, const std::array<std::uint8_t, 32>& member) {
    put(name, mask_text(member));
  }
  void compare(std::string_view name, unsigned, Compare compare, bool) {
    if (compare != Compare::always) put(name, compare_words[static_cast<std::size_t>(compare)].word);
  }
  void block(std::string_view name, unsigned, std::uint64_t member) { put(name, fmt::format("b{}", member)); }
  void of(std::string_view name, unsigned, std::uint32_t member, Table table) {
    const bool i = table == Table::instructions;
    const std::vector<bool>& once = i ? lines_.instruction_once_ : lines_.scope_once_;
    const auto& all = i ? lines_.image_.instructions : lines_.image_.scopes;
    put(name, member < once.size() && once[member] ? name_text(all[member]) : fmt::format("{}", member));
  }
  void constant(unsigned, std::uint8_t) {}
  template <class T>
  void unused(std::string_view, const T&) {}
  void fail_unless(bool, Code, unsigned, std::string_view) {}

 private:
  void put(std::string_view name, std::string_view value) { out_ += fmt::format(" {}={}", name, value); }

  const RecordLines& lines_;
  Opcode opcode_;
  std::string& out_;
};

namespace {

// The names of a table that name one place only; others are printed as numbers.
std::vector<bool> names_once(const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, unsigned> count;
  for (const std::string& n : names) ++count[n];
  std::vector<bool> out(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) out[i] = count[names[i]] == 1;
  return out;
}

// " wait ..., update ...": `count` is how many there are on the line so far.
void put_sync(std::string& out, unsigned& count, std::string_view keyword, const std::string& text) {
  if (text.empty()) return;
  out += fmt::format("{} {} {}", count == 0 ? "" : ",", keyword, text);
  ++count;
}

}  // namespace

RecordLines::RecordLines(const Image& image)
    : image_(image), instruction_once_(names_once(image.instructions)), scope_once_(names_once(image.scopes)) {}

std::string RecordLines::of(const Record& record) const {
  const Profile& profile = image_.profile;
  std::string out(entry(record.opcode).mnemonic);
  FieldPrinter printer(*this, record.opcode, out);
  printer.number("debug_command", 0x02, record.debug_command);
  printer.number("debug_hint", 0x03, record.debug_hint);
  std::visit([&](const auto& payload) { describe(printer, payload); }, record.payload);
  unsigned count = 0;
  put_sync(out, count, "wait", wait_text(wait_of(record.band), profile));
  if (const auto* e = std::get_if<EventSemaphore>(&record.payload)) {
    const bool first = record.band.wait_mode != WaitMode::none;
    const WaitPart second{e->wait_mode, e->wait_index, e->wait_value};
    put_sync(out, count, first ? "wait" : "wait2", wait_text(second, profile));
    put_sync(out, count, "update0", update_text(update_of(record.band)));
    put_sync(out, count, "update", update_text({e->update_mode, e->update_index, e->update_value}));
  } else {
    put_sync(out, count, "update", update_text(update_of(record.band)));
  }
  return out;
}

std::string hex_text(const Word& word) {
  std::string out;
  for (const std::uint8_t byte : word) out += fmt::format("{:02x}", byte);
  return out;
}

// `Profile::name` says "page with a=b, c=d", for people; here it is one word after another.
std::string profile_line(const Profile& profile) {
  std::string out = profile.name();
  if (const auto with = out.find(" with "); with != std::string::npos) out.erase(with + 1, 5);
  std::erase(out, ',');
  return out;
}

}  // namespace counterpoint::neuron
