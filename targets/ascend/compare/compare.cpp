// Makes a kernel or an allocation, judges it, measures it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/run.hpp"
#include "core/program/pairing.hpp"
#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/execution/required.hpp"
#include "targets/ascend/kernel/from_program.hpp"
#include "targets/ascend/rules/rules.hpp"
#include "targets/ascend/text/parse_kernel.hpp"
#include "targets/ascend/text/print_kernel.hpp"
#include "verify/assignments/assignments.hpp"
#include "verify/decide.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::array compared = {
#define KERNEL(identifier, word, architecture, sync, sound) \
  ComparedScheme{word, Architecture::architecture, false, SyncScheme::sync, sound, Scheme::per_loop},
#define COUNTERS(identifier, word, architecture, allocation) \
  ComparedScheme{word, Architecture::architecture, true, SyncScheme::none, false, Scheme::allocation},
#include "targets/ascend/compare/schemes.def"
};

std::string first_message(const Diagnostics& diagnostics) { return diagnostics.front().message; }

tl::expected<Kernel, std::string> make_kernel(const std::shared_ptr<const Program>& program, const Machine& machine,
                                              const ComparedScheme& scheme, const CompareOptions& how, SyncDone& done) {
  SyncChoice choice;
  choice.scheme = scheme.sync;
  choice.sound = scheme.sound;
  KernelOptions options = kernel_options(machine, choice);
  options.tensors = scheme.sync == SyncScheme::vendor;
  const Tree& tree = program->tree;
  for (const ScopeId s : tree.scopes()) {
    const bool marked = std::ranges::find(how.parallel, tree.scope_name(s)) != how.parallel.end();
    if (marked && tree.scope(s).is_loop()) options.parallel.push_back(s);
  }
  auto made = kernel_from_program(program, machine.architecture(), options);
  if (!made) return tl::unexpected(first_message(made.error()));
  if (choice.scheme == SyncScheme::vendor) choice.passes = default_passes(machine.architecture(), choice.sound);
  auto added = synchronise(made->kernel, machine, choice);
  if (!added) return tl::unexpected(first_message(added.error()));
  done.short_of_ids = added->short_of_ids || !made->added.empty();
  done.remarks = std::move(made->added);
  done.remarks.insert(done.remarks.end(), added->remarks.begin(), added->remarks.end());
  for (const Diagnostic& d : added->warnings) done.remarks.push_back(d.message);
  return std::move(made->kernel);
}

void look(const Kernel& kernel, const KernelJudge& judge, const Primitives& primitives, ComparedRow& row) {
  row.text = print_kernel(kernel);
  for (const Finding& f : check_rules(kernel, judge.required(), primitives)) {
    const std::string at = f.op.valid() ? fmt::format(" at '{}'", op_text(kernel, f.op)) : "";
    row.findings.push_back(fmt::format("{}{}{}: {}", rule_word(f.rule), f.warning ? " (warning)" : "", at, f.text));
  }
}

void judge_row(const Kernel& kernel, const Machine& machine, const TripsOf& trips, const CompareOptions& options,
               ComparedRow& row) {
  const Primitives primitives = primitives_of(machine);
  const auto judge = KernelJudge::make(kernel, primitives);
  if (!judge) {
    row.refused = judge.error().front().why;
    return;
  }
  row.calls = count_calls(kernel);
  row.cost = measure_kernel(*judge, trips(judge->required().program.tree));
  row.ids = std::max(row.cost.ids_at_once, row.calls.buffer_ids);
  const BoundedVerdict said = judge->everywhere({}, options.assignments);
  require(said.verdict.judgement.disagreement.empty(), said.verdict.judgement.disagreement.c_str());
  row.verdict = said.word();
  row.reason = said.reason();
  row.left = said.left;
  row.tried = said.tried;
  if (said.only_leaves_flags()) {
    row.at = said.leaks_where;
  } else if (said.verdict.fails()) {
    row.at = said.trips;
  }
  row.all_ids = row.cost.ids_at_once >= machine.usable_ids() || row.calls.buffer_ids >= machine.buffer_ids() ||
                row.reason == fault_name(FaultKind::index);
  if (options.texts) look(kernel, *judge, primitives, row);
}

