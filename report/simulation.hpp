// How the simulation of an image ended, for a person and as a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/run.hpp"
#include "targets/neuron/simulator/explore.hpp"
#include "targets/neuron/simulator/run.hpp"

namespace counterpoint::report {

struct SimulationSummary {
  OutcomeLine line;
  const neuron::Simulator* simulator = nullptr;
  const neuron::CoreRun* run = nullptr;              // of a search: the one that shows what it found, or null
  const neuron::Exploration* exploration = nullptr;  // null for a single run
};

// What ran, who waits for what, which fault, what the bank holds. Without the outcome line. `verbose`: all steps of the
// run too, if they were recorded; otherwise only the last of a deadlock or fault.
[[nodiscard]] std::string render(const SimulationSummary& summary, bool verbose);
// The same as a document: what is said once is a text, what is said of several a list.
[[nodiscard]] std::string json_simulation(const SimulationSummary& summary, int exit, const Diagnostics& diagnostics);

}  // namespace counterpoint::report
