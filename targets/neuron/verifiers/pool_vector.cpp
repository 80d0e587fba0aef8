// Looks at each block of a loop for waits in both directions.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/pool_vector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace counterpoint::neuron {
namespace {

bool is_step(const DumpUpdate& u) {
  return u.mode == DumpUpdateMode::increment || (u.mode == DumpUpdateMode::add && u.value == 1);
}

bool computes(const DumpInstruction& x) { return !is_fence(x) && !is_branch(x) && !is_dma(x); }

// Names that instructions of one engine wait for, in one block.
std::set<std::string_view> awaited(const Listing& l, const Listing::Block& block, Engine by) {
  std::set<std::string_view> out;
  for (std::uint32_t i = block.first; i < block.end; ++i) {
    if (l.at(i).engine != by) continue;
    for (const DumpWait& w : l.at(i).sync.waits) out.insert(w.from);
  }
  return out;
}

// Is a second semaphore raised by one before Pool goes on: by the instruction itself, or from its drain on.
bool guarded(const Listing& l, const Listing::Block& block, std::uint32_t at) {
  const DumpInstruction& guarded_one = l.at(at);
  const std::int64_t own = guarded_one.sync.updates.front().id;
  const auto raises_another = [own](const DumpInstruction& x) {
    return std::ranges::any_of(x.sync.updates, [own](const DumpUpdate& u) { return u.id != own && is_step(u); });
  };
  if (raises_another(guarded_one)) return true;
  bool drained = false;
  for (std::uint32_t i = at + 1; i < block.end; ++i) {
    const DumpInstruction& x = l.at(i);
    if (x.engine != Engine::pool && x.engine != Engine::all) continue;
    if (computes(x) || x.opcode == "AllEngineBarrier") return false;
    drained = drained || x.opcode == "Drain";
    if (drained && raises_another(x)) return true;
  }
  return false;
}

void check_pool_vector_block(const Listing& l, const Listing::Block& block, DumpReport& report) {
  const std::set<std::string_view> by_vector = awaited(l, block, Engine::dve);
  const std::set<std::string_view> by_pool = awaited(l, block, Engine::pool);
  bool both = false;
  for (std::uint32_t i = block.first; i < block.end && !both; ++i) {
    both = l.at(i).engine == Engine::dve && by_pool.contains(l.at(i).name);
  }
  for (std::uint32_t i = block.first; i < block.end && both; ++i) {
    const DumpInstruction& x = l.at(i);
    if (x.engine != Engine::pool || !computes(x) || x.sync.updates.empty() || !by_vector.contains(x.name)) continue;
    const bool by_one = is_step(x.sync.updates.front());
    if (by_one && guarded(l, block, i)) continue;
    Diagnostic d =
        l.diagnose_at(Code::pool_vector_circle, i, fmt::format("DVE waits for {}, and Pool for DVE", l.describe(i)));
    d.expected = by_one ? "a drain behind it, and a second semaphore raised by 1" : "its semaphore raised by 1";
    if (!by_one) d.found = fmt::format("by {}", x.sync.updates.front().value);
    report.add("legality", std::move(d));
  }
}

}  // namespace

void check_pool_vector(const Listing& l, DumpReport& report) {
  std::vector<std::int64_t> loops_begun(l.blocks().size() + 1);
  for (const Listing::Loop& loop : l.loops()) {
    ++loops_begun[loop.first_block];
    --loops_begun[loop.last_block + 1];
  }
  std::int64_t around = 0;
  for (std::uint32_t b = 0; b < l.blocks().size(); ++b) {
    around += loops_begun[b];
    if (around > 0) check_pool_vector_block(l, l.blocks()[b], report);
  }
}

}  // namespace counterpoint::neuron
