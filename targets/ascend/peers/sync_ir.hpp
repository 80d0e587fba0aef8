// A kernel as one flat list of elements, each with the synchronisation that stands before and after it.
// SPDX-License-Identifier: Apache-2.0
//
// What. An operation is one element; a loop and a conditional have one where they begin, one where they end, and a
//   conditional one between its branches. A flag pair is a set and a wait; the list before an element holds waits and
//   barriers, the list after it sets. Where two halves would stand in different regions they are put where one region
//   holds both (ascend.md 4.3), at once: so every path sets as often as it waits.
//   - forward pair: in the innermost region that holds both operations, right after what holds the first of them and
//     right before what holds the second;
//   - carried pair of a loop: in the body of the loop. Its wait never stands after its set in the text: it is moved up
//     to right before what is set after. Then all N flags are set whenever an iteration begins, and N sets before
//     everything and N waits after everything balance, whatever the trips.
// Invariant. A forward set stands before its wait in the text, a carried wait before its set: run in the order of the
//   text no wait ever stops, so no implementation deadlocks by them.
// Cost. Linear in the kernel; placing a pair takes the depth of its operations. Source: ascend.md 4.1, 4.3.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

inline constexpr std::uint32_t no_element = std::numeric_limits<std::uint32_t>::max();

// `call`: a flag or barrier that the kernel has already. It stands in the list before that element.
enum class ElementKind : std::uint8_t { op, call, loop_begin, loop_end, if_begin, else_begin, if_end };
enum class SyncKind : std::uint8_t { set, wait, barrier };

struct SyncOp {
  SyncKind kind = SyncKind::barrier;
  Pipe pipe = Pipe::all;   // of a barrier
  std::uint32_t pair = 0;  // of a set or a wait
  bool written = false;    // in the kernel already
};

struct SyncElement {
  ElementKind kind = ElementKind::op;
  Core core = Core::one;  // of an operation
  Pipe pipe = Pipe::s;
  bool in_else = false;              // in the else branch of `parent`
  OpId op;                           // of the kernel; for a loop or conditional that operation
  std::uint32_t begin = no_element;  // of the loop or conditional that this is part of; an operation: itself
  std::uint32_t end = no_element;
  std::uint32_t parent = no_element;  // where the loop or conditional around it begins; none at the top
  std::uint32_t depth = 0;
  std::vector<SyncOp> before;
  std::vector<SyncOp> after;
};

enum class PairState : std::uint8_t { alive, removed, fallback };

// Before or after an element.
struct SyncPlace {
  std::uint32_t element = 0;
  bool after = false;
  [[nodiscard]] std::uint64_t key() const { return 2 * std::uint64_t{element} + (after ? 1 : 0); }
};

struct FlagPair {
  Pipe from = Pipe::s;
  Pipe to = Pipe::s;
  SyncPlace set;
  SyncPlace wait;
  std::uint32_t loop = no_element;  // carried by the loop that begins there
  // Carried: how many iterations lie between set and wait. Forward: how many iterations of the innermost loop around
  // it may have set and not yet waited.
  std::uint32_t count = 1;
  bool guard = false;
  bool written = false;           // in the kernel already
  bool drained_together = false;  // written: nothing stands between what drains this id and the others of the pair
  PairState state = PairState::alive;
  std::uint32_t merged = 0;       // how many were widened onto it
  std::vector<std::int32_t> ids;  // given out by `give_ids`: `count` of them
  // A forward pair that primes and drains this carried one around a loop: with its ids, all of them set, all waited
  // for. What it waits for is the last set of each id, which is no earlier than its own.
  std::uint32_t primes = no_element;
  std::uint32_t primed_by = no_element;  // that pair, of a carried one; none: the start of the kernel primes it
  [[nodiscard]] bool scoped() const { return primed_by != no_element; }
  [[nodiscard]] bool carried() const { return loop != no_element; }
  [[nodiscard]] bool alive() const { return state == PairState::alive; }
};

class SyncIr {
 public:
  // With the operations of one core, or of all.
  explicit SyncIr(const Kernel& kernel, std::optional<Core> only = std::nullopt);

  std::vector<SyncElement> elements;
  std::vector<FlagPair> pairs;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(elements.size()); }
  [[nodiscard]] const Kernel& kernel() const { return *kernel_; }
  // The element of an instruction of the program.
  [[nodiscard]] std::uint32_t element_of(InstructionId i) const { return element_of_[i.value]; }
  // Where the loop begins, of a scope of the program.
  [[nodiscard]] std::uint32_t loop_of(ScopeId s) const { return loop_of_[s.value]; }
  [[nodiscard]] bool has_instruction(InstructionId i) const { return element_of_[i.value] != no_element; }
  // The loop around `e`, or none.
  [[nodiscard]] std::uint32_t loop_around(std::uint32_t e) const;
  // A number of iterations in the text, at least one.
  [[nodiscard]] bool surely_runs(std::uint32_t loop_begin) const;
  // What holds `e` directly in the body of `loop`: where it begins. `e` itself if nothing does.
  [[nodiscard]] std::uint32_t child_of(std::uint32_t loop, std::uint32_t e) const;
  // What holds each of two in the innermost region that holds both: where it begins. Not for two branches of one `if`.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> children(std::uint32_t first, std::uint32_t second) const;

  // Adds a pair between two operations on different pipes; `loop` none: forward.
  std::uint32_t add_pair(std::uint32_t earlier, std::uint32_t later, std::uint32_t loop, std::uint32_t count);
  // False where such a barrier is there: two branches, each looked at on its own, may ask for one each.
  bool add_barrier(Pipe pipe, std::uint32_t before);
  // A guard, its set as number `set_at` of one list, then its wait as number `wait_at` of one (where it is the same
  // list, as it is with the set in it).
  std::uint32_t add_guard(Pipe from, Pipe to, SyncPlace set, std::size_t set_at, SyncPlace wait, std::size_t wait_at);
  // What primes a carried pair before a loop and drains it after.
  std::uint32_t add_prime(std::uint32_t carried, std::uint32_t loop);
  // Takes both halves out of the lists.
  void remove(std::uint32_t pair, PairState as);
  // The same, with bar(all) where its wait stood.
  void replace_by_barrier(std::uint32_t pair);
  // Moves the halves of a pair: the set to the end, the wait to the start of its new list.
  void move(std::uint32_t pair, SyncPlace set, SyncPlace wait);
  [[nodiscard]] std::vector<SyncOp>& list(SyncPlace at) {
    return at.after ? elements[at.element].after : elements[at.element].before;
  }
  [[nodiscard]] const std::vector<SyncOp>& list(SyncPlace at) const {
    return at.after ? elements[at.element].after : elements[at.element].before;
  }
  // Where a half of a pair stands in its list.
  [[nodiscard]] std::size_t index_of(SyncPlace at, SyncKind kind, std::uint32_t pair) const;

 private:
  const Kernel* kernel_;
  std::vector<std::uint32_t> element_of_;
  std::vector<std::uint32_t> loop_of_;

  std::uint32_t add(ElementKind kind, OpId op, std::uint32_t parent, bool in_else);
  void flatten(std::optional<Core> only);
};

}  // namespace counterpoint::ascend
