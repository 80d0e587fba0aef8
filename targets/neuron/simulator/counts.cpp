// Scopes and engines of an image, looked up in a tree.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/counts.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "core/program/tree_builder.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view else_suffix = ".else";
constexpr std::string_view root_name = "root";

}  // namespace

Tree tree_of(const Image& image) {
  TreeBuilder builder(image.program);
  std::unordered_set<std::string_view> engines;
  for (const Stream& stream : image.streams) {
    if (engines.insert(trips_engine(stream)).second) builder.add_engine(trips_engine(stream), false);
  }
  const std::unordered_set<std::string_view> scopes(image.scopes.begin(), image.scopes.end());
  std::unordered_set<std::string_view> opened;
  for (const std::string_view scope : image.scopes) {
    const bool is_else = scope.ends_with(else_suffix);
    const std::string_view name = is_else ? scope.substr(0, scope.size() - else_suffix.size()) : scope;
    if (name == root_name || !opened.insert(name).second) continue;
    if (is_else || scopes.contains(std::string(name) + std::string(else_suffix))) {
      builder.open_conditional(name, TripKind::divergent, 0);
    } else {
      builder.open_loop(name, TripKind::divergent, 0, 0);
    }
    builder.close();
  }
  return builder.finish();
}

tl::expected<TripCounts, Diagnostic> counts_of(const Image& image, const Tree& tree, Trips trips) {
  std::unordered_map<std::string, ScopeId> scopes;
  for (const ScopeId s : tree.scopes()) scopes.emplace(tree.scope_name(s), s);
  std::unordered_map<std::string_view, EngineId> engines;
  for (const EngineId e : tree.engines()) engines.emplace(tree.engine_name(e), e);

  std::vector<ScopeId> scope_ids;
  for (const std::string& name : image.scopes) {
    const auto found = scopes.find(name);
    if (found == scopes.end()) {
      return tl::unexpected(diagnose(Code::unknown_trip_scope, {},
                                     fmt::format("the image loops over '{}', which is no scope here", excerpt(name))));
    }
    scope_ids.push_back(found->second);
  }
  std::vector<EngineId> engine_ids;
  for (const Stream& stream : image.streams) {
    const auto found = engines.find(trips_engine(stream));
    if (found == engines.end()) {
      return tl::unexpected(
          diagnose(Code::unknown_trip_engine, {},
                   fmt::format("a stream counts as '{}', which is no engine here", excerpt(trips_engine(stream)))));
    }
    engine_ids.push_back(found->second);
  }
  return [scope_ids = std::move(scope_ids), engine_ids = std::move(engine_ids), trips = std::move(trips)](
             std::uint32_t scope, std::uint32_t stream, std::uint64_t visit) {
    return trips.at(scope_ids[scope], engine_ids[stream], visit);
  };
}

}  // namespace counterpoint::neuron
