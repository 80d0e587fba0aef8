// Follows flags along every way.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/rules/flag_states.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace counterpoint::ascend {
namespace {

class FlagStates {
 public:
  FlagStates(const Kernel& kernel, const FlagCalls& calls, bool counting, Pipe source)
      : kernel_(kernel), calls_(calls), counting_(counting), paths_(kernel), source_(source) {}

  std::vector<Finding> run(PiledCalls& piled) {
    State start{{}, calls_.no_phases()};
    for (const std::size_t flag : calls_.set_at_start(source_)) start.set.emplace(flag, 1);
    reach(paths_.start(), start);
    while (!work_.empty() && !overflow_) {
      auto [p, state] = std::move(work_.back());
      work_.pop_back();
      step(p, std::move(state));
    }
    piled.merge(piled_);
    if (overflow_) {
      return {{Rule::flags, FindingKind::not_looked_at, false, overflow_at_,
               fmt::format("flags of {} can be set in more ways than are looked at", pipe_name(source_))}};
    }
    std::vector<Finding> out;
    for (auto& [key, finding] : found_) out.push_back(std::move(finding));
    return out;
  }

 private:
  struct State {
    std::map<std::size_t, std::uint32_t> set;  // and how many sets are not taken yet; 1 where flags do not count
    Phases phases;
    friend auto operator<=>(const State&, const State&) = default;
  };

  void reach(PathPoint p, const State& state) {
    auto& seen = seen_[p];
    if (!seen.insert(state).second) return;
    if (seen.size() > most_flag_states) {
      overflow_ = true;
      overflow_at_ = p.op;
      return;
    }
    if (p.op.valid()) {
      work_.emplace_back(p, state);
      return;
    }
    for (const auto& [flag, times] : state.set) {
      if (calls_.waited_at_end(flag)) continue;
      find({}, FindingKind::left_set, flag, fmt::format("{} may be set at the end", calls_.flag_name(flag)));
    }
  }

  void step(PathPoint p, State state) {
    const Op& x = kernel_.op(p.op);
    if (x.kind == OpKind::loop) {
      State inside = state;
      calls_.enter(p, inside.phases);
      if (paths_.may_enter(p)) reach(paths_.into(p.op, 0), inside);
      calls_.leave(p, state.phases);
      if (paths_.may_leave(p)) reach(paths_.behind(p.op), state);
      return;
    }
    if (x.kind == OpKind::branch) {
      reach(paths_.into(p.op, 0), state);
      reach(paths_.into(p.op, 1), state);
      return;
    }
    if (const auto c = calls_.call(p.op); c && c->event.from == source_) perform(p.op, *c, state);
    reach(paths_.behind(p.op), state);
  }

  void perform(OpId o, const FlagCall& call, State& state) {
    const auto flag = calls_.flag(call, state.phases);
    if (!flag) return;
    const auto at = state.set.find(*flag);
    if (call.set) {
      if (at == state.set.end()) {
        state.set.emplace(*flag, 1);
      } else if (counting_) {
        ++at->second;
        piled_.emplace(o, *flag);
      } else {
        find(o, FindingKind::set_twice, *flag, fmt::format("{} is set while it is set", calls_.flag_name(*flag)));
      }
    } else if (at != state.set.end()) {
      if (at->second > 1) piled_.emplace(o, *flag);
      if (--at->second == 0) state.set.erase(at);
    } else if (!call.maybe) {
      find(o, FindingKind::never_set, *flag,
           fmt::format("{} is waited for where nothing before it has set it", calls_.flag_name(*flag)));
    }
  }

  void find(OpId o, FindingKind kind, std::size_t flag, std::string text) {
    found_.try_emplace({o, kind, flag}, Finding{Rule::flags, kind, false, o, std::move(text)});
  }

  const Kernel& kernel_;
  const FlagCalls& calls_;
  bool counting_;
  Paths paths_;
  Pipe source_;
  std::map<PathPoint, std::set<State>> seen_;
  std::vector<std::pair<PathPoint, State>> work_;
  std::map<std::tuple<OpId, FindingKind, std::size_t>, Finding> found_;
  PiledCalls piled_;
  bool overflow_ = false;
  OpId overflow_at_;
};

}  // namespace

FlagFindings flag_findings(const Kernel& kernel, const FlagCalls& calls, bool counting) {
  std::set<Pipe> sources;
  for (const OpId o : kernel.in_order()) {
    if (const auto c = calls.call(o)) sources.insert(c->event.from);
  }
  FlagFindings out;
  for (const Pipe p : sources) {
    const std::vector<Finding> of = FlagStates(kernel, calls, counting, p).run(out.piled);
    out.found.insert(out.found.end(), of.begin(), of.end());
  }
  return out;
}

}  // namespace counterpoint::ascend
