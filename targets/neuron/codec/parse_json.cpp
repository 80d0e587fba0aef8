// Reads an image from JSON, then holds the document against what that image would be written as.
// SPDX-License-Identifier: Apache-2.0
//
// Why this way. Most of a dump says twice what `record` and `counterpoint` say. Comparing the whole document with the
// one made of the image costs one more pass and leaves nothing that could be changed without being noticed.
#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/json_document.hpp"
#include "targets/neuron/codec/json.hpp"
#include "targets/neuron/codec/record_text.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint32_t most_nested = 32;
constexpr std::string_view schema = "counterpoint-neuron/1";

// The first thing that is wrong; caught in from_json.
struct Wrong {
  Diagnostic diagnostic;
};

class ImageReader {
 public:
  using Node = JsonDocument::Node;

  ImageReader(const JsonDocument& document, Illegal illegal) : d_(document), illegal_(illegal) {}

  Image read() {
    if (d_.kind(JsonDocument::root()) == JsonKind::object && find(JsonDocument::root(), "counterpoint") == d_.none) {
      Wrong wrong{diagnose(Code::json_missing_key, {}, "the key 'counterpoint' is missing, so this is no image")};
      wrong.diagnostic.place = d_.pointer(JsonDocument::root());
      wrong.diagnostic.help = "--verify looks at a compiler's dump";
      throw wrong;
    }
    const Node extra = need(JsonDocument::root(), "counterpoint", JsonKind::object);
    const Node name = need(extra, "schema", JsonKind::text);
    if (d_.text(name) != schema) fail(Code::json_schema, name, "this schema is not known", std::string(schema));
    const Node function = only_function();
    image_.program = d_.text(need(function, "name", JsonKind::text));
    tables(extra);
    names_.add(image_);
    streams(extra, function);
    return std::move(image_);
  }

  [[noreturn]] void fail(Code code, Node at, std::string what, std::string expected = {}) const {
    Wrong wrong{diagnose(code, {}, std::move(what))};
    wrong.diagnostic.place = d_.pointer(at);
    wrong.diagnostic.expected = std::move(expected);
    throw wrong;
  }

 private:
  [[nodiscard]] Node find(Node object, std::string_view key) const {
    for (Node n = d_.first(object); n != JsonDocument::none; n = d_.next(n)) {
      if (d_.key(n) == key) return n;
    }
    return JsonDocument::none;
  }
  [[nodiscard]] Node need(Node object, std::string_view key, JsonKind kind) const {
    if (d_.kind(object) != JsonKind::object)
      fail(Code::json_kind, object, "something else is needed here", "an object");
    const Node n = find(object, key);
    if (n == JsonDocument::none) fail(Code::json_missing_key, object, fmt::format("the key '{}' is missing", key));
    static constexpr std::array<std::string_view, 8> words = {"null",     "true or false", "an integer", "an integer",
                                                              "a number", "a text",        "a list",     "an object"};
    if (d_.kind(n) != kind) {
      fail(Code::json_kind, n, "something else is needed here", std::string(words[static_cast<std::size_t>(kind)]));
    }
    return n;
  }
  [[nodiscard]] std::uint64_t number(Node object, std::string_view key, std::uint64_t limit) const {
    const Node n = need(object, key, JsonKind::integer);
    if (d_.integer(n) < 0 || static_cast<std::uint64_t>(d_.integer(n)) > limit) {
      fail(Code::json_kind, n, "the number is out of range", fmt::format("0 to {}", limit));
    }
    return static_cast<std::uint64_t>(d_.integer(n));
  }
  [[nodiscard]] std::string text(Node object, std::string_view key) const {
    return std::string(d_.text(need(object, key, JsonKind::text)));
  }
  template <class F>
  void each(Node object, std::string_view key, const F& step) const {
    const Node list = need(object, key, JsonKind::array);
    for (Node n = d_.first(list); n != JsonDocument::none; n = d_.next(n)) step(n);
  }
  [[nodiscard]] std::vector<std::string> texts(Node object, std::string_view key) const {
    std::vector<std::string> out;
    each(object, key, [&](Node n) {
      if (d_.kind(n) != JsonKind::text) fail(Code::json_kind, n, "something else is needed here", "a text");
      out.emplace_back(d_.text(n));
    });
    return out;
  }
  [[nodiscard]] Engine engine(Node object) const {
    const auto found = engine_named(text(object, "engine"));
    if (!found)
      fail(Code::json_word, find(object, "engine"), "no engine is called so", "Pool, Activation, PE, DVE or SP");
    return *found;
  }
  [[nodiscard]] Node only_function() const {
    const Node list = need(JsonDocument::root(), "functions", JsonKind::array);
    if (d_.empty(list) || d_.next(d_.first(list)) != JsonDocument::none) {
      fail(Code::json_item, list, "an image is one function");
    }
    return d_.first(list);
  }

