// The datapath: what the slots of the buffers hold.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 2, "Data". A slot holds one word, 0 at first. A commit of x reads the slots of `reads`, computes
// v = hash(instruction, iteration vector, values read in the order written) and sets every slot w of `writes` to
// hash(old value of w, v). Slots and the iteration vector are fixed at issue, since the engine goes on.
//
// Why this way. The hash is XXH64 of little-endian words, with instructions and buffers known by the hash of their
// names: the same on every platform, and the same for a program and an implementation whose identifiers differ.
// The digest is a sum over slots, kept up to date by each write, so it depends on no order and costs nothing to read.
// Few slots stand in an array, many (up to 2^31 - 1 a buffer) in a map of those touched.
// Buffers that share bytes are cut at every end of a slot of theirs; each piece holds a word of its own, and an access
// to a slot is one to all its pieces, by address. Pieces are numbered after all slots, and known by space and address.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/machine/ring.hpp"
#include "core/program/placement.hpp"

namespace counterpoint {

// The accesses of every instruction in terms of slots (and pieces) numbered through all buffers. Immutable.
class AccessPlan {
 public:
  explicit AccessPlan(const Machine& machine);

  struct Resolved {
    std::uint64_t slot = 0;
    bool write = false;
  };
  // Appends the accesses of the instruction the engine stands at, in the order written.
  void resolve(const MachineState& s, EngineId e, std::vector<Resolved>& out) const;
  [[nodiscard]] std::uint64_t slot_count() const { return slot_count_; }
  // Of the instruction the engine stands at, with its iteration vector.
  [[nodiscard]] std::uint64_t instance_hash(const MachineState& s, EngineId e) const;
  // "k_tile[1]", "k_tile" for an only slot, "ub:0-31" for a piece.
  [[nodiscard]] std::string slot_name(std::uint64_t slot) const;
  [[nodiscard]] std::uint64_t slot_hash(std::uint64_t slot) const;

 private:
  // A piece of buffers that share bytes.
  struct Piece {
    BufferId buffer;  // one of them, for the name of the space
    ByteRange bytes;
  };
  struct Item {
    std::uint64_t base = 0;
    std::uint32_t slots = 1;
    std::uint32_t fixed = 0;    // constant slot
    std::uint32_t counter = 0;  // rotating: of the loop on the instruction's engine
    std::int32_t shift = 0;
    bool rotating = false;
    bool write = false;
    std::uint32_t buffer = 0;  // for its pieces, if it has any
  };
  [[nodiscard]] BufferId buffer_of(std::uint64_t slot) const;
  void number_slots(const Tree& tree);
  void cut(const Tree& tree, const std::vector<BufferId>& group);

  const Machine* machine_;
  IdVector<BufferId, std::uint64_t> bases_;
  IdVector<BufferId, std::uint64_t> buffer_hash_;
  IdVector<InstructionId, std::uint64_t> name_hash_;
  std::vector<std::uint32_t> first_;  // one an instruction and one more
  std::vector<Item> items_;
  std::uint64_t slot_count_ = 0;
  std::uint64_t first_piece_ = 0;  // the number of the first piece
  std::vector<Piece> pieces_;
  // For a buffer that shares bytes: where the pieces of each slot begin, and where those of the last end. Else empty.
  IdVector<BufferId, std::vector<std::uint32_t>> cuts_;
};

// Words by slot, 0 unless set.
class SlotStore {
 public:
  explicit SlotStore(std::uint64_t slots);
  [[nodiscard]] std::uint64_t get(std::uint64_t slot) const;
  void set(std::uint64_t slot, std::uint64_t word);

 private:
  static constexpr std::uint64_t most_dense = std::uint64_t{1} << 16U;
  std::vector<std::uint64_t> dense_;  // empty where there are many slots
  std::unordered_map<std::uint64_t, std::uint64_t> sparse_;
};

// Follows a run: call each function right before the machine takes the step. A value: copies are independent.
class DataState {
 public:
  explicit DataState(const AccessPlan& plan, std::size_t engines);

  void issue(const MachineState& s, EngineId e);
  void commit(EngineId e, std::uint64_t entry);

  [[nodiscard]] std::uint64_t value(std::uint64_t slot) const { return slots_.get(slot); }
  // Of all slots; equal digests mean equal states (up to collisions of 64 bits).
  [[nodiscard]] std::uint64_t digest() const { return digest_; }

 private:
  struct Latched {
    std::uint64_t instance = 0;
    std::vector<AccessPlan::Resolved> accesses;
  };
  const AccessPlan* plan_;
  SlotStore slots_;
  std::uint64_t digest_ = 0;
  IdVector<EngineId, Ring<Latched>> latched_;
};

}  // namespace counterpoint
