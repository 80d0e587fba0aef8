// Generated implementations: those of their program, stable, and of every kind.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: implementation.hpp; the floors below are about half of what 2,000 seeds give.
#include "verify/generate/implementation.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/program/pairing.hpp"
#include "core/text/text.hpp"
#include "tests/verify/generate/digest.hpp"
#include "verify/generate/program.hpp"

namespace counterpoint {
namespace {

TEST(GenerateImplementation, gives_the_same_text_for_a_seed_everywhere) {
  std::string all;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, {});
    all += print(generate_by_hand(choices, program));
    all += print(generate_implementation(choices, program));
  }
  EXPECT_EQ(testing::digest(all), 10898138728409902506U);
}

TEST(GenerateImplementation, gives_counted_waits_where_every_choice_is_zero) {
  const auto program =
      parse_program("program p\nengine a b\nloop L trips dynamic {\n  a: x after y@L-2\n  b: y after x\n}\n", "p");
  ASSERT_TRUE(program);
  Choices choices(std::span<const std::uint8_t>{});
  EXPECT_EQ(print(generate_by_hand(choices, *program)),
            "implementation p\nengine a b\nsemaphore spare s0 s1\n\nloop L trips dynamic {\n  a: r_L := r_L + 1\n"
            "  b: r_L := r_L + 1\n  a: w0 := r_L - 2\n  a: x  wait s0 >= w0  signal s1 += 1\n"
            "  b: y  wait s1 >= r_L  signal s0 += 1\n}\n");
}

TEST(GenerateImplementation, gives_implementations_of_its_program_that_are_read_back_as_they_are) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, {});
    for (const Implementation& made : {generate_by_hand(choices, program), generate_implementation(choices, program)}) {
      const auto read = parse_implementation(print(made), "generated");
      ASSERT_TRUE(read) << print(made) << to_string(read.error()[0]);
      ASSERT_TRUE(same_implementation(made, *read)) << print(made);
      ASSERT_TRUE(pair_up(program, made)) << print(program) << print(made);
    }
  }
}

void count(const Implementation& made, std::map<std::string, int>& times) {
  std::map<std::uint32_t, std::set<std::uint32_t>> writers;
  std::map<std::uint32_t, std::set<UpdateTime>> kinds;
  const auto test = [&](const Wait& w) {
    times[w.kind == TestKind::take ? "take" : w.kind == TestKind::equal ? "equal" : "at least"]++;
    times["array"] += w.index.is_none() ? 0 : 1;
  };
  const auto update = [&](EngineId e, const Update& u) {
    writers[u.semaphore.value].insert(e.value);
    kinds[u.semaphore.value].insert(u.time);
    times["at issue"] += u.time == UpdateTime::issue ? 1 : 0;
    times["decrement"] += u.kind == UpdateKind::subtract ? 1 : 0;
    times["assignment"] += u.kind == UpdateKind::set ? 1 : 0;
    times["flag"] += made.semaphores[u.semaphore].flag ? 1 : 0;
  };
  for (const Wait& w : made.waits) test(w);
  for (const Wait& w : made.alone_waits) test(w);
  for (const Statement& s : made.statements) {
    if (s.kind() == StatementKind::fence) ++times["fence"];
    if (s.kind() == StatementKind::wait) ++times["wait alone"];
    if (s.kind() == StatementKind::signal) {
      ++times["signal alone"];
      for (const Update& u : made.signal(s.index)) update(s.engine(), u);
    }
    if (s.kind() == StatementKind::instruction) {
      for (const Update& u : made.updates_of(InstructionId{std::size_t{s.index}})) update(s.engine(), u);
    }
  }
  for (const auto& [s, engines] : writers) times["two writers"] += engines.size() > 1 ? 1 : 0;
  for (const auto& [s, when] : kinds) times["both kinds of update"] += when.size() > 1 ? 1 : 0;
  if (made.tree.barrier_count() > 0) ++times["barrier"];
}

TEST(GenerateImplementation, reaches_everything_that_the_language_can_say) {
  std::map<std::string, int> times;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, {});
    count(generate_by_hand(choices, program), times);
  }
  const std::map<std::string, int> floors = {{"take", 1100},
                                             {"equal", 240},
                                             {"at least", 3500},
                                             {"array", 240},
                                             {"at issue", 650},
                                             {"decrement", 50},
                                             {"assignment", 190},
                                             {"flag", 250},
                                             {"fence", 110},
                                             {"wait alone", 800},
                                             {"signal alone", 390},
                                             {"two writers", 180},
                                             {"both kinds of update", 110},
                                             {"barrier", 100}};
  for (const auto& [name, least] : floors) {
    EXPECT_GE(times[name], least) << name << " is hardly generated";
  }
}

TEST(GenerateOptions, reach_every_scheme) {
  std::set<Scheme> schemes;
  Choices choices(std::uint64_t{1});
  for (int i = 0; i < 200; ++i) schemes.insert(generate_options(choices).scheme);
  EXPECT_EQ(schemes.size(), all_schemes().size());
}

}  // namespace
}  // namespace counterpoint
