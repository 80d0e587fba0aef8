// Closed clocks of one machine at given trip counts: for every event the least counts of others' events it needs.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 6. Where no step of one engine can disable a step of another, there is one maximal run up to
// reordering, and an event is enabled exactly when every engine f has passed a least number of visible stream events
// (`stream`) and retired a least number of instances (`retired`), closed transitively. This file computes those
// vectors along one maximal run in which every instance retires at once.
//
// Why this form. Clocks along one engine only grow, so a clock is the number of a *version*, a vector that is written
// only when it changes, and the engine's own two numbers. The clock of the r-th retirement of f is the version of its
// issue with retired[f] = r: in-order retirement adds nothing else. A clock is closed, so whoever knows retired[f] >= r
// knows all of it; that test makes most joins free. Only what a wait alone has taught f since its last event is not in
// f's counts: a raise says from which count on it is (`covered`).
//
// Memory. The run is made in rounds, in which every engine goes on by a few hundred events at most, so that producers
// do not run far ahead of consumers. Whenever there are twice as many raises, what all engines that wait for f's work
// know of f is dropped: the raises that led there and the versions that only they refer to (`trim`). So what is held is
// the live window, unless consumers lag behind by themselves or have stopped.
//
// Invariant. A version of engine e holds what e has learnt of the others; its own entries hold what the others have
// learnt of e in turn (a lower bound of its own retirements). Cost: O(stream events x (tests + engines where something
// is learnt)) time; a version is 8 bytes an engine, an event 16 until it is taken, a raise 24.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/machine/ring.hpp"
#include "verify/order/history.hpp"

namespace counterpoint {

// A visible event of an engine's stream: an issue, a visit, or its end.
struct ClockedEvent {
  enum class Kind : std::uint32_t { issue, visit, end };
  std::uint32_t event = 0;    // MachineCode::events
  std::uint32_t version = 0;  // what must have happened on other engines
  std::uint32_t retired = 0;  // instances of its own engine that must have retired
  Kind kind = Kind::issue;
};

// Vectors of one engine, numbered from 0, of which those no longer needed are overwritten.
class Versions {
 public:
  explicit Versions(std::size_t width) : width_(width), words_(4 * width) {}
  [[nodiscard]] const std::uint32_t* at(std::uint32_t v) const { return words_.data() + (v & mask_) * width_; }
  // Its number.
  std::uint32_t push(const std::uint32_t* from) {
    if (last_ - first_ > mask_) grow();
    std::copy(from, from + width_, words_.data() + (last_ & mask_) * width_);
    return last_++;
  }
  void drop_before(std::uint32_t v) { first_ = v; }
  [[nodiscard]] std::uint64_t bytes() const { return words_.size() * sizeof(std::uint32_t); }

 private:
  void grow();
  std::size_t width_;
  std::uint32_t mask_ = 3;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
  std::vector<std::uint32_t> words_;
};

// How a run is cut up; nothing that is found depends on it. 0: as suits the number of engines.
struct ClockPace {
  std::uint64_t slice = 0;  // events of an engine in a round
  std::uint64_t trim = 0;   // raises before the first look at what can be dropped
};

// What a test of an event brings: nothing where it held from the start.
struct Brought {
  std::uint32_t test = 0;  // MachineCode::tests
  EngineId writer;
  const Raise* raise = nullptr;
};

class Clocks;

// Is told of the tests of a run, engine by engine in the order of its stream.
class ClockWatcher {
 public:
  virtual ~ClockWatcher() = default;
  // An event passes its tests. What the engine knows now is what it knew before them.
  virtual void tested(const Clocks& clocks, EngineId e, std::span<const Brought> tests) = 0;
  // What the engine knows from here on can be seen: by that event, or by what it does.
  virtual void observed(const Clocks& clocks, EngineId e) = 0;
};

class Clocks {
 public:
  // `limit` bounds the instances; what else happens (control, stand-alone statements) is bounded far above that.
  // The watcher, if there is one, must outlive the run.
  Clocks(const Machine& machine, std::uint64_t limit, const ClockPace& pace, ClockWatcher* watcher = nullptr);

  // Every engine goes on. False once none can, or the machine has faulted, or a precondition has failed.
  bool round();
  [[nodiscard]] const std::string& why_not() const { return why_; }  // the precondition of semantics.md 6 that fails
  [[nodiscard]] bool bounded() const { return bounded_; }            // that is a limit, no precondition
  [[nodiscard]] const std::optional<Fault>& fault() const { return state_.fault; }
  [[nodiscard]] std::uint64_t instances() const { return all_instances_; }
  // About what it takes: cells, and what is kept of an engine that runs ahead of those that wait for it. O(engines).
  [[nodiscard]] std::uint64_t bytes() const;

