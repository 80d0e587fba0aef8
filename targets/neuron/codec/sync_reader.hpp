// Waits and updates from the words of a line of assembly.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "targets/neuron/codec/assembly_line.hpp"
#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron {

// "S3 += 16" at the start of `words`, which is shortened by it. Throws LineError.
[[nodiscard]] UpdatePart read_update(std::span<const LineWord>& words);

// Everything from the first `wait` or `update` on, put where the record has it. Throws LineError: too many for the
// record, a wait that the profile does not have, or values that clash, which is said at `column`.
void read_syncs(std::span<const LineWord> words, Record& record, std::uint32_t column, const Profile& profile);

}  // namespace counterpoint::neuron
