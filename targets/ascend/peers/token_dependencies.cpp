// Dependencies, tiles, cliques, and one id for each dependency.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/token_dependencies.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "core/dependence/derive.hpp"
#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/peers/maximal_cliques.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::uint64_t most_clique_steps = 100'000;

using ElementPair = std::pair<std::uint32_t, std::uint32_t>;  // in the order of the text
using Tile = std::pair<BufferId, std::int64_t>;               // which slot; -1: all

class TokenFinder {
 public:
  TokenFinder(const SyncIr& ir, CliqueReport& report) : ir_(ir), tree_(ir.kernel().program().tree), report_(report) {}

  tl::expected<TokenUse, Diagnostic> run() {
    const Derivation derivation = derive(ir_.kernel().program());
    if (derivation.truncated)
      return tl::unexpected(
          diagnose(AscendCode::too_many_conflicts, {}, "there are too many conflicts between accesses"));
    for (const Conflict& c : derivation.conflicts) add(c);
    report_.dependencies = dependencies_.size();
    report_.global = global_.size();
    report_.same_pipe = same_pipe_.size();
    count_given();
    const auto cliques = maximal_cliques(neighbours(), most_clique_steps);
    if (!cliques.has_value()) {
      return tl::unexpected(diagnose(AscendCode::too_many_conflicts, {},
                                     "the buffers share memory in too many ways to look at all cliques"));
    }
    TokenUse use;
    use.ids_of.resize(ir_.elements.size());
    use.count = static_cast<std::uint32_t>(cliques->size());
    std::vector<std::vector<std::uint32_t>> cliques_of(tiles_.size());
    for (std::uint32_t c = 0; c < cliques->size(); ++c) {
      for (const std::uint32_t tile : (*cliques)[c]) cliques_of[tile].push_back(c);
    }
    for (const auto& [pair, tiles] : dependencies_) {
      const std::uint32_t id = choose(tiles, cliques_of, *cliques);
      use.ids_of[pair.first].insert(id);
      use.ids_of[pair.second].insert(id);
    }
    merge_towards_one_pipe(use);
    return use;
  }

 private:
  void add(const Conflict& c) {
    if (!ir_.has_instruction(c.earlier) || !ir_.has_instruction(c.later)) return;
    const std::uint32_t a = ir_.element_of(c.earlier);
    const std::uint32_t b = ir_.element_of(c.later);
    const ElementPair pair = std::minmax(a, b);
    if (ir_.elements[a].pipe == ir_.elements[b].pipe) {
      same_pipe_.insert(pair);
    } else if (in_global_memory(c.earlier_access.buffer)) {
      global_.insert(pair);
    } else {
      const std::uint32_t x = tile_of(c.earlier_access);
      const std::uint32_t y = tile_of(c.later_access);
      dependencies_[pair].insert({x, y});
      if (x != y) shared_.insert(std::minmax(x, y));
    }
  }

  [[nodiscard]] bool in_global_memory(BufferId buffer) const {
    const std::string_view space = tree_.buffer_space(buffer);
    return space == "GM" || space == "gm";
  }

  std::uint32_t tile_of(const Access& access) {
    const std::int64_t slot = access.kind == SlotKind::rotating ? -1 : std::int64_t{access.slot};
    const bool single = tree_.buffer(access.buffer).slots == 1;
    const auto next = static_cast<std::uint32_t>(tiles_.size());
    return tiles_.try_emplace({access.buffer, single ? 0 : slot}, next).first->second;
  }

  [[nodiscard]] std::vector<std::vector<std::uint32_t>> neighbours() const {
    std::vector<std::vector<std::uint32_t>> out(tiles_.size());
    for (const auto& [a, b] : shared_) {
      out[a].push_back(b);
      out[b].push_back(a);
    }
    for (auto& list : out) std::ranges::sort(list);
    return out;
  }

  // Most of its tiles, then the larger clique, then the smaller number.
  static std::uint32_t choose(const std::set<std::uint32_t>& tiles,
                              const std::vector<std::vector<std::uint32_t>>& cliques_of,
                              const std::vector<std::vector<std::uint32_t>>& cliques) {
    std::map<std::uint32_t, std::size_t> matched;
    for (const std::uint32_t t : tiles) {
      for (const std::uint32_t c : cliques_of[t]) ++matched[c];
    }
    const auto best = std::ranges::max_element(matched, {}, [&](const auto& entry) {
      return std::tuple(entry.second, cliques[entry.first].size(), ~entry.first);
    });
    return best->first;
  }

  // Of the ids of an operation, those whose users on other pipes are all on one pipe, the same for all of them.
  void merge_towards_one_pipe(TokenUse& use) const {
    auto users = use.users();
    for (std::uint32_t e = 0; e < ir_.size(); ++e) {
      if (use.ids_of[e].size() < 2) continue;
      std::map<PipeSet, std::uint32_t> smallest;
      const std::set<std::uint32_t> ids = use.ids_of[e];
      for (const std::uint32_t id : ids) {
        const auto peers = static_cast<PipeSet>(pipes_of(ir_, users[id]) & ~pipe_bit(ir_.elements[e].pipe));
        if (peers == 0 || (peers & (peers - 1)) != 0) continue;
        const auto [it, fresh] = smallest.try_emplace(peers, id);
        if (fresh) continue;
        use.merge(id, it->second, users[id]);
        users[it->second].insert(users[it->second].end(), users[id].begin(), users[id].end());
        users[id].clear();
      }
    }
  }

  void count_given() {
    const Program& program = ir_.kernel().program();
    for (const DependencyId d : program.all_dependencies()) {
      const Dependency& x = program.dependency(d);
      if (x.control) {
        ++report_.given;
        continue;
      }
      const InstructionId consumer{std::size_t{x.consumer}};
      if (!ir_.has_instruction(consumer) || !ir_.has_instruction(x.producer)) continue;
      const ElementPair pair = std::minmax(ir_.element_of(consumer), ir_.element_of(x.producer));
      if (!dependencies_.contains(pair)) ++report_.given;
    }
  }

  const SyncIr& ir_;
  const Tree& tree_;
  CliqueReport& report_;
  std::map<ElementPair, std::set<std::uint32_t>> dependencies_;  // and their tiles
  std::set<ElementPair> global_;
  std::set<ElementPair> same_pipe_;
  std::map<Tile, std::uint32_t> tiles_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> shared_;  // tiles that can share memory
};

}  // namespace

std::vector<std::vector<std::uint32_t>> TokenUse::users() const {
  std::vector<std::vector<std::uint32_t>> out(count);
  for (std::uint32_t e = 0; e < ids_of.size(); ++e) {
    for (const std::uint32_t id : ids_of[e]) out[id].push_back(e);
  }
  return out;
}

void TokenUse::merge(std::uint32_t from, std::uint32_t into, const std::vector<std::uint32_t>& users_of_from) {
  for (const std::uint32_t e : users_of_from) {
    if (ids_of[e].erase(from) != 0) ids_of[e].insert(into);
  }
}

PipeSet pipes_of(const SyncIr& ir, const std::vector<std::uint32_t>& elements) {
  PipeSet out = 0;
  for (const std::uint32_t e : elements) out |= pipe_bit(ir.elements[e].pipe);
  return out;
}

tl::expected<TokenUse, Diagnostic> tokens_of(const SyncIr& ir, CliqueReport& report) {
  return TokenFinder(ir, report).run();
}

}  // namespace counterpoint::ascend
