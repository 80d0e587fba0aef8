// Compares functions, blocks, core barriers and shared addresses of cores.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace counterpoint::neuron {
namespace {

constexpr std::string_view structure_word = "structure";

struct CoreBarrierAt {
  std::string name;
  std::int64_t id = -1;
  std::string place;
};

struct CoreSummary {
  std::vector<CoreBarrierAt> barriers;
  std::uint64_t core_transfers = 0;  // GPSIMDSB2SB
  std::map<std::string, std::int64_t> shared;
};

void disagree(DumpReport& report, std::string place, int number, std::string message,
              Code code = Code::cores_disagree) {
  Diagnostic d = diagnose(code, {}, fmt::format("{} (the compiler's {})", message, number));
  d.place = std::move(place);
  report.add(structure_word, std::move(d));
}

std::string core_pointer(const DumpSet& set, std::size_t core) {
  return set.plain ? std::string() : fmt::format("/cores/{}", core);
}

CoreSummary core_summary(const DumpSet& set, std::size_t core) {
  CoreSummary out;
  const Dump& dump = set.cores[core];
  for (std::size_t f = 0; f < dump.functions.size(); ++f) {
    const DumpFunction& function = dump.functions[f];
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      for (std::size_t i = 0; i < function.blocks[b].instructions.size(); ++i) {
        const DumpInstruction& x = function.blocks[b].instructions[i];
        if (x.opcode == "GPSIMDSB2SB") ++out.core_transfers;
        if (x.opcode != "CoreBarrier") continue;
        out.barriers.push_back(
            {x.name, x.barrier_id.value_or(-1),
             fmt::format("{}/functions/{}/blocks/{}/instructions/{}", core_pointer(set, core), f, b, i)});
      }
    }
    for (const DumpAllocation& a : function.allocations)
      for (const DumpLocation& l : a.locations)
        if (l.space == MemorySpace::dram && a.kind.starts_with("Shared")) out.shared[l.name] = l.address;
  }
  return out;
}

// Every barrier must be active on no core or on all of them.
void check_barrier_cores(const DumpSet& set, DumpReport& report) {
  std::set<std::int64_t> all;
  for (const Dump& dump : set.cores)
    for (const DumpFunction& f : dump.functions)
      for (const DumpBlock& b : f.blocks)
        for (const DumpInstruction& x : b.instructions)
          if (x.opcode == "CoreBarrier") all.insert(x.cores.begin(), x.cores.end());
  if (!set.plain)
    for (std::size_t c = 0; c < set.cores.size(); ++c) all.insert(static_cast<std::int64_t>(c));
  for (std::size_t c = 0; c < set.cores.size(); ++c) {
    const Dump& dump = set.cores[c];
    for (std::size_t f = 0; f < dump.functions.size(); ++f) {
      for (std::size_t b = 0; b < dump.functions[f].blocks.size(); ++b) {
        const std::vector<DumpInstruction>& list = dump.functions[f].blocks[b].instructions;
        for (std::size_t i = 0; i < list.size(); ++i) {
          if (list[i].opcode != "CoreBarrier" || list[i].cores.empty()) continue;
          if (std::set<std::int64_t>(list[i].cores.begin(), list[i].cores.end()) == all) continue;
          disagree(report, fmt::format("{}/functions/{}/blocks/{}/instructions/{}", core_pointer(set, c), f, b, i),
                   1201,
                   fmt::format("core barrier '{}' is active on {} of {} cores", excerpt(list[i].name, 80),
                               list[i].cores.size(), all.size()),
                   Code::core_barrier_count);
        }
      }
    }
  }
}

// The cores that instructions which meet others say they are active on.
std::set<std::int64_t> cores_named(const DumpSet& set) {
  std::set<std::int64_t> out;
  for (const DumpFunction& f : set.cores[0].functions)
    for (const DumpBlock& b : f.blocks)
      for (const DumpInstruction& x : b.instructions)
        if (x.opcode == "CoreBarrier" || x.opcode == "GPSIMDSB2SB") out.insert(x.cores.begin(), x.cores.end());
  return out;
}

// Before splitting one document stands for all cores: each function has one symbolic number of the core, and as many
// transfers between cores for each.
void check_unsplit(const DumpSet& set, DumpReport& report) {
  const std::set<std::int64_t> all = cores_named(set);
  const std::vector<DumpFunction>& functions = set.cores[0].functions;
  const auto numbered = [](const DumpFunction& f) { return !f.shards.empty(); };
  if (std::ranges::none_of(functions, numbered)) return;  // one core, or one of several after splitting
  std::map<std::int64_t, std::uint64_t> transfers;
  for (const std::int64_t core : all) transfers[core] = 0;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    if (functions[f].shards.size() != 1) {
      disagree(report, fmt::format("/functions/{}", f), 1200,
               fmt::format("a function has {} symbolic numbers of the core, not 1", functions[f].shards.size()));
    }
    for (const DumpBlock& b : functions[f].blocks)
      for (const DumpInstruction& x : b.instructions) {
        if (x.opcode != "GPSIMDSB2SB") continue;
        for (auto& [core, count] : transfers)
          if (x.cores.empty() || std::ranges::find(x.cores, core) != x.cores.end()) ++count;
      }
  }
  for (const auto& [core, count] : transfers) {
    const auto& [first, of_first] = *transfers.begin();
    if (count == of_first) continue;
    disagree(report, "/functions", 1202,
             fmt::format("core {} has {} transfers between cores and core {} has {}", first, of_first, core, count));
  }
}

