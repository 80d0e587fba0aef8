// Writes and reads certificates. The only file of this layer that includes the JSON library.
// SPDX-License-Identifier: Apache-2.0
//
// What is read is trusted by nobody: a certificate may be made by hand, with every hash anew. So depth and keys are
// looked at while it is parsed, and what was read, written again, must be the very bytes of the file. That leaves one
// file for each content: no key twice, none that this tool would not look at, no other blanks, line ends or numbers.
#define XXH_INLINE_ALL  // the header alone: nothing to link
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/diagnostic/diagnostic.hpp"
#include "smt/certificate/certificate.hpp"

namespace counterpoint::smt {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view schema = "counterpoint-certificate/1";
constexpr std::string_view last_key = ",\n \"hash\": \"";
constexpr std::string_view end_of_file = "\"\n}\n";

struct CompareWord {
  Comparison compare;
  std::string_view name;
};
constexpr std::array compare_words{CompareWord{Comparison::as_signed, "signed"},
                                   CompareWord{Comparison::as_unsigned, "unsigned"},
                                   CompareWord{Comparison::difference, "difference"}};

Json obligations_array(const std::vector<ListedObligation>& obligations) {
  Json array = Json::array();
  for (const ListedObligation& o : obligations) {
    array.push_back({{"about", o.about},
                     {"expected", o.satisfiable ? "sat" : "unsat"},
                     {"hash", hash_of(o.text)},
                     {"script", o.text}});
  }
  return array;
}

// What is wrong with a certificate, thrown and caught in this file.
struct Wrong {
  std::string what;
};

// Sees every part of the JSON before it is kept.
class Guard {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > deepest) throw Wrong{"it is nested deeper than a certificate is"};
    const auto level = static_cast<std::size_t>(depth);
    if (event == Json::parse_event_t::object_start) seen_[level].clear();
    if (event == Json::parse_event_t::key) look_at(parsed.get_ref<const std::string&>(), seen_[level - 1]);
    return true;
  }

 private:
  static constexpr int deepest = 4;
  static constexpr std::array<std::string_view, 25> known{
      "schema", "tool",        "verdict",        "bound",  "assumptions", "solvers", "options",
      "width",  "compare",     "program",        "hash",   "text",        "trusted", "name",
      "what",   "obligations", "implementation", "lemmas", "invariants",  "about",   "expected",
      "script", "engine",      "place",          "facts"};

  static void look_at(const std::string& key, std::vector<std::string>& seen) {
    const std::string shown = excerpt(key);
    if (std::ranges::count(known, key) == 0) throw Wrong{fmt::format("no part is called '{}'", shown)};
    if (std::ranges::count(seen, key) != 0) throw Wrong{fmt::format("\"{}\" is there twice", shown)};
    seen.push_back(key);
  }

  // Keys so far of the objects that are open, by depth.
  std::array<std::vector<std::string>, deepest + 1> seen_;
};

const Json& part(const Json& json, const char* key, Json::value_t type) {
  const auto it = json.is_object() ? json.find(key) : json.end();
  if (!json.is_object() || it == json.end()) throw Wrong{fmt::format("it has no \"{}\"", key)};
  const bool integer = type == Json::value_t::number_unsigned && it->is_number_unsigned();
  if (it->type() != type && !integer) throw Wrong{fmt::format("\"{}\" is of the wrong kind", key)};
  return *it;
}

std::string string_of(const Json& json, const char* key) {
  return part(json, key, Json::value_t::string).get<std::string>();
}

std::vector<std::string> strings_of(const Json& json, const char* key) {
  std::vector<std::string> all;
  for (const Json& one : part(json, key, Json::value_t::array)) {
    if (!one.is_string()) throw Wrong{fmt::format("\"{}\" holds something that is no string", key)};
    all.push_back(one.get<std::string>());
  }
  return all;
}

// A text with its hash beside it.
std::string hashed(const Json& json, const char* key, const std::string& what) {
  std::string text = string_of(json, key);
  if (hash_of(text) != string_of(json, "hash")) {
    throw Wrong{fmt::format("{} was changed: its text does not have its hash", what)};
  }
  return text;
}

std::vector<ListedObligation> obligations_of(const Json& json, const char* key, std::string_view one) {
  std::vector<ListedObligation> all;
  for (const Json& o : part(json, key, Json::value_t::array)) {
    const std::string about = string_of(o, "about");
    const std::string expected = string_of(o, "expected");
    if (expected != "sat" && expected != "unsat") throw Wrong{"an expected answer is neither sat nor unsat"};
    all.push_back(
        {about, expected == "sat", hashed(o, "script", fmt::format("{} number {} ({})", one, all.size() + 1, about))});
  }
  return all;
}

// "Z3 4.8.12": a name and a version.
bool has_version(std::string_view text, std::string_view name) {
  if (!text.starts_with(name) || text.size() < name.size() + 2 || text[name.size()] != ' ') return false;
  const std::string_view version = text.substr(name.size() + 1);
  return version.front() >= '0' && version.front() <= '9' && std::ranges::all_of(version, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' || c == '-' || c == '+';
         });
}

