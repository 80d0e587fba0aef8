// The command `optimize`: an implementation through the passes, and what each of them saved.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/allocation_options.hpp"
#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "core/allocation/passes/passes.hpp"
#include "report/allocation.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

std::string names_of_passes() {
  std::string out;
  for (const PassEntry& e : all_passes()) out += fmt::format("{}{}", out.empty() ? "" : ", ", e.name);
  return out;
}

std::string no_pass(std::string_view word) {
  std::vector<std::string_view> names;
  for (const PassEntry& e : all_passes()) names.push_back(e.name);
  const std::string nearest = nearest_name(word, names);
  return fmt::format("no pass '{}'; there are {}{}", word, names_of_passes(),
                     nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
}

// --passes NAME,...: no name, all.
std::vector<Pass> read_passes(const Session& session) {
  std::vector<Pass> out;
  if (!session.arguments().given("passes")) return out;
  const std::string words(session.arguments().value("passes"));
  std::string_view left = words;
  while (true) {
    const std::size_t comma = left.find(',');
    const std::string_view word = left.substr(0, comma);
    const auto pass = find_pass(word);
    if (!pass) throw Failure(Exit::usage, no_pass(word));
    out.push_back(*pass);
    if (comma == std::string_view::npos) return out;
    left.remove_prefix(comma + 1);
  }
}

}  // namespace

Exit run_optimize(Session& session) {
  const Arguments& arguments = session.arguments();
  const std::vector<Pass> only = read_passes(session);
  auto input = read_implementation(session, arguments.operands[0]);
  const Optimized optimized = [&] {
    const Progress progress(session, "optimizing");
    return optimize(input.content, all_levels, only, clocks_pass());
  }();
  Output output(arguments.value("output"));
  const bool to_file = !output.standard();
  const bool whole_in_document = session.json() && !to_file;
  if (!whole_in_document) write_implementation(output, optimized.implementation);
  if (session.json()) {
    session.out().write(report::json_optimization(optimized, whole_in_document, session.diagnostics()));
    return Exit::success;
  }
  const std::string summary =
      report::render_cost(optimized.implementation, optimized.after) + "\n" + report::render_savings(optimized.savings);
  if (to_file) {
    session.out().write(summary);
  } else {
    session.note(summary);
  }
  return Exit::success;
}

}  // namespace counterpoint::cli
