// One semaphore per engine, its threshold taken down where the consumer's engine passes the producer.
// SPDX-License-Identifier: Apache-2.0
//
// What. The consumer's engine e counts, in q_f, the counted instructions of f in the blocks it passes: first thing in a
// block, all of them at once. Where it passes the block of a producer it then notes n_0 = q_f, and the threshold is
// such a note less the number of f's instructions behind p in that block: the latest note, the one k executions of the
// block ago (n_k), or the latest one at the start of an earlier iteration of a loop (g, a history). In the producer's
// own block q_f itself is the note. No multiplication by a loop count, and right for zero trips. Why a note per block:
// semantics.md notes q_f + position for each producer. The difference of the two is a constant, so all producers of one
// block on one engine share a note here, and a consumer beside them needs none. Invariant: at the start of a block,
// first q_f advances by the whole block, then the notes are shifted and taken, on every engine that keeps them, also
// without a statement of its own there. Exact if c is on f, or f counts in P only, or all bodies where f counts are
// uniform; else it can release early (program 6). Not defined for two-level, static and direct backward k = 0. Source:
// semantics.md 4, 5.3. Cost: an operation per block and engine counted, one per block and engine noted.
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
[[nodiscard]] Value snapshot_threshold(const Formula& f, const EngineCounting& counting, Lowering& lower);

// The operations at the start of blocks.
class SnapshotBlocks {
 public:
  // Which notes and counters there are; returns the number of operations in the text.
  std::size_t prepare(const Tree& tree, const EngineCounting& counting, const RegisterTable& table);
  void emit(BlockId block, const Tree& tree, const EngineCounting& counting, const RegisterTable& table,
            ImplementationBuilder& builder);

 private:
  struct Note {
    InstructionId last;  // stands for its block and engine
    EngineId engine;     // who keeps it
    std::uint32_t entry = 0;
  };
  std::vector<Note> notes_;                                 // in the order of the text
  IdVector<EngineId, std::vector<std::uint32_t>> keepers_;  // by f: entries of its counters q_f
  std::size_t next_ = 0;                                    // first note of a block still to come
};

}  // namespace counterpoint
