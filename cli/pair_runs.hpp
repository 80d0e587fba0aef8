// Runs of a program and of implementations of it, side by side: what `draw` and `report` show.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/session.hpp"
#include "report/page.hpp"

namespace counterpoint::cli {

// One run and all it refers to. Machines point into it: it stays where it is made.
struct PairRun {
  std::string name;
  report::PageRole role = report::PageRole::chosen;
  std::optional<Implementation> implementation;  // none: the program itself
  Pairing pairing;
  Source source;  // of the implementation, if it was read
  std::optional<Trips> trips;
  std::optional<Machine> machine;
  RunResult result;
};

struct PairRuns {
  explicit PairRuns(Input<Program> of) : program(std::move(of)) {}

  Input<Program> program;
  std::optional<Trips> trips;
  std::string unit;                  // of all times
  std::string times;                 // whose they are: "the program", "trn2"
  std::deque<PairRun> runs;          // the specification, barriers if they can be allocated, then the chosen ones
  std::vector<std::string> remarks;  // what is missing, and why
};

// Reads the first operand as the program and the others as implementations of it; without any it allocates one by the
// options of `alloc`. All run under `asap`, on --machine if it is given, with times and steps recorded. A run of more
// than 200,000 instances is refused (69): nobody can look at it.
[[nodiscard]] std::unique_ptr<PairRuns> make_pair_runs(Session& session);

[[nodiscard]] report::TimelinePanel panel_of(const PairRuns& all, const PairRun& run);

}  // namespace counterpoint::cli
