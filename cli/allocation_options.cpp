// Reads the options of an allocation.
// SPDX-License-Identifier: Apache-2.0
#include "cli/allocation_options.hpp"

#include <limits>

#include "cli/run_options.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "verify/order/redundant_waits.hpp"

namespace counterpoint::cli {
namespace {

// `alloc` has a width for this purpose alone, with a standard value; elsewhere the width is that of the question.
std::uint32_t wrap_safe_width(const Session& session) {
  const Arguments& arguments = session.arguments();
  if (find_option(*arguments.command, "wrap-safe") == nullptr) return 0;
  const bool of_allocation = arguments.command->name == "alloc";
  if (arguments.given("wrap-safe")) {
    if (of_allocation || arguments.given("width")) return read_width(session);
    throw Failure(Exit::usage, "'--wrap-safe' needs '--width': for which counters");
  }
  if (of_allocation && arguments.given("width")) {
    throw Failure(Exit::usage, "'--width' goes with '--wrap-safe': other allocations do not depend on it");
  }
  return 0;
}

}  // namespace

GivenPass clocks_pass() {
  return [](const Implementation& implementation, std::string& note) {
    WaitsLeftOut out = without_redundant_waits(implementation);
    note = std::move(out.note);
    return std::move(out.implementation);
  };
}

int read_optimization_level(const Session& session) { return session.arguments().value("optimize").front() - '0'; }

AllocationOptions read_allocation_options(const Session& session) {
  const Arguments& arguments = session.arguments();
  AllocationOptions options;
  const auto scheme = find_scheme(arguments.value("scheme"));
  require(scheme.has_value(), "the allowed words of --scheme are the names of the schemes");
  options.scheme = *scheme;
  options.extensions = arguments.value("extensions") == "all" ? Extensions::all : Extensions::none;
  options.count = arguments.value("count") == "all" ? Counted::all : Counted::producers;
  options.optimize = read_optimization_level(session);
  options.clocks = clocks_pass();
  options.wrap_safe = wrap_safe_width(session);
  if (arguments.given("semaphores")) options.semaphores = arguments.number("semaphores");
  if (arguments.given("registers")) options.registers = arguments.number("registers");
  if (arguments.given("verbose")) options.choices_up_to = std::numeric_limits<std::size_t>::max();
  return options;
}

}  // namespace counterpoint::cli
