// What is proved follows from hypotheses that can hold.
// SPDX-License-Identifier: Apache-2.0
//
// An encoding that contradicts itself proves everything. So the hypotheses of every obligation that was proved, every
// fact of every way of a walk among them, are put to both solvers without the goal. Source: certification.md 5.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "smt/certify/certify.hpp"
#include "tests/verify/pair.hpp"

namespace counterpoint::smt {
namespace {

Proof proved_and_looked_at(const Program& program, const Implementation& implementation) {
  const auto pairing = pair_up(program, implementation);
  if (!pairing) throw std::runtime_error("they do not pair up");
  CertifyOptions options;
  options.prover.vacuity = true;
  return prove_pair(program, implementation, *pairing, options);
}

std::vector<std::filesystem::path> programs_of_examples() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(COUNTERPOINT_SOURCE_DIR "/examples")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".cp") && !name.ends_with(".impl.cp")) out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

TEST(Vacuity, no_hypotheses_of_an_example_contradict_each_other) {
  std::size_t asked = 0;
  for (const auto& path : programs_of_examples()) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const auto program = parse_program(text.str(), path.string());
    ASSERT_TRUE(program.has_value()) << path;
    for (const SchemeEntry& scheme : all_schemes()) {
      AllocationOptions options;
      options.scheme = scheme.scheme;
      const auto made = allocate(*program, options);
      if (!made) continue;
      const Proof proof = proved_and_looked_at(*program, made->implementation);
      EXPECT_THAT(proof.statistics.vacuous, ::testing::IsEmpty()) << path << " " << scheme.name;
      for (const DistinctObligation& o : proof.obligations) asked += o.satisfiable ? 1 : 0;
    }
  }
  std::cout << asked << " sets of hypotheses\n";
  EXPECT_GE(asked, 1000U);
}

TEST(Vacuity, the_body_of_a_loop_of_no_trips_is_told) {
  const Pair pair("program none engine e0 e1 loop q trips 0 { e0: p e1: c after p }", Scheme::per_loop);
  EXPECT_THAT(proved_and_looked_at(pair.program(), pair.implementation()).statistics.vacuous,
              ::testing::Not(::testing::IsEmpty()));
}

}  // namespace
}  // namespace counterpoint::smt
