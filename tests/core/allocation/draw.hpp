// Random programs with many dependencies, drawn from bytes so that a failing case shrinks; and their one-line notation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/dependence/classify.hpp"
#include "core/program/program_builder.hpp"
#include "tests/core/allocation/notation.hpp"

namespace counterpoint::testing {

class Bytes {
 public:
  explicit Bytes(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  std::uint32_t below(std::uint32_t n) { return at_ < bytes_.size() ? bytes_[at_++] % n : 0; }
  bool one_in(std::uint32_t n) { return below(n) == n - 1; }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0;
};

// The same program with only the dependencies that are wanted.
class Thinning {
 public:
  template <class Keep>
  static Program thin(const Program& program, Keep keep) {
    ProgramBuilder b(program.tree);
    place(program.tree, Tree::root(), b);
    for (const DependencyId d : program.all_dependencies()) {
      const Dependency& x = program.dependency(d);
      if (!keep(d)) continue;
      if (x.control) {
        b.add_control_dependency(ScopeId{std::size_t{x.consumer}}, x.producer, program.distances_of(d), x.star);
      } else {
        b.add_dependency(InstructionId{std::size_t{x.consumer}}, x.producer, program.distances_of(d), x.star);
      }
    }
    return b.finish();
  }

 private:
  static void place(const Tree& tree, ScopeId s, ProgramBuilder& b) {
    for (const Item& item : tree.items(s)) {
      if (item.kind == ItemKind::block) {
        const Block& block = tree.block(BlockId{std::size_t{item.index}});
        for (std::uint32_t i = block.first; i < block.last; ++i) b.tree.instruction_like(InstructionId{std::size_t{i}});
        continue;
      }
      const ScopeId scope{std::size_t{item.index}};
      b.tree.open_like(tree, scope);
      place(tree, scope, b);
      if (item.kind == ItemKind::conditional) {
        b.tree.open_like(tree, tree.scope(scope).sibling);
        place(tree, tree.scope(scope).sibling, b);
      }
      b.tree.close();
    }
  }
};

// Distribution. 2 or 3 engines (1/2 each); bodies of 1-3 items (the root 2-4), nested at most 3 deep below the root, of
// which 3 in 8 are blocks of 0-3 instructions, each on an engine of equal chance (so engines without work and blocks
// without work of an engine are common), 4 in 8 loops (1/2 dynamic, 1/3 constant of 0-3 trips, 1/6 divergent) and 1 in
// 8 conditionals (1/4 divergent, 1/2 with an else). At most twelve instructions. 1-16 dependencies: consumer and
// producer of equal chance, itself and own engine included; 1/8 control dependencies. A distance on each common loop: 0
// (1/2), 1 (1/4), 2 or 3, after a positive one also -1, -2; with one component one in five ends in `*`. Of the rejected
// ones one in sixteen is kept, of the strengthened ones one in four. Trips: 1-3 visits listed, 0-3 each.
class ProgramDraw {
 public:
  explicit ProgramDraw(Bytes& bytes) : bytes_(bytes) {
    const std::uint32_t engines = 2 + bytes_.below(2);
    for (std::uint32_t e = 0; e < engines; ++e) {
      engines_.push_back(b_.tree.add_engine("e" + std::to_string(e), false));
    }
    body(0, 2 + bytes_.below(3));
    while (instructions_.size() < 2) instruction();
    const std::uint32_t dependencies = 1 + bytes_.below(16);
    for (std::uint32_t i = 0; i < dependencies; ++i) depend();
  }

