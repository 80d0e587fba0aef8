// Bands of core barriers, and the pairs of accesses that they do not separate.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "targets/neuron/verifiers/races.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view bands_word = "bands";
constexpr std::uint64_t most_core_pairs = 20'000'000;

using BandEdges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Every edge goes forward in the listing, so the listing is an order of the graph.
BandEdges band_edges(const Listing& l, const WaitArithmetic& waits) {
  BandEdges edges;
  std::array<std::int64_t, 8> last;
  last.fill(-1);
  std::array<std::vector<std::uint32_t>, 8> fired;
  std::unordered_map<std::string_view, std::uint32_t> earlier;
  for (std::uint32_t i = 0; i < l.size(); ++i) {
    const DumpInstruction& x = l.at(i);
    for (std::size_t e = 0; e < last.size(); ++e) {
      if (x.engine != Engine::all && e != static_cast<std::size_t>(x.engine)) continue;
      if (x.opcode == "Drain") {
        for (const std::uint32_t f : fired[e]) edges.emplace_back(f, i);
        fired[e].clear();
      }
      if (last[e] >= 0) edges.emplace_back(static_cast<std::uint32_t>(last[e]), i);
      if (is_dma(x)) {
        fired[e].push_back(i);
      } else {
        last[e] = i;
      }
    }
    for (const DumpDependency& d : x.dependencies) {
      const auto p = earlier.find(d.name);
      if (p != earlier.end()) edges.emplace_back(p->second, i);
    }
    earlier[x.name] = i;
    for (const std::string& name : x.dma_blocks) earlier[name] = i;
  }
  for (const WaitCheck& w : waits.waits) {
    const bool right = w.status == WaitStatus::ok || w.status == WaitStatus::over_wait;
    if (w.bound && right && w.producer.instruction < w.waiter) edges.emplace_back(w.producer.instruction, w.waiter);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

bool is_core_barrier(const DumpInstruction& x) { return x.opcode == "CoreBarrier"; }

struct SharedAccess {
  std::size_t core = 0;
  const DumpOperand* operand = nullptr;
};

void compare_accesses(const std::vector<CoreView>& cores, const std::vector<std::vector<EngineBands>>& bands,
                      const SharedAccess& a, const SharedAccess& b, DumpReport& report) {
  const Listing& l = *cores[a.core].listing;
  const Listing& m = *cores[b.core].listing;
  const DumpInstruction& x = l.at(a.operand->part.instruction);
  const DumpInstruction& y = m.at(b.operand->part.instruction);
  const bool domain = x.opcode == "GPSIMDSB2SB" && y.opcode == "GPSIMDSB2SB" && x.sync_domain == y.sync_domain;
  if (domain) return;
  std::uint64_t budget = 200'000;
  const Meeting meeting = meet(a.operand->footprint.bytes, b.operand->footprint.bytes, budget);
  if (meeting == Meeting::never) return;
  if (separated(bands[a.core][a.operand->part.instruction], bands[b.core][b.operand->part.instruction])) {
    report.count(bands_word, "separated");
    return;
  }
  const std::string text =
      fmt::format("{} of core {} {} and {} of core {} {} '{}'", l.describe(a.operand->part.instruction), a.core,
                  a.operand->write ? "writes" : "reads", m.describe(b.operand->part.instruction), b.core,
                  b.operand->write ? "writes" : "reads", excerpt(a.operand->location, 80));
  if (meeting == Meeting::unknown) {
    report.add(bands_word, l.diagnose_at(Code::pair_undecided, a.operand->part.instruction,
                                         "not known whether they meet: " + text));
    return;
  }
  report.count(bands_word, "race");
  Diagnostic d = m.diagnose_at(Code::core_race, b.operand->part.instruction,
                               text + "; no core barrier separates them on any engine");
  d.help = "put a core barrier between them on every core";
  report.add(bands_word, std::move(d));
}

}  // namespace

std::vector<EngineBands> barrier_bands(const Listing& listing, const WaitArithmetic& waits, std::int64_t least,
                                       std::int64_t most) {
  EngineBands start;
  start.fill({least, most});
  std::vector<EngineBands> bands(listing.size(), start);
  const auto seed = [&](std::uint32_t i) {
    const DumpInstruction& x = listing.at(i);
    if (!is_core_barrier(x) || !x.barrier_id) return;
    for (std::size_t e = 0; e < start.size(); ++e) {
      if (x.engine == Engine::all || e == static_cast<std::size_t>(x.engine))
        bands[i][e] = {*x.barrier_id, *x.barrier_id};
    }
  };
  for (std::uint32_t i = 0; i < listing.size(); ++i) seed(i);
  BandEdges edges = band_edges(listing, waits);
  // Ascending by consumer, every producer is final; a barrier keeps its own number.
  std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto fixed = [&](std::uint32_t i, std::size_t e) {
    const DumpInstruction& x = listing.at(i);
    return is_core_barrier(x) && x.barrier_id && (x.engine == Engine::all || static_cast<std::size_t>(x.engine) == e);
  };
  for (const auto& [from, to] : edges)
    for (std::size_t e = 0; e < start.size(); ++e)
      if (!fixed(to, e)) bands[to][e].first = std::max(bands[to][e].first, bands[from][e].first);
  std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [from, to] : edges)
    for (std::size_t e = 0; e < start.size(); ++e)
      if (!fixed(from, e)) bands[from][e].second = std::min(bands[from][e].second, bands[to][e].second);
  return bands;
}

bool separated(const EngineBands& a, const EngineBands& b) {
  for (std::size_t e = 0; e < a.size(); ++e)
    if (a[e].second <= b[e].first || a[e].first >= b[e].second) return true;
  return false;
}

void check_bands(const std::vector<CoreView>& cores, DumpReport& report) {
  if (cores.size() < 2) return;
  std::int64_t least = 0;
  std::int64_t most = 2;
  for (const CoreView& c : cores) {
    for (std::uint32_t i = 0; i < c.listing->size(); ++i) {
      const DumpInstruction& x = c.listing->at(i);
      if (!is_core_barrier(x) || !x.barrier_id) continue;
      least = std::min(least, *x.barrier_id);
      most = std::max(most, *x.barrier_id + 1);
    }
  }
  std::vector<std::vector<EngineBands>> bands;
  std::map<std::string_view, std::vector<SharedAccess>> by_location;
  for (std::size_t c = 0; c < cores.size(); ++c) {
    bands.push_back(barrier_bands(*cores[c].listing, *cores[c].waits, least, most));
    std::map<std::string_view, bool> dram;
    for (const DumpAllocation& a : cores[c].listing->function().allocations)
      for (const DumpLocation& l : a.locations) dram[l.name] = l.space == MemorySpace::dram;
    for (const DumpOperand& o : cores[c].footprints->operands()) {
      const auto known = dram.find(o.location);
      if (known == dram.end() || !known->second || !o.footprint.exact) continue;
      by_location[o.location].push_back({c, &o});
    }
  }
  std::uint64_t pairs = 0;
  for (const auto& [name, all] : by_location) {
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        if (all[a].core == all[b].core || (!all[a].operand->write && !all[b].operand->write)) continue;
        if (++pairs > most_core_pairs) {
          report.add(bands_word, diagnose(Code::pair_undecided, {}, "too many accesses of cores to compare them all"));
          return;
        }
        compare_accesses(cores, bands, all[a], all[b], report);
      }
    }
  }
}

}  // namespace counterpoint::neuron
