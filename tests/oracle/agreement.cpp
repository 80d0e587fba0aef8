// Compares a case with the extracted checker.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/agreement.hpp"

#include <fmt/format.h>

#include "core/dependence/redundant.hpp"
#include "core/machine/run.hpp"
#include "tests/oracle/expected.hpp"
#include "tests/oracle/lines.hpp"
#include "verify/machines.hpp"
#include "verify/order/order.hpp"

namespace counterpoint::rocq {
namespace {

// The class, and which of its forms, where the oracle has another one or none.
std::string kind_of(const Classification& c) {
  std::string kind(class_name(c.kind));
  if (c.kind == DependenceClass::constant_trips && c.distance != 0) kind += ", at a distance";
  if (c.kind == DependenceClass::two_level && c.producer_scope != c.common) kind += ", times constant loops";
  if (c.minus_one) kind += ", r_P - 1";
  if (c.never_owed) kind += ", never owed";
  return kind;
}

std::string text_of(const Needs& needs) {
  std::string text;
  for (const auto& [of, threshold] : needs) text += fmt::format("{}{} >= {}", text.empty() ? "" : ", ", of, threshold);
  return text.empty() ? "nothing" : text;
}

// The scheme as the oracle calls it, for allocations that are compared threshold by threshold; "" for others, whose
// verdict alone is compared: other schemes, and level 2, where other dependencies and registers do the same.
std::string_view compared_scheme(const std::optional<AllocationOptions>& options) {
  if (!options || options->optimize > 1 || options->extensions != Extensions::all || options->wrap_safe != 0) return "";
  if (options->scheme == Scheme::per_instruction) return "instruction";
  if (options->scheme != Scheme::per_loop) return "";
  return options->count == Counted::all ? "loop" : "producers";
}

class Comparison {
 public:
  Comparison(fuzzing::Examination& x, Conversation& conversation, Seen& seen, std::string& asked)
      : x_(x),
        program_(x.tested().program),
        addresses_(program_.tree),
        conversation_(conversation),
        seen_(seen),
        asked_(asked) {}

  fuzzing::Finding run() {
    // The allocation of everything that has an implementation is never refused.
    if (x_.implementation() == nullptr) return fails("our allocator refuses what has an implementation");
    const Question question = x_.question();
    const Machines machines = machines_of(question);
    const std::string_view scheme = compared_scheme(x_.tested().options);
    const auto listed = listed_waits(question, machines.implementation, seen_.not_listed);
    asked_ = lines_of(question, addresses_) + lines_of_scheme(scheme.empty() ? "instruction" : scheme);
    if (listed) asked_ += lines_of(*listed, addresses_);
    answer_ = read_answer(conversation_.ask(asked_));
    classes();
    owed(question, machines.program);
    completes(machines.program);
    if (!scheme.empty() && listed) thresholds(scheme, *listed);
    if (listed) verdict(question);
    if (what_.empty()) return {};
    return fails(what_);
  }

 private:
  static fuzzing::Finding fails(std::string what) {
    return {fuzzing::Said::fails, std::move(what), std::nullopt, false};
  }
  void differ(std::string what) {
    if (what_.empty()) what_ = std::move(what);
  }
  [[nodiscard]] std::string name(DependencyId d) const {
    return fmt::format("{} <- {}", program_.consumer_name(d), program_.producer_name(d));
  }
  [[nodiscard]] At at(const Waiting& w) const {
    const std::size_t subject = w.subject;
    return fmt::format("{} {} {}", w.engine.value, addresses_.place(w.scope, w.iterations),
                       w.visit ? addresses_.position(ScopeId{subject}) : addresses_.position(InstructionId{subject}));
  }
  [[nodiscard]] std::string name(const Waiting& w) const {
    const std::size_t subject = w.subject;
    std::string text = w.visit ? "the visit of " + program_.tree.scope_name(ScopeId{subject}) + " on " +
                                     std::string(program_.tree.engine_name(w.engine))
                               : std::string(program_.tree.instruction_name(InstructionId{subject}));
    for (std::size_t i = 0; i < w.iterations.size(); ++i)
      text += (i == 0 ? " at " : ",") + std::to_string(w.iterations[i]);
    return text;
  }

  void classes() {
    if (answer_.classes.size() != program_.dependency_count()) return differ("the oracle has other dependencies");
    for (const DependencyId d : program_.all_dependencies()) {
      const Classification c = classify(program_, d);
      const ExpectedClass expected = expected_class(program_, d);
      seen_.classes.push_back(kind_of(c));
      if (expected.choice) ++seen_.choices;
      if (answer_.classes[d.value] == expected.text) continue;
      differ(fmt::format("{} is {} here, so '{}' there, where it is '{}'", name(d), class_name(c.kind), expected.text,
                         answer_.classes[d.value]));
    }
  }

  void owed(const Question& question, const Machine& machine) {
    for (const Waiting& w : waits_of_program(question, machine)) {
      Needs ours;
      for (const auto& [producer, count] : w.needs)
        need(ours, addresses_.of(InstructionId{std::size_t{producer}}), count);
      if (!ours.empty()) ++seen_.owing;
      same("Equation 1 asks of", w, ours, answer_.owed[at(w)]);
      answer_.owed.erase(at(w));
    }
    nothing_more("Equation 1 asks", answer_.owed);
  }

