// insert_bufid_sync: brackets of buffer ids for C310.
// SPDX-License-Identifier: Apache-2.0
//
// What. A tensor gets the next id when an operation first needs one, regions before what holds them, destinations
//   before sources; after the last id comes 0 again. Around each operation stands a bracket for every id of its tensors
//   (of a store only its source's), the next one inside, on the pipe that the operation is taken to be on. A tensor
//   that is chosen by rotation has the id of the slot it starts with, since what a loop carries is looked up at its
//   start. At the end of loops that are (setting: are not) marked parallel, MTE3 sets flags for MTE2 and MTE1, which
//   wait.
// In sound mode every slot of a buffer that rotates has one id, the pipe is the real one, and there are no flags, since
//   `repair` orders what they would.
// Invariant. Two brackets of one operation have different ids; none is open at the end of an operation.
// Cost: linear, times the ids of an operation. Source: ascend.md 3.1; the page, "InsertBufIdSync".
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {
namespace {

class BracketInserter {
 public:
  BracketInserter(Kernel& kernel, PassRun& run) : kernel_(kernel), run_(run), tree_(kernel.program().tree) {}

  void insert() {
    const std::vector<OpId> order = kernel_.in_post_order();
    if (run_.settings.sound) find_rotating(order);
    for (const OpId o : order) {
      if (kernel_.op(o).kind == OpKind::compute) bracket(o);
    }
    for (const OpId o : order) {
      if (kernel_.op(o).kind == OpKind::loop) end_loop(o);
    }
  }

 private:
  void find_rotating(const std::vector<OpId>& order) {
    rotating_.resize(tree_.buffer_count(), false);
    for (const OpId o : order) {
      for (const Operand& x : kernel_.op(o).operands) {
        if (x.access.kind == SlotKind::rotating) rotating_[x.access.buffer] = true;
      }
    }
  }

  // The slot by which a tensor is known.
  [[nodiscard]] std::uint32_t slot_of(const Operand& x) const {
    if (!rotating_.empty() && rotating_[x.access.buffer]) return 0;
    if (x.value.valid()) return kernel_.value(x.value).slot;
    if (x.access.kind != SlotKind::rotating) return x.access.slot;
    const auto slots = static_cast<std::int64_t>(tree_.buffer(x.access.buffer).slots);
    return static_cast<std::uint32_t>((x.access.shift % slots + slots) % slots);
  }

  std::int32_t id_of(const Operand& x) {
    const std::uint64_t key = (std::uint64_t{x.access.buffer.value} << 32U) | slot_of(x);
    const auto [at, fresh] = ids_.try_emplace(key, next_);
    if (!fresh) return at->second;
    next_ = (next_ + 1) % static_cast<std::int32_t>(run_.settings.buffer_ids);
    if (!rotating_.empty() && rotating_[x.access.buffer] && tree_.buffer(x.access.buffer).slots > 1) {
      run_.report.added.push_back(fmt::format("insert_bufid_sync: one id for all slots of {}, which rotate",
                                              tree_.buffer_name(x.access.buffer)));
    }
    return at->second;
  }

  // Each once, in the order of the operands, where what is written comes before what is read.
  std::vector<std::int32_t> ids_for(const Op& op) {
    const bool store = operation_of(tree_, op.instruction).direction == CopyDirection::store;
    std::vector<std::int32_t> ids;
    for (const Operand& x : op.operands) {
      if (in_global_memory(tree_, x.access.buffer) || (store && x.access.write)) continue;
      const std::int32_t id = id_of(x);
      if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    return ids;
  }

  void bracket(OpId o) {
    std::vector<std::int32_t> ids = ids_for(kernel_.op(o));
    const Pipe pipe = pass_pipe(kernel_, kernel_.op(o), run_.settings);
    for (const std::int32_t id : ids) {
      Op op;
      op.pipe = pipe;
      op.flag.id = id;
      op.kind = OpKind::get_buf;
      kernel_.put_before(o, kernel_.make(op));
      op.kind = OpKind::rls_buf;
      kernel_.put_after(o, kernel_.make(std::move(op)));
    }
    std::ranges::sort(ids);
    kernel_.op(o).ids = std::move(ids);
  }

  void end_loop(OpId loop) {
    const bool flags = kernel_.op(loop).parallel == run_.settings.flags_on_parallel;
    kernel_.op(loop).parallel = false;
    if (!flags) return;
    if (run_.settings.sound) {
      run_.report.warnings.push_back(
          diagnose(AscendCode::sound_without_flags, position_of(kernel_, loop),
                   fmt::format("insert_bufid_sync: no MTE3 flags at the end of {}, whose sets may find them set",
                               tree_.scope_name(kernel_.op(loop).scope))));
      return;
    }
    for (const OpKind kind : {OpKind::set_flag, OpKind::wait_flag}) {
      for (const Pipe to : {Pipe::mte2, Pipe::mte1}) {
        Op op;
        op.kind = kind;
        op.pipe = Pipe::mte3;
        op.to = to;
        kernel_.append(kernel_.op(loop).regions[0], kernel_.make(std::move(op)));
      }
    }
  }

  Kernel& kernel_;
  PassRun& run_;
  const Tree& tree_;
  IdVector<BufferId, bool> rotating_;
  std::unordered_map<std::uint64_t, std::int32_t> ids_;  // by buffer and slot
  std::int32_t next_ = 0;
};

}  // namespace

void insert_bufid_sync(Kernel& kernel, PassRun& run) { BracketInserter(kernel, run).insert(); }

}  // namespace counterpoint::ascend
