// The programs of semantics.md 7 on the specification machine.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ostream>

#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "tests/core/machine/sketch.hpp"

namespace counterpoint {
namespace {

struct Row {
  const char* number;
  sketch::Sketch sketch;
  Outcome outcome;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.number; }

constexpr Outcome completes = Outcome::completed;

const Row rows[] = {
    {"1", {"R{L{[e0: p x]} [e1: c]}", "c<-p(0)", "L=[0]"}, completes},
    {"2", {"R{[e0: w] L{[e0: p]} [e1: c]}", "c<-p(0)", "L=[0]"}, completes},
    {"3", {"R{L{[e0: p | e1: c]}}", "c<-p(0,0)", "L=e0:[0],e1:[1]"}, Outcome::deadlock},
    {"4", {"R{Q{L{[e0: p | e1: c]}}}", "c<-p(0,0,0)", "Q=[2] L=e0:[1,3],e1:[2,2]"}, completes},
    {"5", {"R{Q{L{[e0: p]} [e1: c]}}", "c<-p(0,0)", "Q=[2] L=e0:[2,1],e1:[1,1]"}, completes},
    {"6", {"R{L{[e0: a]} [e0: p | e1: c]}", "c<-p(0)", "L=e0:[1],e1:[0]"}, completes},
    {"7", {"R{S{[e0: p] L{[e0: a]} [e1: c]}}", "c<-p(0,0) a<-c(0,0)", "S=[2] L=[1]"}, completes},
    {"8", {"R{[e0: p] L{[e0: c]}}", "c<-p(0)", "L=[1]"}, completes},
    {"9", {"R{S{L{[e0: p]} [e0: a | e1: c]}}", "c<-p(0,0)", "S=[2] L=[1,0]"}, completes},
    {"10", {"R{L{[e0: a]} [e0: p] [e1: c]}", "c<-p(0)", "L=[1]"}, completes},
    {"11", {"R{Q{L{[e0: i]}}}", "i<-i(0,0,1)", "Q=[2] L=[3]"}, completes},
    {"12", {"R{L{[e0: c p | e1: d q]}}", "c<-q(0,0) d<-p(0,0)", "L=[2]"}, Outcome::deadlock},
    {"13", {"R{S{[e1: c] L{[e0: a]} [e0: p]}}", "c<-p(0,0)", "S=[2] L=[1,2]"}, completes},
    {"14", {"R{S{[e1: c] L:2{[e0: p]}}}", "c<-p(0,0)", "S=[2]"}, completes},
    {"15", {"R{Q{S{[e1: c] L{[e0: p]}}}}", "c<-p(0,0,1)", "Q=[2] S=[2] L=[2,0,1,2]"}, completes},
    {"16", {"R{Q{S{[e0: p | e1: c]}}}", "p<-c(0,0,1) c<-p(0,0,0)", "Q=[2] S=[2]"}, completes},
    {"17", {"R{Q{S{[e0: p | e1: c]}}}", "c<-p(0,0,2)", "Q=[3] S=[2]"}, completes},
    {"18", {"R{S{L{[e0: p]} [e1: c]}}", "c<-p(0,0)", "S=[2] L=[2,1]"}, completes},
    {"19", {"R{S{L{[e1: c]} [e0: p]}}", "c<-p(0,1)", "S=[2] L=[2]"}, completes},
    {"20", {"R{S{[e1: c] L{[e0: p]}}}", "c<-p(0,2)", "S=[4] L=[2,0,1,1]"}, completes},
    {"21", {"R{Q{S{[e0: p | e1: c]}}}", "c<-p(0,1,-1)", "Q=[2] S=[1,2]"}, completes},
    {"22", {"R{L{M{[e0: c | e1: q]}} [e1: p]}", "c<-p(0) q<-c(0,1,1)", "L=[2] M=[1]"}, completes},
    {"23", {"R{L{M{[e0: p]} [e1: c]}}", "c<-p(0,1)", "L=[2] M=e0:[0,2],e1:[1,1]"}, completes},
    {"23b", {"R{L{M{[e0: p y | e1: q]}} [e1: w]}", "y<-w(0) q<-p(0,1,0)", "L=[2] M=[2,1]"}, completes},
    {"23c", {"R{L{M{[e0: p | e1: c]}}}", "c<-p(0,1,0)", "L=[2] M=e0:[1],e1:[3,1]"}, completes},
    {"24",
     {"R{Q{S{[e0: p | e1: q | e2: c]}}}", "c<-q(0,0,0) q<-p(0,0,1) c<-p(0,0,1)", "Q=[2] S=e0:[2],e1:[1,3],e2:[2]"},
     completes},
    {"25", {"R{S{A{[e0: p]} A.else{[e1: c]}}}", "c<-p(0,0)", "S=[2] A=[1,0]"}, completes},
    {"26", {"R{Q{S{[e0: ld | e1: mm]}}}", "mm<-ld(0,0,0) ld<-mm(0,0,2)", "Q=[2] S=[3]"}, completes},
    {"27", {"R{[e1: i0] L{} [e1: i1]}", "i1<-i0(0)", "L=[0]"}, completes},
};

class SemanticsProgram : public ::testing::TestWithParam<Row> {};

TEST_P(SemanticsProgram, ends_as_the_page_says_under_every_schedule) {
  const Row& row = GetParam();
  const Program program = sketch::program(row.sketch);
  const Machine machine = specification_machine(program, sketch::trips(program, row.sketch));
  for (const ScheduleEntry& schedule : all_schedules()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RunOptions options;
      options.schedule = schedule.schedule;
      options.seed = seed;
      EXPECT_EQ(outcome_name(run(machine, options).outcome), outcome_name(row.outcome)) << schedule.name << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SemanticsProgram, ::testing::ValuesIn(rows),
                         [](const auto& row) { return std::string("program_") + row.param.number; });

}  // namespace
}  // namespace counterpoint