  Case finish() {
    const Program drawn = b_.finish();
    Case out{Thinning::thin(drawn, [&](DependencyId d) { return keep(classify(drawn, d).kind); }), {}};
    draw_trips(out.program.tree, out.trips);
    return out;
  }
  // Other trips for the same program.
  void draw_trips(const Tree& tree, RunTrips& trips) {
    trips.lists.assign(tree.scope_count(), {});
    for (const ScopeId s : tree.scopes()) {
      const Scope& scope = tree.scope(s);
      const bool own = scope.trip_kind == TripKind::divergent;
      for (const EngineId e : tree.engines()) {
        if (e.value > 0 && !own) {
          trips.lists[s.value].push_back(trips.lists[s.value].front());
          continue;
        }
        std::vector<std::uint32_t> list;
        const std::uint32_t visits = 1 + bytes_.below(3);
        for (std::uint32_t i = 0; i < visits; ++i)
          list.push_back(scope.is_branch() ? bytes_.below(2) : bytes_.below(4));
        trips.lists[s.value].push_back(std::move(list));
      }
    }
  }

 private:
  bool keep(DependenceClass kind) {
    if (kind == DependenceClass::rejected) return bytes_.one_in(16);
    return kind != DependenceClass::strengthened || bytes_.one_in(4);
  }
  void body(std::uint32_t depth) { body(depth, 1 + bytes_.below(3)); }
  void body(std::uint32_t depth, std::uint32_t items) {
    for (std::uint32_t i = 0; i < items; ++i) {
      const std::uint32_t kind = bytes_.below(8);
      if (kind < 3 || depth == 3) {
        const std::uint32_t n = bytes_.below(4);
        for (std::uint32_t x = 0; x < n; ++x) instruction();
      } else if (kind < 7) {
        const std::uint32_t trips = bytes_.below(6);
        const TripKind t = trips < 3 ? TripKind::dynamic : trips < 5 ? TripKind::constant : TripKind::divergent;
        scopes_.push_back(b_.tree.open_loop(name("L"), t, t == TripKind::constant ? bytes_.below(4) : 0, 1));
        body(depth + 1);
        b_.tree.close();
      } else {
        const TripKind t = bytes_.one_in(4) ? TripKind::divergent : TripKind::dynamic;
        scopes_.push_back(b_.tree.open_conditional(name("A"), t, 1));
        body(depth + 1);
        if (bytes_.one_in(2)) {
          b_.tree.open_else();
          body(depth + 1);
        }
        b_.tree.close();
      }
    }
  }
  std::string name(const char* of) { return of + std::to_string(scopes_.size()); }
  void instruction() {
    if (instructions_.size() == 12) return;
    const EngineId e = engines_[bytes_.below(static_cast<std::uint32_t>(engines_.size()))];
    instructions_.push_back(b_.tree.add_instruction(e, "i" + std::to_string(instructions_.size()), 1));
    places_.push_back(b_.tree.current());
  }
  ScopeId common(ScopeId a, ScopeId b) {
    const auto depth = [&](ScopeId s) { return b_.tree.scope(s).depth; };
    while (a != b) (depth(a) >= depth(b) ? a : b) = b_.tree.scope(depth(a) >= depth(b) ? a : b).parent;
    return a;
  }
  void depend() {
    const auto n = static_cast<std::uint32_t>(instructions_.size());
    const std::uint32_t c = bytes_.below(n);
    const std::uint32_t p = bytes_.below(n);
    const bool control = bytes_.one_in(8) && !scopes_.empty();
    const ScopeId held = control ? scopes_[bytes_.below(static_cast<std::uint32_t>(scopes_.size()))] : ScopeId::none();
    ScopeId s = common(control ? b_.tree.scope(held).parent : places_[c], places_[p]);
    std::vector<ScopeId> loops;
    for (; s.valid(); s = b_.tree.scope(s).parent) {
      if (b_.tree.scope(s).is_loop()) loops.insert(loops.begin(), s);
    }
    std::vector<Distance> distances;
    for (const ScopeId loop : loops) {
      static constexpr std::array<std::int32_t, 8> first = {0, 1, 0, 2, 0, 1, 0, 3};
      static constexpr std::array<std::int32_t, 8> later = {0, 1, 0, -1, 0, 2, 0, -2};
      const std::int32_t k = (distances.empty() ? first : later)[bytes_.below(8)];
      if (k != 0) distances.push_back({loop, k});
    }
    const bool star = distances.size() == 1 && bytes_.one_in(5);
    if (control) {
      b_.add_control_dependency(held, instructions_[p], distances, star);
    } else {
      b_.add_dependency(instructions_[c], instructions_[p], distances, star);
    }
  }

