// The search through the product, breadth first.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/search.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "verify/explore/guard.hpp"
#include "verify/explore/level_set.hpp"

namespace counterpoint {
namespace {

// For states of up to N words.
template <std::size_t N>
class Searcher {
 public:
  using State = StateWords<N>;

  Searcher(const Product& product, const SearchLimits& limits) : product_(product), limits_(limits) {
    std::ranges::copy(product.guards(), guards_.begin());
    compile();
    built_ = product.bytes() + moves_.size() * sizeof(Move) + entry_flags_.size();
    compares_ = product.compares();
    settle_first_ = product.internal_steps_persist();
  }

  SearchResult run() {
    State s{};
    if (const auto fault = product_.start(s.data())) {
      result_.faults.push_back(*fault);
      result_.fault.emplace();
      return std::move(result_);
    }
    put(s);
    flush();
    std::uint64_t level = 0;
    while (level < set_.size() && !done_) {
      const std::uint64_t end = set_.size();
      levels_.push_back(level);
      set_.start_level();
      for (; level < end && !done_; ++level) {
        const State here = set_[level];
        here_ = level;
        if (limits_.reduce) {
          visit<true>(here);
        } else {
          visit<false>(here);
        }
      }
      flush();
    }
    return finish();
  }

 private:
  struct Move {
    Guard<N> implementation;
    Guard<N> program;
    std::uint32_t entries = 0;
    std::uint8_t flags = 0;
  };
  struct Engine {
    Field position;
    Field retired;
    std::uint32_t first_move = 0;
    std::uint32_t first_entry = 0;
  };
  // A state that a verdict was found in, and the step that shows it.
  struct Found {
    std::uint64_t state = 0;
    std::size_t level = 0;
    std::optional<ProductStep> step;
  };

  void compile() {
    std::vector<AtLeast> implementation;
    std::vector<AtLeast> program;
    for (std::size_t e = 0; e < product_.engine_count(); ++e) {
      engines_.push_back({product_.position(e), product_.retired(e), static_cast<std::uint32_t>(moves_.size()),
                          static_cast<std::uint32_t>(entry_flags_.size())});
      for (std::size_t p = 0; p < product_.positions(e); ++p) {
        Move& m = moves_.emplace_back();
        product_.conditions(e, p, implementation, program);
        for (const AtLeast& x : implementation) m.implementation.require_at_least(x);
        for (const AtLeast& x : program) m.program.require_at_least(x);
        m.entries = product_.entries_before(e, p);
        m.flags = product_.stream_flags(e, p);
      }
      for (std::size_t r = 0; r < product_.entries(e); ++r) entry_flags_.push_back(product_.retire_flags(e, r));
    }
  }

  [[nodiscard]] State raised(const State& s) const {
    State r;
    for (std::size_t i = 0; i < N; ++i) r[i] = s[i] | guards_[i];
    return r;
  }
  [[nodiscard]] const Move& move(const State& s, const Engine& e) const {
    return moves_[e.first_move + e.position.of(s.data())];
  }
  [[nodiscard]] bool can_stream(const State& s, const State& raised, std::size_t e, const Move& m) const {
    if (!m.implementation.holds(raised, guards_)) return false;
    return (m.flags & step_tested) == 0 || product_.tests_hold(s.data(), e);
  }

  template <bool Reduce>
  void visit(const State& s) {
    const State high = raised(s);
    bool moved = false;
    bool settled = true;
    std::uint32_t allowed = none;  // the first engine whose stream the program lets go on and that does not offer it
    std::uint8_t flags = 0;
    if constexpr (Reduce) steps_.clear();
    for (std::uint32_t e = 0; e < engines_.size(); ++e) {
      const Engine& engine = engines_[e];
      const Move& m = move(s, engine);
      if (can_stream(s, high, e, m)) {
        moved = true;
        flags = m.flags;
        if ((flags & step_visible) == 0) {
          settled = false;
        } else if (compares_ && !m.program.holds(high, guards_)) {
          ++result_.transitions;
          early(e);
          return;
        }
        offer<Reduce>(s, e, Product::stream, flags, (flags & step_ample) != 0);
      } else if (allowed == none && m.program.holds(high, guards_)) {
        allowed = e;
      }
      const auto retired = static_cast<std::uint32_t>(engine.retired.of(s.data()));
      if (retired < m.entries) {
        moved = true;
        flags = entry_flags_[engine.first_entry + retired];
        if ((flags & step_visible) == 0) settled = false;
        const bool next = (flags & step_ample_next) != 0 && retired + 1 < m.entries;
        offer<Reduce>(s, e, Product::retire, flags, next || (flags & step_ample) != 0);
      }
    }
    if constexpr (Reduce) take_ample(s);
    if (!moved) {
      stuck(s, allowed != none);
    } else if (compares_ && !later_) {
      if (settle_first_ ? settled && allowed != none : settled ? allowed != none : cannot_reach(s, allowed)) {
        later_ = Found{here_, levels_.size() - 1, {}};
        result_.later_engine = allowed;
      }
    }
  }

