// The insertion of InjectSync, and the check of what any insertion left.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/flag_insertion.hpp"

#include <algorithm>

#include "targets/ascend/peers/hazard_marks.hpp"

namespace counterpoint::ascend {
namespace {

// Adds what is missing while the walk goes.
class InjectVisitor : public HazardMarks {
 public:
  InjectVisitor(SyncIr& ir, const FlagOptions& options, FlagReport& report)
      : HazardMarks(ir), ir_(ir), options_(options), report_(report) {}

  void at_hazard(std::uint32_t element, std::uint32_t pass, PipeSet& ordered) override {
    const Pipe from = ir_.elements[element].pipe;
    const Pipe to = ir_.elements[later()].pipe;
    if (from == to && from != Pipe::s) {
      report_.barriers += ir_.add_barrier(from, later()) ? 1U : 0U;
      ordered |= pipe_bit(from);
    } else if (from == to || !legal_direction(options_, from, to)) {
      report_.no_event += ir_.add_barrier(Pipe::all, later()) ? 1U : 0U;
      ordered = every_pipe;
    } else {
      ir_.add_pair(element, later(), loop(), options_.rotate ? std::max(pass, 1U) : 1);
      ordered |= pipe_bit(from);
    }
  }

 private:
  SyncIr& ir_;
  const FlagOptions& options_;
  FlagReport& report_;
};

class CountUncovered : public HazardMarks {
 public:
  explicit CountUncovered(const SyncIr& ir) : HazardMarks(ir) {}
  std::size_t found = 0;
  void at_hazard(std::uint32_t, std::uint32_t, PipeSet&) override { ++found; }
};

}  // namespace

bool legal_direction(const FlagOptions& options, Pipe from, Pipe to) {
  return options.emit_illegal || options.machine.has_event(from, to);
}

bool inject_flags(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options, FlagReport& report) {
  BackwardScan scan(ir, options.credit_zero_trips);
  InjectVisitor visitor(ir, options, report);
  for (std::uint32_t e = 0; e < ir.size(); ++e) {
    if (ir.elements[e].kind == ElementKind::op) {
      visitor.walk(scan, e, no_element, hazards.of(e, no_element));
    } else if (ir.elements[e].kind == ElementKind::loop_end) {
      const std::uint32_t loop = ir.elements[e].begin;
      for (std::uint32_t x = loop + 1; x < e; ++x) visitor.walk(scan, x, loop, hazards.of(x, loop));
    }
    if (scan.steps() > most_scan_steps) return false;
  }
  if (options.remove_redundant) remove_redundant_pairs(ir, report);
  return true;
}

std::size_t uncovered(const SyncIr& ir, const HazardTable& hazards) {
  BackwardScan scan(ir, false);
  CountUncovered visitor(ir);
  const std::vector<Hazard>& all = hazards.all();
  for (std::size_t i = 0; i < all.size();) {
    const auto same = hazards.of(all[i].later, all[i].loop);
    visitor.walk(scan, all[i].later, all[i].loop, same);
    i += same.size();
  }
  return visitor.found;
}

}  // namespace counterpoint::ascend
