// What the proofs of consumers remember, so that a question of the same shape is asked once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/dependence/reach.hpp"
#include "smt/obligations/consumer.hpp"
#include "smt/obligations/sequence.hpp"
#include "smt/terms/rewrite.hpp"
#include "smt/walk/in_step.hpp"

namespace counterpoint::smt {

// A target at a place, with the walk that speaks of it.
struct ConsumerProofs::Prepared {
  Walk* walk = nullptr;  // none: this way of counting cannot say it
  View view;
  Amount amount;
  std::uint64_t number = 0;
  // Terms where all that is owed is, and where nothing is owed for want of one condition each.
  std::unique_ptr<Substitution> in_view;
  std::unique_ptr<Substitution> when_owed;
  std::vector<std::unique_ptr<Substitution>> when_not;
};

struct ConsumerProofs::Memory {
  explicit Memory(const Setting& s) : in_step(s.terms, s.facts) {}
  using Key = std::vector<std::uint64_t>;
  std::map<Key, std::unique_ptr<Prepared>> prepared;
  std::map<Key, Pair> pairs;
  std::map<Key, std::unique_ptr<Walk>> walks;
  // Which instructions of an engine wait for a cell, and by which wait, in the order of the text; by engine and cell.
  // Made when first asked for.
  std::unordered_map<std::uint64_t, std::vector<std::pair<InstructionId, std::uint32_t>>> waiting;
  std::unordered_map<std::uint64_t, std::vector<CellId>> cells;  // by body and engine: the cells that it raises
  bool waiting_made = false;
  InStep in_step;
  std::unique_ptr<Reach> reach;
  Sequence sequence;
};

}  // namespace counterpoint::smt
