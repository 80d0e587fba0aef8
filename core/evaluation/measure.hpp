// One measurement: a program with its trips, synchronised in one way, on one machine.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every number is counted on the implementation that the allocator makes, or comes from running it under the
// schedule asap with the times of the machine. Two variants are no implementation: `bound` runs the program itself,
// where a guard sees a retirement at once and costs nothing, but branches and issue are paid as by all; `unrolled` runs
// the program without branches, where a retirement is seen after the delay of a semaphore and guards beyond what an
// instruction carries need carriers. Its semaphores are one for each engine that has a producer (thresholds are
// constants of a stream without loops), its code is every instruction that is issued, with its carriers.
// A program with a loop that runs as often as an instruction says cannot be unrolled.
// No thread, no clock, no file: a measurement is a function of its question.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/machine/model.hpp"
#include "core/machine/run.hpp"

namespace counterpoint {

enum class Variant : std::uint8_t {
#define X(identifier, word, summary) identifier,
#include "core/evaluation/variants.def"
#undef X
};
struct VariantEntry {
  Variant variant;
  std::string_view name;
  std::string_view summary;
};
[[nodiscard]] std::span<const VariantEntry> all_variants();
[[nodiscard]] const VariantEntry& entry(Variant v);

struct Measurement {
  std::string_view file;  // of the program, for messages
  std::string_view text;  // of the program, which has no errors
  std::string trips;      // "m=16 n=4"; a count for a loop whose number is in the text resizes it
  Variant variant = Variant::barrier;
  MachineModel model;
  Extensions extensions = Extensions::all;
  bool record = false;                                     // Measured::timed, for a timeline
  std::optional<std::uint64_t> semaphores = std::nullopt;  // a budget: what does not fit is not possible

  friend bool operator==(const Measurement&, const Measurement&) = default;
};

// What happens on each engine of a run, for a timeline: in ps, in the order of issue.
struct Span {
  std::uint32_t engine = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  bool held = false;  // the engine waits; else an instruction from issue to commit
};
struct Recorded {
  std::vector<std::string> engines;
  std::vector<Span> spans;
};

struct Measured {
  bool possible = false;
  std::string reason;              // why it is not possible
  std::uint64_t latency = 0;       // ps
  std::uint64_t instructions = 0;  // issued
  std::uint64_t barriers = 0;      // met
  std::uint64_t code_bytes = 0;    // all engines together
  std::uint64_t semaphores = 0;
  std::uint64_t registers = 0;   // of the engine that needs most
  std::uint64_t operations = 0;  // register operations in the text
  Recorded recorded;
};

[[nodiscard]] Measured measure(const Measurement& question);

}  // namespace counterpoint
