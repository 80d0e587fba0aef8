// The command `fuzz`: random pairs, put to a table of oracles.
// SPDX-License-Identifier: Apache-2.0
#include "report/fuzz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"
#include "report/json.hpp"
#include "report/table.hpp"
#include "verify/fuzz/saved.hpp"
#include "verify/fuzz/shrink.hpp"

namespace counterpoint::cli {
namespace {

namespace fs = std::filesystem;
using fuzzing::OracleEntry;

// Failures that are made small, saved and shown; of more it is only said how many there are.
constexpr std::size_t most_shown = 20;

std::vector<const OracleEntry*> read_oracles(const Arguments& arguments) {
  std::vector<std::string_view> names;
  for (const OracleEntry& o : fuzzing::all_oracles()) names.push_back(o.name);
  std::vector<const OracleEntry*> chosen;
  std::string rest = arguments.value("oracles");
  if (!arguments.given("oracles")) rest = fmt::format("{}", fmt::join(names, ","));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string name = rest.substr(0, end);
    rest.erase(0, end + 1);
    const auto found = std::ranges::find(fuzzing::all_oracles(), name, &OracleEntry::name);
    if (found == fuzzing::all_oracles().end()) {
      const std::string nearest = nearest_name(name, names);
      throw Failure(Exit::usage,
                    fmt::format("'--oracles' takes names of {}, not '{}'{}", fmt::join(names, ", "), excerpt(name),
                                nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
    }
    if (std::ranges::count(chosen, &*found) == 0) chosen.push_back(&*found);
  }
  if (chosen.empty()) throw Failure(Exit::usage, "'--oracles' needs a name");
  return chosen;
}

struct Shard {
  std::uint64_t index = 0;  // from 0
  std::uint64_t count = 1;
};

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
  if (done.ec != std::errc{} || done.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

// --shard 1/4; else what GoogleTest's variables say, which count from 0.
Shard read_shard(const Arguments& arguments) {
  if (arguments.given("shard")) {
    const std::string text = arguments.value("shard");
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto index = number_of(std::string_view(text).substr(0, slash));
    const auto count = number_of(std::string_view(text).substr(std::min(slash + 1, text.size())));
    if (index && count && *index >= 1 && *index <= *count) return {*index - 1, *count};
    throw Failure(Exit::usage, fmt::format("'--shard' takes I/N with I from 1 to N, not '{}'", excerpt(text)));
  }
  const char* total = std::getenv("GTEST_TOTAL_SHARDS");
  const char* mine = std::getenv("GTEST_SHARD_INDEX");
  if (total == nullptr || mine == nullptr) return {};
  const auto index = number_of(mine);
  const auto count = number_of(total);
  if (index && count && *index < *count) return {*index, *count};
  throw Failure(Exit::usage, fmt::format("GTEST_SHARD_INDEX is '{}' and GTEST_TOTAL_SHARDS is '{}': the first must be "
                                         "less than the second",
                                         excerpt(mine), excerpt(total)));
}

unsigned read_job_count(const Arguments& arguments) {
  const std::uint64_t asked = arguments.number("jobs");
  const std::uint64_t jobs = asked == 0 ? std::max(std::thread::hardware_concurrency(), 1U) : asked;
  return static_cast<unsigned>(std::min(jobs, std::uint64_t{256}));
}

fuzzing::CampaignOptions read_campaign_options(const Arguments& arguments) {
  fuzzing::CampaignOptions options;
  options.seed = arguments.number("seed");
  options.first = arguments.number("first");
  if (arguments.given("time")) {
    const std::uint64_t most = 10'000'000;
    options.time = std::chrono::seconds(std::min(arguments.number("time"), most));
    options.cases.reset();
  }
  if (arguments.given("cases") || !arguments.given("time")) options.cases = arguments.number("cases");
  const Shard shard = read_shard(arguments);
  options.shard = shard.index;
  options.shards = shard.count;
  options.jobs = read_job_count(arguments);
  options.oracles = read_oracles(arguments);
  return options;
}

// The files of --corpus: one file, or those of a folder whose names end in .cp, in the order of their names.
std::vector<std::string> corpus_files(const Arguments& arguments) {
  if (!arguments.given("corpus")) return {};
  const std::string path = arguments.value("corpus");
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".cp") files.push_back(at->path().string());
  }
  if (error) throw Failure(Exit::cannot_open, fmt::format("cannot read '{}': {}", path, error.message()));
  std::ranges::sort(files);
  return files;
}

class Fuzzing {
 public:
  explicit Fuzzing(Session& session)
      : session_(session),
        arguments_(session.arguments()),
        options_(read_campaign_options(arguments_)),
        subject_(fuzzing::this_version()) {}

  Exit run() {
    replay_corpus();
    fuzzing::CampaignResult result;
    for (const OracleEntry* o : options_.oracles) result.oracles.push_back({o});
    if (!interrupt_.asked() && options_.cases != 0) result = campaign();
    make_small(result);
    return finish(result);
  }

