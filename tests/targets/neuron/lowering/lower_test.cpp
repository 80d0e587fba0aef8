// Implementations as streams of a core.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/lower.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/text/text.hpp"
#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/codec/validate.hpp"
#include "tests/core/property_factor.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"

namespace counterpoint::neuron {
namespace {

LowerOptions options(const Profile& profile = Profile::page(), Legality legality = Legality::compiler) {
  LowerOptions out;
  out.profile = profile;
  out.legality = legality;
  return out;
}

// The assembly of all streams, or the first message.
std::string lowered(const std::string& program, const std::string& implementation, const LowerOptions& how) {
  const auto p = parse_program("program p\n" + program, "p.cp");
  const auto i = parse_implementation("implementation p\n" + implementation, "i.cp");
  if (!p || !i) return "bad input: " + to_string(p ? i.error().front() : p.error().front());
  const auto image = lower(*p, *i, how);
  if (!image) return "refused: " + to_string(image.error().front());
  return *to_assembly(*image);
}

// What stands on the lines of one stream, without the header of the file.
std::string stream(const std::string& assembly, const std::string& engine) {
  const std::size_t from = assembly.find("\nstream " + engine + " ");
  if (from == std::string::npos) return "no stream " + engine + " in\n" + assembly;
  const std::size_t start = assembly.find("b0:", from);
  const std::size_t end = assembly.find("\nstream ", start);
  return assembly.substr(start, end == std::string::npos ? end : end - start);
}

// Every word is one that the compiler may emit, what it names is there, and it uses nothing of the runtime's.
void expect_sound(const Image& image, Legality legality) {
  ASSERT_TRUE(check_tables(image).empty());
  const References references(image);
  for (const Stream& s : image.streams) {
    for (const Word& w : s.words) {
      const auto r = decode(w, image.profile, legality);
      ASSERT_TRUE(r.has_value());
      ASSERT_FALSE(references.missing(*r, s).has_value());
    }
  }
  for (const NamedSemaphore& s : image.semaphores) ASSERT_FALSE(is_reserved(image.profile, s.id));
  for (const StreamCensus& c : census(image)) ASSERT_LE(c.registers, registers_per_engine);
}

const std::string chain = "engine pe act\npe: x\nact: y after x\n";

TEST(Lower, WithAnInlineBandADependencyCostsNoRecord) {
  const std::string text = lowered(chain, "engine pe act\nsemaphore s\npe: x signal s += 1\nact: y wait s >= 1\n",
                                   options(Profile::device()));
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("work instruction=x update S0 inc"));
  EXPECT_THAT(stream(text, "act"), ::testing::HasSubstr("work instruction=y wait S0 >= 1"));
}

TEST(Lower, WithoutOneEventSemaphoresCarryIt) {
  const std::string text =
      lowered(chain, "engine pe act\nsemaphore s\npe: x signal s += 1\nact: y wait s >= 1\n", options());
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("work instruction=x\n  event_semaphore update S0 inc"));
  EXPECT_THAT(stream(text, "act"), ::testing::HasSubstr("event_semaphore wait S0 >= 1\n  work instruction=y"));
}

TEST(Lower, AWaitAndAnUpdateThatNeedTwoValuesDoNotShareABand) {
  const std::string implementation =
      "engine pe act\nsemaphore s t\npe: x signal s += 5\nact: y wait s >= 5 signal t += 7\n";
  const std::string text = lowered(chain, implementation, options(Profile::device()));
  EXPECT_THAT(stream(text, "act"),
              ::testing::HasSubstr("event_semaphore wait S0 >= 5\n  work instruction=y update S1 += 7"));
}

