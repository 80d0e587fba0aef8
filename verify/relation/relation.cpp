// Walks an implementation once and checks the clauses.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/relation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dependence/redundant.hpp"
#include "core/dependence/wording.hpp"
#include "core/text/tree_walk.hpp"
#include "verify/relation/matching.hpp"

namespace counterpoint {
namespace relation {
namespace {

class Relation {
 public:
  Relation(const Program& program, const Implementation& implementation, const Pairing& pairing)
      : program_(program),
        implementation_(implementation),
        tree_(implementation.tree),
        pairing_(pairing),
        layout_(implementation),
        registers_(implementation, layout_),
        cells_(implementation),
        values_(implementation, layout_, registers_, minima_),
        thresholds_(program, pairing, layout_, registers_, cells_, values_.carrier(), minima_),
        words_(implementation, minima_),
        matching_(implementation, layout_, cells_, values_.carrier(), minima_, thresholds_, words_),
        pending_(tree_.engine_count()) {}

  std::optional<Failure> run() {
    check_updates();
    if (!failure_) counterpoint::walk(tree_, *this);
    if (!failure_) end_of_block(ScopeId::none());
    if (!failure_) keep_the_rest();
    return failure_;
  }

  // --- called by the walk
  void block(BlockId b) {
    if (failure_) return;
    scope_ = tree_.block(b).scope;
    block_ = b;
    const Block& x = tree_.block(b);
    for (std::uint32_t at = x.first; at < x.last && !failure_; ++at) statement(at);
  }
  void barrier(bool /*reset*/) { fail(Clause::construct, "barrier", scope_, "barriers are not counters"); }
  void enter(ScopeId s) {
    if (failure_) return;
    end_of_block(s);
    layout_.enter(s);
    scope_ = s;
    block_ = BlockId::none();
  }
  void leave(ScopeId s) {
    if (failure_) return;
    end_of_block(ScopeId::none());
    layout_.leave();
    scope_ = tree_.scope(s).parent;
    block_ = BlockId::none();
  }

 private:
  void fail(Clause clause, std::string statement, ScopeId where, std::string why) {
    if (!failure_) failure_ = Failure{clause, std::move(statement), words_.place(where), std::move(why)};
  }

  // Why a cell with a fault does not count.
  [[nodiscard]] std::string counts_nothing(std::uint32_t cell) const {
    const Cells::Fault& fault = *cells_.fault(cell);
    const std::string where = fault.where.valid() ? fmt::format(" (by {}, {})", tree_.instruction_name(fault.where),
                                                                words_.place(fault.where))
                                                  : "";
    return fmt::format("'{}' counts nothing: {}{}", cells_.name(cell), fault.what, where);
  }

  // Why a value is not known, by the operand that is to blame.
  [[nodiscard]] std::string not_followed(EngineId e, Operand blame) const {
    const std::string name = words_.operand(e, blame);
    if (blame.is_literal()) return fmt::format("{} is too large: numbers beyond 2^30 are not followed", name);
    return fmt::format("what '{}' holds here cannot be followed", name);
  }

  void check_updates() {
    for (const InstructionId i : tree_.instructions()) {
      for (const Update& u : implementation_.updates_of(i)) {
        const Semaphore& s = implementation_.semaphores[u.semaphore];
        if (s.flag || cells_.cell(u.semaphore, u.index) == Cells::none) {
          failure_ = Failure{Clause::construct, words_.instruction(i), words_.place(i),
                             fmt::format("'{}' is {}", s.name, s.flag ? "a flag" : "indexed by a register")};
          return;
        }
        const std::int64_t amount = implementation_.literal(u.amount);
        if (amount > largest || amount < -largest) {
          failure_ = Failure{Clause::semaphores, words_.instruction(i), words_.place(i),
                             fmt::format("'{}' is changed by a number beyond 2^30", s.name)};
          return;
        }
        // Also where nobody waits: an update may fault.
        const std::uint32_t cell = cells_.cell(u.semaphore, u.index);
        if (const Cells::Fault* fault = cells_.fault(cell)) {
          const InstructionId at = fault->where.valid() ? fault->where : i;
          failure_ = Failure{Clause::semaphores, words_.instruction(at), words_.place(at), counts_nothing(cell)};
          return;
        }
      }
    }
  }

