// The schedules that know no time: round-robin, random, adversarial.
// SPDX-License-Identifier: Apache-2.0
//
// Round-robin: engines in turn; each retires its oldest instance, commits the oldest that is issued, and takes the next
// statement, as far as each is enabled. Random: a uniform choice among all enabled steps of all engines; each commit is
// a step of its own, so the instances that may commit are kept in a bag from which one is drawn in constant time.
// Adversarial: consumers as early and producers as late as possible, which is "last in, first served": as long as any
// statement is enabled it is taken; otherwise the instance that issued last commits; only when all are committed does
// one engine retire, the one whose oldest instance issued last. A consumer that does not wait commits before what it
// should have waited for. Cost of a step: O(engines).
#include "core/machine/schedule.hpp"

#include "core/machine/random.hpp"
#include "core/machine/ring.hpp"

namespace counterpoint {
namespace {

// The instances in flight that are issued and not committed, of one engine, in no order.
class Bag {
 public:
  [[nodiscard]] std::uint64_t size() const { return entries_.size(); }
  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const { return entries_[i]; }
  void put(std::uint64_t entry) { entries_.push_back(entry); }
  std::uint64_t draw(std::uint64_t i) {
    std::swap(entries_[i], entries_.back());
    const std::uint64_t entry = entries_.back();
    entries_.pop_back();
    return entry;
  }

 private:
  std::vector<std::uint64_t> entries_;
};

class RandomSchedule {
 public:
  RandomSchedule(Performer& performer, std::uint64_t seed)
      : performer_(performer), random_(seed), bags_(performer.state().engines.size()), choices_(bags_.size()) {}

  // False if no step is enabled.
  bool step() {
    std::uint64_t total = 0;
    const Tree& tree = performer_.machine().tree();
    for (const EngineId e : tree.engines()) {
      Choice& c = choices_[e];
      c.stream = performer_.can_stream(e) ? 1 : 0;
      c.retire = performer_.can_retire(e) ? 1 : 0;
      c.commits = tree.engine(e).inorder ? inorder_commits(e) : bags_[e].size();
      total += c.stream + c.retire + c.commits;
    }
    if (total == 0) return false;
    std::uint64_t k = random_.below(total);
    for (const EngineId e : tree.engines()) {
      const Choice& c = choices_[e];
      if (k < c.stream) return stream(e);
      k -= c.stream;
      if (k < c.commits) return commit(e, k);
      k -= c.commits;
      if (k < c.retire) {
        performer_.retire(e);
        return true;
      }
      k -= c.retire;
    }
    return false;
  }

 private:
  struct Choice {
    std::uint64_t stream = 0;
    std::uint64_t commits = 0;
    std::uint64_t retire = 0;
  };
  [[nodiscard]] std::uint64_t inorder_commits(EngineId e) const {
    const EngineState& engine = performer_.state().engines[e];
    return engine.first_issued < engine.issued ? 1 : 0;
  }
  bool stream(EngineId e) {
    const EngineState& engine = performer_.state().engines[e];
    const std::uint64_t instances = engine.instances_issued;
    performer_.stream(e);
    if (engine.instances_issued != instances && !performer_.machine().tree().engine(e).inorder) {
      bags_[e].put(engine.issued - 1);
    }
    return true;
  }
  bool commit(EngineId e, std::uint64_t k) {
    const bool inorder = performer_.machine().tree().engine(e).inorder;
    performer_.commit(e, inorder ? performer_.state().engines[e].first_issued : bags_[e].draw(k));
    return true;
  }

  Performer& performer_;
  Random random_;
  IdVector<EngineId, Bag> bags_;
  IdVector<EngineId, Choice> choices_;
};

class AdversarialSchedule {
 public:
  explicit AdversarialSchedule(Performer& performer)
      : performer_(performer), issued_at_(performer.state().engines.size()) {}

  bool step() {
    if (issue()) return true;
    if (commit()) return true;
    return retire();
  }

 private:
  struct Instance {
    EngineId engine;
    std::uint64_t entry = 0;
  };
  [[nodiscard]] const EngineState& engine(EngineId e) const { return performer_.state().engines[e]; }

  bool issue() {
    const std::size_t n = performer_.state().engines.size();
    for (std::size_t i = 0; i < n; ++i) {
      const EngineId e{(turn_ + i) % n};
      if (!performer_.can_stream(e)) continue;
      turn_ = (e.value + 1) % n;
      const std::uint64_t before = engine(e).issued;
      const std::uint64_t instances = engine(e).instances_issued;
      performer_.stream(e);
      if (engine(e).issued == before) return true;
      issued_at_[e].push(engine(e).retired, before) = ++clock_;
      if (engine(e).instances_issued != instances) stack_.push_back({e, before});
      return true;
    }
    return false;
  }

  bool commit() {
    while (!stack_.empty()) {
      const auto [e, entry] = stack_.back();
      const bool done = entry < engine(e).retired || engine(e).flights[entry].committed;
      if (done) {
        stack_.pop_back();
        continue;
      }
      // An inorder engine has to commit what is before it first.
      performer_.commit(e, performer_.machine().tree().engine(e).inorder ? engine(e).first_issued : entry);
      return true;
    }
    return false;
  }

  bool retire() {
    EngineId latest;
    std::uint64_t time = 0;
    for (const EngineId e : performer_.machine().tree().engines()) {
      if (!performer_.can_retire(e)) continue;
      const std::uint64_t at = issued_at_[e][engine(e).retired];
      if (latest.valid() && at < time) continue;
      latest = e;
      time = at;
    }
    if (!latest.valid()) return false;
    performer_.retire(latest);
    return true;
  }

  Performer& performer_;
  IdVector<EngineId, Ring<std::uint64_t>> issued_at_;  // by entry in flight: the ordinal of its issue in the run
  std::vector<Instance> stack_;                        // in the order of issue
  std::uint64_t clock_ = 0;
  std::size_t turn_ = 0;
};

constexpr int turn_length = 16;

// Whether the engine could do anything.
bool take_turn(Performer& performer, EngineId e) {
  const EngineState& engine = performer.state().engines[e];
  bool moved = false;
  if (performer.can_retire(e)) {
    performer.retire(e);
    moved = true;
  }
  if (engine.first_issued < engine.issued && !performer.state().fault) {
    performer.commit(e, engine.first_issued);
    moved = true;
  }
  if (performer.can_stream(e)) {
    performer.stream(e);
    moved = true;
  }
  return moved;
}

}  // namespace

void run_round_robin(Performer& performer) {
  const auto engines = performer.machine().tree().engines();
  for (bool moved = true; moved && !performer.stopped();) {
    moved = false;
    for (const EngineId e : engines) {
      for (int n = 0; n < turn_length && take_turn(performer, e); ++n) moved = true;
    }
  }
}

void run_random(Performer& performer, std::uint64_t seed) {
  RandomSchedule schedule(performer, seed);
  while (!performer.stopped() && schedule.step()) {
  }
}

void run_adversarial(Performer& performer) {
  AdversarialSchedule schedule(performer);
  while (!performer.stopped() && schedule.step()) {
  }
}

}  // namespace counterpoint
