// What is tested: a program with trips and an implementation of it, and the functions under test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/machine/machine.hpp"
#include "verify/decide.hpp"
#include "verify/generate/choices.hpp"

namespace counterpoint::fuzzing {

// One case. Its implementation is either what `options` make of the program, or made by hand; one of the two is there.
struct Case {
  Program program;
  std::vector<std::string> trips;  // values of --trips
  std::optional<AllocationOptions> options;
  std::optional<Implementation> by_hand;
  std::uint64_t window = 0;
  std::uint32_t width = 0;  // 0: 64 bits, as without --width
  Comparison compare = Comparison::as_signed;

  // As hardware counts that never wraps: what the promises of allocations are about.
  [[nodiscard]] bool plain() const { return width == 0 && compare == Comparison::as_signed; }
};

// The functions under test. A test of the campaign itself puts wrong ones here.
struct Subject {
  std::function<tl::expected<Allocation, Diagnostics>(const Program&, const AllocationOptions&)> allocate;
  std::function<Judgement(const Question&)> decide;  // by every engine
};
// Those of this version.
[[nodiscard]] Subject this_version();

// Draws a case. Half are allocations by random options, where those are not refused; the others look made by hand.
// One in six has a small width or another comparison, one in six a window. One in three programs has buffers.
// Source of the rest of the distribution: verify/generate.
[[nodiscard]] Case draw_case(Choices& choices, const Subject& subject);

// Case `index` of a seed: a pure function of both, the same on every platform.
[[nodiscard]] Case draw_case(std::uint64_t seed, std::uint64_t index, const Subject& subject);

}  // namespace counterpoint::fuzzing
