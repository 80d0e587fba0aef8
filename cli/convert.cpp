// The command `convert`: the same content in another form.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/run_options.hpp"
#include "cli/run_pair.hpp"
#include "core/machine/run.hpp"
#include "verify/machines.hpp"
#include "verify/promela/promela.hpp"

namespace counterpoint::cli {

namespace {

// More events than a model checker's compiler takes, whatever the machine.
constexpr std::uint64_t most_events = 100'000;

Exit write_model(Session& session) {
  const Arguments& arguments = session.arguments();
  if (arguments.operands.size() != 2) {
    throw Failure(Exit::usage, "'--to promela' takes a pair: `counterpoint convert PROGRAM IMPL --to promela`");
  }
  const auto program = read_program(session, arguments.operands[0]);
  auto implementation = read_implementation(session, arguments.operands[1]);
  const Pairing pairing = complete_from(session, program.content, implementation.content, implementation.source);
  const Trips trips = read_trips(session, program.content.tree);
  const Trips renumbered = trips.renumbered(pairing.engine_to_program);
  Question question{program.content, implementation.content, pairing, trips, renumbered};
  question.window = arguments.number("window");
  question.limit = most_events;
  auto model = write_promela(question);
  if (!model) session.stop(std::move(model.error()), implementation.source);
  RunOptions quick;
  quick.schedule = Schedule::round_robin;
  quick.data = false;
  if (run(machines_of(question).program, quick).outcome == Outcome::deadlock) {
    session.note(
        "the program itself gets stuck for these trips: SPIN reports an invalid end state whatever the "
        "implementation does\n");
  }
  Output output(arguments.value("output"));
  output.write(*model);
  output.commit();
  return Exit::success;
}

}  // namespace

Exit run_convert(Session& session) {
  const Arguments& arguments = session.arguments();
  if (arguments.value("to") == "promela") return write_model(session);
  constexpr std::array<std::string_view, 6> models = {"trips", "default-trips", "resize",
                                                      "seed",  "max-trips",     "window"};
  for (const std::string_view option : models) {
    if (arguments.given(option)) throw Failure(Exit::usage, fmt::format("'--{}' goes with '--to promela'", option));
  }
  if (arguments.operands.size() != 1) {
    throw Failure(Exit::usage, "a pair is converted only by '--to promela'; other forms take one file");
  }
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
