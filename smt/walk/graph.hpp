// The walk of one engine through the scopes that matter: places where iterations begin, and the straight ways between.
// SPDX-License-Identifier: Apache-2.0
//
// What. Cut points are the start, the head of each loop, the fork and the join of each conditional, and the end. From a
// head one way enters the loop and one goes on behind it; that free choice is the trip count. Scopes in which nothing
// that is followed changes are passed over. A branch-free walk through L scopes has 2L - 1 ways besides the last.
// Actions along a way: enter a scope (before its first item), leave it (one iteration ends), pass a block, meet a
// barrier, or pass over items in which only ordinals that are followed from afar are raised (in_step.hpp).
// Cost: linear in the stops. Source: certification.md 2.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "smt/streams/streams.hpp"
#include "smt/walk/variables.hpp"

namespace counterpoint::smt {

enum class CutKind : std::uint8_t { start, head, fork, join, end };

struct CutPoint {
  CutKind kind = CutKind::start;
  ScopeId scope{};  // head: the loop; fork and join: the then branch; start and end: the root
  friend bool operator==(const CutPoint&, const CutPoint&) = default;
};

enum class ActionKind : std::uint8_t { enter, leave, block, place, barrier, reset, afar };

struct Action {
  ActionKind kind = ActionKind::enter;
  ScopeId scope{};           // enter, leave; place, afar: in whose body
  BlockId block{};           // block
  std::uint32_t item = 0;    // place: in front of which item; afar: from which one on
  std::uint32_t end = 0;     // afar: before which one
  std::uint32_t number = 0;  // afar: which on its way
};

struct Way {
  std::uint32_t from = 0;  // nodes
  std::uint32_t to = 0;
  std::vector<Action> actions{};
  ScopeId enters{};  // the loop whose head it starts from, if it enters it
  ScopeId passes{};  // the loop whose head it starts from, if it goes on behind it
};

struct Graph {
  std::vector<CutPoint> nodes;
  std::vector<Way> ways;
  // Where a standing is on the ways: its way, and how many of its actions come before (the block itself not included).
  struct Position {
    std::uint32_t way = 0;
    std::uint32_t actions = 0;
  };
  std::unordered_map<std::uint64_t, Position> positions;  // by scope and item
  [[nodiscard]] const Position& position(const Standing& s) const;
};

// `standings` are stops whether or not anything changes there.
[[nodiscard]] Graph graph_of(const Following& following, const Streams& streams, const Tree& tree,
                             const std::vector<Standing>& standings);

// Whether the place of a node is inside a scope: its own head is not.
[[nodiscard]] bool inside(const Tree& tree, const CutPoint& n, ScopeId s);

}  // namespace counterpoint::smt