  void statement(std::uint32_t at) {
    const Statement& s = implementation_.statements[at];
    const Spot z = layout_.spot(block_, at);
    const EngineId e = s.engine();
    switch (s.kind()) {
      case StatementKind::operation:
        if (!values_.pass(e, s.index, z)) {
          fail(Clause::registers, words_.operation(e, implementation_.operations[s.index]), scope_,
               fmt::format("its result may be of any size, since {}", not_followed(e, values_.unknown(e, s.index, z))));
        }
        return;
      case StatementKind::wait:
        if (pending_[e].empty()) waiting_.push_back(e);
        for (const Wait& w : implementation_.condition(s.index)) ask(e, w, z, {}, pending_[e]);
        return;
      case StatementKind::signal:
        return fail(Clause::construct, fmt::format("{}: signal", tree_.engine_name(e)), scope_,
                    "signals that stand alone count no retirements of an instruction");
      case StatementKind::fence:
        return fail(Clause::construct, fmt::format("{}: fence", tree_.engine_name(e)), scope_,
                    "a fence waits for more than a dependency asks");
      case StatementKind::instruction: return instruction(InstructionId{std::size_t{s.index}}, e, z);
    }
  }

  void instruction(InstructionId i, EngineId e, const Spot& z) {
    const IdRange<DependencyId> dependencies = program_.dependencies_of(pairing_.to_program[i]);
    const auto waits = implementation_.waits_of(i);
    if (dependencies.empty() && waits.empty() && pending_[e].empty()) return;
    for (const Wait& w : waits) ask(e, w, z, i, pending_[e]);
    if (failure_) return;
    failure_ = matching_.check({e, z, i, ScopeId::none()}, dependencies, pending_[e], left_over_);
    pending_[e].clear();
  }

  // Notes a wait with its value and the cell it speaks of.
  void ask(EngineId e, const Wait& w, const Spot& z, InstructionId i, std::vector<Asked>& out) {
    const auto refuse = [&](Clause clause, std::string why) {
      const std::string text = fmt::format("{}: {}", tree_.engine_name(e), words_.wait(e, w));
      fail(clause, i.valid() ? words_.instruction(i) : text, scope_, std::move(why));
      if (i.valid()) failure_->where = words_.place(i);
    };
    if (w.kind != TestKind::at_least) return refuse(Clause::construct, "only 'wait S >= V' is a wait for a count");
    const std::uint32_t cell = cells_.cell(w.semaphore, w.index);
    if (cell == Cells::none) return refuse(Clause::construct, "its index is a register");
    if (cells_.fault(cell) != nullptr) return refuse(Clause::semaphores, counts_nothing(cell));
    MaybeForm value = values_.at(e, w.value, z);
    if (!value) return refuse(Clause::registers, not_followed(e, values_.unknown(e, w.value, z)));
    if (value) value = subtract(*value, Form{cells_.initial(cell), {}});
    if (value) value = values_.carrier().settle(*value, z);
    out.push_back({w, cell, std::move(value)});
  }

  // A block ends, at a scope or at the end of a body: what waits alone must hold the visit of that scope.
  void end_of_block(ScopeId next) {
    const bool held = next.valid() && tree_.scope(next).kind != ScopeKind::else_branch &&
                      !program_.control_dependencies_of(next).empty();
    if (held) {
      const Spot z = block_.valid() ? layout_.spot(block_, tree_.block(block_).last) : layout_.between(scope_, next);
      for (const EngineId e : tree_.engines()) {
        if (failure_) return;
        failure_ = matching_.check({e, z, InstructionId::none(), next}, program_.control_dependencies_of(next),
                                   pending_[e], left_over_);
        pending_[e].clear();
      }
    }
    for (const EngineId e : waiting_) {
      if (pending_[e].empty()) continue;
      fail(Clause::waits, fmt::format("{}: {}", tree_.engine_name(e), words_.wait(e, pending_[e].front().wait)), scope_,
           "it stands before no instruction of its block and no scope with control dependencies");
    }
    waiting_.clear();
  }

