// What an architecture has by default, and how one parameter is changed.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/machine/parameters.hpp"

#include <gtest/gtest.h>

#include <set>

namespace counterpoint::ascend {
namespace {

TEST(AscendMachine, has_the_defaults_of_its_architecture) {
  const Machine c220(Architecture::c220);
  const Machine c310(Architecture::c310);
  for (const Machine& m : {c220, c310}) {
    EXPECT_FALSE(m.flags_count());
    EXPECT_TRUE(m.key_has_destination());
    EXPECT_EQ(m.usable_ids(), 8U);
    EXPECT_EQ(m.buffer_ids(), 32U);
    EXPECT_TRUE(m.in_order(Pipe::s));
    EXPECT_TRUE(m.in_order(Pipe::m));
    EXPECT_FALSE(m.in_order(Pipe::mte2));
    EXPECT_FALSE(m.in_order(Pipe::mte3));
    EXPECT_FALSE(m.in_order(Pipe::mte1));
    EXPECT_FALSE(m.in_order(Pipe::fix));
    EXPECT_TRUE(m.inserts_sync());
    EXPECT_TRUE(m.mte3_flags_on_parallel_loops());
    EXPECT_EQ(m.mmad_with_bias_pipe(), Pipe::m);
    EXPECT_TRUE(m.scalar_dispatches());
  }
  EXPECT_FALSE(c220.in_order(Pipe::v));
  EXPECT_TRUE(c310.in_order(Pipe::v));
  EXPECT_EQ(c220.name(), "c220");
}

TEST(AscendMachine, takes_every_value_of_every_parameter_and_no_other) {
  for (const ParameterEntry& e : all_parameters()) {
    std::set<std::string> names;
    const bool range = e.values.find("..") != std::string_view::npos;
    for (unsigned value = 0; value < 100; ++value) {
      Machine m(Architecture::c310);
      if (!range && value > static_cast<unsigned>(std::count(e.values.begin(), e.values.end(), '|'))) break;
      const auto done = m.set(std::string(e.word) + "=" + value_text(e, value));
      if (!range) {
        EXPECT_TRUE(done.has_value()) << e.word;
      }
      if (!done) continue;
      EXPECT_EQ(m.at(e.which), value);
      names.insert(m.name());
    }
    EXPECT_GT(names.size(), 1U) << e.word;
    EXPECT_EQ(names.count("c310"), 1U) << e.word;
    for (const char* wrong : {"=", "", "=x", "=65", "=-1", "=1x"}) {
      Machine m(Architecture::c310);
      const auto done = m.set(std::string(e.word) + wrong);
      ASSERT_FALSE(done.has_value()) << e.word << wrong;
      EXPECT_EQ(done.error().code, Code::switch_value);
    }
  }
  Machine m(Architecture::c220);
  EXPECT_EQ(m.set("buffer-id=28").error().nearest, "buffer-ids");
  EXPECT_EQ(m.set("flag=count").error().expected, "binary or counting");
}

TEST(AscendMachine, names_what_was_changed) {
  Machine m(Architecture::c220);
  EXPECT_TRUE(m.set("reserved-ids=2").has_value());
  EXPECT_TRUE(m.set("flag=counting").has_value());
  EXPECT_EQ(m.name(), "c220 with flag=counting, reserved-ids=2");
  EXPECT_EQ(m.usable_ids(), 6U);
  EXPECT_TRUE(m.set("reserved-ids=9").has_value());
  EXPECT_EQ(m.usable_ids(), 0U);
}

// ascend.md 1.2: 35 events, 13 of a vector core, 24 of a cube core; on c310 those between pipes of one core.
TEST(AscendMachine, has_the_events_of_its_core) {
  const auto events = [](Machine m, std::string_view core) {
    EXPECT_TRUE(m.set(core).has_value());
    int n = 0;
    for (const Pipe from : all_pipes) {
      for (const Pipe to : all_pipes) n += m.has_event(from, to) ? 1 : 0;
    }
    return n;
  };
  const Machine c220(Architecture::c220);
  const Machine c310(Architecture::c310);
  EXPECT_EQ(events(c220, "core=any"), 35);
  EXPECT_EQ(events(c220, "core=vector"), 13);
  EXPECT_EQ(events(c220, "core=cube"), 24);
  EXPECT_EQ(events(c310, "core=vector"), 13);
  EXPECT_TRUE(c310.has_event(Pipe::mte3, Pipe::mte2));
  EXPECT_FALSE(c310.has_event(Pipe::mte3, Pipe::mte1));
  EXPECT_TRUE(c220.has_event(Pipe::mte3, Pipe::mte1));
  EXPECT_FALSE(c310.has_event(Pipe::s, Pipe::s));
}

TEST(AscendMachine, has_the_pipes_of_its_core) {
  Machine m(Architecture::c310);
  for (const Pipe p : all_pipes) EXPECT_TRUE(m.has_pipe(p));
  EXPECT_FALSE(m.has_pipe(Pipe::all));
  EXPECT_TRUE(m.set("core=cube").has_value());
  EXPECT_FALSE(m.has_pipe(Pipe::v));
  EXPECT_FALSE(m.has_pipe(Pipe::mte3));
  EXPECT_TRUE(m.set("core=vector").has_value());
  EXPECT_FALSE(m.has_pipe(Pipe::mte1));
  EXPECT_TRUE(m.has_pipe(Pipe::mte2));
}

}  // namespace
}  // namespace counterpoint::ascend
