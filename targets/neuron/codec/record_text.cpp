// A visitor of layout.hpp that takes fields from words.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/record_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/sync_reader.hpp"

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

// "{1,5..9}", each id once; blanks separate as commas do.
void FieldReader::mask(std::string_view name, unsigned, std::array<std::uint8_t, 32>& member) {
  constexpr std::string_view separators = ", \t\r";
  const LineWord& w = need(name);
  member = {};
  if (w.quoted || w.value.size() < 2 || w.value.front() != '{') {
    line_error(Code::assembly_syntax, w.value_column, "a group of semaphores is needed here", "{1,5..9}", w.value);
  }
  const std::string_view inside = std::string_view(w.value).substr(1, w.value.size() - 2);
  std::size_t at = inside.find_first_not_of(separators);
  if (at == std::string_view::npos) line_error(Code::reset_group, w.value_column, "the group is empty");
  while (at != std::string_view::npos) {
    const std::size_t end = inside.find_first_of(separators, at);
    const std::string_view part = inside.substr(at, end - at);
    const auto column = w.value_column + 1 + static_cast<std::uint32_t>(at);
    const std::size_t dots = part.find("..");
    const auto first = plain_number(part.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : plain_number(part.substr(dots + 2));
    if (!first || !last) line_error(Code::assembly_syntax, column, "an id is no number", "{1,5..9}", part);
    if (*first > 255 || *last > 255) line_error(Code::semaphore_number, column, "no such semaphore", {}, part);
    if (*first > *last) line_error(Code::reset_group, column, "the range ends before it begins", {}, part);
    for (std::uint64_t id = *first; id <= *last; ++id) {
      const auto bit = static_cast<std::uint8_t>(1U << (id & 7U));
      if ((member[id >> 3U] & bit) != 0) line_error(Code::reset_group, column, "an id twice in a group", {}, part);
      member[id >> 3U] = static_cast<std::uint8_t>(member[id >> 3U] | bit);
    }
    at = inside.find_first_not_of(separators, end);
  }
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
  read_syncs(words.subspan(fields), out.record, mnemonic.column, image.profile);
  return out;
}

Profile read_profile(std::span<const LineWord> words, std::uint32_t column) {
  if (words.empty()) line_error(Code::assembly_syntax, column, "the line ends too early", "page or device");
  const LineWord& base = words.front();
  auto profile = Profile::named(base.value);
  if (!profile || !base.name.empty()) {
    line_error(Code::assembly_word, base.column, "no profile is called so", "page or device", base.value);
  }
  for (const LineWord& w : words.subspan(1)) {
    // A switch's name with hyphens is left in one piece with its value.
    const auto set = profile->set(w.name.empty() ? w.value : w.name + "=" + w.value);
    if (set) continue;
    LineError error{set.error()};
    error.diagnostic.position = {0, w.column};
    throw error;
  }
  return *profile;
}

}  // namespace counterpoint::neuron
