// Whether an image hangs together: its tables, its words, and what each names of the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <unordered_set>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

inline constexpr std::size_t most_complaints = 100;

// The tables alone: rings, queues, semaphores, blocks, engines of streams, names.
[[nodiscard]] Diagnostics check_tables(const Image& image);
// The words: each is a legal record, and what it names is there. `place` says "stream pe, record 3, byte 0x0c".
[[nodiscard]] Diagnostics check_words(const Image& image, Legality legality);

// What a record names that the image does not have: a block, an instruction, a scope, a queue.
class References {
 public:
  explicit References(const Image& image);
  // With the byte's offset in `place`.
  [[nodiscard]] std::optional<Diagnostic> missing(const Record& record, const Stream& stream) const;

 private:
  const Image& image_;
  std::unordered_set<std::string_view> queues_;
};

// Is it a name that every form of an image can hold: 1 to 4096 printable ASCII characters.
[[nodiscard]] bool is_image_name(std::string_view name);

}  // namespace counterpoint::neuron
