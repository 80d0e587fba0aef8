// Random implementations of a program: an allocation of ours, or one that looks made by hand.
// SPDX-License-Identifier: Apache-2.0
#include "verify/generate/implementation.hpp"

#include <string>
#include <vector>

#include "core/program/implementation_builder.hpp"
#include "core/text/tree_walk.hpp"

namespace counterpoint {
namespace {

enum class Way : std::uint8_t { counted, taken, equal, flag, array, integer, alone, dropped };

// How one dependency is kept.
struct Link {
  Way way = Way::counted;
  SemaphoreId semaphore;
  std::int32_t distance = 0;
  ScopeId common;
  bool at_issue = false;
};

class HandMade {
 public:
  HandMade(Choices& choices, const Program& program)
      : choices_(choices),
        program_(program),
        tree_(program.tree),
        builder_(program.tree),
        links_from_(program.tree.instruction_count()),
        counted_(program.tree.scope_count()) {}

  Implementation make() {
    spare_ = builder_.add_semaphore("spare", choices_.below(2));
    for (const DependencyId d : program_.all_dependencies()) plan(d);
    for (auto& engines : counted_) engines.resize(tree_.engine_count(), false);
    for (const DependencyId d : program_.all_dependencies()) demand(d);
    for (const EngineId e : tree_.engines()) {
      if (counted_[Tree::root()][e.value]) operation(e, count(e, Tree::root()), Operation::copy, literal(1));
    }
    walk(tree_, *this);
    return builder_.finish();
  }

  // --- called by walk
  void enter(ScopeId s) {
    if (tree_.scope(s).kind != ScopeKind::else_branch) {
      maybe_barrier();
      if (const auto held = program_.control_dependencies_of(s); !held.empty()) {
        for (const EngineId e : tree_.engines()) hold(e, held);
      }
    }
    builder_.tree.open_like(tree_, s);
    for (const EngineId e : tree_.engines()) {
      if (!counted_[s][e.value]) continue;
      const RegisterId r = count(e, s);
      operation(e, r, Operation::add, Operand::of(r), literal(1));
    }
  }
  void leave(ScopeId s) {
    if (tree_.scope(s).kind != ScopeKind::then_branch) builder_.tree.close();
  }
  void barrier(bool) {}
  void block(BlockId b) {
    maybe_barrier();
    for (std::uint32_t i = tree_.block(b).first; i < tree_.block(b).last; ++i)
      instruction(InstructionId{std::size_t{i}});
  }

 private:
  [[nodiscard]] Operand literal(std::int64_t v) { return builder_.literal(v); }
  void operation(EngineId e, RegisterId r, Operation o, Operand a, Operand b = {}) {
    builder_.operation(e, r, o, a, b);
  }
  [[nodiscard]] RegisterId count(EngineId e, ScopeId s) {
    return builder_.reg(e, "r_" + (s == Tree::root() ? std::string("root_") : tree_.scope_name(s)));
  }

  void plan(DependencyId d) {
    static constexpr Way ways[] = {Way::counted, Way::taken, Way::equal,   Way::flag,
                                   Way::array,   Way::alone, Way::integer, Way::dropped};
    const Dependency& x = program_.dependency(d);
    Link link;
    link.way = ways[choices_.weighted({20, 5, 2, 2, 2, 3, 2, 4})];
    link.common = tree_.innermost_common(program_.consumer_scope(d), tree_.scope_of(x.producer));
    for (const Distance& k : program_.distances_of(d)) {
      if (k.loop == link.common) link.distance = k.distance;
    }
    link.at_issue = choices_.chance(1, 8);
    const std::string number = std::to_string(d.value);
    if (link.way == Way::flag) {
      link.semaphore = builder_.add_semaphore("f" + number, 0, true);
    } else if (link.way == Way::array) {
      link.semaphore = builder_.add_semaphore("a" + number, 0, false, true, 2);
    } else if (link.way == Way::counted && choices_.chance(1, 4) && !plain_.empty()) {
      link.semaphore = plain_[choices_.below(static_cast<std::uint32_t>(plain_.size()))];
    } else {
      const bool starts = link.distance > 0 && link.way == Way::taken;
      link.semaphore = builder_.add_semaphore("s" + number, starts ? link.distance : choices_.chance(1, 16) ? 1 : 0);
      plain_.push_back(link.semaphore);
    }
    links_.push_back(link);
    links_from_[x.producer].push_back(d);
  }
  // Which counts are read on which engine.
  void demand(DependencyId d) {
    const Link& link = links_[d];
    if (link.way != Way::counted && link.way != Way::equal && link.way != Way::array) return;
    if (link.way == Way::array) counted_[link.common][tree_.engine_of(program_.dependency(d).producer).value] = true;
    if (!program_.dependency(d).control) {
      const InstructionId c{std::size_t{program_.dependency(d).consumer}};
      counted_[link.common][tree_.engine_of(c).value] = true;
      return;
    }
    for (const EngineId e : tree_.engines()) counted_[link.common][e.value] = true;
  }

