// The text of a script, piped to the programs z3 and cvc5, gives the answers that were given in process.
// SPDX-License-Identifier: Apache-2.0
//
// What a certificate holds is text: it must mean to anyone's solver what it meant here. All scripts go through one
// process of each program, separated by (reset).
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "smt/solvers/prover.hpp"
#include "tests/smt/drawn_expression.hpp"

namespace counterpoint::smt {
namespace {

using counterpoint::testing::check_choices;
using namespace testing;

std::vector<std::string> lines_from(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  for (int ch = std::fgetc(pipe); ch != EOF; ch = std::fgetc(pipe)) text += static_cast<char>(ch);
  pclose(pipe);
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(SolverPrograms, GiveTheSameAnswersToTheText) {
  Terms terms;
  Prover prover(terms, {});
  const auto variables = make_variables(terms, "", false);
  check_choices(300, 160, [&](Choices& c) {
    const BuiltObligation built = build_obligation(terms, draw_obligation(c, 3), variables, false);
    (void)prover.prove(built.hypotheses, built.goal, "a random obligation");
  });
  Term deep = variables.integers[0];
  for (std::int64_t i = 0; i < 40; ++i)
    deep = terms.ite(terms.at_most(deep, terms.number(i)), terms.plus(deep, 1), variables.integers[1]);
  (void)prover.prove(std::vector{terms.equal(variables.integers[1], terms.number(0))},
                     terms.at_most(deep, terms.number(2)), "a deep term");

  std::vector<std::string> expected;
  const auto path = std::filesystem::path(::testing::TempDir()) / ("scripts-" + std::to_string(getpid()) + ".smt2");
  {
    std::ofstream out(path);
    for (const DistinctObligation& o : prover.distinct()) {
      ASSERT_NE(o.answer, ProofAnswer::unknown);
      if (!expected.empty()) out << "(reset)\n";
      out << o.text;
      expected.push_back(o.answer == ProofAnswer::proved ? "unsat" : "sat");
    }
  }
  EXPECT_GT(expected.size(), 100U);
  EXPECT_EQ(lines_from("z3 " + path.string() + " 2>&1"), expected);
  EXPECT_EQ(lines_from("cvc5 --incremental " + path.string() + " 2>&1"), expected);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace counterpoint::smt
