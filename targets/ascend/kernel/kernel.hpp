// A kernel: operations, queues, flags, barriers and brackets in nested regions, as synchronisation passes see it.
// SPDX-License-Identifier: Apache-2.0
//
// What. The body is a region; a loop has one region, a conditional two. A region is a list of operations. An operation
//   may define a value (a tensor, a queue, an event) and uses values. What the kernel computes is the program it came
//   from: `compute` is an instruction, `loop` and `branch` are scopes of it.
// Why lists. Passes put operations before and after others, move and delete them, all without a look at the rest.
// Invariant. An operation that is in a region is in it once; `home`, `before`, `after` agree with the list. Operations
//   that were taken out keep their number, and are never used again.
// Cost. Each change is constant. Memory: about 100 bytes an operation. Source: ascend.md 1.2-1.6, 2, 3.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/program/ids.hpp"
#include "core/program/program.hpp"
#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {

using OpId = Id<struct OpTag>;
using RegionId = Id<struct RegionTag>;
using ValueId = Id<struct ValueTag>;

enum class OpKind : std::uint8_t {
  compute,       // an instruction of the program, on `pipe`
  loop,          // one region
  branch,        // two regions, then and else; both are always there
  pipe_object,   // TPipe: result
  queue,         // result; `position`, `depth`, `number`
  init_queue,    // uses pipe object, queue
  scratch,       // TBuf: result
  init_scratch,  // uses pipe object, TBuf
  get_scratch,   // uses TBuf; result: tensor
  alloc,         // uses queue; result: tensor
  free,          // uses queue, tensor
  enque,         // uses queue, tensor
  deque,         // uses queue, and of depth 0 the tensor; result: tensor
  fetch_event,   // uses pipe object; `pipe`, `to`; result: event
  set_flag,      // `pipe` > `to`, flag
  wait_flag,     // `pipe` > `to`, flag
  barrier,       // of `pipe`, or all
  get_buf,       // of `pipe`, `flag.id`
  rls_buf,
  cross_set,  // `pipe` of `core`, `reach`, `mode`, flag: a flag between cores
  cross_wait  // `pipe` of `core`, flag; on c220 always of its s
};

enum class QueuePosition : std::uint8_t {
#define X(identifier, word, producer, consumer) identifier,
#include "targets/ascend/kernel/positions.def"
#undef X
};

// Buffers of queues that a core has. Source: ascend.md 1.5.
inline constexpr std::uint32_t most_queue_buffers = 64;

// Which id. Fixed: `id`. Fetched: what the event value holds. Rotating: id + (T - 1 + shift) mod count, T the iteration
// of `loop` in its current trip.
struct FlagId {
  std::int32_t id = 0;
  ValueId event;            // fetched, if valid
  ScopeId loop;             // rotating, if valid
  std::uint32_t count = 1;  // ids that it rotates through
  std::int32_t shift = 0;
  friend bool operator==(const FlagId&, const FlagId&) = default;
};

// A tensor that an instruction reads or writes. `value` is what it is by now (an alloc, a deque, a scratch tensor);
// none for global memory and for tensors without a definition of their own.
struct Operand {
  Access access;
  ValueId value;
};

struct Op {
  OpKind kind = OpKind::compute;
  Core core = Core::one;  // whose pipes, flags and ids these are
  Pipe pipe = Pipe::s;
  Pipe to = Pipe::s;
  Core reach = Core::one;  // cross_set: aic, aiv (all vector cores), aiv0 or aiv1
  std::uint8_t mode = 0;   // cross_set: 1, 2 or 4
  QueuePosition position = QueuePosition::vecin;
  std::uint8_t depth = 1;   // of a queue: tensors that it holds between enque and deque; 0: none, in place
  std::uint8_t number = 1;  // of a queue: its buffers
  bool taken_out = false;
  std::uint32_t line = 0;  // of the text that it was read from; 0: it was made
  RegionId home;
  OpId before;  // the operation before this one in its region
  OpId after;
  std::array<RegionId, 2> regions = {};
  InstructionId instruction;  // compute
  ScopeId scope;              // loop; branch: its `then`
  FlagId flag;
  ValueId result;
  std::vector<ValueId> uses;      // queues, tensors, pipe objects; not the operands of `compute`
  std::vector<Operand> operands;  // compute: what it writes, then what it reads, each in the order of the text
  bool parallel = false;          // a loop that is marked so
  std::vector<std::int32_t> ids;  // compute: the buffer ids it was bracketed with, ascending (for fuse_bufid_sync)
};

