// Guards and rotating ids of forward pairs.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/run_ahead.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "targets/ascend/peers/flag_insertion.hpp"
#include "targets/ascend/peers/id_sharing.hpp"

namespace counterpoint::ascend {
namespace {

// Pairs of one id that are compared with each other; more get a guard each.
constexpr std::size_t most_compared = 64;

// In which pass, the first that is at least `from`, the wait of one pair has passed.
class WaitPassed : public ScanVisitor {
 public:
  WaitPassed(const SyncIr& ir, std::uint32_t pair, std::uint32_t from) : ir_(ir), pair_(pair), from_(from) {}
  std::optional<std::uint32_t> pass;
  bool at_wait(std::uint32_t pair, std::uint32_t at, PipeSet ordered) override {
    if (pair != pair_ || at < from_) return true;
    if ((ordered & pipe_bit(ir_.pairs[pair].to)) != 0) pass = at;
    return !pass.has_value();
  }

 private:
  const SyncIr& ir_;
  std::uint32_t pair_;
  std::uint32_t from_;
};

class CollectPassed : public ScanVisitor {
 public:
  CollectPassed(const SyncIr& ir, std::uint32_t pass) : ir_(ir), pass_(pass) {}
  std::vector<std::uint32_t> passed;
  bool at_wait(std::uint32_t pair, std::uint32_t at, PipeSet ordered) override {
    if (at == pass_ && (ordered & pipe_bit(ir_.pairs[pair].to)) != 0) passed.push_back(pair);
    return true;
  }

 private:
  const SyncIr& ir_;
  std::uint32_t pass_;
};

// Pairs of the kernel that have one id: where one may be set before the other has been taken, both get a guard.
void keep_written_apart(SyncIr& ir, const FlagOptions& options, FlagReport& report) {
  std::map<std::tuple<Pipe, Pipe, std::int32_t>, std::vector<std::uint32_t>> users;
  for (std::uint32_t p = 0; p < ir.pairs.size(); ++p) {
    const FlagPair& x = ir.pairs[p];
    if (!x.written || x.carried()) continue;
    const Pipe to = options.machine.destination_in_key ? x.to : x.from;
    for (const std::int32_t id : x.ids) users[{x.from, to, id}].push_back(p);
  }
  IdSharing sharing(ir);
  std::set<std::uint32_t> open;
  for (const auto& [key, pairs] : users) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (std::size_t j = i + 1; j < pairs.size(); ++j) {
        const bool first = ir.pairs[pairs[i]].set.key() < ir.pairs[pairs[j]].set.key();
        if (pairs.size() <= most_compared &&
            sharing.follows(first ? pairs[i] : pairs[j], first ? pairs[j] : pairs[i])) {
          continue;
        }
        open.insert(pairs[i]);
        open.insert(pairs[j]);
      }
    }
  }
  for (const std::uint32_t p : open) {
    guard_at_once(ir, p);
    ++report.guards;
  }
}

class RunAhead {
 public:
  RunAhead(SyncIr& ir, const FlagOptions& options, FlagReport& report)
      : ir_(ir), options_(options), report_(report), scan_(ir, false) {
    for (std::uint32_t p = 0; p < ir.pairs.size(); ++p) {
      if (ir.pairs[p].written && ir.pairs[p].carried()) written_in_[ir.pairs[p].loop].push_back(p);
    }
  }

