// What a dependency asks for, why it has its class, what its wait is, and what to write instead where there is none.
// SPDX-License-Identifier: Apache-2.0
//
// Everything is plain text in the program's own names, in fields of their own; how they are laid out is for who prints.
// Registers are called as an implementation made from the program calls them: r_kv and t_kv count the entries of kv in
// all and in the current trip, hJ_kv_q is r_kv at the start of the q-iteration J before the current one.
// Cost: O(depth) for one dependency after one pass over the program. Source: semantics.md 4.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/dependence/classify.hpp"
#include "core/dependence/rewrite.hpp"

namespace counterpoint {

struct Explanation {
  DependencyId dependency;
  Classification classified;
  std::string subject;     // "load <- qk@kv-2"
  std::string class_text;  // "direct"
  std::string status;     // "base, exact", "extension, exact", "extension, safe: waits for more than asked", "rejected"
  std::string place;      // where both stand: "both in 'kv', 'qk' after 'load' in one block; distance 2 on 'kv'"
  std::string threshold;  // "r_kv - 2"; "" if rejected or nothing is ever owed
  std::string condition;  // "t_kv > 2", several joined by "and"; "" if always
  std::string formula;    // "wait for R(qk) >= r_kv - 2 where t_kv > 2"
  std::string per_loop;   // "wait s_kv_pe >= 2*(r_kv - 2) - 1 where t_kv > 2"
  std::uint32_t body = 0;      // N: instructions of P's body on p's engine
  std::uint32_t position = 0;  // K: p's position among them, from 1
  std::string reason;          // why this class
  std::vector<Rewrite> rewrites;
};

class Explainer {
 public:
  explicit Explainer(const Program& program);
  [[nodiscard]] Explanation explain(DependencyId d) const;
  // The dependencies of `consumer` on `producer` (an instruction's name; a consumer may be a loop or conditional with
  // control dependencies), in the order written; empty if there is none.
  [[nodiscard]] std::vector<DependencyId> find(std::string_view consumer, std::string_view producer) const;

 private:
  const Program& program_;
  IdVector<InstructionId, std::uint32_t> position_;  // K
  IdVector<InstructionId, std::uint32_t> body_;      // N
  std::unordered_set<std::string_view> names_;       // of instructions; empty unless a rewrite may need them
};

}  // namespace counterpoint
