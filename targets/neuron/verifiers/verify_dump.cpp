// Lays out every function of a dump and lets each verifier look at it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/verify_dump.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

#include "targets/neuron/verifiers/arithmetic.hpp"
#include "targets/neuron/verifiers/bands.hpp"
#include "targets/neuron/verifiers/footprint.hpp"
#include "targets/neuron/verifiers/legality.hpp"
#include "targets/neuron/verifiers/listing.hpp"
#include "targets/neuron/verifiers/pool_vector.hpp"
#include "targets/neuron/verifiers/racecheck.hpp"
#include "targets/neuron/verifiers/races.hpp"
#include "targets/neuron/verifiers/structure.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::array dump_verifiers = {
#define X(identifier, word, asks, misses) DumpVerifierEntry{DumpVerifier::identifier, word, asks, misses},
#include "targets/neuron/verifiers/verifiers.def"
#undef X
};

// The semaphores of a core that other cores raise.
std::set<std::int64_t> raised_from_outside(const DumpSet& set, std::size_t core) {
  std::set<std::int64_t> out;
  const auto take = [&](const DumpSync& sync) {
    for (const DumpUpdate& u : sync.updates)
      if (u.target_core && *u.target_core == static_cast<std::int64_t>(core)) out.insert(u.id);
  };
  for (std::size_t c = 0; c < set.cores.size(); ++c) {
    if (c == core && !set.plain) continue;
    for (const DumpFunction& f : set.cores[c].functions)
      for (const DumpBlock& b : f.blocks)
        for (const DumpInstruction& i : b.instructions) take(i.sync);
    for (const DumpQueue& q : set.cores[c].queues)
      for (const DumpDmaBlock& b : q.blocks) take(b.sync);
  }
  return out;
}

struct LaidOutFunction {
  LaidOutFunction(const DumpSet& set, std::size_t core, std::size_t function, const std::set<std::int64_t>& remote)
      : listing(set, core, function), waits(check_waits(listing, remote)), footprints(listing) {}
  Listing listing;
  WaitArithmetic waits;
  Footprints footprints;
};

}  // namespace

std::span<const DumpVerifierEntry> all_dump_verifiers() { return dump_verifiers; }

std::string verifier_words() {
  std::string out;
  for (const DumpVerifierEntry& v : dump_verifiers) out += (out.empty() ? "" : "+") + std::string(v.word);
  return out;
}

DumpReport verify_dump(const DumpSet& set) {
  DumpReport report;
  std::vector<std::set<std::int64_t>> remote;
  std::size_t most = 0;
  for (std::size_t c = 0; c < set.cores.size(); ++c) {
    remote.push_back(raised_from_outside(set, c));
    check_queues(set, c, report);
    most = std::max(most, set.cores[c].functions.size());
  }
  for (std::size_t f = 0; f < most; ++f) {
    std::vector<std::unique_ptr<LaidOutFunction>> laid;
    std::vector<CoreView> views;
    for (std::size_t c = 0; c < set.cores.size(); ++c) {
      if (f >= set.cores[c].functions.size()) continue;
      laid.push_back(std::make_unique<LaidOutFunction>(set, c, f, remote[c]));
      const LaidOutFunction& x = *laid.back();
      report_waits(x.listing, x.waits, report);
      check_races(x.listing, x.waits, x.footprints, report);
      check_iterations(x.listing, x.waits, x.footprints, report);
      racecheck(x.listing, x.footprints, report);
      check_legality(x.listing, x.waits, report);
      check_pool_vector(x.listing, report);
      views.push_back({&x.listing, &x.waits, &x.footprints});
    }
    check_bands(views, report);
  }
  check_structure(set, report);
  report.assume("updates-in-order");
  return report;
}

}  // namespace counterpoint::neuron
