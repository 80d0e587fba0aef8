// From a program to an implementation: one interface for all schemes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

enum class Scheme : std::uint8_t { per_instruction, per_loop, per_engine, barrier, barrier_lean, automatic };
enum class Extensions : std::uint8_t { all, none };
enum class Counted : std::uint8_t { all, producers };  // which instructions of a body update its semaphore

struct AllocationOptions {
  Scheme scheme = Scheme::per_loop;
  Extensions extensions = Extensions::all;
  Counted count = Counted::all;
  int optimize = 1;  // 0: every counter on every engine, as in the paper; 1: what no wait reads is dropped
};

// One line of the table of schemes: parser, help, documents and tests read it.
struct SchemeEntry {
  Scheme scheme;
  std::string_view name;     // the word on the command line and after `scheme`
  std::string_view summary;  // one line of help
  bool exact;                // equivalent to the program for every class that is exact itself
};
[[nodiscard]] std::span<const SchemeEntry> all_schemes();

// What was done for one dependency, or for the producers of one scope and engine, and why.
struct Choice {
  DependencyId dependency;  // none if about a whole scope
  std::string subject;      // "exp <- qk", "kv on pe"
  std::string decision;     // "per-loop", "barrier at q", "nothing: never owed", ...
  std::string reason;
};

struct Cost {
  std::uint64_t instructions = 0;         // datapath instructions in the text
  std::uint64_t semaphores = 0;           // elements
  std::vector<std::uint64_t> registers;   // by engine
  std::uint64_t register_operations = 0;  // in the text
  std::uint64_t waits = 0;
  std::uint64_t updates = 0;
  std::uint64_t barriers = 0;       // in the text
  std::uint64_t carriers = 0;       // no-ops for waits beyond one per instruction
  std::uint64_t code_bytes = 0;     // 64 bytes for each instruction, operation, stand-alone statement, carrier,
                                    // loop control and barrier, summed over engines
  double operations_per_issue = 0;  // register operations right before waiting instructions, per such instruction
};
// Of any implementation, ours or another's.
[[nodiscard]] Cost cost_of(const Implementation& implementation);

struct Allocation {
  Implementation implementation;
  std::vector<Choice> choices;  // empty for programs of more than 10,000 dependencies unless asked for
  Diagnostics warnings;
};

// Fails with a refusal (exit 69) that names the dependency, why, and the smallest change that would help.
[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate(const Program& program, const AllocationOptions& options);

}  // namespace counterpoint
