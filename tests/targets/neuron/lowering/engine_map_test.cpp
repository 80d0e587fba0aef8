// Which engine of the core each engine of a program becomes.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/engine_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/text/text.hpp"

namespace counterpoint::neuron {
namespace {

// A program with an instruction on each engine, but those that the body is about.
Program engines(const std::string& names, const std::string& body = "") {
  std::string text = "program p\nengine " + names + "\n" + body;
  std::istringstream words(names);
  for (std::string name; words >> name;) {
    if (body.find(name + ": ") == std::string::npos) text += name + ": i_" + name + "\n";
  }
  return *parse_program(text, "p.cp");
}

// "pe act:ring": the engines in the order of the program.
std::string mapped(const Program& program, std::string_view text = "") {
  const auto map = map_engines(program.tree, text);
  if (!map) return "refused " + to_string(map.error().front());
  std::string out;
  for (const EngineId e : program.tree.engines()) {
    const EnginePlace& p = (*map)[e];
    out += (out.empty() ? "" : " ") + std::string(entry(p.stream).word) + (p.is_ring() ? ":ring" : "");
  }
  return out;
}

TEST(EngineMap, AnEngineNamedLikeOneOfTheCoreIsThatOne) {
  EXPECT_EQ(mapped(engines("Tensor act GPSIMD dve sp")), "pe act pool dve sp");
}

TEST(EngineMap, WhatMovesDataIsARingOnSp) {
  EXPECT_EQ(mapped(engines("dma0 DMA_x load pe", "load: x transfer 3\n")), "sp:ring sp:ring sp:ring pe");
}

TEST(EngineMap, OthersTakeWhatIsLeftInAFixedOrder) { EXPECT_EQ(mapped(engines("a b act c d")), "pe pool act dve sp"); }

TEST(EngineMap, TheCommandLineComesFirst) {
  EXPECT_EQ(mapped(engines("a b pe"), "pe=dve,b=act:hwdge"), "pe act:ring dve");
}

TEST(EngineMap, RingsMayShareAnEngineThatComputes) { EXPECT_EQ(mapped(engines("sp dma0 dma1")), "sp sp:ring sp:ring"); }

TEST(EngineMap, SixEnginesThatComputeAreTooMany) {
  EXPECT_THAT(mapped(engines("a b c d e f")), testing::HasSubstr("no more are left for f"));
}

TEST(EngineMap, OnesWithoutInstructionsAreNotTooMany) {
  const auto program = parse_program("program p\nengine z a b c d e\na: i\nb: j\nc: k\nd: l\ne: m\n", "p.cp");
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(mapped(*program), "sp:ring pe act pool dve sp");
}

TEST(EngineMap, TwoThatComputeCannotShare) {
  EXPECT_THAT(mapped(engines("a b"), "a=pe,b=pe"), testing::HasSubstr("'a' and 'b' both compute"));
}

TEST(EngineMap, AMisspelledEngineIsAnsweredWithTheNearest) {
  EXPECT_THAT(mapped(engines("load pe"), "laod=sp:ring"), testing::HasSubstr("did you mean 'load'"));
  EXPECT_THAT(mapped(engines("load pe"), "load=poll"), testing::HasSubstr("did you mean 'pool'"));
  EXPECT_THAT(mapped(engines("load pe"), "load=sp:rng"), testing::HasSubstr("did you mean 'ring'"));
  EXPECT_THAT(mapped(engines("load pe"), "load=sp:ring,load=act"), testing::HasSubstr("placed twice"));
}

TEST(EngineMap, HardwareRingsAreTwoAndNotOnPoolOrPe) {
  EXPECT_EQ(mapped(engines("a b"), "a=act:hwdge,b=sp:hwdge"), "act:ring sp:ring");
  EXPECT_THAT(mapped(engines("a"), "a=pool:hwdge"), testing::HasSubstr("only act, dve and sp"));
  EXPECT_THAT(mapped(engines("a b c"), "a=act:hwdge,b=sp:hwdge,c=dve:hwdge"), testing::HasSubstr("3 hardware rings"));
}

TEST(EngineMap, SoftwareRingsAreOnPool) {
  EXPECT_EQ(mapped(engines("a"), "a=pool:swdge"), "pool:ring");
  EXPECT_THAT(mapped(engines("a"), "a=sp:swdge"), testing::HasSubstr("only pool"));
}

}  // namespace
}  // namespace counterpoint::neuron