  struct Offer {
    std::uint32_t engine = 0;
    std::uint32_t step = 0;
    std::uint8_t flags = 0;
    bool ample = false;
  };

  template <bool Reduce>
  void offer(const State& s, std::uint32_t e, std::uint32_t step, std::uint8_t flags, bool ample) {
    if constexpr (Reduce) {
      steps_.push_back({e, step, flags, ample});
    } else {
      take(s, e, step, flags);
    }
  }

  // One ample step alone if there is any, else all.
  void take_ample(const State& s) {
    const auto one = std::ranges::find(steps_, true, &Offer::ample);
    if (one != steps_.end()) {
      take(s, one->engine, one->step, one->flags);
      return;
    }
    for (const Offer& x : steps_) take(s, x.engine, x.step, x.flags);
  }

  void take(const State& s, std::uint32_t e, std::uint32_t step, std::uint8_t flags) {
    ++result_.transitions;
    State next = s;
    if ((flags & step_worked) != 0) [[unlikely]] {
      if (const auto kind = product_.apply(next.data(), e, step)) {
        fault(*kind, {e, step});
        return;
      }
    } else {
      const Field& f = step == Product::stream ? engines_[e].position : engines_[e].retired;
      next[N == 1 ? 0 : f.word] += f.unit();
    }
    put(next);
  }

  // Places of the table are fetched while other states are computed.
  void put(const State& s) {
    const std::uint64_t h = LevelSet<N>::hash(s);
    set_.prefetch(h);
    waiting_[waiting_count_] = {s, h};
    if (++waiting_count_ == waiting_.size()) flush();
  }

  void flush() {
    for (std::size_t i = 0; i < waiting_count_; ++i) {
      if (set_.size() < limits_.states) {
        set_.add(waiting_[i].state, waiting_[i].hash);
      } else if (!set_.contains(waiting_[i].state, waiting_[i].hash)) {
        bound(Ending::state_bound);
        break;
      }
    }
    waiting_count_ = 0;
    result_.bytes = std::max(result_.bytes, built_ + set_.bytes());
    if (built_ + set_.bytes() > limits_.bytes) bound(Ending::byte_bound);
  }

  void bound(Ending ending) {
    done_ = true;
    if (result_.ending == Ending::explored) result_.ending = ending;
  }

  void early(std::uint32_t e) {
    done_ = true;
    result_.ending = Ending::early;
    early_ = Found{here_, levels_.size() - 1, ProductStep{e, Product::stream}};
  }

  void fault(FaultKind kind, ProductStep step) {
    if (std::ranges::find(result_.faults, kind) == result_.faults.end()) result_.faults.push_back(kind);
    if (!fault_) fault_ = Found{here_, levels_.size() - 1, step};
  }

  void stuck(const State& s, bool goes_on) {
    if (goes_on) {
      if (!stuck_) stuck_ = Found{here_, levels_.size() - 1, {}};
    } else if (!product_.has_program() && result_.left.empty()) {
      for (std::size_t c = 0; c < product_.cell_count(); ++c) result_.left.push_back(product_.value(s.data(), c));
    }
  }

  // Whether some stream that the program lets go on offers nothing in s, nor after internal steps. Small: internal
  // steps of a state are few and end at the next visible one. `engine` becomes the first such engine.
  bool cannot_reach(const State& s, std::uint32_t& engine) {
    std::vector<std::uint32_t> open;
    const State high = raised(s);
    for (std::uint32_t e = 0; e < engines_.size(); ++e) {
      if (move(s, engines_[e]).program.holds(high, guards_)) open.push_back(e);
    }
    LevelSet<N> seen;
    seen.add(s, LevelSet<N>::hash(s));
    for (std::uint64_t n = 0; n < seen.size() && !open.empty();) {
      const std::uint64_t end = seen.size();
      seen.start_level();
      for (; n < end && !open.empty(); ++n) step_inside(seen[n], open, seen);
      const bool too_large = built_ + set_.bytes() + seen.bytes() > limits_.bytes;
      if (seen.size() <= limits_.states && !too_large) continue;
      bound(too_large ? Ending::byte_bound : Ending::state_bound);
      return false;
    }
    if (open.empty()) return false;
    engine = open.front();
    return true;
  }

