// Asks the engines about one assignment.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/attempts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/machine/volume.hpp"
#include "verify/mutate/monotone.hpp"
#include "verify/refute/schedules.hpp"

namespace counterpoint::refuting {
namespace {

constexpr std::uint64_t longest_monotone = 4096;  // instances and entries; its cost is quadratic

// A word of maximal runs that needs no witness.
Judgement plain(VerdictWord word) {
  Judgement judged;
  judged.verdict.word = word;
  judged.verdict.by = "monotone";
  judged.verdict.bound = "trips=given";
  return judged;
}

constexpr std::uint64_t work_of_state = 4;  // a state takes that much longer than an instance
constexpr std::uint64_t states_of_witness = std::uint64_t{1} << 14U;

bool is_decided(const Judgement& j) { return j.verdict.word != VerdictWord::undecided; }

}  // namespace

Attempts::Attempts(const Program& program, const Implementation& implementation, const Pairing& pairing,
                   const RefuteOptions& options)
    : program_(program),
      implementation_(implementation),
      pairing_(pairing),
      options_(options),
      start_(std::chrono::steady_clock::now()) {
  for (const EngineId e : program.tree.engines()) same_.push_back(e);
  fixed_ = program.tree.scope_count() * program.tree.engine_count() + program.tree.instruction_count() +
           implementation.statements.size();
}

std::string Attempts::over() const {
  if (options_.stop && options_.stop()) return "stopped";
  if (spent_ >= allowed_) return "work";
  if (options_.time && std::chrono::steady_clock::now() - start_ >= *options_.time) return "time";
  return "";
}

Trips Attempts::program_trips(const Assignment& a) const { return trips_of(program_.tree, a, same_); }

Trips Attempts::implementation_trips(const Assignment& a) const {
  return trips_of(implementation_.tree, a, pairing_.engine_to_implementation);
}

Question Attempts::question(const Trips& program_trips, const Trips& implementation_trips, std::uint64_t states) const {
  Question q{program_, implementation_, pairing_, program_trips, implementation_trips};
  q.width = options_.width;
  q.compare = options_.compare;
  q.limit = options_.instances;
  q.states = states;
  q.memory = options_.memory;
  return q;
}

bool Attempts::fits(const Assignment& a) {
  spent_ += program_.tree.scope_count() * program_.tree.engine_count();
  const Volume v = volume(program_.tree, program_trips(a), options_.instances);
  return v.instances <= options_.instances && v.entries <= options_.instances;
}

Outcome Attempts::attempt(const Assignment& a, std::uint64_t states) {
  spent_ += fixed_;
  const Trips of_program = program_trips(a);
  const Volume v = volume(program_.tree, of_program, options_.instances);
  const Trips of_implementation = implementation_trips(a);
  const Question q = question(of_program, of_implementation, states);
  if (v.instances > options_.instances || v.entries > options_.instances) {
    Outcome outcome{Outcome::Status::too_large, {}};
    if (!large_runs_) return outcome;
    spent_ += 2 * steps_sampled;
    if (auto found = sample(q)) outcome.judgement = std::move(*found);
    return outcome;
  }
  spent_ += v.instances + v.entries;
  Judgement judged = decide(q, Decider::order);
  if (is_decided(judged)) return {Outcome::Status::decided, std::move(judged)};
  return without_clocks(q, v.instances + v.entries);
}

Outcome Attempts::without_clocks(const Question& q, std::uint64_t length) {
  if (length <= longest_monotone) {
    spent_ += length * length / 16;
    if (const auto said = mutation::decide_monotone(q)) {
      if (said->word == VerdictWord::equivalent || said->word == VerdictWord::refines) {
        return {Outcome::Status::decided, plain(said->word)};
      }
      if (auto shown = performed(q, *said)) return {Outcome::Status::decided, std::move(*shown)};
    }
  }
  spent_ += runs_sampled * length;
  auto found = sample(q);
  // A run that gets stuck does not say that none does worse.
  if (found && severity(found->verdict.word) >= severity(options_.at_least)) {
    return {Outcome::Status::decided, std::move(*found)};
  }
  Judgement judged = decide(q, Decider::explore);
  spent_ += work_of_state * judged.verdict.states;
  if (is_decided(judged)) return {Outcome::Status::decided, std::move(judged)};
  if (found) judged = std::move(*found);
  return {Outcome::Status::undecided, std::move(judged)};
}

Judgement Attempts::thorough(const Assignment& a, VerdictWord known, std::uint64_t states) {
  const Trips of_program = program_trips(a);
  const Trips of_implementation = implementation_trips(a);
  const Question q = question(of_program, of_implementation, std::max(states, states_of_witness));
  Judgement judged = decide(q, Decider::all);
  if (!is_decided(judged)) {  // by runs alone
    judged = attempt(a, states).judgement;
    shorten(q, judged.verdict);
    judged.evidence = examine(q, judged.verdict);
    return judged;
  }
  if (severity(judged.verdict.word) < severity(known) && judged.disagreement.empty()) {
    judged.disagreement =
        fmt::format("{} says {}, but a run shows {}", judged.verdict.by, to_text(judged.verdict.word), to_text(known));
  }
  // The first engine gives the verdict; another may have given a shorter witness of the same.
  for (const DeciderAnswer& answer : judged.answers) {
    if (!answer.verdict || answer.verdict->word != judged.verdict.word || answer.verdict->witness.empty()) continue;
    Verdict& v = judged.verdict;
    if (!v.witness.empty() && answer.verdict->witness.size() >= v.witness.size()) continue;
    v.reason = answer.verdict->reason;
    v.witness = answer.verdict->witness;
    v.shortest = answer.verdict->shortest;
    v.faults = answer.verdict->faults;
    if (!answer.verdict->explanation.empty()) v.explanation = answer.verdict->explanation;
    judged.evidence = examine(q, v);
  }
  return judged;
}

}  // namespace counterpoint::refuting
