// Asks a solver's own command about scripts.
// SPDX-License-Identifier: Apache-2.0
//
// What. One process is given all scripts, a (reset) after each, on its standard input, and says one line for each. An
// answer counts only if it is the whole line `sat` or `unsat` and its turn: a solver that reports what it cannot read
// and goes on, says too little or too much, ends badly, or says nothing for too long has not answered, and is named
// with the script that it was at.
// Why a command. What runs here shares no code with the prover that made a proof: neither its terms nor the libraries
// that it was linked with.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace counterpoint::cli {

enum class SolverSays : std::uint8_t { nothing, sat, unsat };

struct SolverRun {
  std::vector<SolverSays> answers;  // of each script, as far as it came
  std::string failure;              // why it did not answer all; "" if it did
};

// `command`: the program and its options, which makes it read standard input. `patience`: for one answer. `stop` is
// asked at least ten times a second.
[[nodiscard]] SolverRun ask_command(const std::vector<std::string>& command, const std::vector<std::string>& scripts,
                                    std::chrono::milliseconds patience, const std::function<bool()>& stop);

}  // namespace counterpoint::cli
