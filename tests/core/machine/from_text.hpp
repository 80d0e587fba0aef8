// Runs of programs and implementations written in the language, for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"

namespace counterpoint::testing {

// A machine with what it runs on. `trips`: "kv=3,1 q@act=2".
struct Given {
  std::unique_ptr<Program> program;
  std::unique_ptr<Implementation> implementation;
  std::unique_ptr<Machine> machine;
  const Machine* operator->() const { return machine.get(); }
  const Machine& operator*() const { return *machine; }
};

inline Trips trips_from(const Tree& tree, std::string_view text) {
  Trips trips(tree);
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const auto set = trips.set(tree, text.substr(0, end));
    require(set.has_value(), set ? "" : to_string(set.error()).c_str());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return trips;
}

inline Given program_machine(std::string_view text, std::string_view trips = "", const MachineOptions& options = {}) {
  auto parsed = parse_program(text, "test");
  require(parsed.has_value(), parsed ? "" : to_string(parsed.error().front()).c_str());
  Given given;
  given.program = std::make_unique<Program>(std::move(*parsed));
  given.machine =
      std::make_unique<Machine>(specification_machine(*given.program, trips_from(given.program->tree, trips), options));
  return given;
}

inline Given implementation_given(std::string_view text, std::string_view trips = "",
                                  const MachineOptions& options = {}) {
  auto parsed = parse_implementation(text, "test");
  require(parsed.has_value(), parsed ? "" : to_string(parsed.error().front()).c_str());
  Given given;
  given.implementation = std::make_unique<Implementation>(std::move(*parsed));
  given.machine = std::make_unique<Machine>(
      implementation_machine(*given.implementation, trips_from(given.implementation->tree, trips), options));
  return given;
}

inline RunResult run_with(const Machine& machine, Schedule schedule, std::uint64_t seed = 1) {
  RunOptions options;
  options.schedule = schedule;
  options.seed = seed;
  options.record_steps = true;
  options.record_times = true;
  return run(machine, options);
}

// The outcome that every schedule has; they must agree.
inline std::string outcome_of(const Machine& machine) {
  std::string outcome(outcome_name(run_with(machine, Schedule::asap).outcome));
  for (const ScheduleEntry& s : all_schedules()) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::string other(outcome_name(run_with(machine, s.schedule, seed).outcome));
      EXPECT_EQ(other, outcome) << s.name << " " << seed;
    }
  }
  return outcome;
}

inline std::vector<std::string> texts(const Tree& tree, const std::vector<Step>& steps) {
  std::vector<std::string> out;
  for (const Step& s : steps) out.push_back(to_text(tree, s));
  return out;
}

inline std::vector<std::string> enabled_texts(const Machine& machine, const MachineState& state) {
  std::vector<Step> steps;
  for (const EngineId e : machine.tree().engines()) machine.enabled(state, e, steps);
  return texts(machine.tree(), steps);
}

// Performs a trace each of whose steps must be enabled.
inline void perform(const Machine& machine, MachineState& state, std::string_view trace) {
  const auto steps = parse_trace(machine.tree(), trace);
  ASSERT_TRUE(steps.has_value()) << to_string(steps.error().front());
  for (const Step& s : *steps) {
    ASSERT_TRUE(machine.is_enabled(state, s)) << to_text(machine.tree(), s);
    machine.apply(state, s);
  }
}

}  // namespace counterpoint::testing