  // What no wait keeps must follow from the rest: one at a time, the last first, each judged by what remains.
  void keep_the_rest() {
    if (left_over_.empty()) return;
    std::ranges::sort(left_over_);
    left_over_.erase(std::ranges::unique(left_over_).begin(), left_over_.end());
    ReachLimits limits;
    limits.steps = std::clamp<std::uint64_t>(400'000'000 / left_over_.size(), 500, 200'000);
    Reach reach(program_, limits);
    for (auto it = left_over_.rbegin(); it != left_over_.rend() && !failure_; ++it) {
      const Dependency& x = program_.dependency(*it);
      const auto distances = program_.distances_of(*it);
      Extent extent;
      if (!distances.empty()) extent = {distances.front().loop, distances.front().distance};
      const Want want{x.producer, extent};
      reach.exclude(*it);
      if (reach.answer({x.control, x.consumer}, std::span(&want, 1)).front().held) continue;
      const Classification c = classify(program_, *it);
      failure_ =
          Failure{Clause::dependency, dependency_text(program_, *it), where(x),
                  fmt::format("no wait says what this dependency of class {} asks{}", class_name(c.kind),
                              c.exact ? ", and it does not follow from the others" : ", which has no exact threshold")};
    }
  }

  [[nodiscard]] std::string where(const Dependency& x) const {
    if (x.control) return words_.place(tree_.scope(ScopeId{std::size_t{x.consumer}}).parent);
    return words_.place(pairing_.to_implementation[InstructionId{std::size_t{x.consumer}}]);
  }

  const Program& program_;
  const Implementation& implementation_;
  const Tree& tree_;
  const Pairing& pairing_;
  Minima minima_;
  Layout layout_;
  Registers registers_;
  Cells cells_;
  Values values_;
  Thresholds thresholds_;
  Wording words_;
  Matching matching_;
  IdVector<EngineId, std::vector<Asked>> pending_;  // waits for the next instruction, or visit, of an engine
  std::vector<EngineId> waiting_;                   // engines with waits that stand alone in the block at hand
  std::vector<DependencyId> left_over_;
  ScopeId scope_ = Tree::root();
  BlockId block_;
  std::optional<Failure> failure_;
};

Failure question(std::string why) { return {Clause::question, "", "", std::move(why)}; }

}  // namespace
}  // namespace relation

Verdict decide_by_relation(const Program& program, const Implementation& implementation, const Pairing& pairing,
                           const RelationOptions& options) {
  Verdict v;
  v.by = "relation";
  v.bound = "trips=all";
  v.assumptions = {"no-overflow"};
  std::optional<relation::Failure> failure;
  if (options.width != 0) {
    failure = relation::question(fmt::format("counts wrap at {} bits: the relation is about integers", options.width));
  } else if (options.compare != Comparison::as_signed) {
    failure = relation::question("the thresholds are exact with signed comparison only");
  } else {
    failure = relation::Relation(program, implementation, pairing).run();
  }
  if (!failure) {
    v.word = VerdictWord::equivalent;
    return v;
  }
  v.word = VerdictWord::undecided;
  v.reason = relation::to_text(failure->clause);
  const std::string place = failure->where.empty() ? "" : fmt::format(" ({})", failure->where);
  const std::string subject = failure->statement.empty() ? "" : fmt::format("{}{}: ", failure->statement, place);
  v.explanation = subject + failure->why;
  return v;
}

}  // namespace counterpoint
