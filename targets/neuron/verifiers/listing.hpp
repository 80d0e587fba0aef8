// A function of a dump laid out in the order it is written: instructions by place, blocks with their successors, loops.
// SPDX-License-Identifier: Apache-2.0
//
// What. Instructions are numbered through all blocks. A block goes on to what its branches name, and to the next block
//   unless it branches always. A branch to this or an earlier block closes a loop: its body is the blocks from there to
//   here. What a DMA trigger fires stands with the trigger: the blocks of its queue in the order it lists them.
// Why. Every verifier speaks of "before" and "in the body" in this order, so it is made once.
// Cost. Linear, but for the sorted loops.
// Source. neuron.md 3.6, 4.8, 4.10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/dump.hpp"

namespace counterpoint::neuron {

// An update, a completion or an access belongs to an instruction, or to a block of a queue that it fires.
struct DumpPart {
  std::uint32_t instruction = 0;
  const DumpDmaBlock* fired = nullptr;  // null: the instruction itself
};

class Listing {
 public:
  Listing(const DumpSet& set, std::size_t core, std::size_t function);

  struct Block {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::vector<std::uint32_t> next;      // later blocks, ascending, each once
    std::vector<std::uint32_t> previous;  // earlier ones
  };
  struct Loop {
    std::uint32_t first_block = 0;
    std::uint32_t last_block = 0;
  };

  [[nodiscard]] const DumpFunction& function() const { return *function_; }
  [[nodiscard]] const Dump& dump() const { return *dump_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(instructions_.size()); }
  [[nodiscard]] const DumpInstruction& at(std::uint32_t i) const { return *instructions_[i]; }
  [[nodiscard]] std::uint32_t block_of(std::uint32_t i) const { return block_of_[i]; }
  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  [[nodiscard]] const std::string& block_name(std::uint32_t b) const { return function_->blocks[b].name; }
  // Outer before inner.
  [[nodiscard]] const std::vector<Loop>& loops() const { return loops_; }
  [[nodiscard]] bool branches_forward() const { return branches_forward_; }

  // What completes with this instruction: itself, or the blocks of its queue that it fires.
  [[nodiscard]] std::vector<DumpPart> parts(std::uint32_t i) const;
  [[nodiscard]] static const std::string& name(const DumpInstruction& i, const DumpPart& p) {
    return p.fired != nullptr ? p.fired->name : i.name;
  }
  [[nodiscard]] static const DumpSync& sync(const DumpInstruction& i, const DumpPart& p) {
    return p.fired != nullptr ? p.fired->sync : i.sync;
  }

  // "/functions/0/blocks/1/instructions/3", below "/cores/N" where the document has several.
  [[nodiscard]] std::string pointer(std::uint32_t i) const;
  // "load (SP, block body)".
  [[nodiscard]] std::string describe(std::uint32_t i) const;
  // A diagnostic at this instruction, with its source line if it has one.
  [[nodiscard]] Diagnostic diagnose_at(Code code, std::uint32_t i, std::string message) const;

 private:
  void connect();

  const DumpFunction* function_;
  const Dump* dump_;
  std::string prefix_;
  std::vector<const DumpInstruction*> instructions_;
  std::vector<std::uint32_t> block_of_;
  std::vector<Block> blocks_;
  std::vector<Loop> loops_;
  std::unordered_map<std::string_view, const DumpDmaBlock*> fired_;
  bool branches_forward_ = false;
};

// An asynchronous transfer: its completion is not ordered by its engine.
[[nodiscard]] bool is_dma(const DumpInstruction& i);
// Does nothing but order: what the tail of a loop's body may consist of.
[[nodiscard]] bool is_fence(const DumpInstruction& i);
[[nodiscard]] bool is_branch(const DumpInstruction& i);

}  // namespace counterpoint::neuron
