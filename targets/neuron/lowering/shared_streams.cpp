// Builds the program on the core's streams, and looks for cycles that it alone has.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/shared_streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/dependence/cycle.hpp"
#include "core/program/program_builder.hpp"
#include "core/text/tree_walk.hpp"

namespace counterpoint::neuron {
namespace {

class CopyOnStreams {
 public:
  CopyOnStreams(const Program& from, const EngineMap& places) : from_(from), places_(places), out_(from.tree.name()) {
    for (const EngineId e : from.tree.engines()) {
      const Engine stream = places[e].stream;
      if (!made_.contains(stream)) made_[stream] = out_.tree.add_engine(entry(stream).word, false);
    }
  }
  Program run() {
    walk(from_.tree, *this);
    for (const DependencyId d : from_.all_dependencies()) {
      const Dependency& x = from_.dependency(d);
      if (x.control) {
        out_.add_control_dependency(ScopeId{std::size_t{x.consumer}}, x.producer, from_.distances_of(d), x.star);
      } else {
        out_.add_dependency(InstructionId{std::size_t{x.consumer}}, x.producer, from_.distances_of(d), x.star);
      }
    }
    return out_.finish();
  }

  // --- called by the walk
  void block(BlockId b) {
    const Tree& tree = from_.tree;
    const Block& x = tree.block(b);
    for (InstructionId i{std::size_t{x.first}}; i.value < x.last; ++i.value) {
      const EngineId e = made_.at(places_[tree.engine_of(i)].stream);
      out_.tree.add_instruction(e, tree.instruction_name(i), tree.line_of(i));
    }
  }
  void barrier(bool /*reset*/) {}
  void enter(ScopeId s) {
    const Scope& x = from_.tree.scope(s);
    const std::string_view name = from_.tree.text(x.name);
    if (x.is_loop()) {
      out_.tree.open_loop(name, x.trip_kind, x.trips, x.line);
    } else if (x.kind == ScopeKind::then_branch) {
      out_.tree.open_conditional(name, x.trip_kind, x.line);
    } else {
      out_.tree.open_else();
    }
  }
  void leave(ScopeId s) {
    if (from_.tree.scope(s).kind != ScopeKind::then_branch) out_.tree.close();
  }

 private:
  const Program& from_;
  const EngineMap& places_;
  std::map<Engine, EngineId> made_;
  ProgramBuilder out_;
};

}  // namespace

Program on_streams(const Program& program, const EngineMap& places) { return CopyOnStreams(program, places).run(); }

std::optional<Diagnostic> stops_in_a_stream(const Program& program, const EngineMap& places) {
  std::set<Engine> streams;
  for (const EnginePlace& p : places) streams.insert(p.stream);
  if (streams.size() == places.size()) return std::nullopt;
  const Program shared = on_streams(program, places);
  const std::vector<ZeroCycle> cycles = zero_distance_cycles(shared);
  if (cycles.empty() || !zero_distance_cycles(program).empty()) return std::nullopt;
  Position at;
  for (const CycleLink& link : cycles.front()) {
    if (link.dependency.valid() && !shared.dependency(link.dependency).control) {
      at.line = shared.tree.line_of(InstructionId{std::size_t{shared.dependency(link.dependency).consumer}});
      break;
    }
  }
  Diagnostic d = diagnose(Code::shared_stream_stops, at,
                          fmt::format("in one stream these stop each other: {}", cycle_text(shared, cycles.front())));
  d.help = "fire one of the rings from another engine, as in --engines NAME=act:ring, or write its statement earlier";
  return d;
}

}  // namespace counterpoint::neuron
