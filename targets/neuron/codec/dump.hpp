// What the compiler writes after it has placed every wait: its dump, as plain data.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 4.10. Names repeat, also between blocks of one function, so nothing here is looked up by name: who
// reads a dump binds names by the rule of its own question. Numbers are as written; places are those of the lists, so
// the JSON pointer of anything is known from where it lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "targets/neuron/isa/engine.hpp"

namespace counterpoint::neuron {

// The compiler's ordinals, not the bytes of the wire.
enum class DumpWaitMode : std::uint8_t { event_set_then_clear, at_least, at_least_register };
enum class DumpUpdateMode : std::uint8_t { event_set, add, subtract, increment, decrement, write };
// Ordered by strength: an edge that was added twice keeps the strongest.
enum class EdgeKind : std::uint8_t { invalid, ordered, anti, output, flow };
enum class AccessKind : std::uint8_t { physical, at_register, immediate, reg };
enum class MemorySpace : std::uint8_t { sbuf, psum, dram };

struct DumpWait {
  std::string from;  // the producer it was made for, "" if not said
  std::int64_t id = 0;
  DumpWaitMode mode = DumpWaitMode::at_least;
  std::int64_t value = 0;  // or a register's number
};

struct DumpUpdate {
  std::int64_t id = 0;
  DumpUpdateMode mode = DumpUpdateMode::add;
  std::int64_t value = 0;
  std::optional<std::int64_t> target_core;  // the semaphore is that core's
};

struct DumpSync {
  std::vector<DumpWait> waits;
  std::vector<DumpUpdate> updates;
};

// One dimension of an access: `step` elements further, `count` times.
struct DumpStride {
  std::int64_t step = 0;
  std::int64_t count = 0;
};

// In SBUF and PSUM the first dimension walks over partitions: a partition is as far as a row of the location.
struct DumpAccess {
  AccessKind kind = AccessKind::physical;
  std::string location;   // of a physical access its location's name, of one through a register the allocation's
  std::string reg;        // of a register access
  std::string data_type;  // "float32"
  unsigned bytes = 0;     // of an element
  std::vector<DumpStride> pattern;
  std::int64_t offset = 0;  // in elements
};

struct DumpDependency {
  std::string name;
  EdgeKind kind = EdgeKind::ordered;
  std::vector<std::int64_t> distance;  // of a loop-carried one
};

struct DumpInstruction {
  std::string name;
  Engine engine = Engine::unassigned;
  std::string opcode;  // "DMACopy"
  std::vector<DumpAccess> ins;
  std::vector<DumpAccess> outs;
  bool has_sync = false;
  DumpSync sync;
  std::vector<DumpDependency> dependencies;
  std::vector<DumpDependency> loop_carried;
  std::string queue;
  std::vector<std::string> dma_blocks;                  // of a trigger: names of DumpDmaBlocks of its queue
  std::optional<std::vector<std::int64_t>> sema_group;  // of a reset; absent is not the same as empty
  std::string on_true;
  std::string on_false;
  std::string target;
  std::optional<std::int64_t> barrier_id;  // of a CoreBarrier
  std::vector<std::int64_t> cores;         // of a CoreBarrier or GPSIMDSB2SB: those it is active on, all if empty
  std::optional<std::int64_t> sync_domain;
  std::int64_t line = 0;  // of the user's source, 0 if not said
  std::string op_name;
};

struct DumpBlock {
  std::string name;
  std::vector<DumpInstruction> instructions;
};

struct DumpLocation {
  std::string name;
  MemorySpace space = MemorySpace::sbuf;
  std::int64_t address = 0;        // in bytes; in SBUF and PSUM within a partition
  std::vector<std::int64_t> dims;  // SBUF, PSUM: partitions, then bytes of a row; DRAM: elements
  std::int64_t bank = 0;           // PSUM
  std::int64_t base = 0;           // first partition: 0, 32, 64, 96
};

struct DumpAllocation {
  std::string name;
  std::string data_type;
  unsigned bytes = 0;  // of an element, 0 if not said
  std::string kind;    // "Internal", "ExternalInput", ...
  std::vector<DumpLocation> locations;
};

struct DumpFunction {
  std::string name;
  std::vector<DumpAllocation> allocations;
  std::vector<DumpBlock> blocks;
  std::vector<std::int64_t> shards;     // symbolic numbers of the core before splitting
  std::optional<std::int64_t> core_id;  // after
};

// A part of a queue that a trigger fires: its descriptors move the bytes.
struct DumpDmaBlock {
  std::string name;
  std::string trigger;
  bool has_sync = false;
  DumpSync sync;
  std::vector<DumpAccess> ins;
  std::vector<DumpAccess> outs;
};

struct DumpQueue {
  std::string name;
  std::string kind;  // "hwdge", "swdge", "" if not said
  Engine engine = Engine::unassigned;
  std::optional<std::vector<Engine>> candidates;  // engines that may fire it, where the dump says
  std::vector<DumpDmaBlock> blocks;
};

// The dump of one core.
struct Dump {
  std::vector<DumpFunction> functions;
  std::vector<DumpQueue> queues;
};

// The dumps of all physical cores of a logical one; a plain dump is one core.
struct DumpSet {
  bool plain = true;
  bool image = false;  // written from an image: its instructions are in no order between engines
  std::vector<Dump> cores;
};

}  // namespace counterpoint::neuron