  // What a line of assembly says, with the pointer of the text it is in.
  template <class F>
  auto with_line(Node at, const F& read) const {
    try {
      const std::vector<LineWord> words = words_of(d_.text(at));
      if (words.empty()) line_error(Code::assembly_syntax, 1, "the line is empty");
      return read(std::span<const LineWord>(words));
    } catch (LineError& e) {
      Wrong wrong{std::move(e.diagnostic)};
      wrong.diagnostic.message =
          fmt::format("column {}: {}", wrong.diagnostic.position.column, wrong.diagnostic.message);
      wrong.diagnostic.position = {};
      wrong.diagnostic.place = d_.pointer(at);
      throw wrong;
    }
  }

  void tables(Node extra);
  void streams(Node extra, Node function);
  void instruction(Stream& s, Node object);

  const JsonDocument& d_;
  Illegal illegal_;
  Image image_;
  ImageNames names_;
};

void ImageReader::tables(Node extra) {
  image_.profile = with_line(need(extra, "profile", JsonKind::text),
                             [](std::span<const LineWord> words) { return read_profile(words, 1); });
  image_.instructions = texts(extra, "instructions");
  image_.scopes = texts(extra, "scopes");
  each(extra, "semaphores", [&](Node n) {
    image_.semaphores.push_back({static_cast<std::uint8_t>(number(n, "id", 255)), text(n, "name")});
  });
  if (find(extra, "barrier_semaphore") != JsonDocument::none) {
    image_.barrier_semaphore = static_cast<int>(number(extra, "barrier_semaphore", 255));
  }
  each(extra, "rings", [&](Node n) { image_.rings.push_back({text(n, "name"), engine(n)}); });
  each(extra, "queues", [&](Node n) {
    Queue q;
    q.name = text(n, "name");
    q.ring = static_cast<std::uint32_t>(number(n, "ring", UINT32_MAX));
    q.instruction = static_cast<std::uint32_t>(number(n, "instruction", UINT32_MAX));
    q.updates = find(n, "semaphore") != JsonDocument::none;
    if (q.updates) {
      q.semaphore = static_cast<std::uint8_t>(number(n, "semaphore", 255));
      q.increment = static_cast<std::uint32_t>(number(n, "increment", UINT32_MAX));
    }
    image_.queues.push_back(std::move(q));
  });
}

// The blocks of the function are those of the streams, one stream after the other.
void ImageReader::streams(Node extra, Node function) {
  const Node blocks = need(function, "blocks", JsonKind::array);
  Node block = d_.first(blocks);
  each(extra, "streams", [&](Node n) {
    Stream s;
    s.engine = engine(n);
    s.counts_as = text(n, "counts_as");
    s.block_starts.clear();
    const std::uint64_t count = number(n, "blocks", UINT32_MAX);
    for (std::uint64_t b = 0; b < count; ++b, block = d_.next(block)) {
      if (block == JsonDocument::none) fail(Code::json_item, n, "the function has fewer blocks than its streams");
      s.block_starts.push_back(static_cast<std::uint32_t>(s.words.size()));
      each(block, "instructions", [&](Node i) { instruction(s, i); });
    }
    image_.streams.push_back(std::move(s));
  });
  if (block != JsonDocument::none) fail(Code::json_item, block, "a block of no stream");
}

