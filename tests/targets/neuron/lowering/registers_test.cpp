// How long registers are needed, and which numbers they get.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/registers.hpp"

#include <gtest/gtest.h>

#include <set>

#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron {
namespace {

class Registers : public testing::Test {
 protected:
  void write(DraftRegister r) { draft.add(move_value(r, 1)); }
  void read(DraftRegister r) {
    DraftRecord x;
    x.record.opcode = Opcode::no_op;
    x.record.band.wait_mode = WaitMode::at_least_register;
    x.first = r;
    draft.add(x);
  }
  [[nodiscard]] std::size_t used() const { return colour(registers_needed(draft)).used; }
  [[nodiscard]] bool zero(DraftRegister r) const { return registers_needed(draft)[r.value].zero; }

  Draft draft;
  DraftRegister a = draft.fresh();
  DraftRegister b = draft.fresh();
};

TEST_F(Registers, OneAfterTheOtherShareANumber) {
  write(a);
  read(a);
  write(b);
  read(b);
  EXPECT_EQ(used(), 1U);
}

TEST_F(Registers, BothNeededAtOnceDoNot) {
  write(a);
  write(b);
  read(a);
  read(b);
  EXPECT_EQ(used(), 2U);
}

TEST_F(Registers, WhatIsReadInTheRecordThatWritesMakesRoom) {
  write(a);
  draft.add(alu_value(AluOperation::add, b, a, 1));
  read(b);
  EXPECT_EQ(used(), 1U);
}

TEST_F(Registers, AValueFromOutsideIsKeptToTheEndOfALoop) {
  write(a);
  draft.mark(MarkKind::loop);
  read(a);
  write(b);
  read(b);
  draft.mark(MarkKind::loop_end);
  EXPECT_EQ(used(), 2U);
}

TEST_F(Registers, AValueFromTheIterationBeforeIsKeptThroughTheLoop) {
  write(a);
  draft.mark(MarkKind::loop);
  write(b);
  read(b);
  read(a);
  write(a);
  draft.mark(MarkKind::loop_end);
  EXPECT_EQ(used(), 2U);
}

TEST_F(Registers, ReadBeforeWrittenMustBeZero) {
  read(a);
  write(b);
  read(b);
  EXPECT_TRUE(zero(a));
  EXPECT_FALSE(zero(b));
}

TEST_F(Registers, ALoopThatMayNotRunWritesNothing) {
  for (const bool at_least_once : {false, true}) {
    draft = Draft();
    a = draft.fresh();
    draft.mark(MarkKind::loop);
    write(a);
    draft.mark(MarkKind::loop_end, at_least_once);
    read(a);
    EXPECT_EQ(zero(a), !at_least_once);
  }
}

TEST_F(Registers, AConditionalWritesWhatBothBranchesWrite) {
  draft.mark(MarkKind::branch);
  write(a);
  write(b);
  draft.mark(MarkKind::other_branch);
  write(a);
  draft.mark(MarkKind::branch_end);
  read(a);
  read(b);
  EXPECT_FALSE(zero(a));
  EXPECT_TRUE(zero(b));
}

TEST_F(Registers, InADeeperLoopTheOutermostThatTheValueEntersKeepsIt) {
  write(a);
  draft.mark(MarkKind::loop);
  draft.mark(MarkKind::loop);
  read(a);
  draft.mark(MarkKind::loop_end);
  write(b);  // behind the inner loop, but within the outer
  read(b);
  draft.mark(MarkKind::loop_end);
  EXPECT_EQ(used(), 2U);
}

TEST_F(Registers, SixtyThreeAtOnceAreRefused) {
  for (const std::size_t count : {std::size_t{62}, std::size_t{63}}) {
    draft = Draft();
    std::vector<DraftRegister> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(draft.fresh());
    for (const DraftRegister r : all) write(r);
    for (const DraftRegister r : all) read(r);
    const auto stream = draft.finish(Engine::pe, "pe", Profile::page());
    EXPECT_EQ(stream.has_value(), count == 62);
    if (!stream) {
      EXPECT_EQ(stream.error().code, Code::registers_short);
    }
  }
}

TEST_F(Registers, WhatMustBeZeroIsSetAtTheStartAndLabelsMoveWithIt) {
  const Label head = draft.label();
  draft.mark(MarkKind::loop);
  draft.bind(head);
  draft.add(alu_value(AluOperation::add, a, a, 1));
  draft.add(branch_value(Compare::less, a, 3, head));
  draft.mark(MarkKind::loop_end, true);
  const auto stream = draft.finish(Engine::pe, "pe", Profile::page());
  ASSERT_TRUE(stream.has_value());
  EXPECT_EQ(stream->block_starts, (std::vector<std::uint32_t>{0, 1}));
  const auto first = decode(stream->words[0], Profile::page(), Legality::compiler);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->opcode, Opcode::register_move);
  const auto branch = decode(stream->words[2], Profile::page(), Legality::compiler);
  EXPECT_EQ(std::get<Branch>(branch->payload).target, 1U);
}

}  // namespace
}  // namespace counterpoint::neuron
