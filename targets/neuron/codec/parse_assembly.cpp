// The assembler: lines of declarations, then streams of blocks of records.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/codec/layout.hpp"
#include "targets/neuron/codec/record_text.hpp"
#include "targets/neuron/codec/sync_reader.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::size_t target_offset = 0x30;

class Assembler {
 public:
  explicit Assembler(Illegal illegal) : illegal_(illegal) {}

  tl::expected<Image, Diagnostics> read(std::string_view text) {
    while (!text.empty() && errors_.size() < most_complaints) {
      const std::size_t end = text.find('\n');
      ++line_;
      guarded([&] { read_line(text.substr(0, end)); });
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    guarded([&] { end_stream(); });
    if (errors_.empty() && !named_) {
      errors_.push_back(diagnose(Code::image_format, {1, 1},
                                 "this is no assembly, JSON or binary of this target: it has no line `neuron NAME`"));
    }
    if (errors_.empty()) errors_ = check_tables(image_);
    // What a word names may come after it.
    if (errors_.empty() && illegal_ == Illegal::refused) errors_ = check_words(image_, Legality::hardware);
    if (!errors_.empty()) return tl::unexpected(std::move(errors_));
    return std::move(image_);
  }

 private:
  struct Use {
    std::size_t word;
    std::uint32_t line;
    BlockUse block;
  };

  template <class F>
  void guarded(const F& step) {
    try {
      step();
    } catch (LineError& e) {
      if (e.diagnostic.position.line == 0) e.diagnostic.position.line = line_;
      if (errors_.size() < most_complaints) errors_.push_back(std::move(e.diagnostic));
    }
  }

  void read_line(std::string_view line) {
    const std::vector<LineWord> words = words_of(line);
    if (words.empty()) return;
    const LineWord& first = words.front();
    if (!named_ && first.value != "neuron") {
      // Whatever follows makes no more sense than this line.
      if (!complained_) line_error_once(first);
      return;
    }
    if (first.name.empty() && !first.quoted && first.value == "stream") return begin_stream(words);
    if (open_) return read_in_stream(words);
    declaration(words);
  }

  void line_error_once(const LineWord& first) {
    complained_ = true;
    line_error(Code::image_format, first.column,
               "this is no assembly, JSON or binary of this target: it begins otherwise",
               "'neuron NAME', '{' or 'CPNEURON'", first.name.empty() ? first.value : first.name);
  }

  void declaration(const std::vector<LineWord>& words);
  void ring(const std::vector<LineWord>& words);
  void queue(const std::vector<LineWord>& words);
  void begin_stream(const std::vector<LineWord>& words);
  void end_stream();
  void read_in_stream(const std::vector<LineWord>& words);
  void label(const LineWord& word);
  void raw_word(const std::vector<LineWord>& words);
  void record(const std::vector<LineWord>& words);

  static const LineWord& nth(const std::vector<LineWord>& words, std::size_t n, std::string_view what) {
    if (words.size() <= n) {
      line_error(Code::assembly_syntax, words.back().column, "the line ends too early", std::string(what));
    }
    return words[n];
  }
  static void no_more(const std::vector<LineWord>& words, std::size_t n) {
    if (words.size() > n) {
      line_error(Code::assembly_syntax, words[n].column, "the line goes on", "its end",
                 words[n].name.empty() ? words[n].value : words[n].name);
    }
  }
  static std::string name_in(const LineWord& word) {
    if (!word.name.empty() || !is_image_name(word.value)) {
      line_error(Code::assembly_syntax, word.column, "a name is needed here", "a name", word.value);
    }
    return word.value;
  }
  static Engine engine_in(const LineWord& word) {
    const auto engine = engine_named(word.value);
    if (engine && is_datapath(*engine) && word.name.empty()) return *engine;
    const Code code = engine ? Code::record_engine : Code::assembly_word;
    line_error(code, word.column, "an engine that has a stream is needed here", "pool or act or pe or dve or sp",
               word.value);
  }

  Image image_;
  ImageNames names_;
  Illegal illegal_;
  Diagnostics errors_;
  std::uint32_t line_ = 0;
  bool named_ = false;
  bool complained_ = false;
  bool profiled_ = false;
  bool open_ = false;      // in a stream
  bool labelled_ = false;  // its first block has its name
  std::unordered_map<std::string, std::uint64_t> labels_;
  std::vector<Use> uses_;
  std::unordered_set<std::string> queues_;
};

void Assembler::declaration(const std::vector<LineWord>& words) {
  const std::string& what = words[0].value;
  if (what == "neuron") {
    if (named_) line_error(Code::image_duplicate, words[0].column, "an image has one name");
    image_.program = name_in(nth(words, 1, "the program's name"));
    named_ = true;
    return no_more(words, 2);
  }
  if (what == "profile") {
    if (std::exchange(profiled_, true)) line_error(Code::image_duplicate, words[0].column, "an image has one profile");
    image_.profile = read_profile(std::span(words).subspan(1), words[0].column);
    return;
  }
  if (what == "ring") return ring(words);
  if (what == "queue") return queue(words);
  if (what == "instruction" || what == "scope") {
    auto& list = what == "scope" ? image_.scopes : image_.instructions;
    list.push_back(name_in(nth(words, 1, "a name")));
    return no_more(words, 2);
  }
  if (what == "semaphore" || what == "barrier_semaphore") {
    const LineWord& number = nth(words, 1, "a semaphore's number");
    const auto id = number_of(number, UINT32_MAX);
    if (id > 255) line_error(Code::semaphore_number, number.column, "a core has 256 semaphores", {}, number.value);
    if (what == "barrier_semaphore") {
      if (image_.barrier_semaphore >= 0) {
        line_error(Code::image_duplicate, words[0].column, "an image has one semaphore for barriers");
      }
      image_.barrier_semaphore = static_cast<int>(id);
      return no_more(words, 2);
    }
    image_.semaphores.push_back({static_cast<std::uint8_t>(id), name_in(nth(words, 2, "a name"))});
    return no_more(words, 3);
  }
  static const std::vector<std::string_view> all = {"profile",           "instruction", "scope", "semaphore",
                                                    "barrier_semaphore", "ring",        "queue", "stream"};
  LineError error{diagnose(Code::assembly_word, {0, words[0].column}, "no declaration is called so")};
  error.diagnostic.expected = "a declaration or 'stream'";
  error.diagnostic.found = "'" + excerpt(what) + "'";
  error.diagnostic.nearest = nearest_name(what, all);
  throw error;
}

void Assembler::ring(const std::vector<LineWord>& words) {
  Ring r{name_in(nth(words, 1, "the ring's name")), engine_in(nth(words, 2, "the engine that fires it"))};
  image_.rings.push_back(std::move(r));
  no_more(words, 3);
}

void Assembler::queue(const std::vector<LineWord>& words) {
  Queue q;
  q.name = name_in(nth(words, 1, "the queue's name"));
  if (!queues_.insert(q.name).second) {
    line_error(Code::image_duplicate, words[1].column, "a queue of this name is there", {}, q.name);
  }
  const auto place = [&](std::size_t n, std::string_view name, std::size_t count) {
    const LineWord& w = nth(words, n, fmt::format("{}=N", name));
    if (w.name != name) line_error(Code::assembly_syntax, w.column, "a field is missing", fmt::format("{}=N", name));
    const auto value = number_of(w, UINT32_MAX);
    if (value >= count) {
      line_error(Code::image_reference, w.value_column, fmt::format("there is no such {}", name), {}, w.value);
    }
    return static_cast<std::uint32_t>(value);
  };
  q.ring = place(2, "ring", image_.rings.size());
  q.instruction = place(3, "instruction", image_.instructions.size());
  if (words.size() > 4) {
    if (words[4].value != "update") {
      line_error(Code::assembly_syntax, words[4].column, "something else is needed here", "update", words[4].value);
    }
    std::span<const LineWord> rest = std::span(words).subspan(5);
    const UpdatePart update = read_update(rest);
    if (update.mode != UpdateMode::add) {
      line_error(Code::assembly_syntax, words[4].column, "a transfer only adds a number to a semaphore", "S5 += 16");
    }
    no_more(words, words.size() - rest.size());
    q.updates = true;
    q.semaphore = update.index;
    q.increment = update.value;
  }
  image_.queues.push_back(std::move(q));
}

void Assembler::begin_stream(const std::vector<LineWord>& words) {
  end_stream();
  if (!open_) names_.add(image_);
  open_ = true;
  // Even if something is wrong with this line, its records belong to it and to no stream before.
  image_.streams.emplace_back();
  const LineWord& name = nth(words, 1, "an engine");
  Stream s;
  s.engine = engine_in(name);
  if (image_.streams.size() > 1 && image_.streams[image_.streams.size() - 2].engine >= s.engine) {
    line_error(Code::image_duplicate, name.column, "streams are one for each engine, in the order pool act pe dve sp",
               {}, name.value);
  }
  if (words.size() > 2) {
    if (words[2].name != "counts_as") {
      line_error(Code::assembly_syntax, words[2].column, "something else is needed here", "counts_as=NAME");
    }
    s.counts_as = words[2].value;
  }
  image_.streams.back() = std::move(s);
  no_more(words, 3);
}

// Branches now know where their blocks are.
void Assembler::end_stream() {
  if (!open_) return;
  Stream& s = image_.streams.back();
  const std::vector<Use> uses = std::exchange(uses_, {});
  const auto labels = std::exchange(labels_, {});
  labelled_ = false;
  for (const Use& use : uses) {
    const auto found = labels.find(use.block.label);
    if (found == labels.end()) {
      LineError error{diagnose(Code::image_reference, {use.line, use.block.column}, "the stream has no such block")};
      error.diagnostic.found = "'" + excerpt(use.block.label) + "'";
      guarded([&] { throw error; });
      continue;
    }
    for (std::size_t i = 0; i < 8; ++i) {
      s.words[use.word][target_offset + i] = static_cast<std::uint8_t>(found->second >> (8 * i));
    }
  }
}

void Assembler::read_in_stream(const std::vector<LineWord>& words) {
  const LineWord& first = words.front();
  if (first.name.empty() && !first.quoted && first.value.size() > 1 && first.value.ends_with(':')) {
    label(first);
    return no_more(words, 1);
  }
  if (first.name.empty() && first.value == ".word") return raw_word(words);
  record(words);
}

void Assembler::label(const LineWord& word) {
  Stream& s = image_.streams.back();
  if (labelled_ || !s.words.empty()) s.block_starts.push_back(static_cast<std::uint32_t>(s.words.size()));
  labelled_ = true;
  const std::string name = word.value.substr(0, word.value.size() - 1);
  if (!labels_.emplace(name, s.block_starts.size() - 1).second) {
    line_error(Code::image_duplicate, word.column, "a block of this name is there", {}, name);
  }
}

// Up to 128 digits; the rest is zero.
void Assembler::raw_word(const std::vector<LineWord>& words) {
  const LineWord& hex = nth(words, 1, "up to 128 hexadecimal digits");
  no_more(words, 2);
  const auto read = word_of_hex(hex.value);
  if (!read) {
    line_error(Code::assembly_syntax, hex.column, "this is no word",
               "an even number of hexadecimal digits, at most 128", hex.value);
  }
  const Word& word = *read;
  if (illegal_ == Illegal::refused) {
    const auto record = decode(word, image_.profile, Legality::hardware);
    if (!record) {
      LineError error{record.error()};
      const std::uint32_t offset = byte_of(error.diagnostic);
      error.diagnostic.message = error.diagnostic.place + ": " + error.diagnostic.message;
      error.diagnostic.place.clear();
      const bool given = 2 * offset < hex.value.size();
      error.diagnostic.position = {0, hex.column + (given ? 2 * offset : 0)};
      throw error;
    }
  }
  image_.streams.back().words.push_back(word);
}

void Assembler::record(const std::vector<LineWord>& words) {
  ReadRecord read = record_of(words, image_, names_);
  const auto word = encode(read.record, image_.profile);
  if (!word) {
    LineError error{word.error()};
    error.diagnostic.place.clear();
    error.diagnostic.position = {0, words.front().column};
    throw error;
  }
  Stream& s = image_.streams.back();
  if (!read.block.label.empty()) uses_.push_back({s.words.size(), line_, std::move(read.block)});
  s.words.push_back(*word);
}

}  // namespace

tl::expected<Image, Diagnostics> from_assembly(std::string_view text, Illegal illegal) {
  return Assembler(illegal).read(text);
}

}  // namespace counterpoint::neuron
