// One semaphore per engine, its threshold taken down where the consumer's engine passes the producer.
// SPDX-License-Identifier: Apache-2.0
//
// What. The consumer's engine e counts, in q_f, the counted instructions of f in the blocks it passes. Where it passes
// the block of a producer p it notes n^0_p = q_f + position of p: the retirement of f that p's instance will be. The
// threshold is such a note: the latest one, the one k executions of the block ago (n^k), or the latest one at the start
// of an earlier iteration of a loop (g, a history). No multiplication by a loop count, and right for zero trips.
// Invariant: at the start of a block, first the notes are shifted and taken, then q_f advances by the whole block, on
// every engine that keeps them, also without a statement of its own there.
// Exact if c is on f, or f counts in P only, or all bodies where f counts are uniform; else it can release early
// (program 6). Not defined for two-level, static and direct backward k = 0. Source: semantics.md 4, 5.3.
// Cost: an operation per block, engine and producer noted, whether or not the consumer needs the note this time.
#pragma once

#include <string_view>
#include <vector>

#include "core/allocation/engine_counting.hpp"
#include "core/allocation/threshold.hpp"

namespace counterpoint {

// Every note is shifted at every execution of its block: beyond so many, counting by body is cheaper.
inline constexpr std::int64_t snapshot_depth_limit = 64;

// Empty if the snapshot form is defined and exact for a consumer on engine e, else why not.
[[nodiscard]] std::string_view why_no_snapshot(const Formula& f, EngineId e, const EngineCounting& counting);
[[nodiscard]] Value snapshot_threshold(const Formula& f, Lowering& lower);

// The operations at the start of blocks.
class SnapshotBlocks {
 public:
  // Which notes and counters there are; returns the number of operations in the text.
  std::size_t prepare(const Tree& tree, const EngineCounting& counting, const RegisterTable& table);
  void emit(BlockId block, const Tree& tree, const EngineCounting& counting, const RegisterTable& table,
            ImplementationBuilder& builder);

 private:
  struct Note {
    InstructionId producer;
    EngineId engine;
    std::uint32_t entry = 0;
  };
  std::vector<Note> notes_;                                 // by producer, so by block in the order of the text
  IdVector<EngineId, std::vector<std::uint32_t>> keepers_;  // by f: entries of its counters q_f
  std::size_t next_ = 0;                                    // first note of a block still to come
  std::vector<EngineId> touched_;
  IdVector<EngineId, std::uint32_t> counted_;
};

}  // namespace counterpoint
