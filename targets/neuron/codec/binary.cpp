// Writes and reads the binary form of an image.
// SPDX-License-Identifier: Apache-2.0
//
// What is read is trusted by nobody. Every length is compared with the bytes that are left before anything is
// allocated for it, and the first fault ends the reading, so a file costs at most a small multiple of its own size.
#define XXH_INLINE_ALL  // the header alone: nothing to link
#include "targets/neuron/codec/binary.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>

#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint32_t version = 1;
constexpr std::size_t header_bytes = 0x28;

class Writer {
 public:
  void number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) out_.push_back(static_cast<char>(value >> (8 * i)));
  }
  void name(std::string_view text) {
    number(text.size(), 4);
    out_ += text;
  }
  void names(const std::vector<std::string>& list) {
    number(list.size(), 4);
    for (const std::string& n : list) name(n);
  }
  void word(const Word& w) { out_.append(reinterpret_cast<const char*>(w.data()), w.size()); }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

std::vector<std::string> switches_of(const Profile& profile) {
  std::vector<std::string> out;
  const Profile page = Profile::page();
  for (const SwitchEntry& e : all_switches()) {
    if (profile.at(e.which) != page.at(e.which)) {
      out.push_back(fmt::format("{}={}", e.word, values_of(e)[profile.at(e.which)]));
    }
  }
  return out;
}

std::string body_of(const Image& image) {
  Writer w;
  w.name(image.program);
  w.names(switches_of(image.profile));
  w.number(static_cast<std::uint32_t>(image.barrier_semaphore), 4);
  w.names(image.instructions);
  w.names(image.scopes);
  w.number(image.semaphores.size(), 4);
  for (const NamedSemaphore& s : image.semaphores) {
    w.number(s.id, 1);
    w.name(s.name);
  }
  w.number(image.rings.size(), 4);
  for (const Ring& r : image.rings) {
    w.name(r.name);
    w.number(static_cast<std::uint64_t>(r.trigger), 1);
  }
  w.number(image.queues.size(), 4);
  for (const Queue& q : image.queues) {
    w.name(q.name);
    w.number(q.ring, 4);
    w.number(q.instruction, 4);
    w.number(q.updates ? 1 : 0, 1);
    w.number(q.semaphore, 1);
    w.number(q.increment, 4);
  }
  w.number(image.streams.size(), 4);
  for (const Stream& s : image.streams) {
    w.number(static_cast<std::uint64_t>(s.engine), 1);
    w.name(s.counts_as);
    w.number(s.block_starts.size(), 4);
    for (const std::uint32_t b : s.block_starts) w.number(b, 4);
    w.number(s.words.size(), 4);
    for (const Word& word : s.words) w.word(word);
  }
  return w.take();
}

// The first thing that is wrong; caught in from_binary.
struct Damage {
  Diagnostic diagnostic;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

  [[noreturn]] static void fail(std::size_t offset, std::string what, std::string expected = {},
                                std::string found = {}) {
    Damage damage{diagnose(Code::binary_damaged, {}, std::move(what))};
    damage.diagnostic.place = fmt::format("byte 0x{:x}", offset);
    damage.diagnostic.expected = std::move(expected);
    damage.diagnostic.found = std::move(found);
    throw damage;
  }

