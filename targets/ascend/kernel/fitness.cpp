// Looks at engines and scopes.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/fitness.hpp"

#include <fmt/format.h>

#include <array>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {
namespace {

Position place_of(const Tree& tree, ScopeId s) {
  const std::uint32_t line = tree.scope(s).line;
  return {line, line == 0 ? 0U : 1U};
}

Diagnostic no_pipe(const Tree& tree, EngineId e, const Position& at) {
  const std::string_view name = tree.engine_name(e);
  std::vector<std::string_view> names;
  for (const Pipe p : all_pipes) names.push_back(pipe_name(p));
  Diagnostic d = diagnose(AscendCode::engine_no_pipe, at, fmt::format("engine {} is no pipe", name));
  d.expected = "s, v, m, mte1, mte2, mte3 or fix";
  d.found = excerpt(name);
  d.nearest = nearest_name(name, names);
  return d;
}

}  // namespace

Diagnostics unfit_for_pipes(const Program& program, const std::vector<Position>& engines) {
  const Tree& tree = program.tree;
  Diagnostics out;
  std::array<EngineId, pipe_count> first;
  first.fill(EngineId::none());
  for (const EngineId e : tree.engines()) {
    const Position at = e.value < engines.size() ? engines[e.value] : Position{};
    const auto pipe = pipe_named(tree.engine_name(e));
    if (!pipe || *pipe == Pipe::all) {
      out.push_back(no_pipe(tree, e, at));
      continue;
    }
    EngineId& same = first[static_cast<std::size_t>(*pipe)];
    if (same.valid()) {
      Diagnostic d =
          diagnose(AscendCode::engine_no_pipe, at,
                   fmt::format("engines {} and {} are one pipe", tree.engine_name(same), tree.engine_name(e)));
      d.expected = "one engine for each pipe";
      d.found = excerpt(tree.engine_name(e));
      out.push_back(std::move(d));
    }
    same = e;
  }
  for (Diagnostic& d : divergent_scopes(tree)) out.push_back(std::move(d));
  return out;
}

Diagnostics divergent_scopes(const Tree& tree) {
  Diagnostics out;
  for (const ScopeId s : tree.scopes()) {
    const Scope& x = tree.scope(s);
    if (x.trip_kind != TripKind::divergent || x.kind == ScopeKind::else_branch) continue;
    Diagnostic d =
        diagnose(AscendCode::divergent_pipes, place_of(tree, s),
                 fmt::format("scope {} is divergent, and one unit dispatches for every pipe", tree.scope_name(s)));
    d.expected = "dynamic";
    d.found = "divergent";
    out.push_back(std::move(d));
  }
  return out;
}

Diagnostics counted_by_instruction(const Program& program) {
  Diagnostics out;
  if (!program.has_control_dependencies()) return out;
  for (const ScopeId s : program.tree.scopes()) {
    const auto dependencies = program.control_dependencies_of(s);
    if (dependencies.begin() == dependencies.end()) continue;
    Diagnostic d = diagnose(AscendCode::counted_by_instruction, place_of(program.tree, s),
                            fmt::format("{} waits for {}, and no pipe here waits for a count",
                                        program.tree.scope_name(s), program.producer_name(*dependencies.begin())));
    d.help = "without its 'after' the kernel is that of a count which is there already";
    out.push_back(std::move(d));
  }
  return out;
}

}  // namespace counterpoint::ascend