 private:
  void replay_corpus() {
    const std::vector<std::string> files = corpus_files(arguments_);
    Progress progress(session_, "replaying the corpus");
    for (const std::string& file : files) {
      if (interrupt_.asked()) return;
      const Source source = read_source(file);
      auto saved = fuzzing::read_saved(source.text, source.name);
      if (!saved) session_.stop(std::move(saved.error()), source);
      const auto examined = examine_case(saved->content, subject_, options_.oracles, options_.limits);
      bool failed = false;
      for (std::size_t o = 0; o < examined.findings.size(); ++o) {
        if (examined.findings[o].said != fuzzing::Said::fails) continue;
        failed = true;
        add({file, std::string(options_.oracles[o]->name), examined.findings[o].what, "", "",
             fmt::format("counterpoint fuzz --cases 0 --corpus {}", file)});
      }
      failing_ += failed ? 1 : 0;
      progress.update(++summary_.corpus, files.size());
    }
  }

  fuzzing::CampaignResult campaign() {
    Progress progress(session_, "fuzzing");
    options_.progress = [&](std::uint64_t done) {
      progress.update(done, options_.cases.value_or(0) / options_.shards);
    };
    options_.stop = [this] { return interrupt_.asked(); };
    return run_campaign(options_, subject_);
  }

  void add(report::FuzzFailure failure) {
    if (summary_.failures.size() < most_shown) {
      summary_.failures.push_back(std::move(failure));
    } else {
      ++summary_.not_shown;
    }
  }

  void make_small(const fuzzing::CampaignResult& result) {
    failing_ += result.failing_cases();
    Progress progress(session_, "making failures small");
    std::uint64_t done = 0;
    for (const fuzzing::Failure& f : result.failures) {
      if (summary_.failures.size() >= most_shown) {
        ++summary_.not_shown;
        continue;
      }
      progress.update(done++, std::min(result.failures.size(), most_shown));
      const std::string command = fmt::format("counterpoint fuzz --seed {} --first {} --cases 1 --oracles {}",
                                              options_.seed, f.index, f.oracle->name);
      report::FuzzFailure failure{
          fmt::format("case {}", f.index), std::string(f.oracle->name), f.finding.what, "", "", command};
      if (!interrupt_.asked()) save_smallest(f, failure);
      add(std::move(failure));
    }
  }

  void save_smallest(const fuzzing::Failure& f, report::FuzzFailure& failure) {
    const fuzzing::Case drawn = draw_case(options_.seed, f.index, subject_);
    fuzzing::Shrunk small = shrink(drawn, *f.oracle, subject_, options_.limits);
    const Tree& tree = small.smallest.program.tree;
    failure.what = small.finding.what;
    failure.smallest =
        fmt::format("{} on {}, after {}", report::counted(tree.instruction_count(), "instruction"),
                    report::counted(tree.engine_count(), "engine"), report::counted(small.evaluations, "trial"));
    fuzzing::SavedCase saved;
    saved.comment = {fmt::format("'{}' fails: {}", f.oracle->name, f.oracle->summary), small.finding.what,
                     fmt::format("Made small from case {} of seed {}: {}", f.index, options_.seed, failure.command)};
    saved.oracle = f.oracle->name;
    saved.content = std::move(small.smallest);
    saved.finding = std::move(small.finding);
    const std::string folder = arguments_.value("output");
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Failure(Exit::cannot_write, fmt::format("cannot make '{}': {}", folder, error.message()));
    failure.file = fmt::format("{}/{}-{}-{}.cp", folder, f.oracle->name, options_.seed, f.index);
    Output output(failure.file);
    output.write(fuzzing::save(saved));
    output.commit();
  }

  Exit finish(const fuzzing::CampaignResult& result) {
    summary_.campaign = &result;
    const bool interrupted = interrupt_.asked();
    report::OutcomeLine& line = summary_.line;
    line.word = interrupted ? "interrupted" : failing_ > 0 ? "failed" : "completed";
    line.add("cases", std::to_string(result.cases));
    line.add("failures", std::to_string(failing_));
    line.add("oracles", std::to_string(options_.oracles.size()));
    if (arguments_.given("corpus")) line.add("corpus", std::to_string(summary_.corpus));
    line.add("seed", std::to_string(options_.seed));
    if (options_.first != 0) line.add("first", std::to_string(options_.first));
    line.add("shard", fmt::format("{}/{}", options_.shard + 1, options_.shards));
    const Exit exit = interrupted ? Exit::interrupted : failing_ > 0 ? Exit::refuted : Exit::success;
    if (session_.json()) {
      session_.out().write(report::json_fuzz(summary_, static_cast<int>(exit)));
    } else {
      session_.out().write(report::render(summary_));
      session_.out().write(report::render(line, session_.color_out()));
    }
    return exit;
  }

  Session& session_;
  const Arguments& arguments_;
  fuzzing::CampaignOptions options_;
  fuzzing::Subject subject_;
  Interrupt interrupt_;
  report::FuzzSummary summary_;
  std::uint64_t failing_ = 0;  // cases of the corpus and of the campaign
};

}  // namespace

Exit run_fuzz(Session& session) { return Fuzzing(session).run(); }

}  // namespace counterpoint::cli
