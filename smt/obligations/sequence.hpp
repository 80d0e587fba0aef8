// The order of the instructions of a block in which one engine could run them all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "smt/streams/streams.hpp"

namespace counterpoint::smt {

struct Setting;
struct Consumer;

class Sequence {
 public:
  // What the cell has been raised by in the consumer's block before it, in sequential order. None if the dependencies
  // at distance 0 within the block have a cycle with its streams. Cost: linear in the block, once; then a search, and
  // linear in the raisers of the block where the text is no sequential order.
  [[nodiscard]] std::optional<std::int64_t> raised_before(const Setting& s, const Consumer& c, CellId cell);

 private:
  struct Order {
    bool text = true;  // the text is one
    bool cycle = false;
    std::unordered_map<InstructionId, std::uint32_t> rank;  // unless the text is one
  };
  [[nodiscard]] static Order order_of(const Setting& s, BlockId b);
  std::unordered_map<BlockId, Order> orders_;
};

}  // namespace counterpoint::smt
