// Certificates made by somebody else: whatever they say, and with every hash as it should be, only proofs are verified.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "cli/command.hpp"
#include "smt/certificate/certificate.hpp"
#include "tests/core/property_factor.hpp"

namespace counterpoint::cli {
namespace {

namespace fs = std::filesystem;
using smt::Certificate;
using ::testing::HasSubstr;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

struct Answer {
  int code = 0;
  std::string out;
  std::string err;
};

Answer ask(const std::vector<std::string>& words) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Answer a;
  a.code = command(words);
  a.out = ::testing::internal::GetCapturedStdout();
  a.err = ::testing::internal::GetCapturedStderr();
  return a;
}

// The file with its last line as it must be.
std::string with_hash(std::string text) {
  constexpr std::string_view key = ",\n \"hash\": \"";
  const std::size_t at = text.rfind(key);
  EXPECT_NE(at, std::string::npos);
  text.resize(at);
  const std::string hash = smt::hash_of(text);
  return text + std::string(key) + hash + "\"\n}\n";
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// A folder with certificates of a pair that is equivalent, of one that refines, and of one with a width.
class Forged : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string name = (fs::temp_directory_path() / "forged.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
    const std::string examples = std::string(COUNTERPOINT_SOURCE_DIR) + "/examples/";
    // A solver that is gone would leave `undecided`: what is refused is refused before any is asked.
    make("equivalent", {examples + "double_buffer.cp", examples + "double_buffer.impl.cp"}, 0);
    make("refines", {examples + "producer_consumer.cp", "--scheme", "barrier"}, 0);
    make("width", {examples + "double_buffer.cp", examples + "double_buffer.impl.cp", "--width", "16"}, 0);
    make("wrapped", {examples + "producer_consumer.cp", "--wrap-safe", "--width", "32", "--compare", "difference"}, 0);
  }
  static void TearDownTestSuite() { fs::remove_all(folder); }

  static void make(const std::string& name, std::vector<std::string> words, int code) {
    words.insert(words.begin(), "certify");
    words.insert(words.end(), {"-q", "-o", (folder / name).string()});
    const Answer a = ask(words);
    ASSERT_EQ(a.code, code) << a.out << a.err;
  }

  static Answer verify(std::string_view text) {
    write_file(folder / "forged", text);
    return ask({"verify-cert", (folder / "forged").string(), "--solver-command", "false"});
  }

  // Must end as a certificate that was changed, with these words.
  static void refused(std::string_view text, std::string_view words) {
    const Answer a = verify(text);
    EXPECT_EQ(a.code, 65) << words << a.out;
    EXPECT_TRUE(a.out.ends_with("\noutcome: changed\n")) << words << a.out;
    EXPECT_THAT(a.out, HasSubstr(std::string(words)));
  }

  // Every hash is computed anew: only the derivation can tell.
  static void forge(const std::string& name, std::string_view words, const std::function<void(Certificate&)>& change) {
    const std::string text = read_file(folder / name);
    auto c = smt::read_certificate(text);
    ASSERT_TRUE(c.has_value()) << c.error();
    change(*c);
    const std::string forged = smt::to_text(*c);
    ASSERT_NE(forged, text) << words << ": nothing was changed";
    refused(forged, words);
  }

  // An answer that is turned round may leave a proof that holds together; then the solver says otherwise.
  static void turn_round(const std::string& name, std::size_t obligation) {
    auto c = smt::read_certificate(read_file(folder / name));
    ASSERT_TRUE(c.has_value());
    c->obligations[obligation].satisfiable = !c->obligations[obligation].satisfiable;
    const std::string forged = smt::to_text(*c);
    if (verify(forged).code == 65) return;
    const Answer a = ask({"verify-cert", (folder / "forged").string(), "--solver", "z3"});
    EXPECT_EQ(a.code, 10) << name << obligation << a.out;
    EXPECT_THAT(a.out, HasSubstr("outcome: refuted"));
  }

  static fs::path folder;
};
fs::path Forged::folder;

TEST_F(Forged, what_was_not_changed_is_put_to_the_solver) {
  for (const char* name : {"equivalent", "refines", "width", "wrapped"}) {
    const Answer a = verify(read_file(folder / name));
    EXPECT_EQ(a.code, 5) << name << a.err;
    EXPECT_THAT(a.out, HasSubstr("'false' at number 1")) << name;
  }
}

TEST_F(Forged, a_list_of_obligations_is_the_one_that_the_programs_lead_to) {
  const std::size_t stride = testing::property_factor() < 1 ? 5 : 1;
  for (const char* name : {"equivalent", "refines", "width", "wrapped"}) {
    const std::size_t count = smt::read_certificate(read_file(folder / name))->obligations.size();
    ASSERT_GT(count, 1U);
    for (std::size_t i = 0; i < count; i += stride) {
      forge(name, "", [&](Certificate& c) { c.obligations.erase(c.obligations.begin() + i); });
      // Nothing to prove: true for every solver.
      forge(name, "",
            [&](Certificate& c) { c.obligations[i].text = "(set-logic QF_LIA)\n(assert false)\n(check-sat)\n"; });
      turn_round(name, i);
      forge(name, "", [&](Certificate& c) { c.obligations.push_back(c.obligations[i]); });
      forge(name, "is not what the programs lead to", [&](Certificate& c) { c.obligations[i].about += "."; });
    }
    forge(name, "", [&](Certificate& c) { c.obligations.clear(); });
    forge(name, "is not what the programs lead to",
          [&](Certificate& c) { std::swap(c.obligations[0], c.obligations[1]); });
  }
}

TEST_F(Forged, a_lemma_that_is_missing_or_weaker_is_seen) {
  for (const char* name : {"equivalent", "refines", "width", "wrapped"}) {
    const std::size_t count = smt::read_certificate(read_file(folder / name))->lemmas.size();
    ASSERT_GT(count, 10U);
    for (std::size_t i = 0; i < count; ++i) {
      forge(name, "lemmas listed", [&](Certificate& c) { c.lemmas.erase(c.lemmas.begin() + i); });
      forge(name, "of the lemmas is not what",
            [&](Certificate& c) { c.lemmas[i].text = "(assert false)\n(check-sat)\n"; });
      forge(name, "of the lemmas is not what", [&](Certificate& c) { c.lemmas[i].satisfiable = true; });
    }
  }
}

TEST_F(Forged, lemmas_about_widths_are_listed_where_there_is_one) {
  const auto names = [&](const char* name) {
    std::vector<std::string> all;
    const auto c = smt::read_certificate(read_file(folder / name));
    for (const auto& lemma : c->lemmas) all.push_back(lemma.about);
    return all;
  };
  EXPECT_THAT(names("equivalent"), ::testing::Not(::testing::Contains("range-threshold")));
  EXPECT_THAT(names("width"), ::testing::Contains("range-threshold"));
  EXPECT_THAT(names("width"), ::testing::Not(::testing::Contains("wrap-exact")));
  EXPECT_THAT(names("wrapped"), ::testing::IsSupersetOf({"wrap-exact", "wrap-mask", "wrap-registers"}));
}

TEST_F(Forged, a_verdict_says_no_more_than_was_proved) {
  forge("refines", "'equivalent' does not follow", [](Certificate& c) { c.word = "equivalent"; });
  forge("equivalent", "'refines' does not follow", [](Certificate& c) { c.word = "refines"; });
  forge("equivalent", "'better' does not follow", [](Certificate& c) { c.word = "better"; });
  forge("refines", "bound and the assumptions", [](Certificate& c) { c.assumptions.pop_back(); });
  forge("equivalent", "bound and the assumptions", [](Certificate& c) { c.assumptions.clear(); });
  forge("equivalent", "bound and the assumptions", [](Certificate& c) { c.assumptions.emplace_back("uniform"); });
  forge("equivalent", "bound and the assumptions", [](Certificate& c) { c.bound = "trips=kv:3"; });
  // The bound of a width is an assumption.
  forge("width", "bound and the assumptions", [](Certificate& c) { c.assumptions[0] = "entries<=65535"; });
  forge("width", "", [](Certificate& c) { c.width = 0; });
  forge("width", "", [](Certificate& c) { c.width = 8; });
  forge("equivalent", "", [](Certificate& c) { c.width = 16; });
  forge("wrapped", "", [](Certificate& c) { c.compare = Comparison::as_signed; });
  forge("equivalent", "", [](Certificate& c) { c.compare = Comparison::as_unsigned; });
  forge("equivalent", "", [](Certificate& c) { c.compare = Comparison::difference; });
}

TEST_F(Forged, invariants_and_what_is_trusted_are_all_there_and_no_stronger) {
  for (const char* name : {"equivalent", "refines", "width", "wrapped"}) {
    forge(name, "invariants", [](Certificate& c) { c.invariants.pop_back(); });
    forge(name, "invariants", [](Certificate& c) { c.invariants.back().facts.emplace_back("(= E.kv 1)"); });
    forge(name, "invariants", [](Certificate& c) { c.invariants.front().engine = "other"; });
    forge(name, "trusted", [](Certificate& c) { c.trusted.pop_back(); });
    forge(name, "trusted", [](Certificate& c) { c.trusted[0].second = "nothing"; });
  }
}

TEST_F(Forged, the_programs_are_those_of_the_proof) {
  const auto other = smt::read_certificate(read_file(folder / "refines"));
  forge("equivalent", "no pair", [&](Certificate& c) { c.program = other->program; });
  forge("equivalent", "no pair", [&](Certificate& c) { c.implementation = other->implementation; });
  // A wait for less, a program that asks for more: the old proof is none of them.
  forge("equivalent", "does not follow", [](Certificate& c) { c.program = replaced(c.program, "@kv-2", "@kv-1"); });
  forge("equivalent", "does not follow",
        [](Certificate& c) { c.implementation = replaced(c.implementation, "r_kv - 2", "r_kv - 3"); });
  forge("equivalent", "cannot be read", [](Certificate& c) { c.program = "program"; });
  forge("equivalent", "cannot be read", [](Certificate& c) { c.implementation = ""; });
  forge("equivalent", "canonical", [](Certificate& c) { c.program += "\n# a remark\n"; });
  forge("equivalent", "canonical", [](Certificate& c) { c.implementation = replaced(c.implementation, "\n", "\r\n"); });
}

TEST_F(Forged, who_made_it_is_said_in_the_usual_form) {
  const std::string text = read_file(folder / "equivalent");
  const auto say = [&](const std::function<void(Certificate&)>& change, std::string_view words) {
    auto c = smt::read_certificate(text);
    change(*c);
    refused(smt::to_text(*c), words);
  };
  say([](Certificate& c) { c.solvers.clear(); }, "its solvers");
  say([](Certificate& c) { c.solvers[0] = "Z3"; }, "its solvers");
  say([](Certificate& c) { c.solvers[0] = "Z4 4.8.12"; }, "its solvers");
  say([](Certificate& c) { c.solvers.push_back(c.solvers[0]); }, "its solvers");
  say([](Certificate& c) { c.solvers[0] += "\n"; }, "its solvers");
  say([](Certificate& c) { c.tool = "counterpoint"; }, "its tool");
  say([](Certificate& c) { c.tool = "other 1.0"; }, "its tool");
}

TEST_F(Forged, there_is_one_file_for_each_content) {
  const std::string text = read_file(folder / "equivalent");
  const auto edit = [&](std::string_view from, std::string_view to) { return with_hash(replaced(text, from, to)); };
  const auto not_one = [](const std::string& forged, std::string_view words) { refused(forged, words); };
  not_one(edit(" \"verdict\"", " \"verdict\": \"refines\",\n \"verdict\""), "\"verdict\" is there twice");
  not_one(edit("  \"width\"", "  \"width\": 0,\n  \"width\""), "\"width\" is there twice");
  not_one(edit(" \"verdict\"", " \"remark\": \"checked by hand\",\n \"verdict\""), "no part is called 'remark'");
  not_one(edit(" \"verdict\"", " \"name\": \"x\",\n \"verdict\""), "as this tool would write");
  not_one(edit("\"width\": 0", "\"width\": 0.0"), "is of the wrong kind");
  not_one(edit("\"width\": 0", "\"width\": -0"), "");
  not_one(edit("\"width\": 0", "\"width\": 4294967296"), "");
  not_one(edit("\"width\": 0", "\"width\": 18446744073709551616"), "is of the wrong kind");
  not_one(edit("\"width\": 0", "\"width\": 1e400"), "a number that no certificate has");
  not_one(edit("\"width\": 0", "\"width\": NaN"), "it is not JSON");
  not_one(edit("\"width\": 0", "\"width\": 65"), "options");
  not_one(edit("double_buffer", "double\\u005fbuffer"), "");
  not_one(edit("{\n", "{ \n"), "from line 1 on");
  not_one("\xEF\xBB\xBF" + text, "");
  not_one(with_hash("\xEF\xBB\xBF" + text), "from line 1 on");
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  not_one(crlf, "");
  not_one(text + "\n", "");
  not_one(text + text, "");
  not_one(replaced(text, "double", std::string("dou\0ble", 7)), "it is not JSON");
  not_one(replaced(text, "double",
                   "dou\xFF"
                   "ble"),
          "it is not JSON");
  for (const char* odd : {"", "\n", "{}", "[]", "null", "0", "\"\"", "NaN", "-", "{\"schema\":3}"}) not_one(odd, "");
}

// Every prefix of a small certificate, and every prefix of the ends of a larger one.
TEST_F(Forged, a_file_that_was_cut_off_is_none) {
  const std::string text = read_file(folder / "equivalent");
  const std::size_t stride = testing::property_factor() < 1 ? 17 : 1;
  for (std::size_t size = 0; size < text.size(); size += stride) {
    const auto read = smt::read_certificate(std::string_view(text).substr(0, size));
    ASSERT_FALSE(read.has_value()) << size;
  }
  EXPECT_TRUE(smt::read_certificate(text).has_value());
}

TEST_F(Forged, nesting_and_size_do_no_harm) {
  for (const std::string_view open : {"[", "{\"facts\":", "{\"facts\":["}) {
    std::string deep;
    while (deep.size() < 20'000'000) deep += open;
    refused(deep, "nested deeper");
  }
  const std::string text = read_file(folder / "equivalent");
  std::string large = replaced(text, "\"solvers\": [", "\"solvers\": [\n  \"" + std::string(100'000'000, 'x') + "\",");
  refused(with_hash(std::move(large)), "its solvers");
}

TEST_F(Forged, what_is_no_file_that_can_be_read_is_66) {
  EXPECT_EQ(ask({"verify-cert", folder.string()}).code, 66);
  EXPECT_EQ(ask({"verify-cert", (folder / "none").string()}).code, 66);
  EXPECT_EQ(ask({"verify-cert", ""}).code, 66);
  if (::geteuid() != 0) {
    write_file(folder / "closed", "{}");
    fs::permissions(folder / "closed", fs::perms::none);
    EXPECT_EQ(ask({"verify-cert", (folder / "closed").string()}).code, 66);
  }
}

}  // namespace
}  // namespace counterpoint::cli
