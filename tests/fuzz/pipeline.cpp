// The whole of it: bytes are choices, choices a program with trips and an implementation, and every oracle is asked.
// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "tests/fuzz/target.hpp"
#include "verify/fuzz/oracles.hpp"
#include "verify/fuzz/saved.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  using namespace counterpoint::fuzzing;
  static const Subject subject = this_version();
  Limits limits;
  limits.states = 3000;
  limits.replays = 1;
  Choices choices(std::span(data, size));
  const Case drawn = draw_case(choices, subject);
  Examination examination(drawn, subject, limits);
  for (const OracleEntry& oracle : all_oracles()) {
    const Finding finding = ask(oracle, examination);
    if (finding.said != Said::fails) continue;
    const SavedCase saved{drawn, std::string(oracle.name), {}, finding};
    throw InternalError(std::string(oracle.name) + ": " + finding.what + "\n" + save(saved));
  }
  return 0;
}
