// The verdict for given trips by closed clocks: a direct evaluator of both sides that knows no formula.
// SPDX-License-Identifier: Apache-2.0
//
// What. Specification: each engine's stream is written out with full iteration vectors, and every instance of a
// consumer counts out Equation 1 over its own engine's entries. Implementation: each engine's register operations are
// executed along its stream, and every wait becomes the first retirement of the writer that reaches its threshold.
// Either way an event needs retirements (engine, how-manieth); a barrier needs everything before it. Closing that under
// program order gives for every visible event the least vector of issued and retired counts it needs, or that it is
// never enabled. Comparing the vectors decides. Covers what the schemes emit: += 1 at retirement by one engine, >=,
// stand-alone waits, barriers with and without reset; anything else is a failed requirement. Source: semantics.md 1,
// 3, 6.
#pragma once

#include <optional>
#include <ostream>

#include "tests/core/allocation/implementation_streams.hpp"
#include "tests/core/allocation/specification_streams.hpp"

namespace counterpoint::testing {

using Clock = std::vector<std::uint32_t>;  // issued (visible stream events) of each engine, then retired of each

struct Clocks {
  std::vector<std::vector<Clock>> visible;  // by engine: of the visible events that are live, in stream order
  std::vector<std::size_t> length;          // by engine: visible events in all
  std::vector<std::optional<Clock>> end;    // by engine
};

class Closing {
 public:
  explicit Closing(const Streams& streams)
      : streams_(streams),
        engines_(streams.size()),
        at_(engines_, 0),
        now_(engines_, Clock(2 * engines_, 0)),
        issues_(engines_),
        issue_position_(engines_),
        barriers_(engines_, 0) {
    out_.visible.resize(engines_);
    out_.end.resize(engines_);
    for (const auto& stream : streams) {
      out_.length.push_back(static_cast<std::size_t>(std::ranges::count_if(stream, &StreamEvent::visible)));
    }
  }
  Clocks run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t e = 0; e < engines_; ++e) {
        while (step(e)) moved = true;
      }
      if (!moved) moved = meet();
    }
    for (std::size_t e = 0; e < engines_; ++e) {
      if (at_[e] < streams_[e].size()) continue;
      Clock c = now_[e];
      c[engines_ + e] = static_cast<std::uint32_t>(issues_[e].size());
      out_.end[e] = std::move(c);
    }
    return std::move(out_);
  }

 private:
  static void join(Clock& into, const Clock& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
  // The next event of e, if its clock can be closed.
  bool step(std::size_t e) {
    if (at_[e] == streams_[e].size()) return false;
    const StreamEvent& event = streams_[e][at_[e]];
    if (event.kind == StreamEvent::Kind::barrier || event.never) return false;
    for (const auto& [f, q] : event.needs) {
      if (issues_[f].size() < q) return false;
    }
    Clock clock = now_[e];
    for (const auto& [f, q] : event.needs) {
      join(clock, issues_[f][q - 1]);
      clock[f] = std::max(clock[f], issue_position_[f][q - 1]);
      clock[engines_ + f] = std::max(clock[engines_ + f], q);
    }
    now_[e] = clock;
    if (event.visible()) {
      out_.visible[e].push_back(clock);
      now_[e][e] = static_cast<std::uint32_t>(out_.visible[e].size());
    }
    if (event.kind == StreamEvent::Kind::issue) {
      issues_[e].push_back(clock);
      issue_position_[e].push_back(now_[e][e]);
    }
    ++at_[e];
    return true;
  }
  // All engines stand before a barrier: everything before it is in the clock of everything after it.
  bool meet() {
    Clock all(2 * engines_, 0);
    for (std::size_t e = 0; e < engines_; ++e) {
      if (at_[e] == streams_[e].size() || streams_[e][at_[e]].kind != StreamEvent::Kind::barrier) return false;
      join(all, now_[e]);
      all[engines_ + e] = std::max(all[engines_ + e], static_cast<std::uint32_t>(issues_[e].size()));
    }
    for (std::size_t e = 0; e < engines_; ++e) {
      now_[e] = all;
      ++at_[e];
    }
    return engines_ > 0;
  }

  const Streams& streams_;
  std::size_t engines_;
  std::vector<std::size_t> at_;
  std::vector<Clock> now_;
  std::vector<std::vector<Clock>> issues_;
  std::vector<std::vector<std::uint32_t>> issue_position_;
  std::vector<std::uint32_t> barriers_;
  Clocks out_;
};

enum class Word : std::uint8_t { equivalent, refines, deadlock, unsafe };
inline std::ostream& operator<<(std::ostream& os, Word w) {
  constexpr const char* names[] = {"equivalent", "refines", "deadlock", "unsafe"};
  return os << names[static_cast<int>(w)];
}

// semantics.md 6.
inline Word compare(const Clocks& s, const Clocks& i) {
  Word out = Word::equivalent;
  const auto look = [&](const Clock* a, const Clock* b) {
    if (b != nullptr && (a == nullptr || !std::ranges::equal(*b, *a, std::ranges::greater_equal{}))) {
      out = Word::unsafe;
    } else if (a != nullptr && b == nullptr) {
      out = std::max(out, Word::deadlock);
    } else if (a != nullptr && *a != *b) {
      out = std::max(out, Word::refines);
    }
  };
  for (std::size_t e = 0; e < s.visible.size(); ++e) {
    require(s.length[e] == i.length[e], "both sides have the same streams");
    for (std::size_t n = 0; n < s.length[e]; ++n) {
      look(n < s.visible[e].size() ? &s.visible[e][n] : nullptr, n < i.visible[e].size() ? &i.visible[e][n] : nullptr);
    }
    look(s.end[e] ? &*s.end[e] : nullptr, i.end[e] ? &*i.end[e] : nullptr);
  }
  return out;
}

inline bool completes(const Clocks& c) {
  return std::ranges::all_of(c.end, [](const auto& x) { return x.has_value(); });
}

struct Judgement {
  Word word;
  bool completes;  // the specification
};

inline Judgement judge(const Program& program, const Implementation& implementation, const RunTrips& trips) {
  const Clocks s = Closing(specification_streams(program, trips)).run();
  const Clocks i = Closing(implementation_streams(implementation, program, trips)).run();
  return {compare(s, i), completes(s)};
}
}  // namespace counterpoint::testing
