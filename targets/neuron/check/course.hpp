// What one stream does for given trip counts: its records in the order executed, registers and branches worked out.
// SPDX-License-Identifier: Apache-2.0
//
// What. Registers never read a counter, so a stream's path and all its thresholds are known once the trip counts are:
// a course is that path, with the records left out that neither wait, update, drain, reset nor work.
// Why apart from the simulator. The simulator runs all streams under a schedule; a course knows no schedule. They share
// what registers calculate (isa/arithmetic.hpp) and nothing else, so that they can disagree about waits and updates.
// Source: targets/neuron/README.md "The machine", semantics of the modes in neuron.md 1.4 and 1.5. Cost: linear in the
// records executed.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

// Iterations of a scope (place in Image::scopes) at its n-th visit, n from 1.
using CountAt = std::function<std::uint32_t(std::uint32_t scope, std::uint64_t visit)>;

// A wait with its threshold worked out: the mode is never one with a register, nor `greater`.
struct CourseWait {
  WaitMode mode = WaitMode::none;
  std::uint8_t index = 0;
  std::int64_t value = 0;
};

// An update with its operand worked out.
struct CourseUpdate {
  UpdateMode mode = UpdateMode::none;
  std::uint8_t index = 0;
  std::int64_t value = 0;  // 1 for +1 and -1
};

enum class ActionKind : std::uint8_t {
  control,  // waits, then updates
  work,     // the same around a datapath instruction
  fire,     // waits, fires a queue's transfer, then updates
  drain,    // waits, then until the stream has nothing incomplete
  reset     // waits, then counters become 0
};

struct Action {
  ActionKind kind = ActionKind::control;
  std::uint32_t record = 0;   // place in the stream
  std::uint32_t subject = 0;  // work: Image::instructions; fire: Image::queues; reset: Course::resets
  std::uint32_t first_wait = 0;
  std::uint32_t last_wait = 0;
  CourseUpdate update;  // none if it has none
};

// Why a course ends before its stream does.
enum class Trouble : std::uint8_t {
  none,
  fault,         // the words cannot be executed: an illegal record, a branch to nowhere, a division by zero
  not_followed,  // the machine could, a course cannot
  bound
};

struct Course {
  std::vector<Action> actions;
  std::vector<CourseWait> waits;
  std::vector<std::bitset<semaphore_count>> resets;
  std::uint64_t records = 0;  // executed
  Trouble trouble = Trouble::none;
  std::string why;  // "" or what cannot be executed or followed, and where: the actions before it are right
};

// `width`: bits of registers and counters, 2 to 32. `limit`: records executed.
[[nodiscard]] Course follow(const Image& image, std::size_t stream, const CountAt& count, unsigned width,
                            std::uint64_t limit);

}  // namespace counterpoint::neuron
