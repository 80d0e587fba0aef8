// A property on thousands of generated programs, with counts of what they were.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each case is a list of uniform bytes that generators read as choices; a failing list is shrunk byte by byte and
// the smallest one is reported with its program, trips and implementation. The cases of a campaign are the same on
// every platform and in every run. The environment variable COUNTERPOINT_PROPERTY_FACTOR multiplies their number: more
// in the target `nightly`, less in the preset `sanitize`, which takes the first of the same cases. With
// COUNTERPOINT_PROPERTY_UNSHRUNK a failing case is reported as it is, which is faster. At the end the share of programs
// of each kind is printed, and one below its floor is a failure: a property that hardly ever meets a kind says nothing
// about it.
#pragma once

#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/program.hpp"
#include "verify/generate/choices.hpp"

namespace counterpoint::testing {

class Campaign {
 public:
  // `programs` without the factor; `bytes` a case.
  Campaign(int programs, std::size_t bytes) : programs_(programs), bytes_(bytes) {}

  // Stops at the first case in which the property fails, by RC_FAIL or RC_ASSERT.
  void run(const std::function<void(Choices&)>& property);
  // One more case, or pair, of a kind.
  void count(const std::string& kind, std::uint64_t times = 1) { counts_[kind] += times; }
  // Counts the kinds of a program with its trips, each once, and the program.
  void count_program(const Program& program, const std::vector<std::string>& trips);
  // In hundredths of a per cent of all programs; prints everything that was counted.
  void expect_at_least(const std::map<std::string, std::uint64_t>& floors);

 private:
  int programs_;
  std::size_t bytes_;
  std::map<std::string, std::uint64_t> counts_;
};

// The kinds that a program with its trips belongs to: "three levels", "of itself", "class history", ...
[[nodiscard]] std::vector<std::string> kinds_of(const Program& program, const std::vector<std::string>& trips);

}  // namespace counterpoint::testing