  // Appends the test of a dependency; register operations that it needs come first.
  void test(EngineId e, DependencyId d, std::vector<Wait>& out) {
    const Link& link = links_[d];
    if (link.way == Way::dropped) return;
    Wait w{link.semaphore, {}, literal(1), TestKind::at_least};
    switch (link.way) {
      case Way::counted:
      case Way::equal:
        w.kind = link.way == Way::equal ? TestKind::equal : TestKind::at_least;
        w.value = Operand::of(count(e, link.common));
        if (link.distance != 0 || choices_.chance(1, 16)) {
          const RegisterId t = builder_.reg(e, "w" + std::to_string(out.size()));
          operation(e, t, Operation::subtract, w.value, literal(link.distance + (choices_.chance(1, 8) ? 1 : 0)));
          w.value = Operand::of(t);
        }
        break;
      case Way::taken:
      case Way::flag: w.kind = TestKind::take; break;
      case Way::array:
        w.kind = TestKind::take;
        w.index = element(e, link);
        break;
      default: w.value = literal(1 + choices_.below(2));
    }
    out.push_back(w);
  }
  [[nodiscard]] Operand element(EngineId e, const Link& link) {
    if (choices_.chance(1, 8)) return literal(choices_.below(2));
    const RegisterId t = builder_.reg(e, "x" + std::to_string(link.semaphore.value));
    operation(e, t, Operation::modulo, Operand::of(count(e, link.common)), literal(2));
    return Operand::of(t);
  }
  [[nodiscard]] Update update(EngineId e, DependencyId d) {
    const Link& link = links_[d];
    Update u{link.semaphore, {}, literal(1), UpdateKind::add, link.at_issue ? UpdateTime::issue : UpdateTime::retire};
    if (link.way == Way::array) u.index = element(e, link);
    if (link.way == Way::flag && choices_.chance(1, 2)) u.kind = UpdateKind::set;
    return u;
  }
  void hold(EngineId e, IdRange<DependencyId> dependencies) {
    std::vector<Wait> waits;
    for (const DependencyId d : dependencies) test(e, d, waits);
    if (!waits.empty()) builder_.wait(e, waits);
  }

  void instruction(InstructionId i) {
    const EngineId e = tree_.engine_of(i);
    if (choices_.chance(1, 20)) alone(e);
    std::vector<Wait> waits;
    std::vector<Wait> before;
    for (const DependencyId d : program_.dependencies_of(i)) test(e, d, links_[d].way == Way::alone ? before : waits);
    if (!before.empty()) builder_.wait(e, before);
    std::vector<Update> updates;
    std::vector<Update> after;
    bool fence = false;
    for (const DependencyId d : links_from_[i]) {
      if (links_[d].way == Way::dropped) continue;
      fence = fence || (links_[d].way == Way::alone && links_[d].at_issue);
      (links_[d].way == Way::alone ? after : updates).push_back(update(e, d));
    }
    if (choices_.chance(1, 24)) waits.push_back({spare_, {}, literal(choices_.below(2)), TestKind::at_least});
    if (choices_.chance(1, 24)) updates.push_back(spare_update());
    builder_.instruction_like(i, e, waits, updates);
    if (fence) builder_.fence(e);
    if (!after.empty()) builder_.signal(e, after);
  }
  [[nodiscard]] Update spare_update() {
    const std::size_t kind = choices_.weighted({4, 1, 1});
    return {spare_,
            {},
            literal(choices_.below(2)),
            kind == 0   ? UpdateKind::add
            : kind == 1 ? UpdateKind::subtract
                        : UpdateKind::set,
            choices_.chance(1, 3) ? UpdateTime::issue : UpdateTime::retire};
  }
  // A stand-alone statement that no dependency asks for.
  void alone(EngineId e) {
    switch (choices_.below(5)) {
      case 0: builder_.fence(e); break;
      case 1: {
        const Update u = spare_update();
        builder_.signal(e, std::span(&u, 1));
        break;
      }
      case 2: {
        const Wait w{
            spare_, {}, literal(choices_.below(2)), choices_.chance(1, 3) ? TestKind::take : TestKind::at_least};
        builder_.wait(e, std::span(&w, 1));
        break;
      }
      default: {
        static constexpr Operation kinds[] = {Operation::copy,   Operation::minimum, Operation::maximum,
                                              Operation::divide, Operation::greater, Operation::multiply};
        const Operation o = kinds[choices_.below(6)];
        const RegisterId t = builder_.reg(e, "w" + std::to_string(choices_.below(2)));
        const Operand a = literal(choices_.below(3));
        const Operand b = literal(1 + choices_.below(2));
        operation(e, t, o, a, o == Operation::copy ? Operand{} : b);
      }
    }
  }
  void maybe_barrier() {
    if (choices_.chance(1, 40)) builder_.tree.add_barrier(choices_.chance(1, 2));
  }

  Choices& choices_;
  const Program& program_;
  const Tree& tree_;
  ImplementationBuilder builder_;
  SemaphoreId spare_;
  std::vector<SemaphoreId> plain_;
  IdVector<DependencyId, Link> links_;
  IdVector<InstructionId, std::vector<DependencyId>> links_from_;
  IdVector<ScopeId, std::vector<bool>> counted_;  // whether a register counts the entries there, by engine
};

}  // namespace

AllocationOptions generate_options(Choices& choices) {
  AllocationOptions options;
  const auto schemes = all_schemes();
  options.scheme = schemes[choices.below(static_cast<std::uint32_t>(schemes.size()))].scheme;
  options.extensions = choices.chance(1, 4) ? Extensions::none : Extensions::all;
  options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
  options.optimize = choices.chance(1, 2) ? 0 : 1;
  options.choices_up_to = 0;
  return options;
}

Implementation generate_by_hand(Choices& choices, const Program& program) { return HandMade(choices, program).make(); }

Implementation generate_implementation(Choices& choices, const Program& program) {
  if (choices.below(2) == 0) {
    auto made = allocate(program, generate_options(choices));
    if (made) return std::move(made->implementation);
  }
  return generate_by_hand(choices, program);
}

}  // namespace counterpoint
