// From an implementation to what a core is loaded with.
// SPDX-License-Identifier: Apache-2.0
//
// What. Engines are mapped, registers split and dead ones left out (core/allocation/passes), waits that others make
// superfluous dropped where counts are known (reduction.hpp), semaphores numbered, and the text walked once, all
// streams side by side. A stream runs only the loops and conditionals in which it has something to do, or meets others.
// What it keeps. Every wait lets go at the same point as in the text, or later where engines share a stream; every
// update happens where the text says, or one record later. What cannot be said so is refused (CP11xx).
// Cost: linear in the implementation, times a logarithm. Source: neuron.md 4; semantics.md 3, 5.10.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

struct LowerOptions {
  Profile profile = Profile::page();
  std::string engines = {};                                        // --engines, see engine_map.hpp
  std::size_t semaphores = semaphore_count - reserved_semaphores;  // at most so many, the barrier's own included
  Legality legality = Legality::compiler;
};

// Errors where the implementation is none of the program (CP05xx) or an option names what is not there; refusals where
// the core cannot do it. Never fails for another reason.
[[nodiscard]] tl::expected<Image, Diagnostics> lower(const Program& program, const Implementation& implementation,
                                                     const LowerOptions& options);

// Allocates for the core: what `allocation` asks for under the budget of semaphores; with the scheme `auto`, where that
// does not fit, a barrier at every boundary, which needs a semaphore for each engine and one for itself.
[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_to_fit(const Program& program,
                                                                    AllocationOptions allocation,
                                                                    const LowerOptions& options);

// What one stream holds, counted from its words.
struct StreamCensus {
  Engine engine = Engine::sp;
  std::size_t records = 0;
  std::size_t work = 0;
  std::size_t triggers = 0;
  std::size_t carriers = 0;             // EventSemaphores and NoOps
  std::size_t register_operations = 0;  // moves, ALU, loads of trips
  std::size_t branches = 0;
  std::size_t meetings = 0;   // barrier bundles, drains, resets
  std::size_t registers = 0;  // one more than the largest number
};
[[nodiscard]] std::vector<StreamCensus> census(const Image& image);

}  // namespace counterpoint::neuron
