// Strength reduction: N r + c is kept in a register that moves on with r.
// SPDX-License-Identifier: Apache-2.0
//
// What. Registers are split by purpose. A counter is one that is assigned only by R := R + k and R := number. A sum is
// what a wait, or an operation that is no sum itself, reads: c_1 R_1 + ... + c_n R_n + c over counters. All reads with
// the same c_1 R_1 + ... + c_n R_n, the *shape*, can share one register S, which moves by c_i k wherever R_i moves by
// k. S is not the sum itself but the sum plus an offset, chosen so that reads need no operation:
// - in the body that moves a counter of the shape and has most reads right in it, S *walks*: before each read it moves
//   on by the difference to the read before. So a body with n different thresholds costs n operations, where it cost
//   1 + 2 n;
// - everywhere else the offset stays; a read with another offset computes S + difference right before, one operation.
// Once nothing reads a counter itself any more, it is dead.
// The ways differ in where S comes back to the offset with which the walk begins, since that is where an operation may
// stand on a path that had none to spare (pace.hpp):
// - late: never; the walk begins at the offset of its last read, S starts there by one operation before the first
//   scope that needs it;
// - home: at the end of the body, to the offset that is read most outside of it: no operation at the start if that is
// 0;
// - around: the same in the innermost loop around the body that moves a counter of the shape too, there and back;
// - with_step: as late. But the other ways move S as late as they can, with the next read or before the next scope that
//   reads; here it moves where the counter does.
// Which shapes, and how: what helps is found by trying; all of them one way, then the twelve that are read most one by
// one. Never behind the stream as it was, never more operations or registers than allowed; then fewest operations,
// weighted by nesting; then fewest registers.
// Invariant. Each read has the value it had; the offset of S is known at every node, and the same wherever iterations
// of a scope begin. Cost: linear, for each try; 5 tries, more as long as they take no more than `most_work`.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/allocation/passes/engine_pass.hpp"
#include "core/allocation/passes/pace.hpp"
#include "core/allocation/passes/sums.hpp"

namespace counterpoint::passes {
namespace {

constexpr std::size_t most_shapes = 12;
constexpr std::size_t most_work = 100'000;  // definitions that all tries on one engine look at, about

// How a shape is kept, if it is: see above.
enum class Way : std::uint8_t { none, late, home, around, with_step };

// Keeps one shape in a register, in the stream it was found in.
class Walk {
 public:
  Walk(Streams& streams, EngineStream& stream, const Sums& sums, std::size_t shape, Way way)
      : streams_(streams), stream_(stream), sums_(sums), shape_(shape), way_(way) {
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
      const Node& n = stream.nodes[e.node];
      e.copy = n.kind == NodeKind::operation && stream.operations[n.index].operation == Operation::copy;
      e.first = e.node + 1 != last && !e.copy;
      last = e.node + 1;
    }
  }

  void apply() {
    choose_body();
    find_next();
    kept_ = stream_.add_register(name());
    here_ = home_;
    bool turned = turn_ == 0;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (turn_ != 0 && events_[i].node > turn_end_) go_home();
      if (events_[i].read) {
        read(events_[i]);
      } else if (way_ != Way::with_step && waits_for_read(i)) {
        here_ -= events_[i].value;
      } else {
        const bool turns = !turned && events_[i].scope == turn_ && turn_ != body_;
        step(i, turns ? rest_ : in_body(events_[i]) ? next_[i] : here_);
        turned = turned || turns;
      }
    }
    if (turn_ != 0) go_home();
    if (home_ != 0) start();
  }