TEST(Lower, AFanInOfFiveTakesTwoCarriersAndTheBand) {
  const std::string program = "engine pe act\npe: a\npe: b\npe: c\npe: d\npe: e\nact: y after a, b, c, d, e\n";
  const std::string implementation =
      "engine pe act\nsemaphore s t u v w\npe: a signal s += 2\npe: b signal t += 2\npe: c signal u += 2\n"
      "pe: d signal v += 2\npe: e signal w += 2\nact: r := 2\n"
      "act: y wait s >= r, t >= r, u >= r, v >= r, w >= r\n";
  const std::string text = lowered(program, implementation, options(Profile::device()));
  EXPECT_THAT(
      stream(text, "act"),
      ::testing::HasSubstr("event_semaphore wait S0 >= r0, wait S1 >= r0\n"
                           "  event_semaphore wait S2 >= r0, wait S3 >= r0\n  work instruction=y wait S4 >= r0"));
}

TEST(Lower, ATransferIsATriggerAndItsQueueCompletes) {
  const std::string program = "engine dma pe\ndma: x\npe: y after x\n";
  const std::string implementation = "engine dma pe\nsemaphore s\ndma: x signal s += 1\npe: y wait s >= 1\n";
  const std::string text = lowered(program, implementation, options());
  EXPECT_THAT(text, ::testing::HasSubstr("queue x ring=0 instruction=0 update S0 += 16"));
  EXPECT_THAT(stream(text, "sp"), ::testing::HasSubstr("trigger queue=x"));
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("wait S0 >= 16"));
}

TEST(Lower, AThresholdOnATransferIsMultipliedOnceInABlockWhereItsRegisterIsNeededAsItIs) {
  const std::string program = "engine dma act pe\ndma: x\nact: z\npe: y after x, z\npe: v after x\n";
  const std::string implementation =
      "engine dma act pe\nsemaphore s t\ndma: x signal s += 1\nact: z signal t += 1\npe: r := 1\n"
      "pe: y wait s >= r, t >= r\npe: v wait s >= r\n";
  const std::string text = stream(lowered(program, implementation, options()), "pe");
  const std::string product = "alu op=mult";
  EXPECT_THAT(text, ::testing::HasSubstr(product));
  EXPECT_EQ(text.find(product), text.rfind(product));
}

TEST(Lower, AStreamWithoutWorkInALoopDoesNotRunIt) {
  const std::string program = "engine pe act\nloop l trips dynamic {\n  pe: x\n}\nact: y\n";
  const std::string text = lowered(program, "engine pe act\nloop l trips dynamic {\n  pe: x\n}\nact: y\n", options());
  EXPECT_THAT(stream(text, "act"), ::testing::Not(::testing::HasSubstr("load_trips")));
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("load_trips scope=l"));
}

TEST(Lower, ALoopOfOneIterationIsNoLoopAndOneOfNoneIsNothing) {
  const std::string body = "engine pe\nloop l trips 1 {\n  pe: x\n}\nloop m trips 0 {\n  pe: y\n}\n";
  const std::string text = stream(lowered(body, body, options()), "pe");
  EXPECT_THAT(text, ::testing::HasSubstr("work instruction=x"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("branch")));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("instruction=y")));
}

TEST(Lower, AConditionalBranchesOnTheTripsOfItsFirstBranch) {
  const std::string body = "engine pe act\nif c {\n  pe: x\n} else {\n  pe: y\n  act: z\n}\n";
  const std::string text = lowered(body, body, options());
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("branch if=eq type=int32 a=r0 target=b1"));
  EXPECT_THAT(stream(text, "act"), ::testing::HasSubstr("branch if=ne type=int32 a=r0 target=b1"));
}

TEST(Lower, ABarrierInALoopHasItsThresholdInARegister) {
  const std::string program = "engine pe act\nloop l trips dynamic {\n  pe: x\n  act: y after x\n}\n";
  const std::string implementation =
      "engine pe act\nloop l trips dynamic {\n  pe: x\n  barrier\n  act: y\n  barrier\n}\n";
  EXPECT_THAT(stream(lowered(program, implementation, options()), "pe"), ::testing::HasSubstr("barrier wait S0 >= r"));
}