struct Region {
  OpId owner;  // none for the body of the kernel
  OpId first;
  OpId last;
};

// A value and where it comes from. `buffer` and `slot` say which memory of the program a tensor is.
struct Value {
  OpId definition;
  BufferId buffer;
  std::uint32_t slot = 0;
  std::string name;  // for print; unique in the kernel
};

class Kernel {
 public:
  Kernel(std::shared_ptr<const Program> program, Architecture architecture);

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] std::shared_ptr<const Program> shared_program() const { return program_; }
  [[nodiscard]] Architecture architecture() const { return architecture_; }
  // Those whose pipes the program names, in the order of the enumeration; of a program without cores: `one`.
  [[nodiscard]] const std::vector<Core>& cores() const { return cores_; }
  [[nodiscard]] bool several_cores() const { return cores_.front() != Core::one; }
  [[nodiscard]] static constexpr RegionId body() { return RegionId{std::size_t{0}}; }

  [[nodiscard]] Op& op(OpId o) { return ops_[o]; }
  [[nodiscard]] const Op& op(OpId o) const { return ops_[o]; }
  [[nodiscard]] const Region& region(RegionId r) const { return regions_[r]; }
  [[nodiscard]] Value& value(ValueId v) { return values_[v]; }
  [[nodiscard]] const Value& value(ValueId v) const { return values_[v]; }
  [[nodiscard]] bool has_value_named(const std::string& name) const { return names_.contains(name); }
  [[nodiscard]] std::size_t op_count() const { return ops_.size(); }  // with those taken out
  [[nodiscard]] std::size_t value_count() const { return values_.size(); }

  // Makes an operation in no region yet; a loop or a branch gets its empty regions.
  OpId make(Op op);
  // A value that `definition` defines; `name` gets a number where it is taken.
  ValueId define(OpId definition, const std::string& name, BufferId buffer = {}, std::uint32_t slot = 0);

  void append(RegionId region, OpId o);
  void prepend(RegionId region, OpId o);
  void put_before(OpId place, OpId o);
  void put_after(OpId place, OpId o);
  // Takes it out of its region, with its regions; it may be put elsewhere.
  void detach(OpId o);
  // Takes it out for good.
  void remove(OpId o);

  // The operation that holds the region of `o`, none at the top.
  [[nodiscard]] OpId parent(OpId o) const { return regions_[ops_[o].home].owner; }
  // In the order of the text, loops and branches before what is in them; no recursion.
  [[nodiscard]] std::vector<OpId> in_order() const;
  // The same, regions before their owner.
  [[nodiscard]] std::vector<OpId> in_post_order() const;

 private:
  std::shared_ptr<const Program> program_;
  Architecture architecture_;
  std::vector<Core> cores_;
  IdVector<OpId, Op> ops_;
  IdVector<RegionId, Region> regions_;
  IdVector<ValueId, Value> values_;
  std::unordered_map<std::string, std::uint32_t>
      names_;  // of every value; the number that the next of this name may get

  void link(RegionId region, OpId before, OpId o, OpId after);
  [[nodiscard]] RegionId next_region(OpId o, int done) const;
  [[nodiscard]] std::vector<OpId> walk(bool owner_first) const;
};

}  // namespace counterpoint::ascend
