// Takes random runs of either machine on the other.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutual_replay.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "core/machine/data.hpp"
#include "core/machine/random.hpp"
#include "verify/translate.hpp"

namespace counterpoint {
namespace {

// Any enabled step, each with a positive probability: an engine at random that has one, then one of its steps.
std::optional<Step> any_step(const Machine& machine, const MachineState& state, Random& random,
                             std::vector<Step>& enabled) {
  const std::uint64_t engines = machine.tree().engine_count();
  if (engines == 0) return std::nullopt;
  const std::uint64_t first = random.below(engines);
  for (std::uint64_t i = 0; i < engines; ++i) {
    enabled.clear();
    machine.enabled(state, EngineId{(first + i) % engines}, enabled);
    if (!enabled.empty()) return enabled[random.below(enabled.size())];
  }
  return std::nullopt;
}

// A machine on its way, with its data.
class Runner {
 public:
  explicit Runner(const Machine& machine)
      : machine_(machine), plan_(machine), data_(plan_, machine.tree().engine_count()), state_(machine.start()) {}

  void take(const Step& step) {
    if (step.kind == StepKind::issue) data_.issue(state_, step.engine);
    if (step.kind == StepKind::commit) data_.commit(step.engine, *machine_.entry_at(state_, step.engine, step.ordinal));
    machine_.apply(state_, step);
  }
  // Every internal step that can be taken, in the order of engines, until there is none.
  void take_internal() {
    for (bool progress = true; progress;) {
      progress = false;
      for (const EngineId e : machine_.tree().engines()) progress = take_internal(e) || progress;
    }
  }
  [[nodiscard]] bool has_visible_step() const {
    std::vector<Step> enabled;
    for (const EngineId e : machine_.tree().engines()) machine_.enabled(state_, e, enabled);
    return std::ranges::any_of(enabled, [](const Step& s) { return visible(s.kind); });
  }
  [[nodiscard]] bool may_take(const Step& step) const { return machine_.is_enabled(state_, step); }
  [[nodiscard]] const MachineState& state() const { return state_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] std::uint64_t digest() const { return data_.digest(); }

 private:
  bool take_internal(EngineId e) {
    bool progress = false;
    for (;;) {
      auto step = machine_.stream_step(state_, e);
      if (!step || visible(step->kind)) step = machine_.retire_step(state_, e);
      if (!step || visible(step->kind)) return progress;
      take(*step);
      progress = true;
    }
  }

  const Machine& machine_;
  AccessPlan plan_;
  DataState data_;
  MachineState state_;
};

// Whether an internal step of the machine may disable a step of another engine.
bool may_disable(const MachineCode& code) {
  return std::ranges::any_of(code.tests, [](const Test& t) { return t.kind != TestKind::at_least; }) ||
         std::ranges::any_of(code.changes, [](const Change& c) { return c.kind != UpdateKind::add || c.amount < 0; });
}

// How one run with one leader ended.
struct RunRecord {
  std::optional<DifferenceKind> difference;
  bool limited = false;
  bool deadlock = false;
  std::uint64_t steps = 0;                               // visible, taken on both sides
  std::optional<std::uint64_t> program, implementation;  // digests, if both ended and data are compared
  // An implementation that waits for too much may still do worse in a later run.
  [[nodiscard]] bool stops_here() const { return limited || (difference && *difference != DifferenceKind::late); }
};

// Everything that runs share; immutable, so that threads may use it together.
class MutualReplay {
 public:
  MutualReplay(const Machine& program, const Machine& implementation, const Pairing& pairing,
               const MutualReplayOptions& options)
      : program_(program), implementation_(implementation), pairing_(pairing), options_(options) {}

  // `full`, if not null, gets the run with its steps, whether it differs or not.
  RunRecord lead(std::uint64_t seed, bool implementation_leads, Difference* full) const {
    Runner program(program_);
    Runner implementation(implementation_);
    std::optional<Step> refused;
    std::vector<Step> steps;
    RunRecord record;
    record.difference =
        walk(seed, implementation_leads, program, implementation, record, full ? &steps : nullptr, refused);
    if (full) {
      *full = {record.difference.value_or(DifferenceKind::state),
               implementation_leads,
               seed,
               std::move(steps),
               refused,
               program.state(),
               implementation.state()};
    }
    return record;
  }

