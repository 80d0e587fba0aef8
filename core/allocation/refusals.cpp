// The messages of allocation.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/refusals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/allocation/decisions.hpp"
#include "core/allocation/lowering.hpp"
namespace counterpoint {
namespace {

std::string scope_of_producer(const Program& program, DependencyId d) {
  return program.tree.scope_name(program.tree.scope_of(program.dependency(d).producer));
}

// The outermost scope around s (or s itself) that need not run equally often on every engine.
ScopeId divergent_around(const Tree& tree, ScopeId s) {
  ScopeId found;
  for (; s.valid(); s = tree.scope(s).parent) {
    if (tree.scope(s).trip_kind == TripKind::divergent) found = s;
  }
  return found;
}

}  // namespace

std::string subject_of(const Program& program, DependencyId d) {
  if (!program.dependency(d).control) {
    return fmt::format("{} <- {}", program.consumer_name(d), program.producer_name(d));
  }
  const bool loop = program.tree.scope(ScopeId{std::size_t{program.dependency(d).consumer}}).is_loop();
  return fmt::format("{} {} <- {}", loop ? "loop" : "if", program.consumer_name(d), program.producer_name(d));
}

Position position_of(const Program& program, DependencyId d) {
  const std::size_t consumer = program.dependency(d).consumer;
  if (program.dependency(d).control) return {program.tree.scope(ScopeId{consumer}).line, 0};
  return {program.tree.line_of(InstructionId{consumer}), 0};
}

Diagnostic refuse_rejected(const Program& program, DependencyId d) {
  const std::string scope = scope_of_producer(program, d);
  Diagnostic out = diagnose(Code::count_in_the_future, position_of(program, d),
                            fmt::format("{}: '{}' comes later in the same iteration, in '{}', and how often that will "
                                        "run is not known yet",
                                        subject_of(program, d), program.producer_name(d), scope));
  const Tree& tree = program.tree;
  const ScopeId common =
      tree.innermost_common(program.consumer_scope(d), tree.scope_of(program.dependency(d).producer));
  const ScopeId loop = tree.innermost_loop(common);
  std::string back;
  if (loop != Tree::root()) {
    back = fmt::format("wait for the iteration before ('{}@{}-1'), ", program.producer_name(d), tree.scope_name(loop));
  }
  out.help = fmt::format("{}give every scope from '{}' up to '{}' a constant trip count, or move '{}' behind it", back,
                         scope, tree.scope_name(common), program.consumer_name(d));
  return out;
}

Diagnostic refuse_without_extensions(const Program& program, DependencyId d) {
  const ScopeId divergent = divergent_around(program.tree, program.tree.scope_of(program.dependency(d).producer));
  const std::string why = divergent.valid() ? fmt::format("'{}' is divergent", program.tree.scope_name(divergent))
                                            : std::string("it has no positive distance");
  Diagnostic out =
      diagnose(Code::outside_base, position_of(program, d),
               fmt::format("{}: without extensions this needs a barrier, and {}", subject_of(program, d), why));
  out.help = "allow extensions (leave out '--extensions none')";
  return out;
}

Diagnostic refuse_deep_history(const Program& program, DependencyId d, std::int64_t registers) {
  Diagnostic out = diagnose(Code::history_too_deep, position_of(program, d),
                            fmt::format("{}: its distance needs a history of {} registers on the consumer's engine",
                                        subject_of(program, d), registers));
  out.help = fmt::format("wait instead for a marker after '{}' in the body of the loop that carries the distance",
                         scope_of_producer(program, d));
  return out;
}

Diagnostic refuse_large_threshold(const Program& program, DependencyId d) {
  Diagnostic out = diagnose(Code::threshold_too_large, position_of(program, d),
                            fmt::format("{}: a number in its threshold is beyond 64 bits", subject_of(program, d)));
  out.help = "make the constant trip counts, or the distance, smaller";
  return out;
}

Diagnostic refuse_beyond_width(const Program& program, DependencyId d, std::int64_t number, std::uint32_t bits) {
  Diagnostic out = diagnose(Code::threshold_beyond_width, position_of(program, d),
                            fmt::format("{}: its threshold needs the number {}, and {} signed bits do not hold it",
                                        subject_of(program, d), number, bits));
  const std::uint32_t enough = bits_for(number);
  out.help = fmt::format("'--width {}', or make the constant trip count, the distance or the body behind it smaller",
                         std::min<std::uint32_t>(enough, 64));
  return out;
}

Diagnostic refuse_divergent_scope(const Program& program, ScopeId s) {
  const Scope& scope = program.tree.scope(s);
  Diagnostic out =
      diagnose(Code::barrier_in_divergent_scope, {scope.line, 0},
               fmt::format("a barrier in '{}' needs every engine to run it equally often, and it is divergent",
                           program.tree.scope_name(s)));
  out.help = scope.is_loop() ? "declare it 'trips dynamic', or choose '--scheme per-loop'"
                             : "leave out 'divergent', or choose '--scheme per-loop'";
  return out;
}

Diagnostic refuse_backward_under_barriers(const Program& program, DependencyId d) {
  Diagnostic out = diagnose(
      Code::backward_under_barriers, position_of(program, d),
      fmt::format("{}: '{}' comes later in the same iteration, behind a barrier that its consumer has to reach first",
                  subject_of(program, d), program.producer_name(d)));
  out.help = fmt::format("move '{}' before its consumer, give the dependency a distance, or choose '--scheme per-loop'",
                         program.producer_name(d));
  return out;
}

Diagnostic warn_strengthened(const Program& program, DependencyId d, ScopeId carrier) {
  Diagnostic out =
      diagnose(Code::over_waits, position_of(program, d),
               fmt::format("{}: no closed form is known for its distance, so it waits for the whole iteration of "
                           "'{}' that it names, which is more than asked",
                           subject_of(program, d), program.tree.scope_name(carrier)));
  out.help = fmt::format("if a whole iteration is meant, write '{}@{}-{}@*'", program.producer_name(d),
                         program.tree.scope_name(carrier), program.distances_of(d).front().distance);
  return out;
}

Diagnostic warn_barrier(const Program& program, DependencyId d, ScopeId carrier, std::int64_t registers) {
  Diagnostic out =
      diagnose(Code::barrier_instead_of_wait, position_of(program, d),
               fmt::format("{}: kept by a barrier at the start of each iteration of '{}', where every engine "
                           "waits for all others",
                           subject_of(program, d), program.tree.scope_name(carrier)));
  out.help = registers == 0 ? "allow extensions (leave out '--extensions none')"
                            : fmt::format("shorten its distance: it needs a history of {} registers, more than {}",
                                          registers, history_limit);
  return out;
}

void Messages::finish() {
  if (more_ == 0) return;
  out_.back().help += fmt::format("{}({} more like these are not shown)", out_.back().help.empty() ? "" : " ", more_);
}

}  // namespace counterpoint
