// The programs of semantics.md 7 that speak about allocations, with the exactness stated there.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/allocation/allocate.hpp"
#include "tests/core/allocation/notation.hpp"

namespace counterpoint {
namespace {

using testing::Case;
using testing::read_case;
using testing::Word;

Word verdict(const Case& c, AllocationOptions options) {
  const auto allocation = allocate(c.program, options);
  require(allocation.has_value(), "this program has an allocation");
  return testing::judge(c.program, allocation->implementation, c.trips).word;
}

bool completes(const Case& c) {
  return testing::completes(testing::Closing(testing::specification_streams(c.program, c.trips)).run());
}

struct Known {
  const char* number;
  const char* text;
  bool completes;
};

constexpr Known programs[] = {
    {"1", "R{L{[e0: p x]} [e1: c]}  L=[0]  c<-p(0)", true},
    {"2", "R{[e0: w] L{[e0: p]} [e1: c]}  L=[0]  c<-p(0)", true},
    {"3", "R{L{[e0: p | e1: c]}}  L=e0:[0],e1:[1]  c<-p(0,0)", false},
    {"4", "R{Q{L{[e0: p | e1: c]}}}  Q=[2] L=e0:[1,3],e1:[2,2]  c<-p(0,0,0)", true},
    {"5", "R{Q{L{[e0: p]} [e1: c]}}  Q=[2] L=e0:[2,1],e1:[1,1]  c<-p(0,0)", true},
    {"6", "R{L{[e0: a]} [e0: p | e1: c]}  L=e0:[1],e1:[0]  c<-p(0)", true},
    {"7", "R{S{[e0: p] L{[e0: a]} [e1: c]}}  S=[2] L=[1]  c<-p(0,0) a<-c(0,0)", true},
    {"8", "R{[e0: p] L{[e0: c]}}  L=[1]  c<-p(0)", true},
    {"9", "R{S{L{[e0: p]} [e0: a | e1: c]}}  S=[2] L=[1,0]  c<-p(0,0)", true},
    {"10", "R{L{[e0: a]} [e0: p] [e1: c]}  L=[1]  c<-p(0)", true},
    {"11", "R{Q{L{[e0: i]}}}  Q=[2] L=[3]  i<-i(0,0,1)", true},
    {"12", "R{L{[e0: c p | e1: d q]}}  L=[2]  c<-q(0,0) d<-p(0,0)", false},
    {"13", "R{S{[e1: c] L{[e0: a]} [e0: p]}}  S=[2] L=[1,2]  c<-p(0,0)", true},
    {"14", "R{S{[e1: c] L{[e0: p]}}}  S=[3] L=2  c<-p(0,0)", true},
    {"15", "R{Q{S{[e1: c] L{[e0: p]}}}}  Q=[2] S=[2] L=[2,0,1,2]  c<-p(0,0,1)", true},
    {"16", "R{Q{S{[e0: p | e1: c]}}}  Q=[2] S=[2]  p<-c(0,0,1) c<-p(0,0,0)", true},
    {"17", "R{Q{S{[e0: p | e1: c]}}}  Q=[3] S=[2]  c<-p(0,0,2)", true},
    {"18", "R{S{L{[e0: p]} [e1: c]}}  S=[2] L=[2,1]  c<-p(0,0)", true},
    {"19", "R{S{L{[e1: c]} [e0: p]}}  S=[2] L=[2]  c<-p(0,1)", true},
    {"20", "R{S{[e1: c] L{[e0: p]}}}  S=[4] L=[2,0,1,1]  c<-p(0,2)", true},
    {"21", "R{Q{S{[e0: p | e1: c]}}}  Q=[2] S=[1,2]  c<-p(0,1,-1)", true},
    {"22", "R{L{M{[e0: c | e1: q]}} [e1: p]}  L=[2] M=[1]  c<-p(0) q<-c(0,1,1)", true},
    {"23", "R{L{M{[e0: p]} [e1: c]}}  L=[2] M=e0:[0,2],e1:[1,1]  c<-p(0,1)", true},
    {"23b", "R{L{M{[e0: p y | e1: q]}} [e1: w]}  L=[2] M=[2,1]  y<-w(0) q<-p(0,1,0)", true},
    {"23c", "R{L{M{[e0: p | e1: c]}}}  L=[2] M=e0:[1],e1:[3,1]  c<-p(0,1,0)", true},
    {"24",
     "R{Q{S{[e0: p | e1: q | e2: c]}}}  Q=[2] S=e0:[2],e1:[1,3],e2:[2]  "
     "c<-q(0,0,0) q<-p(0,0,1) c<-p(0,0,1)",
     true},
    {"25", "R{S{A{[e0: p]} A.else{[e1: c]}}}  S=[2] A=[1,0]  c<-p(0,0)", true},
    {"26", "R{Q{S{[e0: ld | e1: mm]}}}  Q=[2] S=[3]  mm<-ld(0,0,0) ld<-mm(0,0,2) ld<-mm(0,1,*)", true},
    {"27", "R{[e1: i0] L{} [e1: i1]}  L=[0]  i1<-i0(0)", true},
};

TEST(KnownPrograms, complete_or_deadlock_as_stated) {
  for (const Known& k : programs) EXPECT_EQ(completes(read_case(k.text)), k.completes) << "program " << k.number;
}

TEST(KnownPrograms, every_scheme_without_barriers_equivalent_on_every_one) {
  for (const Known& k : programs) {
    const Case c = read_case(k.text);
    for (const Scheme scheme : {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine, Scheme::automatic}) {
      for (const Counted count : {Counted::all, Counted::producers}) {
        for (const int optimize : {0, 1}) {
          EXPECT_EQ(verdict(c, {scheme, Extensions::all, count, optimize}), Word::equivalent)
              << "program " << k.number << " " << entry(scheme).name << " optimize " << optimize;
        }
      }
    }
  }
}

}  // namespace
}  // namespace counterpoint