  Bytes& bytes_;
  ProgramBuilder b_{"p"};
  std::vector<EngineId> engines_;
  std::vector<InstructionId> instructions_;
  std::vector<ScopeId> places_;
  std::vector<ScopeId> scopes_;
};

// The notation of semantics.md 7, for messages: what read_case reads.
class NotationWriter {
 public:
  explicit NotationWriter(const Case& c) : case_(c), tree_(c.program.tree) {}
  std::string write() {
    body("R", Tree::root());
    for (const ScopeId s : tree_.scopes()) trips(s);
    for (const DependencyId d : case_.program.all_dependencies()) dependency(d);
    return out_;
  }

 private:
  void body(const std::string& name, ScopeId s) {
    out_ += name + "{";
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) {
        block(BlockId{std::size_t{item.index}});
        continue;
      }
      const ScopeId scope{std::size_t{item.index}};
      body(tree_.scope_name(scope), scope);
      if (item.kind == ItemKind::conditional)
        body(tree_.scope_name(tree_.scope(scope).sibling), tree_.scope(scope).sibling);
    }
    out_ += "}";
  }
  void block(BlockId b) {
    out_ += "[";
    for (std::uint32_t i = tree_.block(b).first; i < tree_.block(b).last; ++i) {
      const InstructionId id{std::size_t{i}};
      if (i > tree_.block(b).first) out_ += " | ";
      out_ += std::string(tree_.engine_name(tree_.engine_of(id))) + ": " + std::string(tree_.instruction_name(id));
    }
    out_ += "]";
  }
  static std::string list(const std::vector<std::uint32_t>& values) {
    std::string out = "[";
    for (std::size_t i = 0; i < values.size(); ++i) out += (i > 0 ? "," : "") + std::to_string(values[i]);
    return out + "]";
  }
  void trips(ScopeId s) {
    const Scope& scope = tree_.scope(s);
    if (s == Tree::root() || scope.kind == ScopeKind::else_branch) return;
    out_ += " " + tree_.scope_name(s) + "=";
    if (scope.trip_kind == TripKind::constant) {
      out_ += std::to_string(scope.trips);
    } else if (scope.trip_kind == TripKind::dynamic) {
      out_ += list(case_.trips.lists[s.value].front());
    } else {
      for (const EngineId e : tree_.engines()) {
        out_ += (e.value > 0 ? "," : "") + std::string(tree_.engine_name(e)) + ":" +
                list(case_.trips.lists[s.value][e.value]);
      }
    }
  }
  void dependency(DependencyId d) {
    const Program& p = case_.program;
    const Dependency& x = p.dependency(d);
    out_ += std::string(x.control ? " !" : " ") + p.consumer_name(d) + "<-" + std::string(p.producer_name(d)) + "(";
    const ScopeId common = tree_.innermost_common(p.consumer_scope(d), tree_.scope_of(x.producer));
    const ScopeId last = x.star ? p.distances_of(d).back().loop : common;
    for (std::uint32_t depth = 0; depth <= tree_.scope(last).depth; ++depth) {
      std::int32_t k = 0;
      for (const Distance& y : p.distances_of(d)) {
        if (tree_.scope(y.loop).depth == depth) k = y.distance;
      }
      out_ += (depth > 0 ? "," : "") + std::to_string(k);
    }
    out_ += x.star ? ",*)" : ")";
  }

  const Case& case_;
  const Tree& tree_;
  std::string out_;
};

inline std::string notation(const Case& c) { return NotationWriter(c).write(); }

}  // namespace counterpoint::testing