  std::string_view take(std::uint64_t count, std::string_view what) {
    if (count > left()) {
      fail(at_, fmt::format("the file ends within {}", what), fmt::format("{} bytes", count),
           fmt::format("{}", left()));
    }
    const std::string_view out = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += static_cast<std::size_t>(count);
    return out;
  }
  std::uint64_t number(unsigned count, std::string_view what) {
    std::uint64_t out = 0;
    const std::string_view bytes = take(count, what);
    for (unsigned i = 0; i < count; ++i) {
      out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return out;
  }
  // A count of things that take at least `least` bytes each.
  std::size_t count(std::size_t least, std::string_view what) {
    const std::size_t offset = at_;
    const std::uint64_t n = number(4, what);
    if (n > left() / least) {
      fail(offset, fmt::format("there are not so many of {} in the file", what),
           fmt::format("at most {}", left() / least), fmt::format("{}", n));
    }
    return static_cast<std::size_t>(n);
  }
  std::string name(std::string_view what) { return std::string(take(count(1, what), what)); }
  std::vector<std::string> names(std::string_view what) {
    std::vector<std::string> out(count(4, what));
    for (std::string& n : out) n = name(what);
    return out;
  }
  Engine engine(std::string_view what) {
    const std::size_t offset = at_;
    const std::uint64_t n = number(1, what);
    if (n >= all_engines().size()) fail(offset, "no engine has this number", "0 to 7", fmt::format("{}", n));
    return static_cast<Engine>(n);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

void check_header(std::string_view bytes) {
  Reader r(bytes);
  if (r.take(binary_magic.size(), "the header") != binary_magic) {
    Reader::fail(0, "this is no binary of this target", "CPNEURON");
  }
  const std::uint64_t found = r.number(4, "the header");
  if (found != version)
    Reader::fail(8, "this version is not known", fmt::format("{}", version), fmt::format("{}", found));
  if (r.number(4, "the header") != 0) Reader::fail(0x0C, "bytes that are always zero are not");
  const std::uint64_t length = r.number(8, "the header");
  const std::uint64_t low = r.number(8, "the header");
  const std::uint64_t high = r.number(8, "the header");
  if (length != r.left()) {
    Reader::fail(0x10, "the file is not as long as it says", fmt::format("{} bytes after the header", length),
                 fmt::format("{}", r.left()));
  }
  const std::string_view body = bytes.substr(header_bytes);
  const XXH128_hash_t hash = XXH3_128bits(body.data(), body.size());
  if (hash.low64 != low || hash.high64 != high)
    Reader::fail(0x18, "the file is not as it was written: its sum is another");
}

void read_switches(Reader& r, Profile& profile) {
  const std::size_t offset = r.at();
  for (const std::string& s : r.names("the switches")) {
    if (const auto set = profile.set(s); !set) {
      Damage damage{set.error()};
      damage.diagnostic.place = fmt::format("byte 0x{:x}", offset);
      throw damage;
    }
  }
}

Stream read_stream(Reader& r) {
  Stream s;
  s.engine = r.engine("a stream");
  s.counts_as = r.name("a stream");
  s.block_starts.resize(r.count(4, "the blocks of a stream"));
  for (std::uint32_t& b : s.block_starts) b = static_cast<std::uint32_t>(r.number(4, "the blocks of a stream"));
  s.words.resize(r.count(record_bytes, "the words of a stream"));
  for (Word& w : s.words) std::memcpy(w.data(), r.take(w.size(), "a word").data(), w.size());
  return s;
}

Image read_body(Reader& r) {
  Image image;
  image.program = r.name("the program's name");
  read_switches(r, image.profile);
  image.barrier_semaphore = static_cast<std::int32_t>(static_cast<std::uint32_t>(r.number(4, "the barrier")));
  image.instructions = r.names("the instructions");
  image.scopes = r.names("the scopes");
  image.semaphores.resize(r.count(5, "the semaphores"));
  for (NamedSemaphore& s : image.semaphores) {
    s.id = static_cast<std::uint8_t>(r.number(1, "the semaphores"));
    s.name = r.name("the semaphores");
  }
  image.rings.resize(r.count(5, "the rings"));
  for (Ring& ring : image.rings) {
    ring.name = r.name("the rings");
    ring.trigger = r.engine("the rings");
  }
  image.queues.resize(r.count(18, "the queues"));
  for (Queue& q : image.queues) {
    q.name = r.name("the queues");
    q.ring = static_cast<std::uint32_t>(r.number(4, "the queues"));
    q.instruction = static_cast<std::uint32_t>(r.number(4, "the queues"));
    const std::size_t offset = r.at();
    const std::uint64_t updates = r.number(1, "the queues");
    if (updates > 1) Reader::fail(offset, "a flag is neither 0 nor 1", "0 or 1", fmt::format("{}", updates));
    q.updates = updates == 1;
    q.semaphore = static_cast<std::uint8_t>(r.number(1, "the queues"));
    q.increment = static_cast<std::uint32_t>(r.number(4, "the queues"));
  }
  const std::size_t streams = r.count(13, "the streams");
  for (std::size_t i = 0; i < streams; ++i) image.streams.push_back(read_stream(r));
  if (r.left() != 0)
    Reader::fail(r.at(), "something follows the last stream", "the end", fmt::format("{} bytes", r.left()));
  return image;
}

}  // namespace

std::string to_binary(const Image& image) {
  const std::string body = body_of(image);
  const XXH128_hash_t hash = XXH3_128bits(body.data(), body.size());
  Writer header;
  for (const char c : binary_magic) header.number(static_cast<unsigned char>(c), 1);
  header.number(version, 4);
  header.number(0, 4);
  header.number(body.size(), 8);
  header.number(hash.low64, 8);
  header.number(hash.high64, 8);
  return header.take() + body;
}

tl::expected<Image, Diagnostics> from_binary(std::string_view bytes, Illegal illegal) {
  try {
    check_header(bytes);
    Reader reader(bytes);
    std::ignore = reader.take(header_bytes, "the header");
    Image image = read_body(reader);
    Diagnostics wrong = check_tables(image);
    if (wrong.empty() && illegal == Illegal::refused) wrong = check_words(image, Legality::hardware);
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return image;
  } catch (Damage& damage) {
    return tl::unexpected(Diagnostics{std::move(damage.diagnostic)});
  }
}

}  // namespace counterpoint::neuron
