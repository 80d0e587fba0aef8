// Vector clocks of a basic block, as the compiler runs them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/racecheck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "targets/neuron/verifiers/races.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view racecheck_word = "racecheck";

bool racecheck_skips(const DumpInstruction& x) {
  return x.opcode == "GPSIMDSB2SB" || x.opcode == "CompareAndBranch" || x.opcode == "CoreBarrier" ||
         x.opcode == "Return";
}

void join_clock(BlockClock& into, const BlockClock& other) {
  for (std::size_t k = 0; k < into.size(); ++k) into[k] = std::max(into[k], other[k]);
}

// Accumulating stores that overlap are kept in their order by an edge of their own: from the earlier to the later.
std::multimap<std::uint32_t, std::uint32_t> accumulations(const Listing& l, const std::vector<DumpConflict>& conflicts,
                                                          const std::vector<DumpPart>& parts) {
  std::multimap<std::uint32_t, std::uint32_t> out;
  for (const DumpConflict& c : conflicts) {
    const std::uint32_t a = parts[c.first].instruction;
    const std::uint32_t b = parts[c.second].instruction;
    if (l.at(a).opcode == "IndirectSaveAccumulate" && l.at(b).opcode == "IndirectSaveAccumulate") out.emplace(b, a);
  }
  return out;
}

}  // namespace

bool concurrent(const BlockClock& a, const BlockClock& b) {
  bool less = false;
  bool more = false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    less = less || a[k] < b[k];
    more = more || a[k] > b[k];
  }
  return less && more;
}

std::vector<BlockClock> block_clocks(const Listing& listing, const std::vector<DumpConflict>& conflicts,
                                     const std::vector<DumpPart>& parts) {
  const std::multimap<std::uint32_t, std::uint32_t> kept = accumulations(listing, conflicts, parts);
  std::vector<BlockClock> clocks(listing.size());
  std::unordered_map<std::string_view, std::uint32_t> earlier;
  for (const Listing::Block& b : listing.blocks()) {
    earlier.clear();
    std::array<int, 8> dense;
    dense.fill(-1);
    std::array<std::int64_t, 8> last;
    last.fill(-1);
    int seen = 0;
    for (std::uint32_t i = b.first; i < b.end; ++i) {
      const DumpInstruction& x = listing.at(i);
      if (x.opcode == "Return") continue;
      const auto e = static_cast<std::size_t>(x.engine);
      if (dense[e] < 0) dense[e] = seen++;
      BlockClock& clock = clocks[i];
      if (last[e] >= 0) join_clock(clock, clocks[static_cast<std::size_t>(last[e])]);
      ++clock[static_cast<std::size_t>(dense[e])];
      for (const DumpDependency& d : x.dependencies) {
        const auto p = earlier.find(d.name);
        if (p != earlier.end() && listing.at(p->second).engine != x.engine) join_clock(clock, clocks[p->second]);
      }
      for (auto [k, end] = kept.equal_range(i); k != end; ++k)
        if (k->second >= b.first) join_clock(clock, clocks[k->second]);
      last[e] = i;
      earlier[x.name] = i;
      for (const std::string& fired : x.dma_blocks) earlier[fired] = i;
    }
  }
  return clocks;
}

void racecheck(const Listing& listing, const Footprints& footprints, DumpReport& report) {
  bool any = false;
  for (std::uint32_t i = 0; i < listing.size() && !any; ++i) any = !listing.at(i).dependencies.empty();
  if (!any) {
    report.count(racecheck_word, "no dependencies", listing.size());
    return;
  }
  const std::vector<DumpConflict> conflicts = footprints.conflicts(false);
  const std::vector<BlockClock> clocks = block_clocks(listing, conflicts, footprints.parts());
  std::map<std::string_view, std::uint32_t> first_write;
  for (const DumpOperand& o : footprints.operands())
    if (o.write) first_write.emplace(o.location, o.part.instruction);
  bool aborted = false;
  for (const DumpConflict& c : conflicts) {
    const DumpPart& a = footprints.parts()[c.first];
    const DumpPart& b = footprints.parts()[c.second];
    const DumpInstruction& x = listing.at(a.instruction);
    const DumpInstruction& y = listing.at(b.instruction);
    if (listing.block_of(a.instruction) != listing.block_of(b.instruction)) continue;
    if (racecheck_skips(x) || racecheck_skips(y) || a.instruction == b.instruction) continue;
    const auto written = first_write.find(c.location);
    if (!c.first_writes && (written == first_write.end() || written->second > a.instruction)) {
      report.count(racecheck_word, "read of uninitialised memory");
      continue;
    }
    if (!concurrent(clocks[a.instruction], clocks[b.instruction])) {
      report.count(racecheck_word, "ordered");
      continue;
    }
    report.count(racecheck_word, "race");
    if (aborted) continue;
    aborted = true;
    const auto line = [&](const DumpInstruction& by, bool writes) {
      return fmt::format("{}: {} By: {}", writes ? 'W' : 'R', excerpt(c.location, 80), excerpt(by.name, 80));
    };
    report.compare(racecheck_word, listing.diagnose_at(Code::racecheck_pair, b.instruction,
                                                       fmt::format("Data race detected: {}; {}",
                                                                   line(x, c.first_writes), line(y, c.second_writes))));
  }
}

}  // namespace counterpoint::neuron
