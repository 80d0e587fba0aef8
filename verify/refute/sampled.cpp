// Turns a difference between two machines into a verdict.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/sampled.hpp"

#include "core/machine/run.hpp"
#include "verify/machines.hpp"
#include "verify/mutual_replay.hpp"

namespace counterpoint::refuting {
namespace {

constexpr std::uint64_t most_steps = std::uint64_t{1} << 17U;

}  // namespace

std::optional<Judgement> sample(const Question& q) {
  const Machines machines = machines_of(q);
  MutualReplayOptions options;
  options.runs = runs_sampled / 2;
  options.limit = most_steps;
  options.compare_data = false;
  const MutualReplayResult result = replay_mutually(machines.program, machines.implementation, q.pairing, options);
  if (!result.difference || !result.difference->implementation_leads) return std::nullopt;
  const Difference& found = *result.difference;
  Judgement judged;
  Verdict& v = judged.verdict;
  v.by = "replay";
  v.bound = "trips=given";
  v.witness = found.steps;
  switch (found.kind) {
    case DifferenceKind::early:
      v.word = VerdictWord::unsafe;
      v.reason = "early-issue";
      break;
    case DifferenceKind::fault:
      v.word = VerdictWord::unsafe;
      v.reason = fault_name(found.implementation.fault->kind);
      v.faults.push_back(found.implementation.fault->kind);
      break;
    case DifferenceKind::stuck:
      v.word = VerdictWord::deadlock;
      v.reason = "stuck";
      break;
    default: return std::nullopt;
  }
  judged.evidence = examine(q, v);
  if (!judged.evidence.complaint.empty()) return std::nullopt;
  v.explanation = judged.evidence.why.empty() ? "" : judged.evidence.why + "\n";
  return judged;
}

}  // namespace counterpoint::refuting