  [[nodiscard]] bool keep(std::uint32_t pair) {
    if (ir_.pairs[pair].carried()) {
      keep_carried(pair);
    } else {
      keep_forward(pair);
    }
    return scan_.steps() <= most_scan_steps;
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> passed(std::uint32_t pair, std::uint32_t loop, std::uint32_t from,
                                                    std::uint32_t passes) {
    WaitPassed visitor(ir_, pair, from);
    scan_.run(scan_.before_set(pair), loop, passes, visitor);
    return visitor.pass;
  }

  void keep_carried(std::uint32_t pair) {
    if (passed(pair, ir_.pairs[pair].loop, 0, 0).has_value()) return;
    const FlagPair p = ir_.pairs[pair];
    const std::size_t wait = ir_.index_of(p.wait, SyncKind::wait, pair);
    const std::size_t set = ir_.index_of(p.set, SyncKind::set, pair);
    const std::uint32_t guard = ir_.add_guard(p.to, p.from, p.wait, wait + 1, p.set, set);
    ir_.pairs[guard].count = p.count;
    ++report_.guards;
  }

  void keep_forward(std::uint32_t pair) {
    std::uint32_t loop = ir_.loop_around(ir_.pairs[pair].set.element);
    if (loop == no_element) return;
    const bool written = ir_.pairs[pair].written;
    if (written && guards_carried(pair)) return;
    const std::uint32_t most = written ? ir_.pairs[pair].count : options_.rotate ? options_.machine.ids : 1;
    const auto pass = passed(pair, loop, 1, most);
    if (!pass.has_value()) {
      guard_at_once(ir_, pair);
      ++report_.guards;
      return;
    }
    if (!written) ir_.pairs[pair].count = *pass;
    for (std::uint32_t inner = loop; (loop = ir_.loop_around(loop)) != no_element; inner = loop) {
      if (passed(pair, loop, 1, 1).has_value()) continue;
      guard_after(pair, inner);
      return;
    }
  }

  // Whether a pair of the kernel guards a carried one of it: set after that wait and waited for before that set, with
  // ids that rotate as its do. Then every set of an id follows, through the other pair's flag of the same iteration,
  // the last wait for it, in whatever loops; a walk cannot say which of several ids that was.
  [[nodiscard]] bool guards_carried(std::uint32_t pair) const {
    const FlagPair& g = ir_.pairs[pair];
    const auto carried = written_in_.find(ir_.elements[g.set.element].parent);
    if (carried == written_in_.end()) return false;
    const auto flag = [&](std::uint32_t e) { return ir_.kernel().op(ir_.elements[e].op).flag; };
    const FlagId own = flag(g.set.element);
    return std::ranges::any_of(carried->second, [&](std::uint32_t other) {
      const FlagPair& p = ir_.pairs[other];
      if (p.from != g.to || p.to != g.from) return false;
      const FlagId held = flag(p.set.element);
      return held.loop == own.loop && held.count == own.count && held.shift == own.shift &&
             p.wait.element < g.set.element && g.wait.element < p.set.element;
    });
  }

  // The inner loop may run zero times: then nothing but a second flag keeps the guard from running ahead itself.
  void guard_after(std::uint32_t pair, std::uint32_t inner) {
    const FlagPair& p = ir_.pairs[pair];
    const SyncPlace after{ir_.elements[inner].end, true};
    const std::size_t at = ir_.list(after).size();
    const std::uint32_t guard = ir_.add_guard(p.to, p.from, after, at, after, at + 1);
    ++report_.guards;
    for (std::uint32_t loop = ir_.loop_around(inner); loop != no_element; loop = ir_.loop_around(loop)) {
      if (passed(guard, loop, 1, 1).has_value()) continue;
      guard_at_once(ir_, guard);
      ++report_.guards;
      return;
    }
  }

  SyncIr& ir_;
  const FlagOptions& options_;
  FlagReport& report_;
  BackwardScan scan_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> written_in_;  // carried pairs of the kernel, by loop
};

}  // namespace

std::uint32_t guard_at_once(SyncIr& ir, std::uint32_t pair) {
  const FlagPair p = ir.pairs[pair];
  const std::size_t at = ir.index_of(p.wait, SyncKind::wait, pair);
  return ir.add_guard(p.to, p.from, p.wait, at + 1, p.wait, at + 2);
}

bool keep_from_running_ahead(SyncIr& ir, const FlagOptions& options, FlagReport& report) {
  RunAhead keeper(ir, options, report);
  const auto pairs = static_cast<std::uint32_t>(ir.pairs.size());
  for (std::uint32_t p = 0; p < pairs; ++p) {
    if (ir.pairs[p].alive() && !keeper.keep(p)) return false;
  }
  keep_written_apart(ir, options, report);
  return true;
}

std::vector<std::uint32_t> passed_waits(const SyncIr& ir, BackwardScan& scan, std::uint32_t pair, std::uint32_t loop) {
  CollectPassed visitor(ir, loop == no_element ? 0 : 1);
  scan.run(scan.before_set(pair), loop, 1, visitor);
  std::ranges::sort(visitor.passed);
  return visitor.passed;
}

}  // namespace counterpoint::ascend
