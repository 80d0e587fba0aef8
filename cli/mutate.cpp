// The command `mutate`: faults on purpose, and whether the deciders find them.
// SPDX-License-Identifier: Apache-2.0
#include "report/mutate.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "report/json.hpp"
#include "verify/mutate/campaign.hpp"

namespace counterpoint::cli {
namespace {

std::vector<Scheme> read_schemes(const Arguments& arguments) {
  std::vector<Scheme> schemes;
  for (const std::string& word : arguments.values("scheme")) {
    const auto scheme = find_scheme(word);
    require(scheme.has_value(), "the allowed words of --scheme are the names of the schemes");
    schemes.push_back(*scheme);
  }
  return schemes;
}

std::vector<const mutation::OperatorEntry*> read_operators(const Arguments& arguments) {
  std::vector<const mutation::OperatorEntry*> operators;
  std::string rest = arguments.value("operators");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string name = rest.substr(0, end);
    rest.erase(0, end + 1);
    const auto* found = mutation::find_operator(name);
    if (found == nullptr) {
      std::string all;
      for (const auto& o : mutation::all_operators()) all += fmt::format("{}{}", all.empty() ? "" : ", ", o.name);
      throw Failure(Exit::usage, fmt::format("'--operators {}': there is no such operator; there are {}", name, all));
    }
    operators.push_back(found);
  }
  return operators;
}

// --resize, checked as `run` checks it.
std::vector<std::pair<ScopeId, std::uint32_t>> read_resize(Session& session, const Tree& tree) {
  std::vector<std::pair<ScopeId, std::uint32_t>> result;
  for (const std::string& option : session.arguments().values("resize")) {
    Trips trips(tree);
    if (auto done = trips.resize(tree, option); !done) session.stop(std::move(done.error()));
    const std::string name = option.substr(0, option.find('='));
    for (const ScopeId s : tree.scopes()) {
      if (tree.scope(s).is_loop() && tree.scope_name(s) == name) {
        result.emplace_back(s, trips.at(s, EngineId{std::size_t{0}}, 1));
      }
    }
  }
  return result;
}

mutation::CampaignOptions read_campaign(const Session& session) {
  const Arguments& arguments = session.arguments();
  mutation::CampaignOptions options;
  options.mutate.operators = read_operators(arguments);
  options.mutate.assignments.seed = arguments.number("seed");
  options.mutate.judge.seed = arguments.number("seed");
  options.mutate.judge.states = std::max<std::uint64_t>(arguments.number("states"), 1);
  options.mutate.judge.budget = 8 * options.mutate.judge.states;
  options.mutate.judge.confirm = arguments.number("confirm");
  options.mutate.keep_all = session.verbose();
  return options;
}

// What the faults are put into: the implementation given, or an allocation by each scheme. A scheme that refuses the
// program is a remark, unless all of them do.
std::vector<mutation::Subject> read_subjects(Session& session, const Input<Program>& program) {
  const Arguments& arguments = session.arguments();
  std::vector<mutation::Subject> subjects;
  if (arguments.operands.size() == 2) {
    if (arguments.given("scheme")) throw Failure(Exit::usage, "'--scheme' and an implementation do not go together");
    auto read = read_implementation(session, arguments.operands[1]);
    auto pairing = pair_up(program.content, read.content);
    if (!pairing) session.stop(std::move(pairing.error()), read.source);
    subjects.push_back({fmt::format("{}, {}", program.content.tree.name(), read.source.name), std::move(read.content)});
    return subjects;
  }
  std::vector<Scheme> schemes = read_schemes(arguments);
  if (schemes.empty()) {
    for (const SchemeEntry& s : all_schemes()) schemes.push_back(s.scheme);
  }
  Diagnostics refusals;
  for (const Scheme s : schemes) {
    AllocationOptions options;
    options.scheme = s;
    auto made = allocate(program.content, options);
    if (made) {
      subjects.push_back(
          {fmt::format("{}, {}", program.content.tree.name(), entry(s).name), std::move(made->implementation)});
    } else {
      session.note(fmt::format("{}: refused, left out\n", entry(s).name));
      refusals = std::move(made.error());
    }
  }
  if (subjects.empty()) session.stop(std::move(refusals), program.source);
  return subjects;
}

std::string list_text(const std::vector<mutation::Subject>& subjects, const mutation::CampaignOptions& options) {
  std::string out;
  for (const mutation::Subject& s : subjects) {
    if (subjects.size() > 1) out += s.name + "\n";
    for (const auto& change : mutation::list_mutants(s.implementation, options.mutate.operators)) {
      out += report::render(change);
    }
  }
  return out;
}

Exit finish(Session& session, const mutation::CampaignResult& result, const mutation::CampaignOptions& options,
            bool random) {
  report::MutationSummary summary;
  summary.result = &result;
  const mutation::Tally total = result.total();
  report::OutcomeLine& line = summary.line;
  line.word = result.contradictions != 0 ? "disagree" : total.undecided != 0 ? "undecided" : "completed";
  line.add("mutants", std::to_string(total.mutants));
  line.add("killed", std::to_string(total.killed()));
  line.add("equivalent", std::to_string(total.equivalent));
  line.add("undecided", std::to_string(total.undecided));
  line.add("operators", std::to_string(result.tallies.size()));
  line.add("implementations", std::to_string(result.implementations));
  const bool one_bound = !random && !result.parts.empty();
  line.add("bound", one_bound ? result.parts.front().result.bound : fmt::format("{} assignments", result.assignments));
  line.add("seed", std::to_string(options.mutate.assignments.seed));
  if (!options.mutate.assignments.resize.empty()) {
    std::string all;
    for (const std::string& r : session.arguments().values("resize")) all += (all.empty() ? "" : " ") + r;
    line.add("resize", all);
  }
  const Exit exit = line.word == "completed"   ? Exit::success
                    : line.word == "undecided" ? Exit::undecided
                                               : Exit::internal;
  if (session.json()) {
    session.out().write(report::json_mutation(summary, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(summary, session.verbose()));
    session.out().write(report::render(line, session.color_out()));
  }
  return exit;
}

}  // namespace

Exit run_mutate(Session& session) {
  const Arguments& arguments = session.arguments();
  mutation::CampaignOptions options = read_campaign(session);
  const std::uint64_t random = arguments.number("random");
  if (random != 0) {
    if (!arguments.operands.empty()) throw Failure(Exit::usage, "'--random' and a program do not go together");
    mutation::RandomPrograms programs;
    programs.count = random;
    programs.seed = arguments.number("seed");
    programs.schemes = read_schemes(arguments);
    options.jobs = read_jobs(session, random);
    Progress progress(session, "random programs");
    options.progress = [&](std::uint64_t done, std::uint64_t) { progress.update(done, random); };
    const mutation::CampaignResult result = mutation::mutate_random(programs, options);
    return finish(session, result, options, true);
  }
  if (arguments.operands.empty()) throw Failure(Exit::usage, "a program, or '--random N', is missing");
  const auto program = read_program(session, arguments.operands[0]);
  options.mutate.assignments.resize = read_resize(session, program.content.tree);
  const std::vector<mutation::Subject> subjects = read_subjects(session, program);
  if (arguments.given("list")) {
    session.out().write(list_text(subjects, options));
    return Exit::success;
  }
  options.jobs = read_jobs(session, subjects.size());
  const mutation::CampaignResult result = [&] {
    Progress progress(session, "mutants");
    options.progress = [&](std::uint64_t, std::uint64_t mutants) { progress.update(mutants, 0); };
    return mutation::mutate_each(program.content, subjects, options);
  }();
  return finish(session, result, options, false);
}

}  // namespace counterpoint::cli