TEST(Lower, OneAtTheRootHasItAsANumber) {
  const std::string implementation = "engine pe act\npe: x\nbarrier\nact: y\nbarrier\n";
  const std::string text = stream(lowered(chain, implementation, options()), "act");
  EXPECT_THAT(text, ::testing::HasSubstr("barrier wait S0 >= 2, update S0 inc"));
  EXPECT_THAT(text, ::testing::HasSubstr("barrier wait S0 >= 4, update S0 inc"));
}

TEST(Lower, AFenceDrainsLastOnThePageAndFirstOnTheDevice) {
  const std::string implementation = "engine pe act\nsemaphore s\npe: x signal s += 1\nbarrier reset\nact: y\n";
  const auto order = [&](const Profile& profile) {
    std::string out;
    std::istringstream lines(stream(lowered(chain, implementation, options(profile)), "pe"));
    for (std::string word; lines >> word;) {
      if (word == "drain" || word == "barrier" || word == "group_reset") out += word + " ";
    }
    return out;
  };
  EXPECT_EQ(order(Profile::page()), "barrier group_reset barrier drain ");
  Profile drain_first = Profile::page();
  drain_first.set(Switch::fence_order, 1);
  EXPECT_EQ(order(drain_first), "drain barrier group_reset barrier ");
}

TEST(Lower, ACounterThatStartsAboveZeroIsWrittenBeforeAllStreamsMeet) {
  const std::string implementation = "engine pe act\nsemaphore s = 4\npe: x signal s += 1\nact: y wait s >= 5\n";
  const std::string text = lowered(chain, implementation, options());
  EXPECT_THAT(stream(text, "act"), ::testing::HasSubstr("b0:\n  event_semaphore update S0 := 4\n  barrier"));
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("b0:\n  barrier"));
}

TEST(Lower, AFlagThatIsSetAndTakenIsAnEvent) {
  const std::string implementation = "engine pe act\nflag f\npe: x signal f += 1\nact: y take f >= 1\n";
  const std::string text = lowered(chain, implementation, options(Profile::device()));
  EXPECT_THAT(stream(text, "pe"), ::testing::HasSubstr("update E0 set"));
  EXPECT_THAT(stream(text, "act"), ::testing::HasSubstr("wait E0"));
}

TEST(Lower, WhatTheCompilerNeverEmitsIsRefusedWithItsPlace) {
  const auto expect = [](const std::string& implementation, const std::string& message) {
    EXPECT_THAT(lowered(chain, "engine pe act\n" + implementation, options()), ::testing::HasSubstr(message));
  };
  expect("semaphore s\npe: x signal s += 1\nact: y wait s == 1\n", "act: y: a test of 's' for equality");
  expect("semaphore s\npe: x signal s += 1\nact: y take s >= 1\n", "act: y: a take of 's'");
  expect("semaphore s = 2\npe: x signal s -= 1\nact: y wait s >= 1\n", "pe: x: 's' is counted down");
  expect("semaphore s\npe: x signal s := 1\nact: y wait s >= 1\n", "pe: x: 's' is set to a value");
  expect("semaphore s\npe: x signal s += 1 at issue\nact: y wait s >= 1\n", "pe: x: an update at issue");
  expect("semaphore s[2]\npe: x signal s[0] += 1\nact: i := 0\nact: y wait s[i] >= 1\n", "chosen by a register");
}

TEST(Lower, TheHardwareCanSayMoreOfIt) {
  const auto said = [](const std::string& implementation, const std::string& engine) {
    return stream(lowered(chain, "engine pe act\n" + implementation, options(Profile::device(), Legality::hardware)),
                  engine);
  };
  EXPECT_THAT(said("semaphore s\npe: x signal s += 1\nact: y wait s == 1\n", "act"),
              ::testing::HasSubstr("wait S0 == 1"));
  EXPECT_THAT(said("semaphore s = 2\npe: x signal s -= 1\nact: y wait s >= 1\n", "pe"),
              ::testing::HasSubstr("update S0 dec"));
  EXPECT_THAT(said("semaphore s\npe: x signal s += 1 at issue\nact: y wait s >= 1\n", "pe"),
              ::testing::HasSubstr("work instruction=x update S0 inc"));
}

