// Queues and their calls in a kernel that is read.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/kernel/positions.hpp"
#include "targets/ascend/text/kernel_reader.hpp"

namespace counterpoint::ascend {
namespace {

std::vector<std::string_view> position_words() {
  std::vector<std::string_view> words;
  for (const PositionEntry& p : all_positions()) words.push_back(p.word);
  return words;
}

}  // namespace

// `[CORE] POSITION [depth INT] [num INT]`, after the word `queue`; with a core where the program is of several.
void KernelReader::queue(Op& op) {
  op.kind = OpKind::queue;
  if (kernel_->several_cores()) {
    const KernelToken core = expect_name("the core of a queue");
    const std::vector<std::string_view> positions = position_words();
    if (std::ranges::find(positions, core.text) != positions.end()) {
      fail(AscendCode::several_cores, core, "the kernel is of several cores, and this names none", "CORE POSITION");
    }
    op.core = core_of_program(core, core.text);
  }
  const KernelToken word = expect_name("the position of a queue");
  if (core_named(word.text)) {
    fail(AscendCode::several_cores, word, "the kernel is of one core, and this names one", "a position");
  }
  const auto table = all_positions();
  const auto found = std::ranges::find_if(table, [&](const PositionEntry& p) { return word.is(p.word); });
  if (found == table.end()) {
    fail(AscendCode::kernel_syntax, word, "no queue stands there", fmt::format("{}", fmt::join(position_words(), ", ")),
         position_words());
  }
  op.position = found->position;
  const auto number = [&](std::string_view name, std::uint64_t least) {
    if (!same_line() || !token_.is(name)) return std::uint8_t{1};
    advance();
    const KernelToken at = token_;
    const auto value =
        static_cast<std::uint64_t>(expect_integer(fmt::format("the {} of a queue", name), most_queue_buffers));
    if (value < least) fail(AscendCode::kernel_number, at, "a queue has at least one buffer", "a number from 1 on");
    return static_cast<std::uint8_t>(value);
  };
  op.depth = number("depth", 0);
  op.number = number("num", 1);
}

// The queue of a call. The call is of its core.
void KernelReader::of_queue(Op& op) {
  op.uses.push_back(expect_value({OpKind::queue}, "a queue"));
  op.core = kernel_->op(kernel_->value(op.uses[0]).definition).core;
}

// A queue without depth holds no tensor, so a deque says which one it means.
void KernelReader::in_place(Op& op) {
  if (kernel_->op(kernel_->value(op.uses[0]).definition).depth != 0) return;
  const KernelToken tensor = token_;
  op.uses.push_back(expect_value({OpKind::alloc, OpKind::deque}, "the tensor, since a queue of depth 0 holds none"));
  tensor_of(op, tensor);
}

void KernelReader::call(OpKind kind) {
  Op op;
  op.kind = kind;
  of_queue(op);
  const KernelToken tensor = token_;
  op.uses.push_back(expect_value({OpKind::alloc, OpKind::deque, OpKind::get_scratch}, "a tensor"));
  tensor_of(op, tensor);
  put(std::move(op));
}

// The runtime knows a buffer by its address: it must be one of the queue's.
void KernelReader::tensor_of(const Op& op, const KernelToken& tensor) const {
  const Op& definition = kernel_->op(kernel_->value(op.uses[1]).definition);
  if (definition.kind != OpKind::get_scratch && definition.uses[0] == op.uses[0]) return;
  fail(AscendCode::foreign_tensor, tensor, "this tensor is in no buffer of the queue",
       fmt::format("a tensor that '{}' gave", kernel_->value(op.uses[0]).name));
}

}  // namespace counterpoint::ascend