// Who made it is what it says of itself. Nothing rests on that, but it must be said, as this tool says it.
void check_makers(const Certificate& c) {
  if (!has_version(c.tool, "counterpoint")) throw Wrong{"its tool is none that writes certificates"};
  std::size_t next = 0;
  for (const std::string_view name : {"Z3", "cvc5"}) {
    if (next < c.solvers.size() && has_version(c.solvers[next], name)) ++next;
  }
  if (next == 0 || next != c.solvers.size()) throw Wrong{"its solvers are none that certificates are made with"};
}

Certificate content_of(const Json& json) {
  if (string_of(json, "schema") != schema) throw Wrong{fmt::format("its schema is not \"{}\"", schema)};
  Certificate c;
  c.tool = string_of(json, "tool");
  c.program = hashed(part(json, "program", Json::value_t::object), "text", "the program");
  c.implementation = hashed(part(json, "implementation", Json::value_t::object), "text", "the implementation");
  const Json& options = part(json, "options", Json::value_t::object);
  c.width = part(options, "width", Json::value_t::number_unsigned).get<std::uint32_t>();
  const std::string compare = string_of(options, "compare");
  const auto* word = std::ranges::find(compare_words, compare, &CompareWord::name);
  if (word == compare_words.end() || c.width > 64 || c.width == 1) throw Wrong{"its options are none of this tool"};
  c.compare = word->compare;
  c.word = string_of(json, "verdict");
  c.bound = string_of(json, "bound");
  c.assumptions = strings_of(json, "assumptions");
  c.solvers = strings_of(json, "solvers");
  for (const Json& t : part(json, "trusted", Json::value_t::array)) {
    c.trusted.emplace_back(string_of(t, "name"), string_of(t, "what"));
  }
  c.obligations = obligations_of(json, "obligations", "obligation");
  c.lemmas = obligations_of(json, "lemmas", "lemma");
  for (const Json& i : part(json, "invariants", Json::value_t::array)) {
    c.invariants.push_back({string_of(i, "engine"), string_of(i, "place"), strings_of(i, "facts")});
  }
  check_makers(c);
  return c;
}

// The part of the file that its last line has the hash of; none if it does not end so.
std::optional<std::string_view> hashed_part(std::string_view text) {
  const std::size_t tail = last_key.size() + hash_of("").size() + end_of_file.size();
  if (text.size() < tail || !text.ends_with(end_of_file)) return std::nullopt;
  const std::string_view rest = text.substr(0, text.size() - tail);
  const std::string wanted = fmt::format("{}{}{}", last_key, hash_of(rest), end_of_file);
  return text.substr(rest.size()) == wanted ? std::optional(rest) : std::nullopt;
}

}  // namespace

std::string hash_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("xxh3-128:{:016x}{:016x}", hash.high64, hash.low64);
}

std::string to_text(const Certificate& c) {
  Json json = {
      {"schema", schema},    {"tool", c.tool}, {"verdict", c.word}, {"bound", c.bound}, {"assumptions", c.assumptions},
      {"solvers", c.solvers}};
  const auto* compare = std::ranges::find(compare_words, c.compare, &CompareWord::compare);
  json["options"] = {{"width", c.width}, {"compare", compare->name}};
  json["program"] = {{"hash", hash_of(c.program)}, {"text", c.program}};
  json["implementation"] = {{"hash", hash_of(c.implementation)}, {"text", c.implementation}};
  json["trusted"] = Json::array();
  for (const auto& [name, what] : c.trusted) json["trusted"].push_back({{"name", name}, {"what", what}});
  json["obligations"] = obligations_array(c.obligations);
  json["lemmas"] = obligations_array(c.lemmas);
  json["invariants"] = Json::array();
  for (const Invariant& i : c.invariants) {
    json["invariants"].push_back({{"engine", i.engine}, {"place", i.place}, {"facts", i.facts}});
  }
  std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace);
  text.resize(text.size() - 2);  // "\n}"
  return fmt::format("{}{}{}{}", text, last_key, hash_of(text), end_of_file);
}

namespace {

// A file says one thing in one way only.
void check_written(const Certificate& c, std::string_view text) {
  const std::string again = to_text(c);
  if (again == text) return;
  const auto differ = std::ranges::mismatch(again, text).in2;
  throw Wrong{fmt::format("it is not as this tool would write what it says, from line {} on",
                          1 + std::count(text.begin(), differ, '\n'))};
}

}  // namespace

tl::expected<Certificate, std::string> read_certificate(std::string_view text) {
  try {
    const Json json = Json::parse(text, Guard{});
    Certificate c = content_of(json);
    if (!hashed_part(text)) throw Wrong{"the file was changed: it does not have the hash of its last line"};
    check_written(c, text);
    return c;
  } catch (const Json::parse_error& e) {
    return tl::unexpected(fmt::format("it is not JSON at byte {}", e.byte));
  } catch (const Json::exception&) {
    return tl::unexpected(std::string("it holds a number that no certificate has"));
  } catch (const Wrong& wrong) {
    return tl::unexpected(wrong.what);
  }
}

}  // namespace counterpoint::smt
