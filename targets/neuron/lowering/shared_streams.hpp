// Whether engines that share a stream of the core wait for one another in an order that the stream does not have.
// SPDX-License-Identifier: Apache-2.0
//
// What. Two rings that one stream fires are fired in the order of the text. A program may let one of them go ahead
// where its text names it later: then each correct implementation stops in that stream. The program with the streams of
// the core for engines says so by a cycle at distance zero; a refusal shows it. Cost: that of the cycles.
// Source: semantics.md 5.9.
#pragma once

#include <optional>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/program.hpp"
#include "targets/neuron/lowering/engine_map.hpp"

namespace counterpoint::neuron {

// The same program on the streams of the core: engines that share one are one.
[[nodiscard]] Program on_streams(const Program& program, const EngineMap& places);

// Nothing where no two engines share a stream, or where the program stops by itself.
[[nodiscard]] std::optional<Diagnostic> stops_in_a_stream(const Program& program, const EngineMap& places);

}  // namespace counterpoint::neuron
