// Unrolls, pairs up, decides.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/check.hpp"

#include "core/diagnostic/internal_error.hpp"
#include "verify/refute/attempts.hpp"

namespace counterpoint::neuron {
namespace {

// The verdict on words that do not fit the program.
Verdict misfit(const Unrolled& unrolled) {
  Verdict v;
  v.by = "words";
  v.bound = "trips=given";
  v.explanation = unrolled.why;
  switch (unrolled.fit) {
    case Fit::other_instance:
      v.word = VerdictWord::unsafe;
      v.reason = "other-instance";
      break;
    case Fit::missing_instance:
      v.word = VerdictWord::deadlock;
      v.reason = "missing-instance";
      break;
    case Fit::fault:
      v.word = VerdictWord::unsafe;
      v.reason = "fault";
      break;
    case Fit::bound: v.reason = "bound"; break;
    case Fit::same:
    case Fit::not_followed: v.reason = "not-followed"; break;
  }
  return v;
}

// Closed clocks; where they do not apply, random runs, maximal runs, exploration. The pair has no trip counts: there is
// one assignment.
Judgement by_attempts(const Unrolled& pair, const Pairing& pairing, const Question& question,
                      const CheckOptions& options) {
  RefuteOptions how;
  how.width = question.width;
  how.compare = question.compare;
  how.instances = 4 * options.limit;
  how.states = options.states;
  how.memory = options.memory;
  how.work = ~std::uint64_t{0};
  refuting::Attempts attempts(pair.program, pair.implementation, pairing, how);
  attempts.allow(~std::uint64_t{0} >> 1U);
  refuting::Outcome outcome = attempts.attempt({}, options.states);
  if (outcome.status == refuting::Outcome::Status::too_large) {
    outcome.judgement.verdict.word = VerdictWord::undecided;
    outcome.judgement.verdict.reason = "bound";
  }
  outcome.judgement.verdict.bound = "trips=given";
  return std::move(outcome.judgement);
}

}  // namespace

JudgedWords judge_words(const Program& program, const Image& image, const Trips& trips, const CheckOptions& options) {
  JudgedWords out{unroll(program, image, trips, {options.width, options.limit}), {}, {}};
  const Unrolled& pair = out.unrolled;
  if (pair.fit != Fit::same) {
    out.judgement.verdict = misfit(pair);
    return out;
  }
  auto paired = pair_up(pair.program, pair.implementation);
  require(paired.has_value(), "an unrolled pair has the same instances");
  out.pairing = std::move(*paired);
  const Trips program_trips(pair.program.tree);
  const Trips implementation_trips(pair.implementation.tree);
  Question question{.program = pair.program,
                    .implementation = pair.implementation,
                    .pairing = *out.pairing,
                    .program_trips = program_trips,
                    .implementation_trips = implementation_trips,
                    .width = options.width,
                    .compare = image.profile.compares_unsigned() ? Comparison::as_unsigned : Comparison::as_signed};
  if (options.by == Decider::automatic) {
    out.judgement = by_attempts(pair, *out.pairing, question, options);
    return out;
  }
  question.limit = 4 * options.limit;
  question.states = options.states;
  question.memory = options.memory;
  out.judgement = decide(question, options.by);
  return out;
}

}  // namespace counterpoint::neuron
