// Compares the operations between the stops of two streams.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/pace.hpp"

#include <algorithm>
#include <limits>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::passes {
namespace {

constexpr std::int64_t no_path = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most_counted = std::int64_t{1} << 40U;

// Operations of a stream after each of its other nodes; a barrier between two nodes counts as one.
std::vector<std::int64_t> operations_between(const Streams& streams, const EngineStream& stream) {
  std::vector<std::int64_t> out(1, 0);
  auto barrier = streams.barriers.begin();
  for (const Node& n : stream.nodes) {
    for (; barrier != streams.barriers.end() && *barrier <= n.gap; ++barrier) out.push_back(0);
    if (n.removed) continue;
    if (n.kind == NodeKind::operation) {
      ++out.back();
    } else {
      out.push_back(0);
    }
  }
  for (; barrier != streams.barriers.end(); ++barrier) out.push_back(0);
  return out;
}

// A part of the stream: the most operations more on any path,
struct Part {
  std::int64_t through = 0;       // without a stop, from its start to its end
  std::int64_t before = no_path;  // to the first stop
  std::int64_t behind = no_path;  // from the last one

  static Part stop() { return {no_path, 0, 0}; }
};

std::int64_t plus(std::int64_t a, std::int64_t b) { return a == no_path || b == no_path ? no_path : a + b; }

class Comparison {
 public:
  explicit Comparison(const Streams& streams) : streams_(streams), open_(1) {}

  std::int64_t run(const EngineStream& stream, const std::vector<std::int64_t>& now,
                   const std::vector<std::int64_t>& was) {
    require(now.size() == was.size(), "two streams of one engine have the same nodes but for operations");
    std::size_t at = 0;
    const auto go_on = [&] {
      append({now[at] - was[at], no_path, no_path});
      ++at;
    };
    append(Part::stop());
    go_on();
    auto barrier = streams_.barriers.begin();
    for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
      const Node& n = stream.nodes[i];
      for (; barrier != streams_.barriers.end() && *barrier <= n.gap; ++barrier) {
        append(Part::stop());
        go_on();
      }
      if (n.removed || n.kind == NodeKind::operation) continue;
      if (n.kind == NodeKind::open) {
        open_.push_back({});
      } else if (n.kind == NodeKind::close) {
        close(n.scope());
      } else {
        append(Part::stop());
      }
      go_on();
    }
    for (; barrier != streams_.barriers.end(); ++barrier) {
      append(Part::stop());
      go_on();
    }
    return lost_;
  }

 private:
  void lose(std::int64_t more) {
    if (more > 0) lost_ += more;
  }
  void append(const Part& p) {
    Part& here = open_.back();
    lose(plus(here.behind, p.before));
    here = {plus(here.through, p.through), std::max(here.before, plus(here.through, p.before)),
            std::max(p.behind, plus(here.behind, p.through))};
  }
  void close(ScopeId s) {
    const Part p = open_.back();
    open_.pop_back();
    const Scope& x = streams_.from.tree.scope(s);
    if (x.is_branch()) {
      // The other branch is taken to be empty: if it is not, it comes by itself, and both or none is a path too many.
      append({std::max<std::int64_t>(p.through, 0), p.before, p.behind});
    } else if (x.trip_kind != TripKind::constant || x.trips > 0) {
      append(repeated(p, x));
    }
  }
  Part repeated(Part p, const Scope& loop) {
    const bool number = loop.trip_kind == TripKind::constant;
    if (number && loop.trips == 1) return p;
    lose(plus(p.behind, p.before));
    const bool stops = p.before > no_path;
    if (stops || !number) lose(p.through);
    if (!stops && number) {
      std::int64_t all = 0;
      const bool fits = !__builtin_mul_overflow(p.through, static_cast<std::int64_t>(loop.trips), &all);
      p.through = std::clamp(fits ? all : p.through, -most_counted, most_counted);
    }
    return p;
  }

  const Streams& streams_;
  std::vector<Part> open_;  // of each open scope, what comes before in it
  std::int64_t lost_ = 0;
};

}  // namespace

std::int64_t lost_pace(const Streams& streams, const EngineStream& stream, const EngineStream& was) {
  return Comparison(streams).run(stream, operations_between(streams, stream), operations_between(streams, was));
}

}  // namespace counterpoint::passes