TEST(Lower, AnUpdateAtIssueOnARingIsTheTriggersOwn) {
  const std::string program = "engine dma pe\ndma: x\npe: y\n";
  const std::string implementation = "engine dma pe\nsemaphore s\ndma: x signal s += 1 at issue\npe: y wait s >= 1\n";
  EXPECT_THAT(stream(lowered(program, implementation, options()), "sp"),
              ::testing::HasSubstr("trigger queue=x count=1 update S0 inc"));
}

TEST(Lower, RingsOfOneStreamThatMayLoopDifferentlyAreRefused) {
  const std::string program = "engine dma0 dma1\nloop l trips divergent {\n  dma0: x\n  dma1: y\n}\n";
  EXPECT_THAT(lowered(program, program, options()), ::testing::HasSubstr("'dma0' and 'dma1' share sp"));
  LowerOptions apart = options();
  apart.engines = "dma1=act:ring";
  EXPECT_THAT(lowered(program, program, apart), ::testing::HasSubstr("stream act"));
}

TEST(Lower, RingsOfOneStreamThatWaitForALaterOneAreRefused) {
  const std::string program = "engine dma0 dma1\ndma0: x after y\ndma1: y\n";
  const std::string implementation = "engine dma0 dma1\nsemaphore s\ndma0: x wait s >= 1\ndma1: y signal s += 1\n";
  EXPECT_THAT(lowered(program, implementation, options()), ::testing::HasSubstr("in one stream these stop each other"));
  LowerOptions apart = options();
  apart.engines = "dma1=act:ring";
  EXPECT_THAT(lowered(program, implementation, apart), ::testing::HasSubstr("stream act"));
}

TEST(Lower, OfTransfersOfOneBlockTheLastIsWaitedFor) {
  const std::string program = "engine dma pe\nloop l trips dynamic {\n  dma: x\n  dma: y\n  pe: z after x, y\n}\n";
  const std::string implementation =
      "engine dma pe\nsemaphore s t\nloop l trips dynamic {\n  dma: x signal s += 1\n  dma: y signal t += 1\n"
      "  pe: r := r + 1\n  pe: z wait s >= r, t >= r\n}\n";
  const std::string text = stream(lowered(program, implementation, options()), "pe");
  EXPECT_THAT(text, ::testing::HasSubstr("event_semaphore wait S1 >= r"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("S0")));
}

TEST(Lower, ANameTooLongForAQueueIsShortenedAndStaysUnique) {
  const std::string name(40, 'n');
  const std::string program = "engine dma\ndma: " + name + "1\ndma: " + name + "2\n";
  const std::string text = lowered(program, program, options());
  EXPECT_THAT(text, ::testing::HasSubstr("nnn#0"));
  EXPECT_THAT(text, ::testing::HasSubstr("nnn#1"));
}

Program kernel(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return *parse_program(text.str(), path.filename().string());
}

TEST(Lower, EveryKernelUnderEverySchemeInBothProfiles) {
  std::size_t done = 0;
  for (const auto& file : std::filesystem::directory_iterator(COUNTERPOINT_SOURCE_DIR "/examples/kernels")) {
    if (file.path().extension() != ".cp") continue;
    const Program program = kernel(file.path());
    for (const SchemeEntry& scheme : all_schemes()) {
      for (const Profile& profile : {Profile::page(), Profile::device()}) {
        AllocationOptions how;
        how.scheme = scheme.scheme;
        const auto allocation = allocate_to_fit(program, how, options(profile));
        ASSERT_TRUE(allocation.has_value()) << file.path() << " " << scheme.name;
        const auto image = lower(program, allocation->implementation, options(profile));
        ASSERT_TRUE(image.has_value()) << file.path() << " " << scheme.name << to_string(image.error().front());
        expect_sound(*image, Legality::compiler);
        ++done;
      }
    }
  }
  EXPECT_EQ(done, 11 * all_schemes().size() * 2);
}

