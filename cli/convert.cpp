// The command `convert`: the same content in another form.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "cli/inputs.hpp"

namespace counterpoint::cli {

Exit run_convert(Session& session) {
  const Arguments& arguments = session.arguments();
  const bool json = arguments.value("to") == "json";
  const auto input = read_any(session, arguments.operands[0]);
  Output output(arguments.value("output"));
  std::visit(
      [&](const auto& content) {
        if (json) {
          output.write(print_json(content));
        } else {
          print(content, [&](std::string_view piece) { output.write(piece); });
        }
      },
      input.content);
  output.commit();
  return Exit::success;
}

}  // namespace counterpoint::cli
