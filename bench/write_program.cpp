// bench_program N: writes a synthetic program of N instructions to standard output.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/synthetic_program.hpp"

int main(int count, char** words) {
  const long long instructions = count == 2 ? std::atoll(words[1]) : 0;
  if (instructions < 16) {
    std::fputs("usage: bench_program N (at least 16)\n", stderr);
    return 64;
  }
  const std::string text = counterpoint::bench::synthetic_program(static_cast<std::size_t>(instructions));
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 74;
}
