// Looks passes up by name, and runs them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/passes/run_passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::ascend {
namespace {

constexpr PassEntry pass_table[] = {
#define PASS(function, name, c220, c310, meaning) {name, function, c220, c310, meaning},
#include "targets/ascend/passes/passes.def"
#undef PASS
};

std::string_view pipeline(Architecture architecture) {
  switch (architecture) {
#define PIPELINE(architecture, names) \
  case Architecture::architecture: return names;
#include "targets/ascend/passes/passes.def"
#undef PIPELINE
  }
  return {};
}

}  // namespace

std::span<const PassEntry> all_passes() { return pass_table; }

PassList default_passes(Architecture architecture, bool sound) {
  std::string names(pipeline(architecture));
  if (sound) names += ",repair,canonicalize";
  auto list = passes_named(names, architecture);
  require(list.has_value(), "the passes of an architecture are in the table");
  return *std::move(list);
}

tl::expected<PassList, Diagnostic> passes_named(std::string_view list, Architecture architecture) {
  PassList out;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view name = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    const auto* const found = std::find_if(std::begin(pass_table), std::end(pass_table),
                                           [&](const PassEntry& p) { return p.name == name && p.on(architecture); });
    if (found != std::end(pass_table)) {
      out.push_back(found);
      continue;
    }
    std::vector<std::string_view> names;
    std::string expected;
    for (const PassEntry& p : pass_table) {
      if (!p.on(architecture)) continue;
      names.push_back(p.name);
      expected += (expected.empty() ? "" : ", ") + std::string(p.name);
    }
    Diagnostic d = diagnose(AscendCode::unknown_pass, {},
                            fmt::format("{} has no pass '{}'", architecture_name(architecture), excerpt(name)));
    d.expected = expected;
    d.found = excerpt(name);
    d.nearest = nearest_name(name, names);
    return tl::unexpected(std::move(d));
  }
  return out;
}

namespace {

// Instructions that passes take to be elsewhere than they are, and sound mode does not.
void say_pipes(const Kernel& kernel, PassRun& run) {
  for (const OpId o : kernel.in_order()) {
    const Op& op = kernel.op(o);
    if (op.kind != OpKind::compute) continue;
    const Pipe believed =
        believed_pipe(operation_of(kernel.program().tree, op.instruction), run.settings.bias_on_vector);
    if (believed == op.pipe) continue;
    run.report.added.push_back(fmt::format("'{}' is taken to be on {}, where it is, not on {}", name_of(kernel, op),
                                           pipe_name(op.pipe), pipe_name(believed)));
  }
}

}  // namespace

tl::expected<SyncReport, Diagnostics> run_passes(Kernel& kernel, const PassList& passes, const PassSettings& settings,
                                                 const AfterPass& after_each) {
  PassRun run{settings, {}, {}};
  if (settings.sound) say_pipes(kernel, run);
  for (const PassEntry* pass : passes) {
    require(pass->on(kernel.architecture()), "a pass runs on an architecture that has it");
    pass->run(kernel, run);
    if (!run.errors.empty()) return tl::unexpected(std::move(run.errors));
    if (after_each) after_each(*pass, kernel);
  }
  return std::move(run.report);
}

PassSettings pass_settings(const Machine& machine, bool sound) {
  PassSettings s;
  s.sound = sound;
  s.buffer_ids = machine.buffer_ids();
  s.flags_on_parallel = machine.mte3_flags_on_parallel_loops();
  s.bias_on_vector = machine.mmad_with_bias_pipe() == Pipe::v;
  s.barrier_within_pipe = machine.barrier_within_pipe();
  for (const Pipe p : all_pipes) s.in_order[static_cast<std::size_t>(p)] = machine.in_order(p);
  return s;
}

Pipe pass_pipe(const Kernel& kernel, const Op& compute, const PassSettings& settings) {
  if (settings.sound) return compute.pipe;
  return believed_pipe(operation_of(kernel.program().tree, compute.instruction), settings.bias_on_vector);
}

Position position_of(const Kernel& kernel, OpId o) {
  const Op& op = kernel.op(o);
  std::uint32_t line = 0;
  if (op.instruction.valid()) line = kernel.program().tree.line_of(op.instruction);
  if (op.scope.valid()) line = kernel.program().tree.scope(op.scope).line;
  return {line, line == 0 ? 0U : 1U};
}

std::string_view name_of(const Kernel& kernel, const Op& compute) {
  return kernel.program().tree.instruction_name(compute.instruction);
}

}  // namespace counterpoint::ascend
