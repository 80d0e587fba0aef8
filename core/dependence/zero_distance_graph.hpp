// The zero-distance graph: who waits for whom within one iteration.
// SPDX-License-Identifier: Apache-2.0
//
// Nodes are instructions, visits of scopes with control dependencies, and joins. An edge leads from what comes after to
// what it comes after: from a consumer to its producers at distance 0 that are not exclusive with it, from an
// instruction to the one before it on its engine and to the last visit before it. Dependencies are not copied: their
// edges are read from the program, so the graph costs eight bytes an instruction.
//
// Invariant of the builder. While the text is walked, `last_[e]` is the node that the next instruction of engine e
// comes after (one more slot, the last, for visits, which concern every engine). A branch keeps a log of the slots it
// changed with their values before it; leaving it restores them, and leaving the conditional puts a join of both
// outcomes into every slot that either branch changed. So nothing in one branch comes after anything in the other.
//
// Cost: linear in instructions, plus one step for each conditional and engine with work in it.
// Source: semantics.md 1 and 5.9.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/dependence/subject.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

class ZeroDistanceGraph {
 public:
  using Node = std::uint32_t;
  static constexpr Node none = std::numeric_limits<Node>::max();

  // With `within_blocks` only the edges between two instructions of one block.
  ZeroDistanceGraph(const Program& program, bool within_blocks);

  // Instructions are the nodes 0, 1, ... in their own numbers; visits and joins follow.
  [[nodiscard]] std::size_t size() const { return before_.size() + extra_.size(); }
  [[nodiscard]] bool is_join(Node v) const { return v >= before_.size() && !extra_[v - before_.size()].visit.valid(); }
  // What a node that is no join stands for.
  [[nodiscard]] Subject subject(Node v) const;

  // The edge number k (from 0) of a node: where it leads and by which dependency, if by one. Returns false past the
  // last; `to` is none where number k is no edge after all.
  bool edge(Node v, std::uint32_t k, Node& to, DependencyId& dependency) const;

  // --- called while the tree is walked
  void block(BlockId b);
  void barrier(bool /*reset*/) {}
  void enter(ScopeId s);
  void leave(ScopeId s);

 private:
  using Outcome = std::vector<std::pair<std::size_t, Node>>;  // slot, its value at the end of a branch
  struct Extra {
    ScopeId visit;  // none for a join
    Node one = none;
    Node other = none;
  };
  struct Change {
    std::size_t slot;
    Node before;
    std::uint32_t logged_in;
  };
  struct Branch {
    std::uint32_t id;
    std::vector<Change> log;
  };

  bool dependency_edge(Node v, IdRange<DependencyId> range, std::uint32_t k, Node& to, DependencyId& dependency) const;
  Node add_extra(const Extra& x);
  void set(std::size_t slot, Node value);
  Outcome leave_branch();
  void join(Outcome first, Outcome second);

  const Program& program_;
  const Tree& tree_;
  bool within_blocks_;
  std::vector<Node> before_;         // by instruction: the one before it on its engine
  std::vector<Node> visits_before_;  // by instruction: the last visit before it
  std::vector<Extra> extra_;
  std::vector<Node> last_;
  std::vector<std::uint32_t> logged_in_;  // by slot: the innermost branch whose log has it
  std::vector<Branch> branches_;
  std::vector<Outcome> first_outcomes_;
  std::uint32_t next_branch_ = 1;
};

}  // namespace counterpoint
