// Strength reduction: N r + c is kept in a register that moves on with r.
// SPDX-License-Identifier: Apache-2.0
//
// What. Registers are split by purpose. A counter is one that is assigned only by R := R + k and R := number. A sum is
// what a wait, or an operation that is no sum itself, reads: c_1 R_1 + ... + c_n R_n + c over counters. All reads with
// the same c_1 R_1 + ... + c_n R_n, the *shape*, can share one register S, which moves by c_i k wherever R_i moves by
// k. S is not the sum itself but the sum plus an offset, chosen so that reads need no operation:
// - everywhere except in one body, the offset is the same, `rest`; S starts at `rest`, by one operation at the root
//   unless it is 0;
// - in the body that moves a counter of the shape and has most reads right in it, S *walks*: before each read it moves
//   on by the difference to the read before, the first of these moves is one with the counter's, and `rest` is the
//   offset of the last read there. So a body with n different thresholds costs n operations, where it cost 1 + 2 n;
// - another read with another offset computes S + difference right before, one operation.
// Once nothing reads a counter itself any more, it is dead.
// Which shapes: what helps is found by trying, all of them and then (of twelve at most) without each, or the twelve
// that are read most one by one if all together do not help: fewest operations, weighted by nesting, and never more for
// any trip counts (expense.hpp); then fewest registers.
// Invariant. Each read has the value it had; between the nodes of its body the offset of S is known, and at the borders
// of every scope it is `rest`, or that of the walking body around it. Cost: linear, for each of up to 13 tries.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/allocation/passes/engine_pass.hpp"
#include "core/allocation/passes/sums.hpp"

namespace counterpoint::passes {
namespace {

constexpr std::size_t most_shapes = 12;

// Keeps one shape in a register, in the stream it was found in.
class Walk {
 public:
  Walk(Streams& streams, EngineStream& stream, const Sums& sums, std::size_t shape)
      : streams_(streams), stream_(stream), sums_(sums), shape_(shape) {
    for (const Read& r : std::ranges::equal_range(sums.reads, shape, {}, &Read::shape)) {
      events_.push_back({r.node, true, r.slot, r.scope, r.offset});
    }
    for (const Factor& f : sums.shapes[shape]) {
      for (const Step& s : std::ranges::equal_range(sums.steps, f.reg, {}, &Step::reg)) {
        events_.push_back({s.node, false, 0, s.scope, f.scale * s.amount, s.set});
      }
    }
    std::ranges::stable_sort(events_, {}, &Event::node);
    std::size_t last = 0;
    for (Event& e : events_) {
      if (!e.read) continue;
      e.first = e.node + 1 != last;
      last = e.node + 1;
    }
  }

