// Follows ages along every way until nothing grows, then asks for what is needed.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/rules/knowledge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "targets/ascend/rules/needs.hpp"

namespace counterpoint::ascend {
namespace {

class Knowledge {
 public:
  Knowledge(const Kernel& kernel, const Required& required, const Primitives& primitives, const FlagCalls& calls,
            const PiledCalls& piled)
      : kernel_(kernel),
        primitives_(primitives),
        calls_(calls),
        piled_(piled),
        paths_(kernel),
        needs_(needs_of(required)) {
    waits_ = needs_.followed.size();
    for (const Followed& f : needs_.followed) pipe_.push_back(f.pipe);
    pipe_.resize(waits_ + calls.flag_count(), Pipe::s);
    order_ = kernel.in_order();
    for (const OpId o : order_) {
      if (const auto c = calls.call(o)) name_flags(*c);
      const Op& x = kernel.op(o);
      if (x.kind == OpKind::rls_buf) memories_.try_emplace({x.flag.id, x.pipe}, memories_.size());
      if (const auto q = bracket_of(o)) {
        for (const Pipe p : {q->from, q->to}) memories_.try_emplace({memory_id(o), p}, memories_.size());
      }
    }
    beyond_ = static_cast<std::uint8_t>(needs_.most + 1);
    holders_ = pipe_count + calls.flag_count() + memories_.size() + (primitives.counting ? calls.flag_count() : 0);
  }

  std::vector<Finding> run() {
    const std::uint64_t work = std::uint64_t{holders_} * pipe_.size() * (order_.size() + 1);
    too_large_ = work > most_work || !calls_.phases_known();
    if (!too_large_) reach({paths_.start(), calls_.no_phases()}, Ages(holders_ * pipe_.size(), 0));
    while (!work_.empty() && !too_large_) {
      const Place place = work_.front();
      work_.pop_front();
      waiting_.erase(place);
      step(place, states_.at(place));
    }
    if (shared_) {
      return {{Rule::order, FindingKind::not_looked_at, false, {}, "a flag is waited for on two pipes"}};
    }
    if (too_large_) {
      return {{Rule::order, FindingKind::not_looked_at, false, {}, "the kernel is too large for this rule"}};
    }
    std::map<std::pair<OpId, std::uint32_t>, Finding> found;
    for (const auto& [place, ages] : states_) ask(place, ages, found);
    std::vector<Finding> out;
    for (auto& [key, finding] : found) out.push_back(std::move(finding));
    return out;
  }

 private:
  using Ages = std::vector<std::uint8_t>;  // by holder: one of everything that is followed
  using Place = std::pair<PathPoint, Phases>;

  // Waits happen on the destination of their flag.
  void name_flags(const FlagCall& c) {
    Phases phases = calls_.no_phases();
    const std::uint32_t count = c.loop.valid() ? std::min(c.count, 64U) : 1;
    FlagCall fixed = c;
    fixed.loop = {};
    for (std::uint32_t i = 0; i < count; ++i) {
      fixed.id = c.id + static_cast<std::int32_t>(i);
      const auto f = calls_.flag(fixed, phases);
      if (!f || c.set) continue;
      const auto [it, fresh] = waiter_.try_emplace(*f, c.event.to);
      if (!fresh && it->second != c.event.to) shared_ = true;
      pipe_[waits_ + *f] = c.event.to;
    }
  }

  // The pipe of a queue call that is a bracket of one buffer id, and the other pipe of the queue.
  [[nodiscard]] std::optional<Direction> bracket_of(OpId o) const {
    if (kernel_.architecture() != Architecture::c310 || kernel_.op(o).kind == OpKind::fetch_event) return std::nullopt;
    const QueueCall c = queue_call(kernel_, o);
    if (c.use == IdUse::none || calls_.queues().layouts().of(c.queue).number > 1) return std::nullopt;
    const bool waits = c.use == IdUse::alloc || c.use == IdUse::deque;
    return waits ? Direction{c.event.to, c.event.from} : c.event;
  }
  // Of its buffer id, which no text names.
  [[nodiscard]] std::int32_t memory_id(OpId o) const {
    return -1 - static_cast<std::int32_t>(kernel_.op(o).uses.front().value);
  }
  // A get of mode 0 with its release, or a release of mode 1, which waits for those of the other pipe.
  void queue_bracket(OpId o, Direction pipes, Ages& ages) const {
    const std::size_t own = of_memory(memory_id(o), pipes.from);
    const std::size_t other = of_memory(memory_id(o), pipes.to);
    const IdUse use = queue_call(kernel_, o).use;
    const bool waits = use == IdUse::alloc || use == IdUse::deque;
    if (waits) learn(pipes.from, other, ages);
    store(pipes.from, own, ages);
    for (std::size_t e = 0; e < pipe_.size() && !waits; ++e) {
      row(ages, own)[e] = std::min(row(ages, own)[e], row(ages, other)[e]);
    }
  }