TEST(Lower, ABudgetOfEightIsKeptWithTheBarriersOwn) {
  for (const std::string name : {"flash_attention", "hoisted_matmul", "rmsnorm"}) {
    const Program program = kernel(COUNTERPOINT_SOURCE_DIR "/examples/kernels/" + name + ".cp");
    LowerOptions eight = options();
    eight.semaphores = 8;
    AllocationOptions how;
    how.scheme = Scheme::automatic;
    const auto allocation = allocate_to_fit(program, how, eight);
    ASSERT_TRUE(allocation.has_value()) << name;
    const auto image = lower(program, allocation->implementation, eight);
    ASSERT_TRUE(image.has_value()) << name;
    EXPECT_LE(image->semaphores.size(), 8U);
  }
}

TEST(Lower, OverBudgetIsARefusalWithWhatIsNeeded) {
  LowerOptions one = options();
  one.semaphores = 1;
  const std::string implementation =
      "engine pe act\nsemaphore s t\npe: x signal s += 1\nact: y wait s >= 1 signal t += 1\n";
  EXPECT_THAT(lowered(chain, implementation, one), ::testing::HasSubstr("needs 2 semaphores, and may have 1"));
}

// A random program (see verify/generate/program.hpp), half of its engines rings, under a random allocation or by hand:
// lowering gives a sound image or a refusal, never an internal error. Returns whether it gives an image.
bool lowers_or_refuses(std::uint64_t seed, Legality legality, bool by_hand) {
  Choices choices(seed);
  const Program program = generate_program(choices, Shape{});
  const Implementation implementation =
      by_hand ? generate_by_hand(choices, program) : generate_implementation(choices, program);
  LowerOptions how = options(choices.chance(1, 2) ? Profile::device() : Profile::page(), legality);
  for (const EngineId e : program.tree.engines()) {
    if (!choices.chance(1, 2)) continue;
    how.engines += (how.engines.empty() ? "" : ",") + std::string(program.tree.engine_name(e)) +
                   (choices.chance(1, 2) ? "=sp:ring" : "=act:ring");
  }
  const auto image = lower(program, implementation, how);
  if (image) {
    expect_sound(*image, legality);
  } else {
    for (const Diagnostic& d : image.error()) EXPECT_EQ(d.severity, Severity::refusal);
  }
  return image.has_value();
}

constexpr std::uint64_t all_programs = 1000;

// `floor`: how many of all programs must give an image, and as many must be refused.
void all_lower_or_are_refused(Legality legality, bool by_hand, double floor) {
  const std::uint64_t programs = counterpoint::testing::property_cases(all_programs, 100);
  std::uint64_t lowered = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    lowered += lowers_or_refuses(seed, legality, by_hand) ? 1 : 0;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
  std::cout << lowered << " of " << programs << " programs lower\n";
  EXPECT_GE(static_cast<double>(lowered), counterpoint::testing::least_of(floor, programs, all_programs));
  EXPECT_GE(static_cast<double>(programs - lowered), counterpoint::testing::least_of(floor, programs, all_programs));
}

// Distribution, of 1,000 programs: at least 400 give an image, as many are refused.
TEST(LowerProperties, AllocationsLowerOrAreRefused) { all_lower_or_are_refused(Legality::compiler, false, 400); }

// Distribution, of 1,000 programs: at least 400 give an image, as many are refused.
TEST(LowerProperties, WhatIsMadeByHandLowersOrIsRefused) { all_lower_or_are_refused(Legality::hardware, true, 400); }

}  // namespace
}  // namespace counterpoint::neuron
