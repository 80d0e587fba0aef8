// A verdict from random runs, where one of them shows something.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "verify/decide.hpp"

namespace counterpoint::refuting {

// `unsafe` or `deadlock` by a few random runs that the implementation leads, with the run as witness, cut after the
// step that shows it and taken on both machines; nothing if no run shows either. A pure function of the question.
// Cost: that of `runs_sampled` runs, of at most 2^17 steps each.
constexpr std::uint64_t runs_sampled = 8;  // half of them led by the program
[[nodiscard]] std::optional<Judgement> sample(const Question& question);

}  // namespace counterpoint::refuting
