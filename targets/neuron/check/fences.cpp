// Matches drain, arrival and wait, one stream at a time, then compares the streams.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/fences.hpp"

#include <algorithm>

namespace counterpoint::neuron {
namespace {

bool waits_for(const Course& course, const Action& a, unsigned counter) {
  return std::any_of(course.waits.begin() + a.first_wait, course.waits.begin() + a.last_wait,
                     [&](const CourseWait& w) { return !on_event(w.mode) && w.index == counter; });
}

bool updates(const Action& a, unsigned counter) {
  return a.update.mode != UpdateMode::none && !on_event(a.update.mode) && a.update.index == counter;
}

bool touches(const Course& course, const Action& a, unsigned counter) {
  return waits_for(course, a, counter) || updates(a, counter) ||
         (a.kind == ActionKind::reset && course.resets[a.subject][counter]);
}

bool bare(const Action& a, ActionKind kind) {
  return a.kind == kind && a.first_wait == a.last_wait && a.update.mode == UpdateMode::none;
}

// Is there, at `at`, a drain, +1 on the counter, and a wait for `threshold`.
bool is_barrier(const Course& course, std::size_t at, unsigned counter, std::int64_t threshold) {
  if (at + 2 >= course.actions.size() || !bare(course.actions[at], ActionKind::drain)) return false;
  const Action& arrival = course.actions[at + 1];
  if (arrival.kind != ActionKind::control || arrival.first_wait != arrival.last_wait ||
      arrival.update.mode != UpdateMode::increment || arrival.update.index != counter) {
    return false;
  }
  const Action& release = course.actions[at + 2];
  if (release.kind != ActionKind::control || release.update.mode != UpdateMode::none ||
      release.last_wait - release.first_wait != 1) {
    return false;
  }
  const CourseWait& wait = course.waits[release.first_wait];
  return wait.mode == WaitMode::at_least && wait.index == counter && wait.value == threshold;
}

std::optional<std::vector<BarrierGroup>> barrier_groups_of(const Course& course, unsigned counter,
                                                           std::int64_t streams) {
  std::vector<BarrierGroup> out;
  for (std::size_t i = 0; i < course.actions.size();) {
    if (is_barrier(course, i, counter, streams * (static_cast<std::int64_t>(out.size()) + 1))) {
      out.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 3), false});
      i += 3;
      continue;
    }
    if (touches(course, course.actions[i], counter)) return std::nullopt;
    ++i;
  }
  return out;
}

std::bitset<semaphore_count> counters_in_use(std::span<const Course> courses) {
  std::bitset<semaphore_count> used;
  for (const Course& course : courses) {
    for (const CourseWait& w : course.waits) {
      if (!on_event(w.mode)) used.set(w.index);
    }
    for (const Action& a : course.actions) {
      if (a.update.mode != UpdateMode::none && !on_event(a.update.mode)) used.set(a.update.index);
    }
  }
  return used;
}

// Only resets (or drains) in actions [from, to); the counters they reset are added.
bool only_resets(const Course& course, std::uint32_t from, std::uint32_t to, std::bitset<semaphore_count>& reset) {
  for (std::uint32_t i = from; i < to; ++i) {
    const Action& a = course.actions[i];
    if (bare(a, ActionKind::drain)) continue;
    if (!bare(a, ActionKind::reset)) return false;
    reset |= course.resets[a.subject];
  }
  return true;
}

// Marks the barriers after which the bank is reset. False if a reset stands elsewhere, or leaves a counter in use out.
bool mark_resets(std::span<const Course> courses, Fences& fences, unsigned counter,
                 const std::vector<std::size_t>& taking_part, const std::bitset<semaphore_count>& completed) {
  std::bitset<semaphore_count> used = counters_in_use(courses) | completed;
  used.reset(counter);
  const std::size_t count = fences.streams[taking_part.front()].size();
  std::size_t explained = 0;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    std::bitset<semaphore_count> reset;
    bool only = true;
    for (const std::size_t s : taking_part) {
      only = only && only_resets(courses[s], fences.streams[s][k].last, fences.streams[s][k + 1].first, reset);
    }
    if (!only || reset.none()) continue;
    if ((used & ~reset).any()) return false;
    for (const std::size_t s : taking_part) {
      fences.streams[s][k].resets = true;
      for (std::uint32_t i = fences.streams[s][k].last; i < fences.streams[s][k + 1].first; ++i) {
        if (courses[s].actions[i].kind == ActionKind::reset) ++explained;
      }
    }
  }
  std::size_t all = 0;
  for (const Course& course : courses) {
    all += static_cast<std::size_t>(std::count_if(course.actions.begin(), course.actions.end(),
                                                  [](const Action& a) { return a.kind == ActionKind::reset; }));
  }
  return explained == all;
}

}  // namespace

std::optional<Fences> find_fences(std::span<const Course> courses, unsigned counter,
                                  const std::bitset<semaphore_count>& completed) {
  std::vector<std::size_t> taking_part;
  for (std::size_t s = 0; s < courses.size(); ++s) {
    if (!courses[s].actions.empty()) taking_part.push_back(s);
  }
  if (taking_part.empty() || completed[counter]) return std::nullopt;
  Fences fences;
  fences.streams.resize(courses.size());
  for (const std::size_t s : taking_part) {
    auto found = barrier_groups_of(courses[s], counter, static_cast<std::int64_t>(taking_part.size()));
    if (!found) return std::nullopt;
    fences.streams[s] = std::move(*found);
    if (fences.streams[s].size() != fences.streams[taking_part.front()].size()) return std::nullopt;
  }
  if (fences.streams[taking_part.front()].empty()) return std::nullopt;
  if (!mark_resets(courses, fences, counter, taking_part, completed)) return std::nullopt;
  return fences;
}

}  // namespace counterpoint::neuron
