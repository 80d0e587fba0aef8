// repair: a barrier for every dependency that the passes before it left without order. Ours, not the vendor's.
// SPDX-License-Identifier: Apache-2.0
//
// What. The program's accesses say what must be ordered (execution/required). What a primitive keeps by itself becomes
//   a dependency of a program on the same tree; what that program still misses, chains taken into account, is repaired:
//   before the later instruction goes a barrier, of its pipe if the earlier one is on it too, else of all pipes. An
//   order that the program asks for beside its accesses counts as missed unless a primitive keeps it.
//   Then the same for events of queues that may be set twice (single_sets.hpp).
// Why barriers. They need no id, and nothing before one can be waiting for what is behind it, so they cannot stop a
//   kernel; any flag more could be set while it is set.
// Invariant. Instructions are repaired in the order of the text, and later ones see the barriers of earlier ones.
// Cost: that of deriving, twice. Source: ascend.md 5.1, 5.2; core/dependence/derive.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/dependence/derive.hpp"
#include "core/diagnostic/ascend_codes.hpp"
#include "core/program/program_builder.hpp"
#include "targets/ascend/execution/required.hpp"
#include "targets/ascend/passes/coverage.hpp"
#include "targets/ascend/passes/pass.hpp"
#include "targets/ascend/passes/single_sets.hpp"

namespace counterpoint::ascend {
namespace {

struct Missed {
  InstructionId producer;
  InstructionId consumer;
  ScopeId carrier;
};

class Repairer {
 public:
  Repairer(Kernel& kernel, PassRun& run) : kernel_(kernel), run_(run), coverage_(kernel) {}

  void repair() {
    Primitives primitives;
    primitives.in_order = run_.settings.in_order;
    const auto required = required_program(kernel_, primitives);
    if (!required) {
      for (const Refusal& r : required.error()) run_.errors.push_back(diagnose(r.code, r.at, r.why));
      return;
    }
    if (required->truncated) {
      run_.errors.push_back(
          diagnose(AscendCode::too_many_conflicts, {}, "there are more conflicts than can be looked at"));
      return;
    }
    find_missed(required->program);
    std::stable_sort(missed_.begin(), missed_.end(),
                     [](const Missed& a, const Missed& b) { return a.consumer < b.consumer; });
    for (const Missed& m : missed_) {
      if (!never_both(m)) add_barrier(m);
    }
    keep_sets_single(kernel_, coverage_, run_);
  }

 private:
  void find_missed(const Program& required) {
    ProgramBuilder builder(required.tree);
    builder.tree.place_all_like(required.tree);
    for (const DependencyId d : required.all_dependencies()) {
      const Dependency& x = required.dependency(d);
      if (x.control || !coverage_.keeps(x.producer, InstructionId{x.consumer}, carrier(required, d))) continue;
      builder.add_dependency(InstructionId{x.consumer}, x.producer, required.distances_of(d), x.star);
    }
    const Derivation derivation = derive(builder.finish());
    std::multimap<std::pair<InstructionId, InstructionId>, Extent> kept;
    for (const Conflict& c : derivation.conflicts) {
      if (c.status == ConflictStatus::missing) {
        missed_.push_back({c.earlier, c.later, c.distance.loop});
      } else {
        kept.emplace(std::pair(c.earlier, c.later), c.distance);
      }
    }
    find_asked(kept);
  }

  // What the program asks for by itself, whatever its accesses are.
  void find_asked(const std::multimap<std::pair<InstructionId, InstructionId>, Extent>& kept) {
    const Program& program = kernel_.program();
    for (const DependencyId d : program.all_dependencies()) {
      const Dependency& x = program.dependency(d);
      const InstructionId consumer{x.consumer};
      if (x.control || coverage_.keeps(x.producer, consumer, carrier(program, d))) continue;
      const auto asked = extent_of(program, d);
      const auto [first, last] = kept.equal_range({x.producer, consumer});
      const auto answers = [&](const auto& entry) { return asked && covers(entry.second, *asked); };
      if (std::any_of(first, last, answers)) continue;
      missed_.push_back({x.producer, consumer, carrier(program, d)});
    }
  }

  [[nodiscard]] static ScopeId carrier(const Program& program, DependencyId d) {
    const auto distances = program.distances_of(d);
    return distances.empty() ? ScopeId{} : distances.front().loop;
  }

  // One in each branch of a conditional that runs once.
  [[nodiscard]] bool never_both(const Missed& m) const {
    const Tree& tree = kernel_.program().tree;
    const ScopeId p = tree.scope_of(m.producer);
    const ScopeId c = tree.scope_of(m.consumer);
    const ScopeId common = tree.innermost_common(p, c);
    if (p == common || c == common || tree.innermost_loop(common) != Tree::root()) return false;
    const std::uint32_t below = tree.scope(common).depth + 1;
    return tree.scope(tree.ancestor_at(p, below)).sibling == tree.ancestor_at(c, below);
  }

  void add_barrier(const Missed& m) {
    const OpId p = coverage_.op_of(m.producer);
    const OpId c = coverage_.op_of(m.consumer);
    const Pipe from = kernel_.op(p).pipe;
    const Pipe to = kernel_.op(c).pipe;
    if (coverage_.ordered(p, c, {from, to}, m.carrier)) return;
    Op op;
    op.kind = OpKind::barrier;
    op.pipe = from == to && from != Pipe::s ? to : Pipe::all;
    run_.report.added.push_back(fmt::format("repair: bar {} before {}, which needs {} on {} first", pipe_name(op.pipe),
                                            name_of(kernel_, kernel_.op(c)), name_of(kernel_, kernel_.op(p)),
                                            pipe_name(from)));
    coverage_.add_barrier_before(c, op.pipe);
    kernel_.put_before(c, kernel_.make(std::move(op)));
  }

  Kernel& kernel_;
  PassRun& run_;
  Coverage coverage_;
  std::vector<Missed> missed_;
};

}  // namespace

void repair(Kernel& kernel, PassRun& run) { Repairer(kernel, run).repair(); }

}  // namespace counterpoint::ascend
