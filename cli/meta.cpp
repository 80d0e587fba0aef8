// The commands about the tool itself: help, completion, version.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/help.hpp"
#include "cli/session.hpp"
#include "cli/version.hpp"
#include "report/json.hpp"
#include "report/machine.hpp"

namespace counterpoint::cli {
namespace {

void write_result(const Session& session, const std::string& text) {
  Output output(session.arguments().value("output"));
  output.write(text);
  output.commit();
}

}  // namespace

Exit run_help(Session& session) {
  const Arguments& arguments = session.arguments();
  if (arguments.given("man")) {
    write_result(session, manual_page());
  } else if (!arguments.operands.empty() && arguments.operands[0] == "machines") {
    write_result(session, arguments.given("markdown") ? report::markdown_parameters() : report::render_parameters());
  } else if (arguments.given("markdown")) {
    write_result(session, markdown());
  } else if (arguments.operands.empty()) {
    write_result(session, help_text());
  } else {
    const auto asked = read_command(arguments.operands[0]);
    if (!asked) throw Failure(Exit::usage, asked.error().message);
    write_result(session, help_text(**asked));
  }
  return Exit::success;
}

Exit run_completion(Session& session) {
  const std::string& shell = session.arguments().operands[0];
  if (shell != "bash" && shell != "zsh") {
    const std::string nearest = nearest_name(shell, {"bash", "zsh"});
    throw Failure(Exit::usage, fmt::format("there is completion for bash and zsh, not for '{}'{}", excerpt(shell),
                                           nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
  }
  write_result(session, shell == "bash" ? bash_completion() : zsh_completion());
  return Exit::success;
}

Exit run_version(Session& session) {
  if (session.json()) {
    session.out().write(report::json_versions(versions()));
    return Exit::success;
  }
  for (const auto& [name, version] : versions()) session.out().write(fmt::format("{} {}\n", name, version));
  return Exit::success;
}

}  // namespace counterpoint::cli