void ImageReader::instruction(Stream& s, Node object) {
  if (d_.kind(object) == JsonKind::object && illegal_ == Illegal::kept && find(object, "word") != JsonDocument::none) {
    const Node n = need(object, "word", JsonKind::text);
    const auto word = word_of_hex(d_.text(n));
    if (!word) fail(Code::json_word, n, "this is no word", "128 hexadecimal digits");
    s.words.push_back(*word);
    return;
  }
  const Node line = need(object, "record", JsonKind::text);
  const Word word = with_line(line, [&](std::span<const LineWord> words) {
    ReadRecord read = record_of(words, image_, names_);
    if (auto* branch = std::get_if<Branch>(&read.record.payload)) {
      const auto place = read.block.label.starts_with('b') ? plain_number(read.block.label.substr(1)) : std::nullopt;
      if (!place) line_error(Code::image_reference, read.block.column, "blocks are called b0, b1, ...");
      branch->target = *place;
    }
    const auto encoded = encode(read.record, image_.profile);
    if (!encoded) throw LineError{encoded.error()};
    return *encoded;
  });
  s.words.push_back(word);
}

// Two documents, node by node. Keys may come in any order and none may be twice.
class Comparison {
 public:
  using Node = JsonDocument::Node;
  Comparison(const JsonDocument& given, const JsonDocument& made) : given_(given), made_(made) {}

  // The first node of the given document that is not as it should be.
  [[nodiscard]] std::optional<Node> difference() const {
    std::vector<std::pair<Node, Node>> open = {{JsonDocument::root(), JsonDocument::root()}};
    while (!open.empty()) {
      const auto [g, m] = open.back();
      open.pop_back();
      if (!same(g, m)) return g;
      if (made_.kind(m) == JsonKind::array) {
        Node b = made_.first(m);
        for (Node a = given_.first(g); a != JsonDocument::none; a = given_.next(a), b = made_.next(b)) {
          if (b == JsonDocument::none) return a;
          open.emplace_back(a, b);
        }
        if (b != JsonDocument::none) return g;
      } else if (made_.kind(m) == JsonKind::object) {
        if (const auto n = members(g, m, open)) return n;
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool same(Node g, Node m) const {
    const JsonKind kind = made_.kind(m);
    if (given_.kind(g) != kind) return false;
    if (kind == JsonKind::integer) return given_.integer(g) == made_.integer(m);
    return kind != JsonKind::text || given_.text(g) == made_.text(m);
  }

  // An object has at most a dozen members.
  [[nodiscard]] std::optional<Node> members(Node g, Node m, std::vector<std::pair<Node, Node>>& open) const {
    std::vector<Node> wanted;
    for (Node b = made_.first(m); b != JsonDocument::none; b = made_.next(b)) wanted.push_back(b);
    for (Node a = given_.first(g); a != JsonDocument::none; a = given_.next(a)) {
      const auto b = std::ranges::find_if(wanted, [&](Node n) { return made_.key(n) == given_.key(a); });
      if (b == wanted.end()) return a;
      open.emplace_back(a, *b);
      wanted.erase(b);
    }
    if (!wanted.empty()) return g;
    return std::nullopt;
  }

  const JsonDocument& given_;
  const JsonDocument& made_;
};

}  // namespace

tl::expected<Image, Diagnostics> from_json(std::string_view text, Illegal illegal) {
  Diagnostic problem;
  const auto document = JsonDocument::read(text, most_nested, problem);
  if (!document) return tl::unexpected(Diagnostics{problem});
  try {
    ImageReader reader(*document, illegal);
    Image image = reader.read();
    const auto made = to_json(image, illegal);
    if (!made) return tl::unexpected(made.error());
    const auto again = JsonDocument::read(*made, most_nested, problem);
    require(again.has_value(), "what is written as JSON is JSON");
    if (const auto n = Comparison(*document, *again).difference()) {
      reader.fail(Code::json_item, *n, "this is not what the record and 'counterpoint' say");
    }
    return image;
  } catch (Wrong& wrong) {
    return tl::unexpected(Diagnostics{std::move(wrong.diagnostic)});
  }
}

}  // namespace counterpoint::neuron
