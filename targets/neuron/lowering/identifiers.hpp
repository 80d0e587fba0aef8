// The numbers that semaphores and flags of an implementation get on the core.
// SPDX-License-Identifier: Apache-2.0
//
// What. Elements of semaphores get the lowest numbers that are not the runtime's, in the order of their declaration,
// and the barrier's own counter the next one, so that a reset of them all is a range without a stranger. What nobody
// mentions gets none. Flags become events, from a bank of their own. A semaphore that a transfer updates counts in
// steps of the transfer's increment, whoever else updates it: `scale` says by how much more than in the text.
// Source: neuron.md 1.1, 4.6, 4.9.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"
#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/lowering/engine_map.hpp"

namespace counterpoint::neuron {

struct ElementPlace {
  bool used = false;
  bool event = false;
  bool falls = false;  // taken from, subtracted from or set: what a wait saw may not last
  std::uint8_t id = 0;
  std::uint32_t scale = 1;
  std::int64_t initial = 0;
  // The one instruction that updates it, by 1 at each retirement; none if there is another update.
  InstructionId producer;
};

struct Identifiers {
  std::vector<ElementPlace> elements;  // by element of the implementation
  int barrier = -1;
  std::vector<NamedSemaphore> names;
  std::vector<std::uint8_t> group;  // of the implementation's semaphores, ascending: what a reset clears
};

// How an element of an array is called: "f[1]"; a single one by its name.
[[nodiscard]] std::string element_name(const Semaphore& semaphore, std::uint32_t element);

// `places`: by the implementation's engine. `budget`: most semaphores, the barrier's own included. Indices that are no
// numbers, or out of range, are not counted here: the statement is refused where it is lowered.
[[nodiscard]] tl::expected<Identifiers, Diagnostic> identify(const Implementation& implementation,
                                                             const EngineMap& places, const Profile& profile,
                                                             std::size_t budget, bool barrier);

// Semaphores that a program may use: all but the runtime's.
inline constexpr std::size_t usable_semaphores = semaphore_count - reserved_semaphores;

}  // namespace counterpoint::neuron
