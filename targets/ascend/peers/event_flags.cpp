// The steps in their order, and the kernel that comes out.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/event_flags.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/peers/cross_pairs.hpp"
#include "targets/ascend/peers/flag_insertion.hpp"
#include "targets/ascend/peers/id_restarts.hpp"
#include "targets/ascend/peers/late_guards.hpp"
#include "targets/ascend/peers/written_flags.hpp"

namespace counterpoint::ascend {
namespace {

using Insertion = bool (*)(SyncIr&, const HazardTable&, const FlagOptions&, FlagReport&);

bool has_defect(const FlagOptions& o) {
  return o.credit_zero_trips || o.leave_out_primes || o.lose_fallback || o.fallback_at_tail || o.emit_illegal;
}

class FlagWriter {
 public:
  FlagWriter(const SyncIr& ir, Kernel& kernel, Core core) : ir_(ir), kernel_(kernel), core_(core) {}

  void write() {
    for (std::uint32_t e = 0; e < ir_.size(); ++e) {
      const SyncElement& x = ir_.elements[e];
      OpId last = x.op;
      bool behind = false;  // a call of the kernel stands in its own list
      for (const SyncOp& s : x.before) {
        behind = behind || s.written;
        for (const OpId made : make(s)) {
          if (behind) {
            kernel_.put_after(last, made);
            last = made;
          } else {
            kernel_.put_before(x.op, made);
          }
        }
      }
      for (const SyncOp& s : x.after) {
        for (const OpId made : make(s)) {
          kernel_.put_after(last, made);
          last = made;
        }
      }
    }
  }

  // What balances carried pairs: a set of every id at the start, a wait at the end, in the order of the pairs.
  void write_primes() {
    const OpId first = kernel_.region(Kernel::body()).first;
    for (const FlagPair& p : ir_.pairs) {
      if (!p.alive() || !p.carried() || p.scoped() || p.written) continue;
      for (const std::int32_t id : p.ids) {
        kernel_.put_before(first, kernel_.make(half(p, OpKind::set_flag, {id, {}, {}, 1, 0})));
        kernel_.append(Kernel::body(), kernel_.make(half(p, OpKind::wait_flag, {id, {}, {}, 1, 0})));
      }
    }
  }

  void write_barrier_at_end() { kernel_.append(Kernel::body(), barrier(Pipe::all)); }

 private:
  [[nodiscard]] Op half(const FlagPair& p, OpKind kind, const FlagId& id) const {
    Op op;
    op.kind = kind;
    op.core = core_;
    op.pipe = p.from;
    op.to = p.to;
    op.flag = id;
    return op;
  }
  OpId barrier(Pipe pipe) {
    Op op;
    op.kind = OpKind::barrier;
    op.core = core_;
    op.pipe = pipe;
    return kernel_.make(std::move(op));
  }
  std::vector<OpId> make(const SyncOp& s) {
    if (s.written) return {};
    if (s.kind == SyncKind::barrier) return {barrier(s.pipe)};
    const FlagPair& p = ir_.pairs[s.pair];
    require(p.alive() && p.ids.size() == p.count, "what stands in a list has its ids");
    const OpKind kind = s.kind == SyncKind::set ? OpKind::set_flag : OpKind::wait_flag;
    if (p.primes != no_element) {
      std::vector<OpId> all;
      for (const std::int32_t id : p.ids) all.push_back(kernel_.make(half(p, kind, {id, {}, {}, 1, 0})));
      return all;
    }
    FlagId id{p.ids.front(), {}, {}, 1, 0};
    if (p.count > 1) {
      const std::uint32_t loop = p.carried() ? p.loop : ir_.loop_around(p.set.element);
      id.loop = kernel_.op(ir_.elements[loop].op).scope;
      id.count = p.count;
    }
    return {kernel_.make(half(p, kind, id))};
  }