 private:
  struct Event {
    std::size_t node = 0;
    bool read = false;
    std::size_t slot = 0;
    std::size_t scope = 0;   // where it stands: the opening node, and one more; the root 0
    std::int64_t value = 0;  // read: the offset; step: how far the sum moves, or what it is set to
    bool set = false;
    bool copy = false;   // that nothing but a copy reads: it becomes the sum
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
    if (walks_) choose_turn();
    const auto inside = [&](const Event& e) { return turn_ != 0 && e.node >= turn_ && e.node < turn_end_; };
    std::map<std::int64_t, std::size_t> offsets;
    for (const Event& e : events_) {
      if (e.read && !inside(e) && ++offsets[e.value] > offsets[home_]) home_ = e.value;
    }
    rest_ = home_;
    if (!walks_ || turn_ == body_) return;
    for (const Event& e : events_) {
      if (e.first && e.scope == body_) rest_ = e.value;
    }
    if (turn_ == 0) home_ = rest_;
  }
  void choose_turn() {
    if (body_ == 0 || (way_ != Way::home && way_ != Way::around)) return;
    turn_ = body_;
    if (way_ == Way::around) {
      turn_ = 0;
      for (const Event& e : events_) {
        if (!e.read && !e.set && e.node < body_ && e.scope > turn_ && sums_.inside(body_, e.scope)) turn_ = e.scope;
      }
    }
    if (turn_ != 0) turn_end_ = sums_.scopes[turn_].close;
  }
  // Where the scope that it turns in ends. (A closing node stands in the text behind its scope.)
  void go_home() {
    if (here_ == home_) return;
    stream_.put_behind(turn_end_ - 1, moved_by(kept_, kept_, home_ - here_, streams_.literals));
    here_ = home_;
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

  // Whether nothing of the shape comes between a step in the body and the next read there but other such steps.
  [[nodiscard]] bool waits_for_read(std::size_t event) const {
    for (; event < events_.size() && in_body(events_[event]); ++event) {
      if (events_[event].read) return events_[event].first;
      if (events_[event].set) return false;
    }
    return false;
  }
  // Right before the first event, or the outermost scope that holds it.
  void start() {
    const RegisterOperation set{kept_, streams_.literals.of(home_), {}, Operation::copy};
    stream_.put_before(on_the_way(0, events_.front()), set);
  }
  // The node of an event right in a scope, or the scope in there that holds it.
  [[nodiscard]] std::size_t on_the_way(std::size_t scope, const Event& to) const {
    if (to.scope == scope) return to.node;
    std::size_t x = to.scope;
    while (sums_.scopes[x].around != scope) x = sums_.scopes[x].around;
    return x - 1;
  }

  void step(std::size_t event, std::int64_t to) {
    const Event& e = events_[event];
    if (e.set) {
      stream_.put_behind(e.node, {kept_, streams_.literals.of(e.value + to), {}, Operation::copy});
    } else if (const std::int64_t by = e.value + to - here_; by != 0) {
      const RegisterOperation move = moved_by(kept_, kept_, by, streams_.literals);
      const bool more = event + 1 < events_.size() && sums_.inside(events_[event + 1].scope, e.scope);
      if (more && way_ != Way::with_step) {
        stream_.put_before(on_the_way(e.scope, events_[event + 1]), move);
      } else {
        stream_.put_behind(e.node, move);
      }
    }
    here_ = to;
  }
  void read(const Event& e) {
    RegisterId from = kept_;
    if (e.value != here_ && in_body(e) && e.first) {
      stream_.put_before(e.node, moved_by(kept_, kept_, e.value - here_, streams_.literals));
      here_ = e.value;
    } else if (e.value != here_ && e.copy) {
      RegisterOperation& o = stream_.operations[stream_.nodes[e.node].index];
      o = moved_by(o.target, kept_, e.value - here_, streams_.literals);
      return;
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
  Way way_ = Way::none;
  std::size_t turn_ = 0;
  std::size_t turn_end_ = 0;
  std::int64_t home_ = 0;
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
        before_(streams.from.tree, stream),
        budget_(budget) {}

  void run() {
    const Ways none(sums_.shapes.size(), Way::none);
    const Measure least = measure(none);
    chosen_ = none;
    best_ = least;
    for (const Way way : {Way::late, Way::home, Way::around}) improve(Ways(none.size(), way));
    const bool found = best_ < least;
    if (!found) {
      chosen_ = Ways(none.size(), Way::late);
      best_ = measure(chosen_);
    }
    change_one_by_one();
    if (best_ >= least) {
      chosen_ = none;
      best_ = least;
      change_one_by_one();
    }
    apply(chosen_);
  }

 private:
  using Ways = std::vector<Way>;  // by shape
  // What is lost, registers beyond the budget, operations by weight, registers.
  using Measure = std::tuple<std::int64_t, std::size_t, double, std::size_t>;

  // The shapes that are read most, as often as the work allows.
  void change_one_by_one() {
    const std::size_t tries = most_work / std::max<std::size_t>(sums_.definitions, 1) / 2;
    std::size_t tried = 0;
    for (std::size_t i = 0; i < std::min(chosen_.size(), most_shapes); ++i) {
      for (const Way way : {Way::none, Way::late, Way::home, Way::around, Way::with_step}) {
        if (way == chosen_[i] || tried++ >= tries) continue;
        Ways other = chosen_;
        other[i] = way;
        improve(std::move(other));
      }
    }
  }
  void improve(Ways ways) {
    const Measure m = measure(ways);
    if (m >= best_) return;
    best_ = m;
    chosen_ = std::move(ways);
  }
  Measure measure(const Ways& ways) {
    apply(ways);
    const std::size_t registers = registers_in_use(stream_);
    const Expense expense(streams_.from.tree, stream_);
    const std::int64_t lost =
        lost_pace(streams_, stream_, split_.stream()) + (expense.never_more_than(before_) ? 0 : 1);
    return {lost, std::max(registers, budget_) - budget_, expense.weight(), registers};
  }
  void apply(const Ways& ways) {
    split_.restore(streams_);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (ways[i] != Way::none) Walk(streams_, stream_, sums_, i, ways[i]).apply();
    }
    stream_.settle();
    remove_dead(streams_, stream_);
    pack(streams_, stream_);
  }

  Streams& streams_;
  EngineStream& stream_;
  Sums sums_;
  Snapshot split_;
  Expense before_;
  std::size_t budget_;
  Ways chosen_;
  Measure best_;
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
