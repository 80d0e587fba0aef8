// All verifiers over a dump.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "targets/neuron/codec/dump.hpp"
#include "targets/neuron/verifiers/finding.hpp"

namespace counterpoint::neuron {

enum class DumpVerifier : std::uint8_t {
#define X(identifier, word, asks, misses) identifier,
#include "targets/neuron/verifiers/verifiers.def"
#undef X
};

struct DumpVerifierEntry {
  DumpVerifier which;
  std::string_view word;
  std::string_view asks;
  std::string_view misses;
};
[[nodiscard]] std::span<const DumpVerifierEntry> all_dump_verifiers();

// Runs them all on every function of every core. The compiler's own check is one of them.
[[nodiscard]] DumpReport verify_dump(const DumpSet& set);

// "arithmetic+happens-before+...", as in a verdict.
[[nodiscard]] std::string verifier_words();

}  // namespace counterpoint::neuron
