// Disassembly: a visitor of layout.hpp that prints fields, and the lines around it.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/sync_text.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {
namespace {

// The names of a table that name one place only; others are printed as numbers.
std::vector<bool> names_once(const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, unsigned> count;
  for (const std::string& n : names) ++count[n];
  std::vector<bool> out(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) out[i] = count[names[i]] == 1;
  return out;
}

class FieldPrinter {
 public:
  struct Names {
    explicit Names(const Image& of)
        : image(of), instructions(names_once(of.instructions)), scopes(names_once(of.scopes)) {}
    const Image& image;
    std::vector<bool> instructions;
    std::vector<bool> scopes;
  };

  FieldPrinter(const Names& names, Opcode opcode, std::string& out) : names_(names), opcode_(opcode), out_(out) {}

  [[nodiscard]] const Profile& profile() const { return names_.image.profile; }
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
    const std::vector<bool>& once = i ? names_.instructions : names_.scopes;
    const auto& all = i ? names_.image.instructions : names_.image.scopes;
    put(name, member < once.size() && once[member] ? name_text(all[member]) : fmt::format("{}", member));
  }
  void constant(unsigned, std::uint8_t) {}
  template <class T>
  void unused(std::string_view, const T&) {}
  void fail_unless(bool, Code, unsigned, std::string_view) {}

 private:
  void put(std::string_view name, std::string_view value) { out_ += fmt::format(" {}={}", name, value); }

  const Names& names_;
  Opcode opcode_;
  std::string& out_;
};

// " wait ..., update ...": `count` is how many there are on the line so far.
void put_sync(std::string& out, unsigned& count, std::string_view keyword, const std::string& text) {
  if (text.empty()) return;
  out += fmt::format("{} {} {}", count == 0 ? "" : ",", keyword, text);
  ++count;
}

void put_record(std::string& out, const Record& record, const FieldPrinter::Names& names) {
  const Profile& profile = names.image.profile;
  out += fmt::format("  {}", entry(record.opcode).mnemonic);
  FieldPrinter printer(names, record.opcode, out);
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
  out += "\n";
}

void put_header(std::string& out, const Image& image) {
  out += fmt::format("neuron {}\nprofile ", name_text(image.program));
  // "page with a=b, c=d" is what people read; here it is one word after another.
  std::string profile = image.profile.name();
  if (const auto with = profile.find(" with "); with != std::string::npos) profile.erase(with + 1, 5);
  std::erase(profile, ',');
  out += profile + "\n";
  for (const std::string& name : image.instructions) out += fmt::format("instruction {}\n", name_text(name));
  for (const std::string& name : image.scopes) out += fmt::format("scope {}\n", name_text(name));
  for (const NamedSemaphore& s : image.semaphores) out += fmt::format("semaphore {} {}\n", s.id, name_text(s.name));
  if (image.barrier_semaphore >= 0) out += fmt::format("barrier_semaphore {}\n", image.barrier_semaphore);
  for (const Ring& r : image.rings) out += fmt::format("ring {} {}\n", name_text(r.name), entry(r.trigger).word);
  for (const Queue& q : image.queues) {
    out += fmt::format("queue {} ring={} instruction={}", name_text(q.name), q.ring, q.instruction);
    if (q.updates) out += fmt::format(" update S{} += {}", q.semaphore, q.increment);
    out += "\n";
  }
}

void put_word(std::string& out, const Word& word) {
  out += "  .word ";
  for (const std::uint8_t byte : word) out += fmt::format("{:02x}", byte);
  out += "\n";
}

}  // namespace

tl::expected<std::string, Diagnostics> to_assembly(const Image& image, Illegal illegal) {
  Diagnostics wrong = check_tables(image);
  if (wrong.empty() && illegal == Illegal::refused) wrong = check_words(image, Legality::hardware);
  if (!wrong.empty()) return tl::unexpected(std::move(wrong));
  std::string out;
  put_header(out, image);
  const FieldPrinter::Names names(image);
  const References references(image);
  for (const Stream& s : image.streams) {
    out += fmt::format("\nstream {}", entry(s.engine).word);
    if (!s.counts_as.empty()) out += fmt::format(" counts_as={}", name_text(s.counts_as));
    out += "\n";
    std::size_t block = 0;
    for (std::size_t i = 0; i <= s.words.size(); ++i) {
      for (; block < s.block_starts.size() && s.block_starts[block] == i; ++block) out += fmt::format("b{}:\n", block);
      if (i == s.words.size()) break;
      const auto record = decode(s.words[i], image.profile, Legality::hardware);
      if (record && !references.missing(*record, s)) {
        put_record(out, *record, names);
      } else {
        put_word(out, s.words[i]);
      }
    }
  }
  return out;
}

}  // namespace counterpoint::neuron
