// What was said of the words of an image against their program, for a person and as a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "report/verdict.hpp"
#include "targets/neuron/check/flips.hpp"

namespace counterpoint::report {

struct JudgedWordsSummary {
  std::string from;  // where the image came from
  const neuron::Image* image = nullptr;
  const neuron::JudgedWords* words = nullptr;
  const neuron::FlipReport* flips = nullptr;  // null: none were asked for
  std::uint64_t every = 1;                    // one flip in so many
  VerdictSummary verdict;                     // of the unrolled pair, if the words fit the program
};

// What was executed and what was said of it, then the flips by their fate: those that stay open one by one, all of them
// if `verbose`. Without the verdict line.
[[nodiscard]] std::string render(const JudgedWordsSummary& summary, bool verbose);
// The same as one object: for a document about the verdict.
[[nodiscard]] std::string json_words(const JudgedWordsSummary& summary);

}  // namespace counterpoint::report
