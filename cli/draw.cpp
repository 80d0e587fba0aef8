// The command `draw`: the dependence graph of a program, or timelines of it and its implementation.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/pair_runs.hpp"
#include "report/graph.hpp"
#include "report/timeline_svg.hpp"

namespace counterpoint::cli {
namespace {

std::string draw_graph(Session& session, bool dot) {
  const auto program = read_program(session, session.arguments().operands[0]);
  return dot ? report::graph_dot(program.content) : report::graph_svg(program.content, true);
}

std::string draw_timelines(Session& session) {
  const std::unique_ptr<PairRuns> made = make_pair_runs(session);
  const PairRuns& all = *made;
  for (const std::string& remark : all.remarks) session.note(remark + "\n");
  std::vector<report::TimelinePanel> panels;
  for (const PairRun& run : all.runs) panels.push_back(panel_of(all, run));
  return report::timelines_svg(all.program.content.tree, panels, true);
}

}  // namespace

Exit run_draw(Session& session) {
  if (session.json()) throw Failure(Exit::usage, "'--format json' has no place here: what is written is a figure");
  const Arguments& arguments = session.arguments();
  const bool timeline = arguments.value("what") == "timeline";
  const bool dot = arguments.value("to") == "dot";
  if (timeline && dot) throw Failure(Exit::usage, "a timeline has no DOT: '--what timeline' goes with '--to svg'");
  if (!timeline && arguments.operands.size() > 1) {
    throw Failure(Exit::usage, "the graph is the program's alone: IMPL goes with '--what timeline'");
  }
  const std::string figure = timeline ? draw_timelines(session) : draw_graph(session, dot);
  if (arguments.value("output") == "-") {
    session.out().write(figure);
    return Exit::success;
  }
  Output output(arguments.value("output"));
  output.write(figure);
  output.commit();
  return Exit::success;
}

}  // namespace counterpoint::cli
