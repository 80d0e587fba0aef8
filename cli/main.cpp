// The counterpoint command.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/files.hpp"

int main(int argc, char** argv) {
  counterpoint::cli::clean_up_on_signals();
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return counterpoint::cli::command(words);
}
