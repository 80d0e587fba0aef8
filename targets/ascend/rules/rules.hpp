// Static checks of a kernel's synchronisation: no trip counts, no runs.
// SPDX-License-Identifier: Apache-2.0
//
// What. The rules of rules.def. `order` and `run_ahead` come from what every pipe knows at every operation
// (knowledge.hpp), `flags` and `queues` from following every way through the kernel (flag_states.hpp), the others from
// one look at the text. They go beyond the rules that are public (ascend.md 7): carried accesses of one operation to
// itself, rotating ids, flags of one bit, loops that may run zero times, a set before a loop with its wait inside, a
// release that its own pipe gets.
// Invariant. A kernel of which they say nothing, not even that something was not looked at, is safe: it has no run in
// which an access is early, a flag is set twice, a pipe hangs, or a flag is left set (tests hold that against the
// deciders on drawn kernels). What they say of a kernel may be a false alarm; the deciders show it or do not.
// Cost: O(operations x phases x (pipes + flags) x instructions) bytes and a few times as many steps, within
// `most_work`; beyond it they say so. Source: ascend.md 7.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/execution/required.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

enum class Rule : std::uint8_t {
#define X(identifier, word, asks, blind) identifier,
#include "targets/ascend/rules/rules.def"
#undef X
};

struct RuleEntry {
  Rule rule;
  std::string_view word;
  std::string_view asks;
  std::string_view blind;
};
[[nodiscard]] std::span<const RuleEntry> all_rules();
[[nodiscard]] std::string_view rule_word(Rule rule);

enum class FindingKind : std::uint8_t {
  unordered,       // an access may start before another that it conflicts with has completed
  set_twice,       // a set of a flag that is set, in the order of dispatch
  never_set,       // a wait for a flag that is not set then
  left_set,        // a flag that may be set at the end
  runs_ahead,      // a set that may come before the wait for the set before it
  nested_bracket,  // B1
  no_get,          // B2
  no_release,      // B3
  other_pipe,      // B4
  one_pipe,        // B5: an id that one pipe alone uses orders nothing
  many_pipes,      // B6: more than two pipes on one id
  other_region,    // B7
  no_such_id,      // G3
  no_such_event,
  queue_misused,
  unmatched_call,  // of a queue, in the order of the text
  not_looked_at    // too large, or ids that depend on the way
};

struct Finding {
  Rule rule = Rule::order;
  FindingKind kind = FindingKind::unordered;
  bool warning = false;  // of no consequence for safety
  OpId op;               // where
  std::string text;      // one sentence, no final stop
};

inline constexpr std::uint64_t most_work = std::uint64_t{1} << 27U;

// Of what kind a finding is, for messages and `explain`.
[[nodiscard]] Code code_of(FindingKind kind);

// In the order of the rules, and of the text within each. `required` is required_program of the same kernel.
[[nodiscard]] std::vector<Finding> check_rules(const Kernel& kernel, const Required& required,
                                               const Primitives& primitives);
// No finding but warnings.
[[nodiscard]] bool is_clean(const std::vector<Finding>& findings);

}  // namespace counterpoint::ascend