  void completes(const Machine& machine) {
    RunOptions options;
    options.schedule = Schedule::round_robin;
    seen_.completes = counterpoint::run(machine, options).outcome == Outcome::completed;
    if (answer_.completes != (seen_.completes ? "true" : "false")) {
      differ(fmt::format("the program {} here", seen_.completes ? "completes" : "gets stuck"));
    }
  }

  // Whether N and K are the same on both sides: a producer that nothing waits for counts there only.
  [[nodiscard]] bool same_counts(std::string_view scheme) const {
    if (scheme != "producers") return true;
    for (const DependencyId d : program_.all_dependencies()) {
      const Classification c = classify(program_, d);
      if (c.never_owed || c.kind == DependenceClass::rejected) return false;
    }
    return true;
  }
  [[nodiscard]] IdRange<DependencyId> dependencies(const Waiting& w) const {
    const std::size_t subject = w.subject;
    return w.visit ? program_.control_dependencies_of(ScopeId{subject})
                   : program_.dependencies_of(InstructionId{subject});
  }
  [[nodiscard]] bool same_values(const Waiting& w) const {
    for (const DependencyId d : dependencies(w)) {
      if (!expected_class(program_, d).same_value) return false;
    }
    return true;
  }

  void thresholds(std::string_view scheme, const ListedWaits& listed) {
    if (!same_counts(scheme)) return;
    seen_.thresholds_compared = true;
    whole_ = true;
    std::map<std::uint32_t, std::string> semaphores;
    const auto semaphore_of = [&](InstructionId i) {
      const Tree& tree = program_.tree;
      if (scheme == "instruction") return addresses_.of(i);
      return fmt::format("{}@{}", addresses_.of(tree.scope_of(i)), tree.engine_of(i).value);
    };
    for (const auto& [instruction, semaphore] : listed.increments) semaphores[semaphore] = semaphore_of(instruction);
    for (const Waiting& w : listed.waiting) {
      Needs ours;
      for (const auto& [semaphore, threshold] : w.needs) need(ours, semaphores[semaphore], threshold);
      const Needs& theirs = answer_.waits[at(w)];
      whole_ = whole_ && same_values(w);
      if (same_values(w)) {
        same("the allocation makes", w, ours, theirs);
        seen_.thresholds += ours.size();
        if (!ours.empty()) ++seen_.instances;
        for (const DependencyId d : dependencies(w)) {
          if (!ours.contains(semaphore_of(program_.dependency(d).producer))) continue;
          seen_.waiting.push_back(kind_of(classify(program_, d)));
        }
      }
      answer_.waits.erase(at(w));
    }
    nothing_more("the allocation waits", answer_.waits);
  }

  void same(std::string_view what, const Waiting& w, const Needs& ours, const Needs& theirs) {
    if (ours == theirs) return;
    differ(fmt::format("{} {}: {} here, {} there", what, name(w), text_of(ours), text_of(theirs)));
  }
  void nothing_more(std::string_view what, const std::map<At, Needs>& left) {
    for (const auto& [where, needs] : left) {
      if (!needs.empty()) differ(fmt::format("{} at '{}', an event that is not here: {}", what, where, text_of(needs)));
    }
  }

  void verdict(const Question& question) {
    const auto ours = decide_by_order(question);
    if (!ours) return differ("closed clocks do not apply here: " + ours.error().reason);
    seen_.verdict = to_text(ours->word);
    const std::string theirs = answer_.judged.empty() ? "" : answer_.judged.front();
    if (seen_.verdict != theirs) differ(fmt::format("the pair is {} here, {} there", seen_.verdict, theirs));
    // The same thresholds of as many increments: its own allocation is the same pair.
    if (whole_ && answer_.verdict != seen_.verdict) {
      differ(fmt::format("the allocation is {} here, that of the oracle {}", seen_.verdict, answer_.verdict));
    }
  }

  fuzzing::Examination& x_;
  const Program& program_;
  Addresses addresses_;
  Conversation& conversation_;
  Seen& seen_;
  std::string& asked_;
  Answer answer_;
  bool whole_ = false;  // every threshold was compared
  std::string what_;
};

}  // namespace

fuzzing::Subject subject_without_rejected() {
  fuzzing::Subject subject = fuzzing::this_version();
  subject.allocate = [](const Program& program, const AllocationOptions& options) {
    std::vector<bool> removed(program.dependency_count(), false);
    for (const DependencyId d : program.all_dependencies()) {
      const Classification c = classify(program, d);
      removed[d.value] = c.kind == DependenceClass::rejected && !c.never_owed;
    }
    return allocate(without(program, removed), options);
  };
  return subject;
}

fuzzing::Finding Agreement::compare(fuzzing::Examination& examination) {
  seen_ = {};
  return Comparison(examination, conversation_, seen_, question_).run();
}

}  // namespace counterpoint::rocq