  void step_inside(const State s, std::vector<std::uint32_t>& open, LevelSet<N>& seen) {
    const State high = raised(s);
    for (std::uint32_t e = 0; e < engines_.size(); ++e) {
      const Move& m = move(s, engines_[e]);
      if (can_stream(s, high, e, m)) {
        if ((m.flags & step_visible) != 0) {
          std::erase(open, e);
        } else {
          add_inside(s, e, Product::stream, seen);
        }
      }
      const auto retired = static_cast<std::uint32_t>(engines_[e].retired.of(s.data()));
      if (retired < m.entries && (entry_flags_[engines_[e].first_entry + retired] & step_visible) == 0) {
        add_inside(s, e, Product::retire, seen);
      }
    }
  }

  void add_inside(const State& s, std::uint32_t e, std::uint32_t step, LevelSet<N>& seen) {
    State next = s;
    if (!product_.apply(next.data(), e, step)) seen.add(next, LevelSet<N>::hash(next));
  }

  // The way to a state: on the level before stands the state that found it, the first that steps to it.
  std::vector<ProductStep> way(const Found& found) {
    std::vector<ProductStep> steps;
    if (found.step) steps.push_back(*found.step);
    State target = set_[found.state];
    for (std::size_t level = found.level; level > 0; --level) {
      std::uint64_t n = levels_[level - 1];
      std::optional<ProductStep> step;
      for (; !(step = step_between(set_[n], target)); ++n) {
        require(n + 1 < levels_[level], "a state was found from the level before it");
      }
      steps.push_back(*step);
      target = set_[n];
    }
    std::ranges::reverse(steps);
    return steps;
  }

  std::optional<ProductStep> step_between(const State& from, const State& to) const {
    const State high = raised(from);
    for (std::uint32_t e = 0; e < engines_.size(); ++e) {
      const Move& m = move(from, engines_[e]);
      if (can_stream(from, high, e, m) && leads(from, e, Product::stream, to)) return ProductStep{e, Product::stream};
      const auto retired = static_cast<std::uint32_t>(engines_[e].retired.of(from.data()));
      if (retired < m.entries && leads(from, e, Product::retire, to)) return ProductStep{e, Product::retire};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool leads(State from, std::uint32_t e, std::uint32_t step, const State& to) const {
    return !product_.apply(from.data(), e, step) && from == to;
  }

  SearchResult finish() {
    flush();
    result_.states = set_.size();
    result_.depth = std::max<std::uint64_t>(levels_.size(), 1) - 1;
    if (early_) result_.early = way(*early_);
    if (fault_) result_.fault = way(*fault_);
    if (stuck_) result_.stuck = way(*stuck_);
    if (later_) result_.later = way(*later_);
    return std::move(result_);
  }

  static constexpr std::uint32_t none = 0xffffffffU;
  struct Waiting {
    State state;
    std::uint64_t hash = 0;
  };

  const Product& product_;
  SearchLimits limits_;
  State guards_{};
  std::vector<Engine> engines_;
  std::vector<Move> moves_;                // by engine and position
  std::vector<std::uint8_t> entry_flags_;  // by engine and entry
  std::uint64_t built_ = 0;                // bytes, before the search
  LevelSet<N> set_;
  std::vector<std::uint64_t> levels_;  // where each starts
  std::array<Waiting, 64> waiting_;
  std::size_t waiting_count_ = 0;
  std::uint64_t here_ = 0;
  std::vector<Offer> steps_;
  SearchResult result_;
  bool compares_ = false;
  bool settle_first_ = true;
  bool done_ = false;
  std::optional<Found> early_;
  std::optional<Found> fault_;
  std::optional<Found> stuck_;
  std::optional<Found> later_;
};

}  // namespace

SearchResult search(const Product& product, const SearchLimits& limits) {
  const std::size_t words = product.word_count();
  require(words <= widest_state, "a state fits");
  require(limits.states <= most_states, "a state has a number of 32 bits");
  if (words == 1) return Searcher<1>(product, limits).run();
  if (words == 2) return Searcher<2>(product, limits).run();
  if (words == 3) return Searcher<3>(product, limits).run();
  if (words <= 8) return Searcher<8>(product, limits).run();
  return Searcher<widest_state>(product, limits).run();
}

}  // namespace counterpoint
