// Makes what the oracles of one case share.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/oracles.hpp"
#include "verify/generate/trips.hpp"

namespace counterpoint::fuzzing {

Examination::Examination(const Case& tested, const Subject& subject, const Limits& limits)
    : case_(tested), subject_(subject), limits_(limits), program_trips_(trips_from(tested.program.tree, tested.trips)) {
  require(tested.options.has_value() != tested.by_hand.has_value(), "a case says where its implementation comes from");
}

std::unique_ptr<Examination::Posed> Examination::pose(const Implementation& implementation) const {
  auto pairing = pair_up(case_.program, implementation);
  require(pairing.has_value(), "the implementation has the tree and the streams of its program");
  // By engines of the same name: the implementation may declare them in another order.
  Trips trips = program_trips_.renumbered(pairing->engine_to_program);
  Implementation whole = complete(case_.program, implementation, *pairing);
  return std::make_unique<Posed>(Posed{std::move(whole), std::move(*pairing), std::move(trips)});
}

Question Examination::question_of(const Posed& posed) const {
  Question q{case_.program, posed.implementation, posed.pairing, program_trips_, posed.trips};
  q.window = case_.window;
  q.width = case_.width;
  q.compare = case_.compare;
  q.limit = limits_.instances;
  q.states = limits_.states;
  return q;
}

const Implementation* Examination::implementation() {
  if (case_.by_hand) return &*case_.by_hand;
  if (!made_) {
    auto made = subject_.allocate(case_.program, *case_.options);
    if (made) allocated_ = std::move(made->implementation);
    made_ = true;
  }
  return allocated_ ? &*allocated_ : nullptr;
}

Question Examination::question() {
  if (!posed_) {
    require(implementation() != nullptr, "a question is about an implementation");
    posed_ = pose(*implementation());
  }
  return question_of(*posed_);
}

const Judgement& Examination::judgement() {
  if (!judgement_) judgement_ = subject_.decide(question());
  return *judgement_;
}

Judgement Examination::judge(const Implementation& other) {
  const auto posed = pose(other);
  return subject_.decide(question_of(*posed));
}

Finding ask(const OracleEntry& oracle, Examination& examination) {
  try {
    return oracle.ask(examination);
  } catch (const std::exception& error) {
    return {Said::fails, std::string("it throws: ") + error.what(), std::nullopt, true};
  }
}

}  // namespace counterpoint::fuzzing
