// oracle_cases ORACLE [--seed N] [--cases N] [--saved FOLDER]: are the proved checker and ours of one mind?
// SPDX-License-Identifier: Apache-2.0
//
// First the saved cases, then `cases` cases of the seed (distribution.hpp). A case on which they differ is made small,
// and printed with what differs, as a file to keep in tests/oracle/cases and as the lines that the oracle was asked.
// 0: no difference and enough of every kind; 1: otherwise; 64: the command line is none.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text.hpp"
#include "tests/oracle/distribution.hpp"
#include "verify/fuzz/saved.hpp"
#include "verify/fuzz/shrink.hpp"

namespace counterpoint::rocq {
namespace {

struct Arguments {
  std::string oracle;
  std::string saved;
  std::uint64_t seed = 8;
  std::uint64_t cases = 10'000;
};

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Arguments> read_arguments(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  Arguments arguments;
  arguments.oracle = words[0];
  for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
    const auto value = number(words[i + 1]);
    if (words[i] == "--saved") {
      arguments.saved = words[i + 1];
    } else if (words[i] == "--seed" && value) {
      arguments.seed = *value;
    } else if (words[i] == "--cases" && value) {
      arguments.cases = *value;
    } else {
      return std::nullopt;
    }
  }
  if (words.size() % 2 == 0) return std::nullopt;
  return arguments;
}

// An oracle of the fuzzer is a function without state; there is one agreement in this program.
std::unique_ptr<Agreement> agreement;

fuzzing::Finding of_one_mind(fuzzing::Examination& x) { return agreement->compare(x); }

constexpr fuzzing::OracleEntry rocq_oracle{"rocq", "the extracted checker says the same", of_one_mind};

// Whether they agree; otherwise says where, on a case as small as can be.
bool agree(const fuzzing::Case& tested, const fuzzing::Subject& subject, std::string_view what) {
  const fuzzing::Limits limits;
  fuzzing::Examination x(tested, subject, limits);
  if (fuzzing::ask(rocq_oracle, x).said != fuzzing::Said::fails) return true;
  const fuzzing::Shrunk small = fuzzing::shrink(tested, rocq_oracle, subject, limits);
  fuzzing::Examination again(small.smallest, subject, limits);
  (void)fuzzing::ask(rocq_oracle, again);
  fmt::print("{}: {}\n\n{}", what, small.finding.what,
             fuzzing::save({small.smallest, "rocq", {"The proofs and the code differ: " + small.finding.what}}));
  if (small.smallest.options && again.implementation() != nullptr) {
    fmt::print("\n# allocated:\n{}", print(*again.implementation()));
  }
  fmt::print("\n# what the oracle was asked:\n{}run\n", agreement->question());
  return false;
}

bool saved_cases_agree(const std::string& folder, const fuzzing::Subject& subject) {
  if (folder.empty()) return true;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cp") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  bool all = true;
  for (const auto& path : files) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    const auto saved = fuzzing::read_saved(text.str(), path.filename().string());
    if (!saved) fmt::print("{}\n", to_string(saved.error().front()));
    all = saved && agree(saved->content, subject, path.filename().string()) && all;
  }
  fmt::print("{} saved cases\n", files.size());
  return all;
}

int run(const Arguments& arguments) {
  agreement = std::make_unique<Agreement>(arguments.oracle);
  const fuzzing::Subject subject = subject_without_rejected();
  bool good = saved_cases_agree(arguments.saved, subject);
  Tally tally;
  for (std::uint64_t index = 0; index < arguments.cases && good; ++index) {
    const fuzzing::Case drawn = draw(arguments.seed, index, subject);
    good = agree(drawn, subject, fmt::format("case {} of seed {}", index, arguments.seed));
    if (good) tally.add(drawn, agreement->seen());
  }
  if (!good) return 1;
  fmt::print("{}", tally.text());
  const std::string thin = tally.thin();
  fmt::print("{}", thin.empty() ? "the proofs and the code agree\n" : thin);
  return thin.empty() ? 0 : 1;
}

}  // namespace
}  // namespace counterpoint::rocq

int main(int argc, char** argv) {
  const auto arguments = counterpoint::rocq::read_arguments({argv + 1, argv + argc});
  if (!arguments) {
    fmt::print(stderr, "usage: oracle_cases ORACLE [--seed N] [--cases N] [--saved FOLDER]\n");
    return 64;
  }
  std::signal(SIGPIPE, SIG_IGN);  // an oracle that ended is told of where it is written to
  return counterpoint::rocq::run(*arguments);
}
