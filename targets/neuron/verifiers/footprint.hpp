// Which bytes an operand touches, and which pairs of accesses meet.
// SPDX-License-Identifier: Apache-2.0
//
// What. SBUF and PSUM (a space for each bank): a set of partitions and the same bytes in each of them. The first
//   dimension of a pattern walks over rows of its location, and the location begins at its own partition `base`. DRAM:
//   bytes; what the compiler placed itself shares one space, any other tensor is its own.
// Open. An operand whose address is in a register touches its whole tensor in DRAM; in SBUF and PSUM nothing is known.
// How. Footprints are swept by their bounding bytes; those that meet there are compared exactly (lattice.hpp).
// Cost. n log n and the pairs whose boxes meet; bounded.
// Source. neuron.md 5.2, 5.4, 8 (23).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "targets/neuron/verifiers/lattice.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

struct Footprint {
  std::uint32_t space = 0;
  BytePattern bytes;
  BytePattern partitions;  // of runs of one; the single 0 in DRAM
  bool exact = true;       // false: bytes around what is touched
};

// One operand of one part of an instruction.
struct DumpOperand {
  DumpPart part;
  std::uint32_t place = 0;  // in the order of the listing: that of its part
  bool write = false;
  Footprint footprint;
  std::string_view location;
};

// Two parts that touch the same bytes, one of them writing; `first` is the earlier in the listing.
struct DumpConflict {
  std::uint32_t first = 0;  // places in `parts`
  std::uint32_t second = 0;
  bool first_writes = false;
  bool second_writes = false;
  bool certain = false;  // they do meet
  std::string_view location;
};

class Footprints {
 public:
  explicit Footprints(const Listing& listing);

  [[nodiscard]] const std::vector<DumpPart>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<DumpOperand>& operands() const { return operands_; }
  // Instructions with an operand in SBUF or PSUM of which nothing is known.
  [[nodiscard]] const std::vector<std::uint32_t>& open() const { return open_; }
  // Ascending by (first, second), RAW, WAR and WAW apart. With `own`, also conflicts of a part with itself.
  [[nodiscard]] std::vector<DumpConflict> conflicts(bool own) const;
  // Whether all pairs were looked at.
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  void add(const DumpPart& part, std::uint32_t place, const DumpAccess& a, bool write);
  [[nodiscard]] std::uint32_t space(std::string name);
  [[nodiscard]] bool in_rows(const DumpAccess& a, const DumpLocation& l, Footprint& out);
  [[nodiscard]] bool in_dram(const DumpAccess& a, const DumpLocation& l, const DumpAllocation& owner, Footprint& out);

  struct Known {
    const DumpAllocation* allocation = nullptr;
    const DumpLocation* location = nullptr;
  };
  const Listing& l_;
  std::unordered_map<std::string_view, Known> locations_;
  std::unordered_map<std::string_view, Known> sets_;
  std::unordered_map<std::string, std::uint32_t> spaces_;
  std::vector<DumpPart> parts_;
  std::vector<DumpOperand> operands_;
  std::vector<std::uint32_t> open_;
  mutable bool complete_ = true;
};

}  // namespace counterpoint::neuron
