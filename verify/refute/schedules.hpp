// Verdicts from single runs: random ones, and maximal ones within bounds.
// SPDX-License-Identifier: Apache-2.0
//
// What. Where closed clocks do not apply, a pair is often refuted by one run, without visiting every state. All here
// give a verdict only with a witness: the run, cut after the step that shows it, taken on both machines.
#pragma once

#include <optional>

#include "verify/decide.hpp"
#include "verify/mutate/monotone.hpp"

namespace counterpoint::refuting {

// `unsafe` or `deadlock` by a few random runs that the implementation leads; nothing if no run shows either. A pure
// function of the question. Cost: that of `runs_sampled` runs; one that is longer than `steps_sampled` is the last, and
// only its beginning is looked at.
constexpr std::uint64_t runs_sampled = 8;  // half of them led by the program
constexpr std::uint64_t steps_sampled = std::uint64_t{1} << 17U;
[[nodiscard]] std::optional<Judgement> sample(const Question& question);

// The run that an answer of maximal runs speaks of; nothing if the machine does not show it. Cost: one run.
[[nodiscard]] std::optional<Judgement> performed(const Question& question, const mutation::MonotoneAnswer& answer);

// Makes the witness of an early step shorter, if that can be done by leaving out work of single engines. Cost: for each
// engine twice the logarithm of its steps, in runs.
void shorten(const Question& question, Verdict& verdict);

}  // namespace counterpoint::refuting
