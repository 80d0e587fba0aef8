// Measures one program on one machine.
// SPDX-License-Identifier: Apache-2.0
#include "core/evaluation/measure.hpp"

#include <algorithm>
#include <array>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "core/program/pairing.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

constexpr std::array variants = {
#define X(identifier, word, summary) VariantEntry{Variant::identifier, word, summary},
#include "core/evaluation/variants.def"
#undef X
};

Trips trips_for(const Tree& tree, std::string_view text) {
  Trips trips(tree);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view option = text.substr(0, end);
    auto done = trips.set(tree, option);
    if (!done && done.error().code == Code::constant_trips_set) done = trips.resize(tree, option);
    require(done.has_value(), done ? "" : to_string(done.error()).c_str());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return trips;
}

AllocationOptions options_for(const Measurement& question) {
  AllocationOptions options;  // per-loop unless told otherwise
  options.extensions = question.extensions;
  options.choices_up_to = 0;
  options.semaphores = question.semaphores;
  switch (question.variant) {
    case Variant::barrier: options.scheme = Scheme::barrier; break;
    case Variant::per_instruction: options.scheme = Scheme::per_instruction; break;
    case Variant::per_engine_optimized: options.optimize = 2; [[fallthrough]];
    case Variant::per_engine: options.scheme = Scheme::per_engine; break;
    case Variant::automatic: options.scheme = Scheme::automatic; break;
    case Variant::per_loop_full: options.optimize = 0; break;
    case Variant::per_loop_optimized: options.optimize = 2; break;
    default: break;
  }
  return options;
}

Recorded recorded_of(const Tree& tree, const TimedRun& run) {
  Recorded r;
  for (const EngineId e : tree.engines()) r.engines.emplace_back(tree.engine_name(e));
  for (const TimedInstance& i : run.instances) {
    if (i.wait < i.issue) r.spans.push_back({i.engine.value, i.wait, i.issue, true});
    r.spans.push_back({i.engine.value, i.issue, i.commit, false});
  }
  for (const TimedPause& p : run.pauses) r.spans.push_back({p.engine.value, p.from, p.to, true});
  return r;
}

void run_on(const Machine& machine, const Times& times, bool record, Measured& m) {
  RunOptions options;
  options.data = false;
  options.times = times;
  options.record_times = record;
  const RunResult r = run(machine, options);
  require(r.outcome == Outcome::completed, "a kernel that is synchronised completes");
  m.possible = true;
  m.latency = r.timed.makespan;
  m.instructions = r.issued;
  for (const EngineState& e : r.last.engines) m.barriers = std::max(m.barriers, e.barriers);
  if (record) m.recorded = recorded_of(machine.tree(), r.timed);
}

// Bytes of every instruction that is issued, with carriers for its guards; and the engines that have a producer.
void count_unrolled(const Program& program, const Measurement& question, const Trips& trips, Measured& m) {
  const Tree& tree = program.tree;
  std::vector<bool> produces(tree.engine_count(), false);
  for (const DependencyId d : program.all_dependencies()) {
    produces[tree.engine_of(program.dependency(d).producer).value] = true;
  }
  m.semaphores = static_cast<std::uint64_t>(std::ranges::count(produces, true));
  // How often a scope is entered on an engine: the iterations of all visits, from the root down.
  std::uint64_t statements = 0;
  IdVector<ScopeId, std::uint64_t> entries(tree.scope_count(), 1);
  const EngineId any{std::size_t{0}};  // trips of kernels are the same on all engines
  for (const ScopeId s : tree.scopes()) {
    if (s != Tree::root()) entries[s] = trips.total(s, any, 1, entries[tree.scope(s).parent]);
  }
  for (const InstructionId i : tree.instructions()) {
    const std::uint64_t guards = program.dependencies_of(i).size();
    statements += entries[tree.scope_of(i)] * (1 + Times::carriers(guards, question.model[Parameter::waits]));
  }
  m.code_bytes = statements * question.model[Parameter::instruction_size];
}

Measured without_implementation(const Program& program, const Measurement& question) {
  Measured m;
  const bool unrolled = question.variant == Variant::unrolled;
  if (unrolled && program.has_control_dependencies()) {
    m.reason = "the trip count is known only when the program runs";
    return m;
  }
  auto times = question.model.times(program.tree);
  if (!times) {
    m.reason = to_string(times.error());
    return m;
  }
  if (unrolled) {
    times->branch = 0;
    times->guards_signal = true;
  } else {
    times->test = 0;
    times->waits = 0;
  }
  const Trips trips = trips_for(program.tree, question.trips);
  if (unrolled) count_unrolled(program, question, trips, m);
  run_on(specification_machine(program, trips), *times, question.record, m);
  return m;
}

}  // namespace

std::span<const VariantEntry> all_variants() { return variants; }
const VariantEntry& entry(Variant v) { return variants[static_cast<std::size_t>(v)]; }

Measured measure(const Measurement& question) {
  const auto program = parse_program(question.text, question.file);
  require(program.has_value(), program ? "" : to_string(program.error().front()).c_str());
  if (question.variant == Variant::bound || question.variant == Variant::unrolled) {
    return without_implementation(*program, question);
  }
  Measured m;
  const auto allocation = allocate(*program, options_for(question));
  if (!allocation) {
    m.reason = allocation.error().front().message;
    return m;
  }
  const auto pairing = pair_up(*program, allocation->implementation);
  require(pairing.has_value(), "an allocation pairs up with its program");
  const Implementation implementation = complete(*program, allocation->implementation, *pairing);
  const auto times = question.model.times(implementation.tree);
  if (!times) {
    m.reason = to_string(times.error());
    return m;
  }
  const Cost cost = cost_of(implementation);
  m.code_bytes = question.model.code_bytes(implementation);
  m.semaphores = cost.semaphores;
  m.operations = cost.register_operations;
  m.registers = cost.registers.empty() ? 0 : std::ranges::max(cost.registers);
  MachineOptions options;
  options.visits = control_scopes(*program);
  run_on(implementation_machine(implementation, trips_for(implementation.tree, question.trips), options), *times,
         question.record, m);
  return m;
}

}  // namespace counterpoint
