// The table of the engines.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/isa/engine.hpp"

#include <algorithm>
#include <cctype>

namespace counterpoint::neuron {
namespace {

constexpr std::array<EngineEntry, 8> engines = {{
    {Engine::unassigned, "Unassigned", "Unassigned", "", -1},
    {Engine::pool, "Pool", "GPSIMD", "pool", 2},
    {Engine::activation, "Activation", "Scalar", "act", 1},
    {Engine::pe, "PE", "Tensor", "pe", 0},
    {Engine::dma, "DMA", "SyncDMA", "", -1},
    {Engine::dve, "DVE", "Vector", "dve", 3},
    {Engine::sp, "SP", "Sync", "sp", 4},
    {Engine::all, "ALL", "All", "", -1},
}};

bool same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

const std::array<EngineEntry, 8>& all_engines() { return engines; }

const EngineEntry& entry(Engine engine) { return engines[static_cast<std::size_t>(engine)]; }

std::optional<Engine> engine_named(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (const EngineEntry& e : engines) {
    if (same(name, e.name) || same(name, e.user_name) || same(name, e.word)) return e.engine;
  }
  return std::nullopt;
}

}  // namespace counterpoint::neuron
