// Tests of the pipeline and the step interface.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/machine.hpp"

#include <gtest/gtest.h>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "core/program/implementation_builder.hpp"
#include "tests/core/machine/sketch.hpp"

namespace counterpoint {
namespace {

std::vector<std::string> enabled_steps(const Machine& machine, const MachineState& state) {
  std::vector<Step> steps;
  for (const EngineId e : machine.tree().engines()) machine.enabled(state, e, steps);
  std::vector<std::string> text;
  for (const Step& s : steps) text.push_back(to_text(machine.tree(), s));
  return text;
}

void perform(const Machine& machine, MachineState& state, std::string_view trace) {
  const auto steps = parse_trace(machine.tree(), trace);
  ASSERT_TRUE(steps.has_value()) << to_string(steps.error().front());
  for (const Step& s : *steps) {
    ASSERT_TRUE(machine.is_enabled(state, s)) << to_text(machine.tree(), s);
    machine.apply(state, s);
  }
}

using Strings = std::vector<std::string>;

TEST(SpecificationMachine, holds_a_consumer_until_its_producer_has_retired) {
  const sketch::Sketch sketch{"R{L{[e0: p | e1: c]}}", "c<-p(0,0)", "L=[1]"};
  const Program program = sketch::program(sketch);
  const Machine machine = specification_machine(program, sketch::trips(program, sketch));
  MachineState s = machine.start();
  EXPECT_EQ(enabled_steps(machine, s), Strings{"issue e0 p"});
  perform(machine, s, "issue e0 p");
  EXPECT_EQ(enabled_steps(machine, s), Strings{"commit e0 p 0"});
  perform(machine, s, "commit e0 p 0");
  EXPECT_EQ(enabled_steps(machine, s), Strings{"retire e0 p"});
  perform(machine, s, "retire e0 p");
  EXPECT_EQ(enabled_steps(machine, s), (Strings{"end e0", "issue e1 c"}));
  perform(machine, s, "end e0\nissue e1 c\ncommit e1 c 0\nretire e1 c\nend e1");
  EXPECT_TRUE(machine.complete(s));
}

TEST(ImplementationMachine, runs_the_double_buffer_of_the_language_page) {
  ImplementationBuilder b("double_buffer");
  const EngineId dma = b.tree.add_engine("dma", false);
  const EngineId pe = b.tree.add_engine("pe", false);
  const SemaphoreId s_dma = b.add_semaphore("s_kv_dma");
  const SemaphoreId s_pe = b.add_semaphore("s_kv_pe");
  b.tree.open_loop("kv", TripKind::dynamic, 0, 1);
  const auto reg = [&](EngineId e, const char* name) { return b.reg(e, name); };
  const auto use = [&](EngineId e, const char* name) { return Operand::of(reg(e, name)); };
  b.operation(dma, reg(dma, "r"), Operation::add, use(dma, "r"), b.literal(1));
  b.operation(dma, reg(dma, "t"), Operation::add, use(dma, "t"), b.literal(1));
  b.operation(dma, reg(dma, "m"), Operation::greater, use(dma, "t"), b.literal(2));
  b.operation(dma, reg(dma, "w"), Operation::subtract, use(dma, "r"), b.literal(2));
  b.operation(dma, reg(dma, "w"), Operation::multiply, use(dma, "w"), use(dma, "m"));
  b.operation(pe, reg(pe, "r"), Operation::add, use(pe, "r"), b.literal(1));
  const Wait load_wait{s_pe, {}, use(dma, "w"), TestKind::at_least};
  const Update load_done{s_dma, {}, b.literal(1), UpdateKind::add, UpdateTime::retire};
  b.instruction(dma, "load", 1, {&load_wait, 1}, {&load_done, 1});
  const Wait qk_wait{s_dma, {}, use(pe, "r"), TestKind::at_least};
  const Update qk_done{s_pe, {}, b.literal(1), UpdateKind::add, UpdateTime::retire};
  b.instruction(pe, "qk", 2, {&qk_wait, 1}, {&qk_done, 1});
  b.tree.close();
  const Implementation implementation = b.finish();
  Trips trips(implementation.tree);
  trips.set_list(ScopeId{std::size_t{1}}, {3});
  const Machine machine = implementation_machine(implementation, trips);
  MachineState s = machine.start();
  perform(machine, s, "issue dma load\nissue dma load");
  // The third load waits for the first qk, which waits for the first load.
  EXPECT_EQ(enabled_steps(machine, s), (Strings{"commit dma load 0", "commit dma load 1"}));
  perform(machine, s, "commit dma load 0\nretire dma load\nissue pe qk\ncommit pe qk 0");
  EXPECT_FALSE(machine.stream_step(s, dma).has_value());
  perform(machine, s, "retire pe qk");
  EXPECT_TRUE(machine.stream_step(s, dma).has_value());
}

}  // namespace
}  // namespace counterpoint
