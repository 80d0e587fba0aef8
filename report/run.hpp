// How a run ended, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/run.hpp"

namespace counterpoint::report {

// What a command says in its last line: a word and facts in an order that never changes.
struct OutcomeLine {
  std::string kind = "outcome";  // "verdict" where trips or bounds were decided about
  std::string word;
  std::vector<std::pair<std::string, std::string>> facts;

  void add(std::string key, std::string value) { facts.emplace_back(std::move(key), std::move(value)); }
  [[nodiscard]] int color() const;  // of the word on a terminal: green, yellow, red (an ANSI number)
};
// "outcome: completed schedule=asap steps=31". Blanks within values become commas.
[[nodiscard]] std::string render(const OutcomeLine& line, bool color);

// Several runs with seeds one after the other.
struct RunSummary {
  const Tree* tree = nullptr;
  bool implementation = false;
  OutcomeLine line;
  const RunResult* result = nullptr;  // of the last run: the first that did not complete, if there is one
  std::uint64_t runs = 1;
  bool replayed = false;  // the steps came from a trace
};

// What was run, and what went wrong in the program's own names: the race, the deadlock, the fault. Without the outcome
// line. `verbose`: the steps too, if they were recorded; otherwise only the last of a deadlock or fault.
[[nodiscard]] std::string render(const RunSummary& summary, bool verbose);

// "0x0123456789abcdef".
[[nodiscard]] std::string digest_text(std::uint64_t digest);
// "qk in q=1, kv=3", from the iterations of an instruction (root first); "qk" where it is in no loop.
[[nodiscard]] std::string instance_text(const Tree& tree, InstructionId i,
                                        const std::vector<std::uint32_t>& iterations);
// Which two accesses race, and what to do.
[[nodiscard]] std::string render(const Tree& tree, const Race& race);
// Who is stuck, at what, and who could have released it. A table and what it says in words.
[[nodiscard]] std::string render_deadlock(const Tree& tree, const std::vector<Stuck>& stuck);

}  // namespace counterpoint::report
