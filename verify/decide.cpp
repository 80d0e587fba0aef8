// Asks the engines and compares their answers.
// SPDX-License-Identifier: Apache-2.0
#include "verify/decide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/volume.hpp"
#include "verify/explore/explore.hpp"
#include "verify/order/order.hpp"
#include "verify/relation/relation.hpp"

namespace counterpoint {
namespace {

constexpr std::array deciders = {
    DeciderEntry{Decider::automatic, "auto", "order, else explore, else relation: the first that can answer"},
    DeciderEntry{Decider::order, "order", "closed clocks, linear in the instances of the run"},
    DeciderEntry{Decider::explore, "explore", "every state of the two machines"},
    DeciderEntry{Decider::relation, "relation",
                 "the text alone: equivalent for all trip counts, or undecided with the clause that fails"},
    DeciderEntry{Decider::all, "all", "every engine that can answer; it is an internal error (70) if two disagree"}};

DeciderAnswer ask_relation(const Question& q) {
  DeciderAnswer answer;
  answer.by = "relation";
  if (!q.program_trips.resized().empty()) {  // it reads the numbers of the text
    answer.not_applicable = {"other numbers of iterations than those of the text"};
    return answer;
  }
  answer.verdict = decide_by_relation(q.program, q.implementation, q.pairing, {q.width, q.compare});
  if (q.property == Property::deadlock && answer.verdict->word == VerdictWord::equivalent) {
    answer.verdict->word = VerdictWord::clean;
  }
  return answer;
}

DeciderAnswer ask(const Question& q, Decider by) {
  if (by == Decider::relation) return ask_relation(q);
  DeciderAnswer answer;
  if (by == Decider::order) {
    answer.by = "order";
    auto said = decide_by_order(q);
    if (said) {
      answer.verdict = std::move(*said);
    } else {
      answer.not_applicable = said.error();
    }
  } else {
    Question bounded = q;
    bounded.limit = q.states;
    answer.by = "explore";
    // A run of so many instances has more states than that, unless it gets stuck before.
    if (volume(q.program.tree, q.program_trips, q.states).instances > q.states) {
      answer.not_applicable = {fmt::format("more than {} instances, each of which is a state", q.states), true};
      return answer;
    }
    answer.verdict = decide_by_exploration(bounded);
  }
  return answer;
}

bool decided(const DeciderAnswer& a) { return a.verdict && a.verdict->word != VerdictWord::undecided; }

std::vector<Decider> to_ask(Decider by) {
  if (by == Decider::automatic || by == Decider::all) return {Decider::order, Decider::explore, Decider::relation};
  return {by};
}

std::string complaints(const std::vector<DeciderAnswer>& answers) {
  std::string text;
  for (const DeciderAnswer& a : answers) {
    text += fmt::format(
        "{}{}: {}", text.empty() ? "" : "; ", a.by,
        a.verdict ? fmt::format("{} ({})", to_text(a.verdict->word), a.verdict->reason) : a.not_applicable.reason);
  }
  return text;
}

// Nobody decided: what each of them met.
Verdict undecided(const std::vector<DeciderAnswer>& answers) {
  Verdict v;
  v.word = VerdictWord::undecided;
  v.bound = "trips=given";
  v.reason = "precondition";
  for (const DeciderAnswer& a : answers) {
    v.by += fmt::format("{}{}", v.by.empty() ? "" : "+", a.by);
    if (!a.verdict) {
      v.explanation += fmt::format("{} cannot answer: {}\n", a.by, a.not_applicable.reason);
      if (a.not_applicable.bound) v.reason = "bound";
      continue;
    }
    std::string_view why = a.verdict->explanation;
    if (why.ends_with('\n')) why.remove_suffix(1);
    v.explanation += why.empty() ? fmt::format("{} gave up at its bound, {}\n", a.by, a.verdict->bound)
                                 : fmt::format("{} gave up: {}\n", a.by, why);
    if (a.by == "relation" && answers.size() > 1) continue;  // what fails there is no bound of the question
    v.reason = a.verdict->reason;
    v.bound = a.verdict->bound;
    v.states = a.verdict->states;
    v.transitions = a.verdict->transitions;
    v.depth = a.verdict->depth;
  }
  return v;
}

void compare(Judgement& judgement) {
  const DeciderAnswer* first = nullptr;
  for (const DeciderAnswer& a : judgement.answers) {
    if (!decided(a)) continue;
    if (first == nullptr) {
      first = &a;
      judgement.verdict = *a.verdict;
      continue;
    }
    judgement.verdict.by += fmt::format("+{}", a.by);
    if (a.verdict->word != first->verdict->word) judgement.disagreement = complaints(judgement.answers);
    if (a.by == "relation") {  // it says most: for all trips
      judgement.verdict.bound = a.verdict->bound;
      judgement.verdict.assumptions = a.verdict->assumptions;
    }
    // What only one of them counts.
    judgement.verdict.states = std::max(judgement.verdict.states, a.verdict->states);
    judgement.verdict.transitions = std::max(judgement.verdict.transitions, a.verdict->transitions);
    judgement.verdict.depth = std::max(judgement.verdict.depth, a.verdict->depth);
  }
  if (first == nullptr) judgement.verdict = undecided(judgement.answers);
}

}  // namespace

std::span<const DeciderEntry> all_deciders() { return deciders; }

Judgement decide(const Question& q, Decider by) {
  Judgement judgement;
  for (const Decider d : to_ask(by)) {
    judgement.answers.push_back(ask(q, d));
    if (by == Decider::automatic && decided(judgement.answers.back())) break;
  }
  compare(judgement);
  bool first = true;
  for (const DeciderAnswer& a : judgement.answers) {
    if (!decided(a)) continue;
    Evidence evidence = examine(q, *a.verdict);
    if (!evidence.complaint.empty() && judgement.disagreement.empty()) {
      judgement.disagreement = fmt::format("{} says {}, but {}", a.by, to_text(a.verdict->word), evidence.complaint);
    }
    if (first) judgement.evidence = std::move(evidence);
    first = false;
  }
  return judgement;
}

Judgement decide_alone(const Implementation& implementation, const Trips& trips, const MachineOptions& options,
                       const ExplorationBounds& bounds) {
  Judgement judgement;
  judgement.verdict = explore_alone(implementation, trips, options, bounds.states, bounds.memory, bounds.reduce);
  judgement.evidence = examine_alone(implementation_machine(implementation, trips, options), judgement.verdict);
  if (!judgement.evidence.complaint.empty()) judgement.disagreement = "explore: " + judgement.evidence.complaint;
  judgement.answers.push_back({"explore", judgement.verdict, {}});
  return judgement;
}

}  // namespace counterpoint