 private:
  std::optional<DifferenceKind> walk(std::uint64_t seed, bool implementation_leads, Runner& program,
                                     Runner& implementation, RunRecord& record, std::vector<Step>* steps,
                                     std::optional<Step>& refused) const {
    Runner& leader = implementation_leads ? implementation : program;
    Runner& follower = implementation_leads ? program : implementation;
    Random random(seed);
    std::vector<Step> enabled;
    std::uint64_t taken = 0;
    while (const auto step = any_step(leader.machine(), leader.state(), random, enabled)) {
      if (options_.limit != 0 && taken++ >= options_.limit) {
        record.limited = true;
        return std::nullopt;
      }
      if (steps) steps->push_back(*step);
      if (visible(step->kind)) {
        const Step there = translated(*step, pairing_, implementation_leads ? Side::program : Side::implementation);
        follower.take_internal();
        if (implementation.state().fault) return DifferenceKind::fault;
        if (!follower.may_take(there)) {
          refused = there;
          return implementation_leads ? DifferenceKind::early : DifferenceKind::late;
        }
        follower.take(there);
        ++record.steps;
      }
      leader.take(*step);
      if (implementation.state().fault) return DifferenceKind::fault;
    }
    follower.take_internal();
    if (implementation.state().fault) return DifferenceKind::fault;
    if (follower.has_visible_step()) return implementation_leads ? DifferenceKind::stuck : DifferenceKind::early;
    record.deadlock = !program_.complete(program.state());
    if (options_.compare_data && !record.deadlock) {
      record.program = program.digest();
      record.implementation = implementation.digest();
    }
    return std::nullopt;
  }

  const Machine& program_;
  const Machine& implementation_;
  const Pairing& pairing_;
  const MutualReplayOptions& options_;
};

using Records = std::vector<std::array<RunRecord, 2>>;  // by run; the implementation leads in the first of two

// Makes all runs, but none after one that stops. The lowest such is made whatever the threads do.
class Crew {
 public:
  Crew(const MutualReplay& replay, const MutualReplayOptions& options)
      : replay_(replay), options_(options), records_(options.runs), first_stop_(options.runs) {}

  Records work() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(options_.threads, 1U); ++i) threads.emplace_back([this] { work_off(); });
    report_progress(threads.size());
    for (std::thread& t : threads) t.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(records_);
  }

 private:
  void work_off() {
    try {
      for (std::uint64_t i = next_++; i < first_stop_; i = next_++) {
        for (const bool implementation_leads : {true, false}) {
          RunRecord& record = records_[i][implementation_leads ? 0 : 1];
          record = replay_.lead(options_.seed + i, implementation_leads, nullptr);
          if (!record.stops_here()) continue;
          std::uint64_t lowest = first_stop_;
          while (i < lowest && !first_stop_.compare_exchange_weak(lowest, i)) {
          }
          break;
        }
        ++done_;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      first_stop_ = 0;
    }
    const std::lock_guard lock(mutex_);
    ++finished_;
    changed_.notify_one();
  }

  void report_progress(std::size_t threads) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::seconds(1), [&] { return finished_ == threads; })) {
      if (options_.progress) options_.progress(done_);
    }
  }

  const MutualReplay& replay_;
  const MutualReplayOptions& options_;
  Records records_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> first_stop_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t finished_ = 0;
  std::exception_ptr error_;
};

}  // namespace

std::string_view difference_name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::early: return "early";
    case DifferenceKind::late: return "late";
    case DifferenceKind::stuck: return "stuck";
    case DifferenceKind::fault: return "fault";
    case DifferenceKind::state: return "state";
  }
  return "";
}

MutualReplayResult replay_mutually(const Machine& program, const Machine& implementation, const Pairing& pairing,
                                   const MutualReplayOptions& options) {
  const MutualReplay replay(program, implementation, pairing, options);
  MutualReplayResult result;
  result.eager = may_disable(implementation.code());
  const Records records = Crew(replay, options).work();
  const auto show = [&](std::uint64_t run, bool implementation_leads) {
    result.difference.emplace();
    (void)replay.lead(options.seed + run, implementation_leads, &*result.difference);
  };
  std::optional<std::uint64_t> late;  // the first such run
  for (std::uint64_t i = 0; i < options.runs; ++i) {
    for (const bool implementation_leads : {true, false}) {
      const RunRecord& record = records[i][implementation_leads ? 0 : 1];
      result.steps += record.steps;
      result.limited = record.limited;
      if (record.limited) return result;
      if (record.deadlock) ++result.deadlocks;
      if (!result.state) result.state = record.program;
      const bool other_data =
          record.program && (*record.program != *result.state || *record.implementation != *result.state);
      if (record.stops_here() || other_data) {
        show(i, implementation_leads);
        return result;
      }
      if (record.difference && !late) late = i;
    }
    ++result.runs;
  }
  if (late) show(*late, false);
  return result;
}

}  // namespace counterpoint
