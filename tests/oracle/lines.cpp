// Writes the lines that the oracle reads.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/lines.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/text/tree_walk.hpp"

namespace counterpoint::rocq {
namespace {

class Text {
 public:
  explicit Text(const Tree& tree) : tree_(tree) { walk(tree, *this); }
  [[nodiscard]] std::string take() { return std::move(out_); }

  // --- called by walk
  void enter(ScopeId s) {
    switch (tree_.scope(s).kind) {
      case ScopeKind::loop: out_ += "loop\n"; break;
      case ScopeKind::then_branch: out_ += "if\n"; break;
      default: out_ += "else\n";
    }
  }
  void leave(ScopeId s) {
    if (tree_.scope(s).kind != ScopeKind::then_branch) out_ += "end\n";
  }
  void barrier(bool) {}
  void block(BlockId b) {
    out_ += "block\n";
    for (std::uint32_t i = tree_.block(b).first; i < tree_.block(b).last; ++i) {
      out_ += fmt::format("ins {}\n", tree_.engine_of(InstructionId{std::size_t{i}}).value);
    }
  }

 private:
  const Tree& tree_;
  std::string out_;
};

std::string dependency_line(const Program& program, DependencyId d, const Addresses& addresses) {
  const Tree& tree = program.tree;
  const Dependency& x = program.dependency(d);
  const std::size_t consumer = x.consumer;
  std::string line = "dep " + (x.control ? addresses.of(ScopeId{consumer}) : addresses.of(InstructionId{consumer})) +
                     " " + addresses.of(x.producer);
  const auto distances = program.distances_of(d);
  const ScopeId common = tree.innermost_common(program.consumer_scope(d), tree.scope_of(x.producer));
  const ScopeId last = x.star ? distances.back().loop : common;
  for (std::uint32_t depth = 1; depth <= tree.scope(last).depth; ++depth) {
    std::int32_t component = 0;
    for (const Distance& k : distances) {
      if (k.loop == tree.ancestor_at(last, depth)) component = k.distance;
    }
    line += " " + std::to_string(component);
  }
  return line + "\n";
}

// The visits of every scope on one engine, in order: those of a scope are the entries of its parent.
std::string trips_lines(const Tree& tree, const Trips& trips, EngineId e, const Addresses& addresses) {
  std::string lines;
  IdVector<ScopeId, std::vector<std::vector<std::uint32_t>>> entries(tree.scope_count());
  entries[Tree::root()] = {{}};
  for (const ScopeId s : tree.scopes()) {
    if (s == Tree::root()) continue;
    const ScopeId parent = tree.scope(s).parent;
    std::uint64_t visit = 0;
    for (const std::vector<std::uint32_t>& entry : entries[parent]) {
      const std::uint32_t count = trips.at(s, e, ++visit);
      if (count > 0 && tree.scope(s).kind != ScopeKind::else_branch) {
        lines +=
            fmt::format("trips {} {} {} {}\n", e.value, addresses.place(parent, entry), addresses.position(s), count);
      }
      for (std::uint32_t t = 1; t <= count; ++t) {
        entries[s].push_back(entry);
        entries[s].back().push_back(t);
      }
    }
  }
  return lines;
}

}  // namespace

std::string lines_of(const Question& question, const Addresses& addresses) {
  const Program& program = question.program;
  const Tree& tree = program.tree;
  std::string lines = fmt::format("engines {}\n", tree.engine_count()) + Text(tree).take();
  for (const DependencyId d : program.all_dependencies()) lines += dependency_line(program, d, addresses);
  for (const EngineId e : tree.engines()) {
    lines += trips_lines(tree, question.program_trips, e, addresses);
    if (question.window != 0) lines += fmt::format("window {} {}\n", e.value, question.window);
  }
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.is_loop() && scope.trip_kind == TripKind::constant) {
      lines += fmt::format("fixed {} {}\n", addresses.of(s), scope.trips);
    }
  }
  return lines;
}

std::string lines_of_scheme(std::string_view scheme) { return fmt::format("plan full\nscheme {}\n", scheme); }

std::string lines_of(const ListedWaits& listed, const Addresses& addresses) {
  std::string lines;
  for (const Waiting& w : listed.waiting) {
    const std::size_t subject = w.subject;
    const std::uint32_t position =
        w.visit ? addresses.position(ScopeId{subject}) : addresses.position(InstructionId{subject});
    for (const auto& [semaphore, threshold] : w.needs) {
      lines += fmt::format("given {} {} {} {} {}\n", w.engine.value, addresses.place(w.scope, w.iterations), position,
                           semaphore, threshold);
    }
  }
  for (const auto& [instruction, semaphore] : listed.increments) {
    lines += fmt::format("update {} {}\n", addresses.of(instruction), semaphore);
  }
  return lines + "judge\n";
}

}  // namespace counterpoint::rocq
