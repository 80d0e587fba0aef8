// Looks at engines and scopes.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/fitness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/machine/parameters.hpp"

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
  d.expected = "s, v, m, mte1, mte2, mte3 or fix, of several cores with aic, aiv, aiv0 or aiv1 and a dot before it";
  d.found = excerpt(name);
  d.nearest = nearest_name(name, names);
  return d;
}

Diagnostic differ(std::string message, std::string expected, const Tree& tree, EngineId e, const Position& at) {
  Diagnostic d = diagnose(AscendCode::engine_no_pipe, at, std::move(message));
  d.expected = std::move(expected);
  d.found = excerpt(tree.engine_name(e));
  return d;
}

Diagnostic not_of_core(const Tree& tree, EngineId e, CorePipe pipe, Architecture architecture, const Position& at) {
  const Machine machine = Machine(architecture).as(pipe.core);
  std::string has;
  for (const Pipe p : all_pipes) {
    if (machine.has_pipe(p)) has += fmt::format("{}{}", has.empty() ? "" : ", ", core_pipe_name({pipe.core, p}));
  }
  return differ(
      fmt::format("{} of {} has no {}", core_name(pipe.core), architecture_name(architecture), pipe_name(pipe.pipe)),
      "one of " + has, tree, e, at);
}

// Whether one program may name both. `aiv` is the only vector core there is.
bool go_together(Core a, Core b) {
  if (a == b) return true;
  if (a == Core::one || b == Core::one) return false;
  return a == Core::aic || b == Core::aic || (a != Core::aiv && b != Core::aiv);
}

}  // namespace

Diagnostics unfit_for_pipes(const Program& program, Architecture architecture, const std::vector<Position>& engines) {
  const Tree& tree = program.tree;
  Diagnostics out;
  std::map<CorePipe, EngineId> first;
  for (const EngineId e : tree.engines()) {
    const Position at = e.value < engines.size() ? engines[e.value] : Position{};
    const auto pipe = core_pipe_named(tree.engine_name(e));
    if (!pipe || pipe->pipe == Pipe::all) {
      out.push_back(no_pipe(tree, e, at));
      continue;
    }
    if (pipe->core != Core::one && !Machine(architecture).as(pipe->core).has_pipe(pipe->pipe)) {
      out.push_back(not_of_core(tree, e, *pipe, architecture, at));
      continue;
    }
    const auto [same, fresh] = first.emplace(*pipe, e);
    if (!fresh) {
      out.push_back(
          differ(fmt::format("engines {} and {} are one pipe", tree.engine_name(same->second), tree.engine_name(e)),
                 "one engine for each pipe", tree, e, at));
    } else if (const auto other =
                   std::ranges::find_if(first, [&](const auto& x) { return !go_together(x.first.core, pipe->core); });
               other != first.end()) {
      Diagnostic d = diagnose(
          AscendCode::mixed_cores, at,
          fmt::format("engines {} and {} are of no one AI core", tree.engine_name(other->second), tree.engine_name(e)));
      d.expected = "pipes without a core, or of aic and aiv, or of aic, aiv0 and aiv1";
      d.found = excerpt(tree.engine_name(e));
      out.push_back(std::move(d));
    }
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
