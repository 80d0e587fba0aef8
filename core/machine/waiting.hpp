// How long engines work and wait in a timed run, and how much time each wait had to spare.
// SPDX-License-Identifier: Apache-2.0
//
// What. For every test of every instruction, stand-alone wait and visit: how often it was looked at, how often and how
// long it held its engine, and its least slack: the time from when the test held to when the engine came to it. A
// negative slack is a wait; a slack of 5 says that what releases it could come 5 later every time and nobody would
// notice at this place. Why this way. The steps of the run are taken again, so the machine itself says what each test
// compares; the times of issues and retirements are those of the record. A cell keeps when it reached each value, since
// it was last lowered. Where several tests hold one instance the wait is that of the last one to hold. Invariant. The
// waits of all tests of an instruction add up to the waits of its instances (their own and others' fields, such as a
// full pipe, are no waits). Cost: O(steps + tests log changes).
#pragma once

#include <cstdint>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/machine/run.hpp"

namespace counterpoint {

struct TestRecord {
  EngineId engine;
  InstructionId instruction;        // whose issue is tested; none: a statement of its own,
  ScopeId scope;                    // a visit of this scope, or if there is none
  std::uint32_t condition = 0;      // a stand-alone wait, in Implementation::conditions
  std::uint32_t test = 0;           // among its waits (implementation) or guards (specification)
  std::uint64_t instances = 0;      // that came to it
  std::uint64_t held = 0;           // of those: this test held them, the longest of all
  std::uint64_t waited = 0;         // by those, together
  std::uint64_t longest = 0;        // by one of them
  std::int64_t least_slack = 0;     // over all instances
  std::uint64_t least_ordinal = 0;  // of the instance with that slack, from 1
  InstructionId released_by;        // whose retirement let most of those held go on; none if nothing was held
};

struct EngineUse {
  std::uint64_t busy = 0;      // with something between issue and commit
  std::uint64_t waiting = 0;   // for a test, a fence or a visit, with nothing of that kind
  std::uint64_t barriers = 0;  // at a barrier, likewise
};

// A run under `asap` with steps and times recorded. By instruction, then by stand-alone wait, then by scope and engine;
// then by test. Tests that nobody came to are left out.
[[nodiscard]] std::vector<TestRecord> measure_tests(const Machine& machine, const RunResult& result);
[[nodiscard]] IdVector<EngineId, EngineUse> measure_engines(const Tree& tree, const TimedRun& run);

}  // namespace counterpoint
