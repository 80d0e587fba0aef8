// Collects the words of options from the tables of what they name.
// SPDX-License-Identifier: Apache-2.0
#include "cli/option_words.hpp"

#include "core/allocation/allocate.hpp"
#include "core/machine/run.hpp"
#include "core/machine/verdict.hpp"
#include "smt/solvers/prover.hpp"
#include "verify/decide.hpp"

namespace counterpoint::cli {

Words scheme_words() {
  Words words;
  for (const SchemeEntry& s : all_schemes()) words.push_back({s.name, s.summary});
  return words;
}

Words level_words() {
  return {{"0", "every counter on every engine"},
          {"1", "what no wait reads is dropped"},
          {"2", "also dependencies that others keep, and every pass of `optimize`"}};
}

Words expected_words() {
  Words words = {{"allocated"}, {"lowered"}, {"refused"}};
  for (const Outcome o : {Outcome::completed, Outcome::racy, Outcome::deadlock, Outcome::fault, Outcome::limit}) {
    words.push_back({outcome_name(o)});
  }
  words.push_back({"differs"});
  for (const std::string_view w : {"verified", "refuted", "changed", "findings"}) words.push_back({w});
  for (const VerdictWord w : {VerdictWord::equivalent, VerdictWord::refines, VerdictWord::unsafe,
                              VerdictWord::undecided, VerdictWord::clean}) {
    words.push_back({to_text(w)});
  }
  return words;
}

Words decider_words() {
  Words words;
  for (const DeciderEntry& d : all_deciders()) words.push_back({d.name, d.summary});
  return words;
}

Words solver_words() {
  Words words;
  for (const smt::SolverEntry& s : smt::all_solver_choices()) words.push_back({s.name, s.summary});
  return words;
}

Words schedule_words() {
  Words words;
  for (const ScheduleEntry& s : all_schedules()) words.push_back({s.name, s.summary});
  return words;
}

}  // namespace counterpoint::cli