void check_blocks(const DumpSet& set, std::size_t core, DumpReport& report) {
  const std::vector<DumpFunction>& one = set.cores[0].functions;
  const std::vector<DumpFunction>& two = set.cores[core].functions;
  if (one.size() != two.size()) {
    disagree(report, core_pointer(set, core) + "/functions", 1191,
             fmt::format("core 0 has {} functions and core {} has {}", one.size(), core, two.size()));
  }
  for (std::size_t f = 0; f < std::min(one.size(), two.size()); ++f) {
    const std::string place = fmt::format("{}/functions/{}", core_pointer(set, core), f);
    if (one[f].name != two[f].name) disagree(report, place, 1191, "functions of cores have different names");
    if (one[f].blocks.size() != two[f].blocks.size()) {
      disagree(report, place + "/blocks", 1192,
               fmt::format("core 0 has {} blocks here and core {} has {}", one[f].blocks.size(), core,
                           two[f].blocks.size()));
    }
    for (std::size_t b = 0; b < std::min(one[f].blocks.size(), two[f].blocks.size()); ++b) {
      if (one[f].blocks[b].name == two[f].blocks[b].name) continue;
      disagree(report, fmt::format("{}/blocks/{}", place, b), 1194,
               fmt::format("block '{}' of core 0 is '{}' here", excerpt(one[f].blocks[b].name),
                           excerpt(two[f].blocks[b].name)));
    }
  }
}

void check_barriers(const DumpSet& set, const CoreSummary& one, const CoreSummary& two, std::size_t core,
                    DumpReport& report) {
  if (one.barriers.size() != two.barriers.size()) {
    disagree(
        report, core_pointer(set, core) + "/functions", 1187,
        fmt::format("core 0 has {} core barriers and core {} has {}", one.barriers.size(), core, two.barriers.size()),
        Code::core_barrier_count);
  }
  for (std::size_t i = 0; i < std::min(one.barriers.size(), two.barriers.size()); ++i) {
    if (one.barriers[i].name == two.barriers[i].name) continue;
    disagree(report, two.barriers[i].place, 1189,
             fmt::format("core barrier {} is '{}' on core 0 and '{}' here", i, excerpt(one.barriers[i].name),
                         excerpt(two.barriers[i].name)),
             Code::core_barrier_count);
  }
}

void check_shared(const DumpSet& set, const CoreSummary& one, const CoreSummary& two, std::size_t core,
                  DumpReport& report) {
  const std::string place = core_pointer(set, core) + "/functions";
  if (one.core_transfers != two.core_transfers) {
    disagree(report, place, 1198,
             fmt::format("core 0 has {} transfers between cores and core {} has {}", one.core_transfers, core,
                         two.core_transfers));
  }
  std::set<std::int64_t> addresses;
  std::set<std::int64_t> others;
  for (const auto& [name, address] : one.shared) addresses.insert(address);
  for (const auto& [name, address] : two.shared) {
    others.insert(address);
    const auto same = one.shared.find(name);
    if (same == one.shared.end() || same->second == address) continue;
    disagree(report, place, 1197,
             fmt::format("'{}' is at {} on core 0 and at {} on core {}", excerpt(name), same->second, address, core));
  }
  if (addresses != others) disagree(report, place, 1196, "the shared addresses of the cores are not the same");
}

}  // namespace

void check_structure(const DumpSet& set, DumpReport& report) {
  check_barrier_cores(set, report);
  if (set.plain) check_unsplit(set, report);
  if (set.cores.size() < 2) return;
  std::vector<CoreSummary> cores;
  for (std::size_t c = 0; c < set.cores.size(); ++c) {
    cores.push_back(core_summary(set, c));
    for (std::size_t f = 0; f < set.cores[c].functions.size(); ++f) {
      const DumpFunction& function = set.cores[c].functions[f];
      const std::string place = fmt::format("{}/functions/{}", core_pointer(set, c), f);
      if (!function.core_id) disagree(report, place, 1193, "a function does not say of which core it is");
      if (!function.shards.empty()) disagree(report, place, 1199, "a symbolic number of the core is left");
    }
    // After numbering, the i-th barrier has the number with which all barriers begin, and i.
    for (std::size_t i = 0; i < cores[c].barriers.size(); ++i) {
      const std::int64_t expected = cores[c].barriers[0].id + static_cast<std::int64_t>(i);
      if (cores[c].barriers[i].id == expected) continue;
      disagree(report, cores[c].barriers[i].place, 1188,
               fmt::format("core barrier {} has the number {}, not {}", i, cores[c].barriers[i].id, expected),
               Code::core_barrier_count);
    }
    if (c == 0) continue;
    check_blocks(set, c, report);
    check_barriers(set, cores[0], cores[c], c, report);
    check_shared(set, cores[0], cores[c], c, report);
  }
}

}  // namespace counterpoint::neuron
