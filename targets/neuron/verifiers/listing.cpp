// Lays a function of a dump out in the order it is written.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace counterpoint::neuron {

bool is_dma(const DumpInstruction& i) {
  return i.opcode == "DMACopy" || i.opcode == "DMATrigger" || i.opcode == "DMA" || i.opcode == "DMABlock";
}

bool is_branch(const DumpInstruction& i) {
  return i.opcode == "CompareAndBranch" || i.opcode == "UnconditionalBranch" || i.opcode == "BranchHint" ||
         i.opcode == "Terminator" || i.opcode == "Return" || i.opcode == "Exit" || i.opcode == "Break";
}

bool is_fence(const DumpInstruction& i) {
  static constexpr std::array<std::string_view, 6> words = {"EventSemaphore",   "CoreBarrier",          "Drain",
                                                            "AllEngineBarrier", "GroupResetSemaphores", "NoOp"};
  return std::find(words.begin(), words.end(), i.opcode) != words.end();
}

Listing::Listing(const DumpSet& set, std::size_t core, std::size_t function)
    : function_(&set.cores[core].functions[function]), dump_(&set.cores[core]) {
  prefix_ = set.plain ? fmt::format("/functions/{}", function) : fmt::format("/cores/{}/functions/{}", core, function);
  for (const DumpQueue& q : dump_->queues)
    for (const DumpDmaBlock& b : q.blocks) fired_.emplace(b.name, &b);
  for (const DumpBlock& b : function_->blocks) {
    Block block;
    block.first = size();
    for (const DumpInstruction& i : b.instructions) {
      instructions_.push_back(&i);
      block_of_.push_back(static_cast<std::uint32_t>(blocks_.size()));
    }
    block.end = size();
    blocks_.push_back(block);
  }
  connect();
}

void Listing::connect() {
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  const auto count = static_cast<std::uint32_t>(blocks_.size());
  for (std::uint32_t b = 0; b < count; ++b) by_name.emplace(block_name(b), b);
  for (std::uint32_t b = 0; b < count; ++b) {
    bool falls_through = true;
    std::vector<std::uint32_t>& next = blocks_[b].next;
    for (std::uint32_t i = blocks_[b].first; i < blocks_[b].end; ++i) {
      const DumpInstruction& x = at(i);
      for (const std::string* name : {&x.on_true, &x.on_false, &x.target}) {
        if (name->empty()) continue;
        const auto found = by_name.find(*name);
        if (found != by_name.end()) next.push_back(found->second);
      }
      if (!x.target.empty() || (!x.on_true.empty() && !x.on_false.empty())) falls_through = false;
      if (x.opcode == "Return" || x.opcode == "Exit") falls_through = false;
    }
    if (falls_through && b + 1 < count) next.push_back(b + 1);
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    for (const std::uint32_t to : next)
      if (to <= b) loops_.push_back({to, b});
    std::erase_if(next, [b](std::uint32_t to) { return to <= b; });
    for (const std::uint32_t to : next) {
      blocks_[to].previous.push_back(b);
      if (to != b + 1) branches_forward_ = true;
    }
  }
  std::sort(loops_.begin(), loops_.end(), [](const Loop& a, const Loop& b) {
    return a.first_block != b.first_block ? a.first_block < b.first_block : a.last_block > b.last_block;
  });
}

std::vector<DumpPart> Listing::parts(std::uint32_t i) const {
  const DumpInstruction& x = at(i);
  std::vector<DumpPart> out;
  for (const std::string& name : x.dma_blocks) {
    const auto b = fired_.find(name);
    if (b != fired_.end()) out.push_back({i, b->second});
  }
  // A trigger's own update, if it has one, is made when its transfers are complete.
  if (out.empty() || !x.sync.updates.empty()) out.insert(out.begin(), {i, nullptr});
  return out;
}

std::string Listing::pointer(std::uint32_t i) const {
  const std::uint32_t b = block_of_[i];
  return fmt::format("{}/blocks/{}/instructions/{}", prefix_, b, i - blocks_[b].first);
}

std::string Listing::describe(std::uint32_t i) const {
  const DumpInstruction& x = at(i);
  std::string out = fmt::format("'{}' ({}, block {}", excerpt(x.name, 80), entry(x.engine).name,
                                excerpt(block_name(block_of_[i]), 80));
  if (x.line > 0) out += fmt::format(", line {}", x.line);
  return out + ")";
}

Diagnostic Listing::diagnose_at(Code code, std::uint32_t i, std::string message) const {
  Diagnostic d = diagnose(code, {}, std::move(message));
  d.place = pointer(i);
  return d;
}

}  // namespace counterpoint::neuron
