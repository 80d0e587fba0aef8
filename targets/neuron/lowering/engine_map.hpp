// Which stream of the core each engine of a program becomes, or from which one its transfers are fired.
// SPDX-License-Identifier: Apache-2.0
//
// What. An engine of a program computes, and has a stream of a core for itself; or it is a queue of transfers, a ring,
// and one stream fires them: any number of rings may share one, also with an engine that computes. `text` is what
// --engines takes: "pe=pe,load=sp:ring,store=act:hwdge,gather=pool:swdge".
// What nobody says. An engine named like one of the core is that one; one whose name starts with "dma", or that has an
// instruction with a transfer time, is a ring on sp; the others take the engines that are left, in the order pe, act,
// pool, dve, sp; those without instructions come last, and share sp where none is left. Source: neuron.md 0, 4.9
// (hardware rings on act, dve, sp, two of them; software rings on pool).
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/tree.hpp"
#include "targets/neuron/isa/engine.hpp"

namespace counterpoint::neuron {

enum class Queueing : std::uint8_t { none, any, hardware, software };

struct EnginePlace {
  Engine stream = Engine::unassigned;
  Queueing queueing = Queueing::none;  // none: it computes

  [[nodiscard]] bool is_ring() const { return queueing != Queueing::none; }
};

using EngineMap = IdVector<EngineId, EnginePlace>;  // by the program's engine

inline constexpr std::size_t ring_limit = 176;
inline constexpr std::size_t hardware_ring_limit = 2;

// Errors: a word that names no engine, of the program or the core; refusals: what a core has not enough of, and rings
// where there can be none.
[[nodiscard]] tl::expected<EngineMap, Diagnostics> map_engines(const Tree& tree, std::string_view text);

}  // namespace counterpoint::neuron
