// Makes an image of a program and its implementation.
// SPDX-License-Identifier: Apache-2.0
#include "cli/lower_program.hpp"

#include <fmt/format.h>

#include "cli/allocation_options.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "targets/neuron/lowering/lower.hpp"

namespace counterpoint::cli {
namespace {

struct LoweredPair {
  Input<Program> program;
  Implementation implementation;
  Source source;  // of the implementation, or of the program it was allocated for
};

// --semaphores goes with an implementation too: then it is a limit, not a choice.
void refuse_allocation_options(const Arguments& arguments) {
  for (const std::string_view option : allocation_options) {
    if (option == "semaphores" || find_option(*arguments.command, option) == nullptr) continue;
    if (arguments.given(option)) {
      throw Failure(Exit::usage, fmt::format("'--{}' says how to allocate, but IMPL is given", option));
    }
  }
}

LoweredPair read_or_allocate(Session& session, const neuron::LowerOptions& options) {
  const Arguments& arguments = session.arguments();
  const bool given = arguments.operands.size() == 2;
  if (given && arguments.operands[0] == "-" && arguments.operands[1] == "-") {
    throw Failure(Exit::usage, "only one of PROGRAM and IMPL can be '-', standard input");
  }
  if (given) refuse_allocation_options(arguments);
  LoweredPair pair{read_program(session, arguments.operands[0]), {}, {}};
  pair.source = pair.program.source;
  if (given) {
    auto implementation = read_implementation(session, arguments.operands[1]);
    pair.implementation = std::move(implementation.content);
    pair.source = std::move(implementation.source);
    return pair;
  }
  auto allocation = [&] {
    const Progress progress(session, "allocating");
    return neuron::allocate_to_fit(pair.program.content, read_allocation_options(session), options);
  }();
  if (!allocation) session.stop(std::move(allocation.error()), pair.program.source);
  session.show(allocation->warnings, pair.program.source);
  pair.implementation = std::move(allocation->implementation);
  return pair;
}

}  // namespace

LoweredProgram lower_program(Session& session, const neuron::Profile& profile) {
  const Arguments& arguments = session.arguments();
  neuron::LowerOptions options;
  options.profile = profile;
  options.engines = arguments.value("engines");
  if (arguments.given("semaphores")) options.semaphores = arguments.number("semaphores");
  if (arguments.value("legality") == "hardware") options.legality = neuron::Legality::hardware;
  LoweredPair pair = read_or_allocate(session, options);
  auto image = neuron::lower(pair.program.content, pair.implementation, options);
  if (!image) session.stop(std::move(image.error()), pair.source);
  std::vector<neuron::EventLeft> left = neuron::events_left(pair.implementation);
  Diagnostics warnings;
  for (const neuron::EventLeft& e : left) warnings.push_back(neuron::warning_of(e));
  session.show(std::move(warnings), pair.source);
  return {std::move(pair.program), std::move(*image), std::move(left)};
}

}  // namespace counterpoint::cli
