// Which registers count, recognised by everything that assigns them.
// SPDX-License-Identifier: Apache-2.0
//
// What. A register of one engine is a *counter* if every assignment to it is `x := x + c` or `x := c` with a literal c,
// all of the second kind stand directly in one body, its home (the root if there is none of them), and all of the
// first kind stand in the home or in scopes within it. Values of a counter have a closed form at every place z, since
// how often each assignment ran is determined by counts of entries: from the last `x := c` of the home before z, or
// from the start of the iteration of the home, an increment in the home itself counts once if it stands in between, one
// in a child m of the home T_m times (once less if z stands in m before it), one deeper E_m - E_m(at the start of the
// iteration of the home) times. r and t of semantics.md 4 are the two simplest such registers; offsets, scaled
// counters, counters at the end of a body, resets at any of the three places of "Placement" need no case of their own.
//
// A counter at home in the root with increments in several scopes keeps a base of its own (`counter`), since a snapshot
// of it has no form in counts of entries; `expanded` gives the sum. All others are *followed* along the code
// (values.hpp); for these the list of assignments says where.
//
// Cost: linear in the operations; a value costs the number of scopes with increments, times a logarithm.
// Source: semantics.md 4.
#pragma once

#include <span>
#include <vector>

#include "verify/relation/form.hpp"
#include "verify/relation/layout.hpp"

namespace counterpoint::relation {

struct Assignment {
  std::uint32_t statement = 0;
  std::uint32_t operation = 0;
  BlockId block;
  std::uint32_t reg = 0;
};

enum class RegisterKind : std::uint8_t { counter, followed };

class Registers {
 public:
  Registers(const Implementation& implementation, const Layout& layout);

  // All registers of all engines in one numbering.
  [[nodiscard]] std::uint32_t number(EngineId e, RegisterId r) const { return first_[e] + r.value; }
  [[nodiscard]] std::size_t count() const { return info_.size(); }
  [[nodiscard]] RegisterKind kind(std::uint32_t reg) const { return info_[reg].kind; }
  // In the order of the text.
  [[nodiscard]] std::span<const Assignment> assignments(std::uint32_t reg) const {
    return std::span(assignments_).subspan(start_[reg], start_[reg + 1] - start_[reg]);
  }
  // The number of its last assignment before a statement, counted over all registers; none if there is none.
  static constexpr std::uint32_t none = 0xffffffffU;
  [[nodiscard]] std::uint32_t last_before(std::uint32_t reg, std::uint32_t statement) const;
  [[nodiscard]] const Assignment& assignment(std::uint32_t number) const { return assignments_[number]; }
  // The first statement at or after the given one that assigns the register; `none` if there is none.
  [[nodiscard]] std::uint32_t next_at(std::uint32_t reg, std::uint32_t statement) const;
  // The body that holds all its assignments directly; none if there is no such body.
  [[nodiscard]] ScopeId only_body(std::uint32_t reg) const { return info_[reg].only_body; }
  // Whether every value it can get is below 2^31, whatever it is.
  [[nodiscard]] bool small(std::uint32_t reg) const { return info_[reg].small; }

  // The value of a counter at a place.
  [[nodiscard]] MaybeForm value(std::uint32_t reg, const Spot& z) const;
  // The base `counter` of a register at a place, in counts of entries.
  [[nodiscard]] MaybeForm expanded(std::uint32_t reg, const Spot& z) const;
  // The literal that an assignment adds to its register; 0 if it is no increment.
  [[nodiscard]] std::int64_t increment(const Assignment& a) const;

 private:
  struct Step {  // an increment, with the sum of those of its scope up to it
    std::uint32_t statement = 0;
    std::int64_t sum = 0;
  };
  struct Group {
    ScopeId scope;
    std::uint32_t first = 0;  // into steps_
    std::uint32_t last = 0;
    std::int64_t total = 0;
  };
  struct Info {
    RegisterKind kind = RegisterKind::followed;
    bool small = false;
    bool positive = true;  // no increment is negative
    ScopeId only_body;
    ScopeId home;
    std::uint32_t first_group = 0;
    std::uint32_t last_group = 0;
    std::uint32_t first_set = 0;  // into sets_, those in the home
    std::uint32_t last_set = 0;
    std::int64_t start = 0;  // its value before the home is first entered
  };
  struct Set {
    std::uint32_t statement = 0;
    std::uint32_t opened = 0;
    std::int64_t value = 0;
  };

  [[nodiscard]] bool is_set(const Assignment& a, std::int64_t& value) const;
  void collect();
  void look_at(std::uint32_t reg);
  bool find_home(std::uint32_t reg, Info& info);
  bool group(std::uint32_t reg, Info& info);
  [[nodiscard]] std::int64_t sum_before(const Group& g, std::uint32_t statement) const;
  [[nodiscard]] bool constant_at_start(const Info& info, std::int64_t& value) const;
  [[nodiscard]] MaybeForm executions(const Info& info, const Group& g, const Spot& z) const;
  [[nodiscard]] std::int64_t rest_of_block(std::uint32_t reg, const Spot& z) const;

  const Implementation& implementation_;
  const Layout& layout_;
  const Tree& tree_;
  IdVector<EngineId, std::uint32_t> first_;
  std::vector<Assignment> assignments_;
  std::vector<std::uint32_t> start_;
  std::vector<Info> info_;
  std::vector<Group> groups_;
  std::vector<Step> steps_;
  std::vector<Set> sets_;
};

// The counts of a scope at hand; the root's is 1, a trip count of a scope with one trip is its count of entries.
[[nodiscard]] Form entries_of(ScopeId s);
[[nodiscard]] Form trip_of(const Layout& layout, ScopeId s);
// Entries of `inner` up to the start of the anchor iteration `back` before the current one; the root is entered once,
// before anything.
[[nodiscard]] Form entries_at(ScopeId inner, ScopeId anchor, std::uint32_t back);

}  // namespace counterpoint::relation
