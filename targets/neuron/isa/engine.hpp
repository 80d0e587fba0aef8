// The engines of a NeuronCore and their three numberings, which must never be mixed.
// SPDX-License-Identifier: Apache-2.0
//
// Source: Execution & Sync Model "The five datapath engines"; the runtime's numbers from the ISA headers. An `Engine`
// is the compiler's ordinal; the runtime's is asked for by name only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace counterpoint::neuron {

enum class Engine : std::uint8_t {
  unassigned = 0,
  pool = 1,
  activation = 2,
  pe = 3,
  dma = 4,
  dve = 5,
  sp = 6,
  all = 7  // the pseudo-engine of fences, never encoded
};

struct EngineEntry {
  Engine engine;
  std::string_view name;       // in the compiler's files
  std::string_view user_name;  // in the vendor's documents
  std::string_view word;       // on our command line, and the name of a program's engine that maps to it by itself
  std::int8_t runtime;         // the runtime's number, -1 if it has none
};
[[nodiscard]] const std::array<EngineEntry, 8>& all_engines();
[[nodiscard]] const EngineEntry& entry(Engine engine);
// By name, user name or word, in any case of letters.
[[nodiscard]] std::optional<Engine> engine_named(std::string_view name);

// The engines that take part in an all-engine barrier: the mask 0x6E.
[[nodiscard]] constexpr bool is_datapath(Engine engine) { return ((0x6EU >> static_cast<unsigned>(engine)) & 1U) != 0; }
inline constexpr unsigned datapath_engines = 5;

}  // namespace counterpoint::neuron