  // Events of an engine that have not been taken yet.
  [[nodiscard]] std::uint64_t taken(EngineId e) const { return engines_[e].taken; }
  [[nodiscard]] std::uint64_t ready(EngineId e) const { return engines_[e].made - engines_[e].taken; }
  [[nodiscard]] const ClockedEvent& next(EngineId e) const { return engines_[e].events[engines_[e].taken]; }
  void take(EngineId e) {
    engines_[e].before = next(e);
    ++engines_[e].taken;
  }
  // The event taken last; all zero before the first.
  [[nodiscard]] const ClockedEvent& before(EngineId e) const { return engines_[e].before; }
  [[nodiscard]] bool ended(EngineId e) const { return engines_[e].ended; }
  // What the engine knows at this point of the run, as a version.
  [[nodiscard]] std::span<const std::uint32_t> knows(EngineId e) const {
    return {now_.data() + e.value * 2 * count_, 2 * count_};
  }
  // Joins what a test brings to engine e into a version; true if that changes more than e's own retirements.
  bool join(EngineId e, const Brought& found, std::uint32_t* into) const;
  // Stream events of every engine, then retirements of every engine.
  [[nodiscard]] std::span<const std::uint32_t> version(EngineId e, std::uint32_t v) const {
    return {engines_[e].versions.at(v), 2 * count_};
  }

 private:
  struct Engine {
    explicit Engine(std::size_t width) : versions(width) {}
    Versions versions;
    Ring<ClockedEvent> events;  // taken..made-1
    std::uint64_t taken = 0;
    std::uint64_t made = 0;
    ClockedEvent before;
    std::uint32_t version = 0;
    std::uint32_t instances = 0;
    bool changed = false;       // since that version
    bool learnt_alone = false;  // passed a wait alone since the last event of its stream
    bool ended = false;
    std::vector<std::uint32_t> raised;   // cells with raises that are kept
    std::vector<std::uint32_t> readers;  // engines that test cells that it can raise
  };

  void find_readers();
  [[nodiscard]] std::string static_preconditions() const;
  std::uint32_t* now(EngineId e) { return now_.data() + e.value * 2 * count_; }
  std::uint32_t& own_stream(EngineId e) { return now(e)[e.value]; }
  std::uint32_t& own_retired(EngineId e) { return now(e)[count_ + e.value]; }
  std::uint32_t version(EngineId e);
  bool tests(EngineId e, const Event& event);
  [[nodiscard]] std::int64_t value(EngineId e, ValueSource p) const {
    const std::int64_t* const files[3] = {state_.registers.data() + code_.engines[e].first_register,
                                          code_.constants.data(), state_.owed.data()};
    return files[p.file()][p.index()];
  }
  void raise(EngineId e, CellHistory& history, std::uint32_t cell, const Change& c, bool by_retirement, const Raise& r);
  void change(EngineId e, std::uint32_t first, std::uint32_t last, bool by_retirement, std::uint32_t retired);
  void observe(EngineId e);
  void record(EngineId e, std::uint32_t event, ClockedEvent::Kind kind);
  bool issue(EngineId e, std::uint32_t event);
  bool step(EngineId e);
  void meet();
  void pass(EngineId e);
  void trim();
  bool within_bounds();

  const Machine& machine_;
  const MachineCode& code_;
  MachineState state_;
  Histories histories_;
  std::uint64_t limit_;
  std::size_t count_;
  std::uint64_t slice_;
  IdVector<EngineId, Engine> engines_;
  std::vector<std::uint32_t> now_;    // by engine: what it knows, stream then retired of every engine
  std::vector<std::uint32_t> hints_;  // by test
  ClockWatcher* watcher_;
  std::vector<Brought> found_;  // room for the tests of one event
  std::size_t arrived_ = 0;
  std::uint64_t all_instances_ = 0;
  std::uint64_t all_events_ = 0;
  std::uint64_t most_events_ = 0;
  std::uint64_t new_raises_ = 0;  // since the last trim
  std::uint64_t cell_bytes_ = 0;  // all cells without raises, and what raises took at the last trim
  std::uint64_t trim_at_ = 0;
  std::uint64_t least_trim_ = 0;
  std::string why_;
  bool bounded_ = false;
};

}  // namespace counterpoint
