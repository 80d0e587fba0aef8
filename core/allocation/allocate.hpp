// From a program to an implementation: one interface for all schemes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/allocation/passes/saving.hpp"
#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

enum class Scheme : std::uint8_t {
#define X(identifier, word, exact, summary) identifier,
#include "core/allocation/schemes.def"
#undef X
};
enum class Extensions : std::uint8_t { all, none };
enum class Counted : std::uint8_t { all, producers };  // which instructions of a body update its semaphore

struct AllocationOptions {
  Scheme scheme = Scheme::per_loop;
  Extensions extensions = Extensions::all;
  Counted count = Counted::all;
  // 0: r and t of every scope on every engine, every mask, a semaphore for every body and engine, as in the paper;
  // 1: what no wait reads is left out; 2: dependencies that the others keep are left out too (redundant.hpp), and what
  // is then allocated goes through all passes (passes/passes.hpp).
  int optimize = 1;
  // Bits, 2..64: right also after counters wrap, where waits compare by wrapped difference; see lowering.hpp. 0: for
  // counters that never wrap.
  std::uint32_t wrap_safe = 0;
  // Refuse what needs more elements of semaphores than so many, or more registers on some engine, in the form in which
  // it is returned; `auto` has several forms and takes the cheapest that fits (automatic.hpp).
  std::optional<std::uint64_t> semaphores = std::nullopt;
  std::optional<std::uint64_t> registers = std::nullopt;
  // A machine's part in a budget: what barriers take beside the implementation's own semaphores, and the largest budget
  // that can be given, which is then that of the machine. Every number in a message is a budget, so both are in it.
  std::uint64_t barrier_semaphores = 0;
  std::optional<std::uint64_t> most_semaphores = std::nullopt;
  // Where nothing of `auto` fits: barriers, if they do.
  bool barriers_at_last = false;
  // Choices are made up for programs of at most so many dependencies.
  std::size_t choices_up_to = 10'000;
  // At level 2: the pass `clocks`, which is left out if there is none.
  GivenPass clocks = {};
};

// One line of the table of schemes: parser, help, documents and tests read it.
struct SchemeEntry {
  Scheme scheme;
  std::string_view name;     // the word on the command line and after `scheme`
  std::string_view summary;  // one line of help
  bool exact;                // equivalent to the program for every class that is exact itself
};
[[nodiscard]] std::span<const SchemeEntry> all_schemes();
[[nodiscard]] const SchemeEntry& entry(Scheme scheme);
[[nodiscard]] std::optional<Scheme> find_scheme(std::string_view word);

// What was done for one dependency, or for the producers of one scope and engine, and why.
struct Choice {
  DependencyId dependency;  // none if about a whole scope
  std::string subject;      // "exp <- qk", "kv on pe"
  std::string decision;     // "per-loop", "barrier at q", "nothing", ...
  std::string reason;
};

// What an implementation costs. All numbers are of the text, not of a run.
struct Cost {
  std::uint64_t instructions = 0;        // datapath instructions
  std::uint64_t semaphores = 0;          // elements, flags included
  std::vector<std::uint64_t> registers;  // by engine
  std::uint64_t register_operations = 0;
  std::uint64_t waits = 0;          // tests and takes, on instructions and alone
  std::uint64_t updates = 0;        // on instructions and alone
  std::uint64_t alone = 0;          // stand-alone statements: waits, takes, signals, fences
  std::uint64_t barriers = 0;       // items
  std::uint64_t carriers = 0;       // no-ops for the waits beyond one of an instruction or a stand-alone wait
  std::uint64_t scope_control = 0;  // loops and branches, once for each engine that has something to do inside
  // 64 for each instruction, register operation, stand-alone statement, carrier and scope control, and for each barrier
  // on every engine; all engines together.
  std::uint64_t code_bytes = 0;
  // Register operations right before an instruction with waits, in its engine's stream and block (what computes the
  // waits, and at the start of a body also its counters), per such instruction; 0 if there is none.
  double operations_per_issue = 0;
};
// Of any implementation, ours or another's. Linear in statements and in scopes times their depth.
[[nodiscard]] Cost cost_of(const Implementation& implementation);

struct Allocation {
  Implementation implementation;
  std::vector<Choice> choices;  // see AllocationOptions::choices_up_to
  Diagnostics warnings;
  // From level 2 on: what each pass saved, and how many dependencies were left out before.
  std::vector<Saving> savings = {};
  std::size_t redundant = 0;
};

// Fails with refusals (exit 69) that name every dependency that cannot be kept so, why, and the smallest change that
// would help. Never fails for another reason: `program` is valid. Linear in the program and in what it becomes.
[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate(const Program& program, const AllocationOptions& options);

}  // namespace counterpoint