  const SyncIr& ir_;
  Kernel& kernel_;
  Core core_;
};

// Slots by the counter of an outer loop, both operations in an inner one. A rotating id goes by one loop, so what is
// kept by pairs of the inner one waits for all iterations of the outer.
std::size_t outer_slots(const SyncIr& ir, const HazardTable& hazards) {
  std::set<std::tuple<std::uint32_t, Pipe, Pipe>> rotating;
  for (const FlagPair& p : ir.pairs) {
    if (p.alive() && p.carried() && p.count > 1) rotating.emplace(p.loop, p.from, p.to);
  }
  return static_cast<std::size_t>(std::ranges::count_if(hazards.all(), [&](const Hazard& h) {
    if (h.loop == no_element || h.distance < 2) return false;
    const SyncElement& earlier = ir.elements[h.earlier];
    const SyncElement& later = ir.elements[h.later];
    const std::uint32_t inner = ir.loop_around(h.earlier);
    return inner != h.loop && inner == ir.loop_around(h.later) && earlier.pipe != later.pipe &&
           !rotating.contains({h.loop, earlier.pipe, later.pipe});
  }));
}

// What one core needs.
tl::expected<void, Diagnostic> insert_on(Kernel& kernel, Core core, const FlagOptions& options, Insertion insertion,
                                         FlagReport& report) {
  SyncIr ir(kernel, core);
  report.not_understood = read_written_flags(ir, options);
  if (report.not_understood.valid()) return {};
  report.kept += static_cast<std::size_t>(
      std::ranges::count_if(ir.elements, [](const SyncElement& e) { return e.kind == ElementKind::call; }));
  const auto hazards = HazardTable::build(ir, options);
  if (!hazards.has_value()) return tl::unexpected(hazards.error());
  report.dependencies += hazards->all().size();
  report.carried += static_cast<std::size_t>(
      std::ranges::count_if(hazards->all(), [](const Hazard& h) { return h.loop != no_element; }));
  const bool restart = options.restart && insertion == fewest_flags && !has_defect(options);
  if (!insertion(ir, *hazards, options, report) || !give_ids_with_restarts(ir, *hazards, options, restart, report)) {
    return tl::unexpected(
        diagnose(AscendCode::too_many_conflicts, {}, "the search for what is ordered already takes too long"));
  }
  place_guards_late(ir, options, report);
  const std::size_t open = uncovered(ir, *hazards);
  report.uncovered += open;
  report.outer_slots += outer_slots(ir, *hazards);
  require(open == 0 || has_defect(options), "flags order every hazard");
  report.pairs += static_cast<std::size_t>(std::ranges::count_if(
      ir.pairs, [](const FlagPair& p) { return p.alive() && p.primes == no_element && !p.written; }));
  FlagWriter writer(ir, kernel, core);
  writer.write();
  if (!options.leave_out_primes) writer.write_primes();
  const bool tail = options.fallback_at_tail && report.fallbacks > 0;
  const OpId last = kernel.region(Kernel::body()).last;
  const bool ends_so = last.valid() && kernel.op(last).kind == OpKind::barrier && kernel.op(last).pipe == Pipe::all &&
                       kernel.op(last).core == core;
  if (last.valid() && !ends_so && (options.tail_barrier || tail)) writer.write_barrier_at_end();
  return {};
}

// What the cores of a kernel need of each other.
tl::expected<void, Diagnostic> insert_between(Kernel& kernel, const FlagOptions& options, FlagReport& report) {
  const SyncIr ir(kernel);
  const auto hazards = HazardTable::build(ir, options);
  if (!hazards.has_value()) return tl::unexpected(hazards.error());
  const auto cross = CrossPairs::make(ir, *hazards, options);
  if (!cross.has_value()) return tl::unexpected(cross.error());
  for (const CrossPair& p : cross->pairs()) {
    ++report.pairs;
    report.answers += p.is_answer() ? 1U : 0U;
  }
  cross->write(kernel);
  return {};
}

tl::expected<FlagReport, Diagnostic> insert(Kernel& kernel, const FlagOptions& options, Insertion insertion) {
  FlagReport report;
  if (has_queues_or_brackets(kernel) || (kernel.several_cores() && has_synchronisation(kernel))) {
    report.skipped = true;
    return report;
  }
  if (kernel.several_cores()) {
    if (auto done = insert_between(kernel, options, report); !done) return tl::unexpected(std::move(done.error()));
  }
  for (const Core core : kernel.cores()) {
    FlagOptions own = options;
    own.machine = primitives_as(options.machine, kernel.architecture(), core);
    if (auto done = insert_on(kernel, core, own, insertion, report); !done) {
      return tl::unexpected(std::move(done.error()));
    }
  }
  return report;
}

}  // namespace

bool has_synchronisation(const Kernel& kernel) {
  const std::vector<OpId> all = kernel.in_order();
  return has_queues_or_brackets(kernel) || std::ranges::any_of(all, [&](OpId o) {
           const OpKind kind = kernel.op(o).kind;
           return kind == OpKind::set_flag || kind == OpKind::wait_flag || kind == OpKind::barrier;
         });
}

bool has_queues_or_brackets(const Kernel& kernel) {
  const std::vector<OpId> ops = kernel.in_order();
  return std::ranges::any_of(ops, [&](OpId o) {
    switch (kernel.op(o).kind) {
      case OpKind::compute:
      case OpKind::loop:
      case OpKind::branch:
      case OpKind::set_flag:
      case OpKind::wait_flag:
      case OpKind::barrier:
      case OpKind::pipe_object:
      case OpKind::queue:
      case OpKind::init_queue:
      case OpKind::scratch:
      case OpKind::init_scratch:
      case OpKind::get_scratch: return false;
      default: return true;
    }
  });
}

tl::expected<FlagReport, Diagnostic> insert_event_flags(Kernel& kernel, const FlagOptions& options) {
  return insert(kernel, options, inject_flags);
}

tl::expected<FlagReport, Diagnostic> insert_fewest_flags(Kernel& kernel, const FlagOptions& options) {
  return insert(kernel, options, fewest_flags);
}

}  // namespace counterpoint::ascend
