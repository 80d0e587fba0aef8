// The search through all orders of steps.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/explore.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/random.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint32_t none = 0xffffffffU;

std::uint64_t hash_of(const std::vector<std::uint32_t>& words) {
  std::uint64_t h = words.size();
  for (const std::uint32_t w : words) h = mix(h ^ w);
  return h;
}

// The states of one level, found by their words.
class Level {
 public:
  explicit Level(std::size_t width) : width_(width), table_(64, none) {}

  // The number of the state in the level, and whether it is new.
  std::pair<std::uint32_t, bool> add(const std::vector<std::uint32_t>& words) {
    if (2 * (size_ + 1) > table_.size()) grow();
    std::size_t at = hash_of(words) & (table_.size() - 1);
    for (; table_[at] != none; at = (at + 1) & (table_.size() - 1)) {
      if (std::equal(words.begin(), words.end(), begin_of(table_[at]))) return {table_[at], false};
    }
    table_[at] = size_;
    words_.insert(words_.end(), words.begin(), words.end());
    return {size_++, true};
  }
  [[nodiscard]] std::uint64_t bytes() const { return 4 * (words_.capacity() + table_.capacity()); }

 private:
  [[nodiscard]] std::vector<std::uint32_t>::const_iterator begin_of(std::uint32_t n) const {
    return words_.begin() + static_cast<std::ptrdiff_t>(n * width_);
  }
  void grow() {
    std::vector<std::uint32_t> larger(table_.size() * 2, none);
    std::vector<std::uint32_t> words;
    for (std::uint32_t n = 0; n < size_; ++n) {
      words.assign(begin_of(n), begin_of(n) + static_cast<std::ptrdiff_t>(width_));
      std::size_t at = hash_of(words) & (larger.size() - 1);
      while (larger[at] != none) at = (at + 1) & (larger.size() - 1);
      larger[at] = n;
    }
    table_ = std::move(larger);
  }

  std::size_t width_;
  std::uint32_t size_ = 0;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> table_;
};

// States of one level in places that are used again: a copy into one takes no memory from the system.
class Wave {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const CoreState& operator[](std::size_t n) const { return places_[n]; }
  void add(const CoreState& s) {
    if (size_ == places_.size()) {
      places_.push_back(s);
    } else {
      places_[size_] = s;
    }
    ++size_;
  }
  [[nodiscard]] std::size_t capacity() const { return places_.capacity(); }

 private:
  std::vector<CoreState> places_;
  std::size_t size_ = 0;
};

class Search {
 public:
  Search(const Simulator& simulator, const ExploreOptions& options) : simulator_(simulator), options_(options) {}

  Exploration run() {
    Wave level;
    Wave next;
    level.add(simulator_.initial());
    add_way(none, {});
    out_.states = 1;
    std::vector<std::uint32_t> words;
    simulator_.snapshot(level[0], words);
    width_ = words.size();
    for (std::uint64_t depth = 0; level.size() != 0 && !done_; ++depth) {
      out_.depth = depth;
      next.clear();
      advance(level, next);
      std::swap(level, next);
    }
    if (found_ != none) show();
    return std::move(out_);
  }

 private:
  struct Way {
    std::uint32_t from = none;
    CoreStep step;
  };

  void add_way(std::uint32_t from, CoreStep step) { ways_.push_back({from, step}); }

  void advance(const Wave& level, Wave& next) {
    const auto first = static_cast<std::uint32_t>(ways_.size() - level.size());
    Level seen(width_);
    std::vector<CoreStep> steps;
    std::vector<std::uint32_t> words;
    CoreState s;
    for (std::uint32_t n = 0; n < level.size() && !done_; ++n) {
      simulator_.enabled(level[n], steps, &out_.differ);
      if (steps.empty()) judge(level[n], first + n);
      for (const CoreStep step : steps) {
        ++out_.transitions;
        s = level[n];
        simulator_.take(s, step);
        if (s.fault) {
          fault(*s.fault, first + n, step);
          continue;
        }
        simulator_.snapshot(s, words);
        if (!seen.add(words).second) continue;
        if (!room(level, next, seen)) return;
        ++out_.states;
        add_way(first + n, step);
        next.add(s);
      }
    }
  }

  [[nodiscard]] std::uint64_t size_of(const CoreState& s) const {
    std::uint64_t bytes = sizeof(CoreState) + s.rings.size() * (sizeof(RingState) + 32);
    for (const StreamState& e : s.streams) bytes += sizeof(StreamState) + e.visits.size() * 8 + e.queue.bytes();
    for (const RingState& r : s.rings) bytes += r.fired.bytes();
    return bytes;
  }
  // Asked for every new state; sizes are those of the first of a level, which differ little.
  bool room(const Wave& level, const Wave& next, const Level& seen) {
    const std::uint64_t bytes =
        (level.capacity() + next.capacity() + 1) * size_of(level[0]) + seen.bytes() + ways_.capacity() * sizeof(Way);
    if (out_.states < options_.max_states && bytes < options_.max_bytes && out_.states < none) return true;
    out_.bound = out_.states >= options_.max_states ? "states" : "memory";
    if (out_.outcome == Outcome::completed) out_.outcome = Outcome::limit;
    done_ = true;
    return false;
  }

  void judge(const CoreState& s, std::uint32_t way) {
    if (!simulator_.all_ended(s)) {
      ++out_.deadlocks;
      found(way, {}, Outcome::deadlock);
      return;
    }
    if (const auto at_end = simulator_.fault_at_end(s)) {
      ++out_.faults;
      out_.fault_words.emplace(core_fault_word(*at_end));
      found(way, {}, Outcome::fault);
      return;
    }
    ++out_.completed;
    if (!out_.final_bank) out_.final_bank = s.bank;
    out_.same_bank = out_.same_bank && *out_.final_bank == s.bank;
  }

  void fault(const CoreFault& f, std::uint32_t way, CoreStep step) {
    ++out_.faults;
    out_.fault_words.emplace(core_fault_word(f));
    found(way, {step}, Outcome::fault);
  }

  void found(std::uint32_t way, std::optional<CoreStep> step, Outcome outcome) {
    if (options_.stop_at_first) done_ = true;
    if (found_ != none) return;
    found_ = way;
    last_ = step;
    out_.outcome = outcome;
  }

  void show() {
    if (last_) out_.schedule.push_back(*last_);
    for (std::uint32_t n = found_; ways_[n].from != none; n = ways_[n].from) out_.schedule.push_back(ways_[n].step);
    std::reverse(out_.schedule.begin(), out_.schedule.end());
    out_.witness = replay_core(simulator_, out_.schedule, true);
    require(!out_.witness->refused, "a schedule that was found can be taken");
    require(out_.witness->run.outcome == out_.outcome, "and ends as it did");
  }

  const Simulator& simulator_;
  ExploreOptions options_;
  Exploration out_;
  std::vector<Way> ways_;
  std::size_t width_ = 0;
  std::uint32_t found_ = none;
  std::optional<CoreStep> last_;
  bool done_ = false;
};

}  // namespace

Exploration explore_core(const Simulator& simulator, const ExploreOptions& options) {
  return Search(simulator, options).run();
}

}  // namespace counterpoint::neuron
