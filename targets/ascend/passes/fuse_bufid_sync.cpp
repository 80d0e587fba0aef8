// fuse_bufid_sync: one bracket around a run of operations that have the same ids on one pipe.
// SPDX-License-Identifier: Apache-2.0
//
// What. Vector work is of class V, copies are MTE2, MTE3 or, among them those to L0, V. Neighbours of one class with
// the
//   same list of ids are a run; another list, another class, a loop, a conditional and the end of a region end it. What
//   has no class (scalars, matrix work, fixpipe) is passed over. In a run the gets above all but the first go, and the
//   releases below all but the last.
// In sound mode the class is the pipe, and what has no class ends a run: else the bracket of a run may hold another
//   of the same id, or be opened on one pipe and closed on another (ascend.md 5.2 "fuse").
// Invariant. Outside of a run nothing changes. Afterwards no operation knows its ids. Cost: linear, but for brackets
//   passed over on the way to the next one. Source: ascend.md 3.2.
#include <fmt/format.h>

#include <optional>

#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {
namespace {

class BracketFuser {
 public:
  BracketFuser(Kernel& kernel, PassRun& pass) : kernel_(kernel), pass_(pass) {}

  void fuse() {
    const std::vector<OpId> order = kernel_.in_order();
    for (const OpId o : order) {
      const Op& op = kernel_.op(o);
      if (op.home != region_) restart();
      region_ = op.home;
      if (op.kind == OpKind::loop || op.kind == OpKind::branch) restart();
      if (op.kind == OpKind::compute) meet(o);
    }
    restart();
    for (const OpId o : order) {
      if (kernel_.op(o).kind == OpKind::compute) kernel_.op(o).ids.clear();
    }
  }

 private:
  [[nodiscard]] std::optional<Pipe> class_of(const Op& op) {
    const PipeWork operation = operation_of(kernel_.program().tree, op.instruction);
    if (operation.kind != PipeWorkKind::vector && !is_copy(operation.kind)) return std::nullopt;
    const Pipe as_published = operation.direction == CopyDirection::load    ? Pipe::mte2
                              : operation.direction == CopyDirection::store ? Pipe::mte3
                                                                            : Pipe::v;
    if (pass_.settings.sound && op.pipe != as_published) {
      pass_.report.added.push_back(fmt::format("fuse_bufid_sync: '{}' is of the class of {}, not of {}",
                                               name_of(kernel_, op), pipe_name(op.pipe), pipe_name(as_published)));
    }
    return pass_.settings.sound ? op.pipe : as_published;
  }

  void meet(OpId o) {
    const Op& op = kernel_.op(o);
    const auto now = class_of(op);
    if (!now) {
      if (!pass_.settings.sound) return;
      if (!run_.empty()) {
        pass_.report.added.push_back(
            fmt::format("fuse_bufid_sync: no bracket is widened over '{}', which has no class", name_of(kernel_, op)));
      }
      restart();
      return;
    }
    if (now != class_) {
      flush();
      class_ = now;
    } else if (op.ids.empty() || (!run_.empty() && kernel_.op(run_.back()).ids.empty())) {
      return;
    } else if (!run_.empty() && kernel_.op(run_.back()).ids != op.ids) {
      flush();
    }
    run_.push_back(o);
  }

  void flush() {
    for (std::size_t i = 0; i < run_.size() && run_.size() > 1; ++i) {
      const std::size_t brackets = kernel_.op(run_[i]).ids.size();
      if (i != 0) take_out(run_[i], brackets, OpKind::get_buf);
      if (i + 1 != run_.size()) take_out(run_[i], brackets, OpKind::rls_buf);
    }
    run_.clear();
  }

  // The nearest so many gets above, or releases below.
  void take_out(OpId o, std::size_t count, OpKind kind) {
    const auto next = [&](OpId x) { return kind == OpKind::get_buf ? kernel_.op(x).before : kernel_.op(x).after; };
    for (OpId x = next(o); x.valid() && count != 0;) {
      const OpId further = next(x);
      if (kernel_.op(x).kind == kind) {
        kernel_.remove(x);
        --count;
      }
      x = further;
    }
  }

  void restart() {
    flush();
    class_.reset();
  }

  Kernel& kernel_;
  PassRun& pass_;
  std::vector<OpId> run_;
  std::optional<Pipe> class_;
  RegionId region_;
};

}  // namespace

void fuse_bufid_sync(Kernel& kernel, PassRun& run) { BracketFuser(kernel, run).fuse(); }

}  // namespace counterpoint::ascend
