// One record from the words of a line of assembly.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "targets/neuron/codec/assembly_line.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

// The tables of an image by name. A name that two places have is neither.
class ImageNames {
 public:
  void add(const Image& image);
  // -1 if there is none.
  [[nodiscard]] std::int64_t instruction(std::string_view name) const { return find(instructions_, name); }
  [[nodiscard]] std::int64_t scope(std::string_view name) const { return find(scopes_, name); }

 private:
  using Places = std::unordered_map<std::string_view, std::int64_t>;
  static std::int64_t find(const Places& places, std::string_view name) {
    const auto found = places.find(name);
    return found == places.end() ? -1 : found->second;
  }
  Places instructions_;
  Places scopes_;
};

// A branch's target as it is written: resolved when the stream has been read.
struct BlockUse {
  std::string label;
  std::uint32_t column = 0;
};

struct ReadRecord {
  Record record;
  BlockUse block;  // label "" if there is none
};

// Throws LineError: a word that is none, a field that is missing, too many waits, values that clash. What the codec
// itself has to say is left to the caller, who encodes the record.
[[nodiscard]] ReadRecord record_of(std::span<const LineWord> words, const Image& image, const ImageNames& names);

// "page fence-order=drain-first". Throws LineError, at `column` where nothing is there.
[[nodiscard]] Profile read_profile(std::span<const LineWord> words, std::uint32_t column);

}  // namespace counterpoint::neuron
