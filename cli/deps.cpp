// The command `deps`: what the accesses to buffers need, against the dependencies given.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "report/conflicts.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

void write_program(const std::string& path, const Program& program) {
  Output output(path);
  print(program, [&](std::string_view piece) { output.write(piece); });
  output.commit();
}

}  // namespace

Exit run_deps(Session& session) {
  const Arguments& arguments = session.arguments();
  const auto input = read_program(session, arguments.operands[0]);
  const Program& program = input.content;
  if (!program.tree.has_accesses()) {
    session.note("no instruction reads or writes a buffer: there is nothing to derive dependencies from\n");
  }
  const Derivation derivation = derive(program);
  if (!arguments.given("write")) {
    session.out().write(session.json() ? report::json_conflicts(program, derivation, nullptr)
                                       : report::render_conflicts(program, derivation));
    return Exit::success;
  }
  const Program complete = with_missing(program, derivation);
  const std::string path = arguments.value("output");
  if (session.json() && path == "-") {
    session.out().write(report::json_conflicts(program, derivation, &complete));
    return Exit::success;
  }
  write_program(path, complete);
  const std::size_t added = complete.dependency_count() - program.dependency_count();
  const std::string summary = fmt::format("{}: {} added\n", program.tree.name(),
                                          added == 1 ? "1 dependency" : fmt::format("{} dependencies", added));
  if (session.json()) {
    session.out().write(report::json_conflicts(program, derivation, nullptr));
  } else if (path == "-") {
    session.note(summary);
  } else {
    session.out().write(summary);
  }
  return Exit::success;
}

}  // namespace counterpoint::cli
