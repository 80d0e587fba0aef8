// Bron and Kerbosch: extend a clique by each candidate in turn, and never again by one that has been tried.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/maximal_cliques.hpp"

#include <algorithm>
#include <iterator>

namespace counterpoint::ascend {
namespace {

using Nodes = std::vector<std::uint32_t>;

Nodes common(const Nodes& a, const Nodes& b) {
  Nodes out;
  std::ranges::set_intersection(a, b, std::back_inserter(out));
  return out;
}

// A clique is those chosen in the levels below; `candidates` and `tried` are neighbours of all of them.
struct CliqueLevel {
  Nodes candidates;
  Nodes tried;
  std::size_t next = 0;  // of candidates
};

}  // namespace

std::optional<std::vector<Nodes>> maximal_cliques(const std::vector<Nodes>& neighbours, std::uint64_t most_steps) {
  std::vector<Nodes> out;
  std::uint64_t steps = 0;
  // Node by node: the cliques of which it is the first. So disjoint components cost no more than each alone.
  for (std::uint32_t first = 0; first < neighbours.size(); ++first) {
    const auto later = std::ranges::upper_bound(neighbours[first], first);
    Nodes clique{first};
    std::vector<CliqueLevel> levels;
    levels.push_back({Nodes(later, neighbours[first].end()), Nodes(neighbours[first].begin(), later), 0});
    while (!levels.empty()) {
      CliqueLevel& level = levels.back();
      if (level.next == 0 && level.candidates.empty() && level.tried.empty()) out.push_back(clique);
      if (level.next == level.candidates.size()) {
        levels.pop_back();
        clique.pop_back();
        continue;
      }
      if (++steps > most_steps) return std::nullopt;
      const std::uint32_t node = level.candidates[level.next++];
      const Nodes open(level.candidates.begin() + static_cast<std::ptrdiff_t>(level.next), level.candidates.end());
      CliqueLevel inner{common(open, neighbours[node]), common(level.tried, neighbours[node]), 0};
      level.tried.insert(std::ranges::lower_bound(level.tried, node), node);
      clique.push_back(node);
      levels.push_back(std::move(inner));
    }
  }
  return out;
}

}  // namespace counterpoint::ascend
