// What the oracle answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/oracle/waits.hpp"

namespace counterpoint::rocq {

// "ENGINE PLACE POSITION": an instance, or the start of a visit.
using At = std::string;

struct Answer {
  std::vector<std::string> classes;  // by dependency: "direct 1"
  std::map<At, Needs> owed;          // by the address of the producer
  std::map<At, Needs> waits;         // by "ADDRESS" or "ADDRESS@ENGINE"
  std::string completes;             // "true" or "false"
  std::string verdict;               // of the allocation
  std::vector<std::string> judged;
};

// Throws if the text is not an answer.
[[nodiscard]] Answer read_answer(const std::string& text);

// Keeps the larger of two thresholds; those that hold from the start are left out.
void need(Needs& needs, const std::string& of, std::int64_t threshold);

}  // namespace counterpoint::rocq