  [[nodiscard]] std::uint8_t* row(Ages& ages, std::size_t holder) const { return ages.data() + holder * pipe_.size(); }
  [[nodiscard]] static std::size_t at(Pipe p) { return static_cast<std::size_t>(p); }
  [[nodiscard]] std::size_t of_flag(std::size_t flag) const { return pipe_count + flag; }
  [[nodiscard]] std::size_t of_memory(std::int32_t id, Pipe p) const {
    return pipe_count + calls_.flag_count() + memories_.at({id, p});
  }

  // What all sets in a row know that nobody has taken; where flags count.
  [[nodiscard]] std::size_t of_row(std::size_t flag) const {
    return pipe_count + calls_.flag_count() + memories_.size() + flag;
  }

  void reach(const Place& place, const Ages& ages) {
    if (!place.first.op.valid()) return;
    const auto [it, fresh] = states_.try_emplace(place, ages);
    bool grown = fresh;
    if (states_.size() * ages.size() > most_work) too_large_ = true;
    if (!fresh) {
      for (std::size_t i = 0; i < ages.size(); ++i) {
        if (ages[i] <= it->second[i]) continue;
        it->second[i] = ages[i];
        grown = true;
      }
    }
    if (grown && waiting_.insert(place).second) work_.push_back(place);
  }

  void step(const Place& place, Ages ages) {
    const auto& [p, phases] = place;
    const Op& x = kernel_.op(p.op);
    if (x.kind == OpKind::loop) {
      Phases out = phases;
      calls_.leave(p, out);
      if (paths_.may_leave(p)) reach({paths_.behind(p.op), out}, ages);
      Phases in = phases;
      calls_.enter(p, in);
      start_iteration(x.scope, ages);
      if (paths_.may_enter(p)) reach({paths_.into(p.op, 0), in}, ages);
      return;
    }
    if (x.kind == OpKind::branch) {
      reach({paths_.into(p.op, 0), phases}, ages);
      reach({paths_.into(p.op, 1), phases}, ages);
      return;
    }
    perform(p.op, x, phases, ages);
    reach({paths_.behind(p.op), phases}, ages);
  }

  // What was dispatched before this iteration is complete if everything is.
  void start_iteration(ScopeId loop, Ages& ages) const {
    const auto it = needs_.starts.find(loop);
    if (it == needs_.starts.end()) return;
    for (const auto& [before, all] : it->second) {
      for (std::size_t h = 0; h < holders_; ++h) row(ages, h)[before] = row(ages, h)[all] == 0 ? 0 : beyond_;
    }
  }

  void dispatch(std::size_t followed, Ages& ages) const {
    for (std::size_t h = 0; h < holders_; ++h) {
      std::uint8_t& age = row(ages, h)[followed];
      if (age < beyond_) ++age;
    }
  }

  // What is known to whoever sees that everything on P up to here is complete.
  void store(Pipe p, std::size_t holder, Ages& ages) const {
    for (std::size_t e = 0; e < pipe_.size(); ++e) {
      row(ages, holder)[e] = pipe_[e] == p ? std::uint8_t{0} : row(ages, at(p))[e];
    }
  }
  void store_row(std::size_t flag, bool as_well, Ages& ages) const {
    for (std::size_t e = 0; e < pipe_.size(); ++e) {
      std::uint8_t& age = row(ages, of_row(flag))[e];
      const std::uint8_t last = row(ages, of_flag(flag))[e];
      age = as_well ? std::max(age, last) : last;
    }
  }
  void learn(Pipe p, std::size_t holder, Ages& ages) const {
    for (std::size_t e = 0; e < pipe_.size(); ++e) {
      row(ages, at(p))[e] = std::min(row(ages, at(p))[e], row(ages, holder)[e]);
    }
  }
  // Everything that follows is dispatched after what s has gone past.
  void hold_dispatch(Pipe p, Ages& ages) const {
    if (p != Pipe::s || !primitives_.scalar_dispatch) return;
    for (const Pipe q : all_pipes) learn(q, at(Pipe::s), ages);
  }

  void barrier(Pipe p, Ages& ages) const {
    if (p == Pipe::all) {
      std::fill(ages.begin(), ages.begin() + static_cast<std::ptrdiff_t>(pipe_count * pipe_.size()), std::uint8_t{0});
      return;
    }
    for (std::size_t e = 0; e < pipe_.size(); ++e) {
      if (pipe_[e] == p) row(ages, at(p))[e] = 0;
    }
  }

