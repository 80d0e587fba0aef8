// A record as its line of assembly, and the parts of assembly that JSON has too.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

// Prints records of one image, whose names they are printed with. A name that two places have is printed as a number.
class RecordLines {
 public:
  explicit RecordLines(const Image& image);
  // Without line end. The record is legal and names what is there.
  [[nodiscard]] std::string of(const Record& record) const;

 private:
  friend class FieldPrinter;
  const Image& image_;
  std::vector<bool> instruction_once_;
  std::vector<bool> scope_once_;
};

// 128 digits.
[[nodiscard]] std::string hex_text(const Word& word);
// "page fence-order=drain-first": a named set and what differs from it.
[[nodiscard]] std::string profile_line(const Profile& profile);

}  // namespace counterpoint::neuron
