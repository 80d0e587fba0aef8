// The command `explain`: how dependencies are synchronised and why; what a message means.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "core/dependence/cycle.hpp"
#include "report/diagnostics.hpp"
#include "report/explanation.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

Exit explain_code(Session& session, const std::string& word) {
  std::string code = word;
  for (char& c : code) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const auto table = all_codes();
  const auto found = std::ranges::find(table, code, [](const CodeEntry& e) { return code_text(e.code); });
  if (found == table.end()) {
    std::vector<std::string_view> codes;
    for (const CodeEntry& e : table) codes.push_back(code_text(e.code));
    const std::string nearest = nearest_name(code, codes);
    throw Failure(Exit::usage, fmt::format("no message has the code '{}'{}", excerpt(word),
                                           nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
  }
  session.out().write(session.json() ? report::json_code(*found) : report::render(*found));
  return Exit::success;
}

// "CONSUMER:PRODUCER".
std::vector<DependencyId> find_dependencies(const Program& program, const Explainer& explainer, std::string_view pair) {
  const std::size_t colon = pair.find(':');
  if (colon == std::string_view::npos) {
    throw Failure(Exit::usage, fmt::format("'{}' is not CONSUMER:PRODUCER", excerpt(pair)));
  }
  const std::string_view names[2] = {pair.substr(0, colon), pair.substr(colon + 1)};
  auto found = explainer.find(names[0], names[1]);
  if (!found.empty()) return found;
  std::vector<std::string_view> known;
  for (const InstructionId i : program.tree.instructions()) known.push_back(program.tree.instruction_name(i));
  for (const std::string_view name : names) {
    if (std::ranges::count(known, name) != 0) continue;
    const std::string nearest = nearest_name(name, known);
    throw Failure(Exit::usage, fmt::format("there is no instruction '{}'{}", excerpt(name),
                                           nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
  }
  throw Failure(Exit::usage, fmt::format("'{}' has no dependency on '{}'", names[0], names[1]));
}

Exit explain_program(Session& session) {
  const std::vector<std::string>& operands = session.arguments().operands;
  const auto input = read_program(session, operands[0]);
  const Program& program = input.content;
  const Explainer explainer(program);
  std::vector<Explanation> explanations;
  if (operands.size() == 2) {
    for (const DependencyId d : find_dependencies(program, explainer, operands[1])) {
      explanations.push_back(explainer.explain(d));
    }
  } else {
    for (const DependencyId d : program.all_dependencies()) explanations.push_back(explainer.explain(d));
  }
  session.show(warn_zero_cycles(program), input.source);
  if (session.json()) {
    session.out().write(report::json_explanations(program, explanations, session.diagnostics()));
  } else if (operands.size() == 2 || session.verbose()) {
    for (const Explanation& e : explanations) session.out().write(report::render(e));
  } else {
    session.out().write(report::render(program, explanations));
  }
  return Exit::success;
}

// "CP" and digits in either case: nobody names a file so.
bool looks_like_code(std::string_view word) {
  return word.size() > 2 && (word[0] == 'C' || word[0] == 'c') && (word[1] == 'P' || word[1] == 'p') &&
         std::ranges::all_of(word.substr(2), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Exit run_explain(Session& session) {
  const std::vector<std::string>& operands = session.arguments().operands;
  if (operands.size() == 1 && looks_like_code(operands[0])) return explain_code(session, operands[0]);
  return explain_program(session);
}

}  // namespace counterpoint::cli