  void perform(OpId o, const Op& x, const Phases& phases, Ages& ages) const {
    if (x.kind == OpKind::compute) {
      const auto it = needs_.entry.find(x.instruction);
      if (it != needs_.entry.end()) dispatch(it->second, ages);
    } else if (x.kind == OpKind::barrier) {
      barrier(x.pipe, ages);
    } else if (x.kind == OpKind::wait_flag && x.pipe == x.to) {
      barrier(x.to, ages);
    } else if (x.kind == OpKind::get_buf && primitives_.has_pipe(x.pipe)) {
      bool holds = false;
      for (const Pipe q : all_pipes) {
        if (q == x.pipe || !memories_.contains({x.flag.id, q})) continue;
        learn(x.pipe, of_memory(x.flag.id, q), ages);
        holds = true;
      }
      if (holds) hold_dispatch(x.pipe, ages);
    } else if (x.kind == OpKind::rls_buf && primitives_.has_pipe(x.pipe)) {
      store(x.pipe, of_memory(x.flag.id, x.pipe), ages);
    } else if (const auto pipes = bracket_of(o)) {
      queue_bracket(o, *pipes, ages);
    } else if (const auto c = calls_.call(o)) {
      call(o, *c, phases, ages);
    }
  }

  void call(OpId o, const FlagCall& c, const Phases& phases, Ages& ages) const {
    const auto flag = calls_.flag(c, phases);
    if (!flag) return;
    if (c.set) {
      store(c.event.from, of_flag(*flag), ages);
      if (primitives_.counting) store_row(*flag, piled_.contains({o, *flag}), ages);
      return;
    }
    learn(c.event.to, piled_.contains({o, *flag}) ? of_row(*flag) : of_flag(*flag), ages);
    dispatch(waits_ + *flag, ages);
    row(ages, at(c.event.to))[waits_ + *flag] = 0;
    hold_dispatch(c.event.to, ages);
  }

  // --- what is asked for

  void ask(const Place& place, const Ages& ages, std::map<std::pair<OpId, std::uint32_t>, Finding>& found) const {
    const OpId o = place.first.op;
    const Op& x = kernel_.op(o);
    if (x.kind == OpKind::compute) {
      const Tree& tree = kernel_.program().tree;
      const Pipe p = pipe_named(tree.engine_name(tree.engine_of(x.instruction))).value_or(Pipe::s);
      for (const Need& need : needs_.of[x.instruction.value]) {
        if (ages[at(p) * pipe_.size() + need.followed] <= need.age) continue;
        found.try_emplace({o, need.followed},
                          Finding{Rule::order, FindingKind::unordered, false, o, unordered(x.instruction, need)});
      }
      return;
    }
    const auto c = calls_.call(o);
    if (!c || !c->set || primitives_.counting) return;
    const auto flag = calls_.flag(*c, place.second);
    if (!flag) return;
    const auto wait = static_cast<std::uint32_t>(waits_ + *flag);
    if (ages[at(c->event.from) * pipe_.size() + wait] == 0) return;
    found.try_emplace({o, wait}, Finding{Rule::run_ahead, FindingKind::runs_ahead, false, o,
                                         fmt::format("{} may be set again before {} has waited for it",
                                                     calls_.flag_name(*flag), pipe_name(c->event.to))});
  }

  [[nodiscard]] std::string unordered(InstructionId c, const Need& need) const {
    const Tree& tree = kernel_.program().tree;
    const Followed& f = needs_.followed[need.followed];
    std::string which = fmt::format("{}'{}'", need.age > 0 ? "every " : "", tree.instruction_name(need.producer));
    if (f.before.valid()) which += fmt::format(" of the iterations of {} before", tree.scope_name(f.before));
    if (need.age > 0) which += " but the last";
    if (need.age > 1) which += fmt::format(" {}", need.age);
    return fmt::format("'{}' may start before {} has completed", tree.instruction_name(c), which);
  }

  const Kernel& kernel_;
  const Primitives& primitives_;
  const FlagCalls& calls_;
  const PiledCalls& piled_;
  Paths paths_;
  Needs needs_;
  std::vector<OpId> order_;
  std::size_t waits_ = 0;   // followed from here on: waits, by flag
  std::vector<Pipe> pipe_;  // of everything that is followed
  std::map<std::pair<std::int32_t, Pipe>, std::size_t> memories_;
  std::uint8_t beyond_ = 1;  // any age that nobody asks for
  std::size_t holders_ = 0;
  bool too_large_ = false;
  std::map<std::size_t, Pipe> waiter_;  // by flag
  bool shared_ = false;  // some flag is taken by whichever of two pipes comes first (keys without destination)
  std::map<Place, Ages> states_;
  std::deque<Place> work_;
  std::set<Place> waiting_;
};

}  // namespace

std::vector<Finding> order_findings(const Kernel& kernel, const Required& required, const Primitives& primitives,
                                    const FlagCalls& calls, const PiledCalls& piled) {
  return Knowledge(kernel, required, primitives, calls, piled).run();
}

}  // namespace counterpoint::ascend