void compare_kernel(const std::shared_ptr<const Program>& program, const Machine& machine, const TripsOf& trips,
                    const CompareOptions& options, ComparedRow& row) {
  SyncDone done;
  const auto kernel = make_kernel(program, machine, *row.scheme, options, done);
  row.remarks = std::move(done.remarks);
  if (!kernel) {
    row.refused = kernel.error();
    return;
  }
  judge_row(*kernel, machine, trips, options, row);
  row.all_ids |= done.short_of_ids;
}

// An answer that is missing is worse than orders in excess, and better than a fault.
int badness(VerdictWord word) { return word == VerdictWord::undecided ? 2 : severity(word) * 2 - 1; }

// As KernelJudge::everywhere, of an implementation with counters.
void judge_counters(const Program& program, const Implementation& implementation, const CompareOptions& options,
                    ComparedRow& row) {
  const auto pairing = pair_up(program, implementation);
  require(pairing.has_value(), "an allocation pairs up with its program");
  AssignmentOptions how;
  how.most = options.assignments;
  const Assignments all(program.tree, how);
  IdVector<EngineId, EngineId> same;
  for (const EngineId e : program.tree.engines()) same.push_back(e);
  int worst = -2;
  for (std::size_t n = 0; n < all.size() && worst < 3; ++n) {
    const Assignment assignment = all.at(n);
    const Trips trips = all.trips(program.tree, assignment, same);
    const Judgement said = decide(Question{program, implementation, *pairing, trips, trips});
    require(said.disagreement.empty(), said.disagreement.c_str());
    ++row.tried;
    if (badness(said.verdict.word) <= worst) continue;
    worst = badness(said.verdict.word);
    row.verdict = said.verdict.word;
    row.reason = said.verdict.reason;
    row.at = worst >= 3 ? to_text(program.tree, assignment) : "";
  }
}

void compare_counters(const std::shared_ptr<const Program>& program, const Machine& machine, const TripsOf& trips,
                      const CompareOptions& options, ComparedRow& row) {
  // Pipes that flags alone would name are not there: what is required is that of a kernel without synchronisation.
  SyncDone none;
  const auto kernel = make_kernel(program, machine, *row.scheme, options, none);
  if (!kernel) {
    row.refused = kernel.error();
    return;
  }
  const auto required = required_program(*kernel, primitives_of(machine));
  if (!required) {
    row.refused = required.error().front().why;
    return;
  }
  AllocationOptions allocation;
  allocation.scheme = row.scheme->allocation;
  allocation.choices_up_to = 0;
  const auto allocated = allocate(required->program, allocation);
  if (!allocated) {
    row.refused = first_message(allocated.error());
    return;
  }
  const Cost cost = cost_of(allocated->implementation);
  row.calls.sets = cost.updates;
  row.calls.waits = cost.waits;
  row.calls.full_barriers = cost.barriers;
  row.ids = cost.semaphores;
  row.cost = measure_counters(*required, allocated->implementation, trips(required->program.tree));
  judge_counters(required->program, allocated->implementation, options, row);
}

}  // namespace

std::span<const ComparedScheme> all_compared() { return compared; }

ComparedRow compare(const std::shared_ptr<const Program>& program, const ComparedScheme& scheme, const TripsOf& trips,
                    const CompareOptions& options) {
  ComparedRow row;
  row.scheme = &scheme;
  const Machine machine(scheme.architecture);
  (scheme.counters ? compare_counters : compare_kernel)(program, machine, trips, options, row);
  return row;
}

ComparedRow compare_by_hand(const std::shared_ptr<const Program>& program, std::string_view file, std::string_view text,
                            const TripsOf& trips, const CompareOptions& options) {
  static constexpr ComparedScheme c220{"by hand", Architecture::c220};
  static constexpr ComparedScheme c310{"by hand", Architecture::c310};
  const auto kernel = parse_kernel(text, program);
  require(kernel.has_value(), kernel ? "" : to_string(kernel.error().front()).c_str());
  ComparedRow row;
  row.scheme = kernel->architecture() == Architecture::c220 ? &c220 : &c310;
  row.kernel = file;
  judge_row(*kernel, Machine(kernel->architecture()), trips, options, row);
  return row;
}

}  // namespace counterpoint::ascend
