// The options of `run`, as the machines take them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/session.hpp"
#include "core/machine/run.hpp"

namespace counterpoint::cli {

// Trip counts from --trips, --default-trips, --resize, --seed, --max-trips. A wrong scope, engine or list ends the
// command (64) with the nearest right name.
[[nodiscard]] Trips read_trips(Session& session, const Tree& tree);

// --width, which must have a value: 2 to 64 bits.
[[nodiscard]] std::uint32_t read_width(const Session& session);

// --compare.
[[nodiscard]] Comparison read_comparison(const Session& session);

// --window, --width, --compare.
[[nodiscard]] MachineOptions read_machine_options(const Session& session);

// --schedule, --seed, --max-steps.
[[nodiscard]] RunOptions read_run_options(const Session& session);

// --max-memory, MiB on the command line, here in bytes.
[[nodiscard]] std::uint64_t read_memory(const Session& session);

// Of a run: 0 completed, 5 at a limit, else 10.
[[nodiscard]] Exit exit_of_run(Outcome outcome);

// --jobs; by default as many as the machine has processors, and not more than there are pieces of work.
[[nodiscard]] unsigned read_jobs(const Session& session, std::uint64_t most);

// Whether --trips random is given, or the schedule is random: then the seed is part of the outcome.
[[nodiscard]] bool draws(const Session& session);

// "trips:kv=3;default=2", "trips:random;max=3", "trips:all" where every loop has its number in the text: the trip
// counts that a verdict holds for.
[[nodiscard]] std::string trips_bound(const Session& session, const Tree& tree);

// The same for a page: "kv=5, others 2", "others random, at most 3 (seed 1)".
[[nodiscard]] std::string trips_words(const Session& session);

// The options given that determine a run, as words that give them again: they are written into traces.
[[nodiscard]] std::vector<std::string> defining_options(const Session& session);

}  // namespace counterpoint::cli
