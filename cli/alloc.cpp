// The command `alloc`: from a program to an implementation, and what it costs.
// SPDX-License-Identifier: Apache-2.0
//
// The implementation goes to standard output, and then the cost is a remark on standard error; or it goes to a file,
// and then the cost is the result on standard output. The printer's pieces are written as they come: for ten million
// instructions the text never stands in memory.
#include <fmt/format.h>

#include <chrono>

#include "cli/allocation_options.hpp"
#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "core/allocation/allocate.hpp"
#include "core/dependence/cycle.hpp"
#include "report/allocation.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

// "read 0.03 s, allocated 0.01 s", for --verbose.
class Stopwatch {
 public:
  void lap(std::string_view what) {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> taken = now - last_;
    laps_ += fmt::format("{}{} {:.3f} s", laps_.empty() ? "" : ", ", what, taken.count());
    last_ = now;
  }
  [[nodiscard]] std::string text() const { return laps_ + "\n"; }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::string laps_;
};

}  // namespace

Exit run_alloc(Session& session) {
  const Arguments& arguments = session.arguments();
  const AllocationOptions options = read_allocation_options(session);
  Stopwatch watch;
  auto input = read_program(session, arguments.operands[0]);
  watch.lap("read");
  session.show(warn_zero_cycles(input.content), input.source);
  auto allocation = [&] {
    const Progress progress(session, "allocating");
    return allocate(input.content, options);
  }();
  if (!allocation) session.stop(std::move(allocation.error()), input.source);
  input.content = Program();
  watch.lap("allocated");
  session.show(allocation->warnings, input.source);

  Output output(arguments.value("output"));
  const bool to_file = !output.standard();
  const bool whole_in_document = session.json() && !to_file;
  if (!whole_in_document) write_implementation(output, allocation->implementation);
  watch.lap("written");
  const Cost cost = cost_of(allocation->implementation);
  if (session.json()) {
    session.out().write(report::json_allocation(*allocation, cost, whole_in_document, session.diagnostics()));
  } else {
    std::string summary = report::render_cost(allocation->implementation, cost);
    if (session.verbose() && !allocation->savings.empty()) {
      summary += fmt::format(
          "\n{} left out, which the others keep\n",
          allocation->redundant == 1 ? "1 dependency" : fmt::format("{} dependencies", allocation->redundant));
      summary += report::render_savings(allocation->savings);
    }
    if (session.verbose()) summary += "\n" + report::render_choices(allocation->choices);
    if (to_file) {
      session.out().write(summary);
    } else {
      session.note(summary);
    }
  }
  if (session.verbose()) session.note(watch.text());
  return session.judge("allocated", Exit::success);
}

}  // namespace counterpoint::cli