  void apply() {
    choose_body();
    find_next();
    here_ = rest_;
    kept_ = stream_.add_register(name());
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].read) {
        read(events_[i]);
      } else {
        step(events_[i], next_[i]);
      }
    }
    if (rest_ != 0) stream_.put_first({kept_, streams_.literals.of(rest_), {}, Operation::copy});
  }

 private:
  struct Event {
    std::size_t node = 0;
    bool read = false;
    std::size_t slot = 0;
    std::size_t scope = 0;   // where it stands: the opening node, and one more; the root 0
    std::int64_t value = 0;  // read: the offset; step: how far the sum moves, or what it is set to
    bool set = false;
    bool first = false;  // of the reads of its node: S is walked for this one, the others take what they need from S
  };

  // The body to walk in: one with a step, most reads right in it.
  void choose_body() {
    std::map<std::size_t, std::size_t> reads;
    for (const Event& e : events_) {
      if (e.read) ++reads[e.scope];
    }
    std::size_t most = 0;
    for (const Event& e : events_) {
      if (e.read || reads[e.scope] <= most) continue;
      most = reads[e.scope];
      body_ = e.scope;
    }
    walks_ = most > 0;
    if (walks_) {
      for (const Event& e : events_) {
        if (e.first && e.scope == body_) rest_ = e.value;
      }
      return;
    }
    std::map<std::int64_t, std::size_t> offsets;
    for (const Event& e : events_) {
      if (e.read && ++offsets[e.value] > offsets[rest_]) rest_ = e.value;
    }
  }
  // For each event, the offset of the next read right in the body.
  void find_next() {
    next_.resize(events_.size());
    std::int64_t offset = rest_;
    for (std::size_t i = events_.size(); i-- > 0;) {
      next_[i] = offset;
      if (events_[i].first && in_body(events_[i])) offset = events_[i].value;
    }
  }
  [[nodiscard]] bool in_body(const Event& e) const { return walks_ && e.scope == body_; }

  void step(const Event& e, std::int64_t next) {
    const std::int64_t to = in_body(e) ? next : here_;
    if (e.set) {
      stream_.put_behind(e.node, {kept_, streams_.literals.of(e.value + to), {}, Operation::copy});
    } else if (const std::int64_t by = e.value + to - here_; by != 0) {
      stream_.put_behind(e.node, moved_by(kept_, kept_, by, streams_.literals));
    }
    here_ = to;
  }
  void read(const Event& e) {
    RegisterId from = kept_;
    if (e.value != here_ && in_body(e) && e.first) {
      stream_.put_before(e.node, moved_by(kept_, kept_, e.value - here_, streams_.literals));
      here_ = e.value;
    } else if (e.value != here_) {
      from = stream_.add_register("w0");
      stream_.put_before(e.node, moved_by(from, kept_, e.value - here_, streams_.literals));
    }
    std::size_t slot = 0;
    streams_.operands(stream_, stream_.nodes[e.node], [&](Operand& o, Role) {
      if (slot++ == e.slot) o = Operand::of(from);
    });
  }
  // "v36_kv" for 36 r_kv, "v9_kv_q" for 9 r_kv + r_q.
  [[nodiscard]] std::string name() const {
    std::string out = "v";
    for (const Factor& f : sums_.shapes[shape_]) {
      if (out.size() > 1 || f.scale != 1) out += fmt::format("{}{}", f.scale < 0 ? "n" : "", std::abs(f.scale));
      std::string_view counter = stream_.registers[f.reg.value];
      if (counter.starts_with("r_")) counter.remove_prefix(2);
      out += fmt::format("_{}", counter);
    }
    return out;
  }

  Streams& streams_;
  EngineStream& stream_;
  const Sums& sums_;
  std::size_t shape_;
  std::vector<Event> events_;
  std::vector<std::int64_t> next_;
  std::size_t body_ = 0;
  bool walks_ = false;
  std::int64_t rest_ = 0;
  std::int64_t here_ = 0;  // the offset at this point
  RegisterId kept_;
};

// Tries sets of shapes on one engine, whose registers are split.
class Trial {
 public:
  Trial(Streams& streams, EngineStream& stream, std::size_t budget, std::int64_t largest)
      : streams_(streams),
        stream_(stream),
        sums_(find_sums(streams, stream, largest)),
        split_(streams, stream),
        budget_(budget) {}

  void run() {
    const std::size_t n = sums_.shapes.size();
    best_ = measure({});
    least_ = expense_;
    std::vector<bool> all(n, true);
    if (n > 0 && improve(all)) {
      for (std::size_t i = 0; i < n && n <= most_shapes; ++i) try_with(i, false);
    } else {
      for (std::size_t i = 0; i < std::min(n, most_shapes); ++i) try_with(i, true);
    }
    apply(chosen_);
  }

 private:
  using Measure = std::tuple<double, std::size_t>;  // operations by weight, registers

  void try_with(std::size_t shape, bool on) {
    std::vector<bool> other = chosen_;
    other.resize(sums_.shapes.size(), false);
    other[shape] = on;
    (void)improve(other);
  }
  bool improve(const std::vector<bool>& shapes) {
    const Measure m = measure(shapes);
    if (!expense_->never_more_than(*least_) || std::get<1>(m) > budget_ || m >= best_) return false;
    best_ = m;
    chosen_ = shapes;
    return true;
  }
  Measure measure(const std::vector<bool>& shapes) {
    apply(shapes);
    expense_.emplace(streams_.from.tree, stream_);
    return {expense_->weight(), registers_in_use(stream_)};
  }
  void apply(const std::vector<bool>& shapes) {
    split_.restore(streams_);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (shapes[i]) Walk(streams_, stream_, sums_, i).apply();
    }
    stream_.settle();
    remove_dead(streams_, stream_);
    pack(streams_, stream_);
  }

  Streams& streams_;
  EngineStream& stream_;
  Sums sums_;
  Snapshot split_;
  std::size_t budget_;
  std::vector<bool> chosen_;  // by shape
  Measure best_;
  std::optional<Expense> expense_;  // of the last measure
  std::optional<Expense> least_;    // without any shape
};

}  // namespace

Implementation run_reduce(const Implementation& implementation, const Budget& budget) {
  Streams streams(implementation);
  const std::int64_t largest = largest_number(implementation);
  change_engines(streams, budget, [&](EngineStream& stream) {
    const std::size_t most = std::max(budget[stream.engine], registers_in_use(stream));
    split(streams, stream);
    Trial(streams, stream, most, largest).run();
  });
  return streams.build();
}

}  // namespace counterpoint::passes
