// Pairs calls, one flag after the other.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/written_flags.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "targets/ascend/peers/flag_insertion.hpp"

namespace counterpoint::ascend {
namespace {

class WrittenFlags {
 public:
  WrittenFlags(SyncIr& ir, const FlagOptions& options) : ir_(ir), options_(options) {}

  OpId run() {
    for (std::uint32_t e = 0; e < ir_.size(); ++e) {
      if (ir_.elements[e].kind == ElementKind::call && op(e).kind != OpKind::barrier && !collect(e)) {
        return ir_.elements[e].op;
      }
    }
    for (const auto& [key, calls] : calls_) {
      if (const std::uint32_t e = pair_up(calls); e != no_element) return ir_.elements[e].op;
    }
    for (const auto& [ends, times] : found_) {
      if (times.size() != op(ends.first).flag.count) return ir_.elements[ends.first].op;
    }
    for (const auto& [ends, primes] : found_) add(ends, primes);
    return {};
  }

 private:
  using Calls = std::vector<std::uint32_t>;              // elements, of one flag
  using Ends = std::pair<std::uint32_t, std::uint32_t>;  // set, wait
  using Primes = std::vector<Ends>;                      // by id; of a forward pair no elements

  [[nodiscard]] const Op& op(std::uint32_t e) const { return ir_.kernel().op(ir_.elements[e].op); }
  [[nodiscard]] bool sets(std::uint32_t e) const { return op(e).kind == OpKind::set_flag; }

  bool collect(std::uint32_t e) {
    const Op& x = op(e);
    if (x.flag.event.valid() || x.flag.id < 0 || x.flag.count == 0 || x.flag.count > options_.machine.ids ||
        !legal_direction(options_, x.pipe, x.to) || x.pipe == x.to) {
      return false;
    }
    const Pipe to = options_.machine.destination_in_key ? x.to : x.pipe;
    for (std::uint32_t i = 0; i < x.flag.count; ++i) {
      calls_[{x.pipe, to, x.flag.id + static_cast<std::int32_t>(i)}].push_back(e);
    }
    return true;
  }

  [[nodiscard]] bool same_region(std::uint32_t a, std::uint32_t b) const {
    return ir_.elements[a].parent == ir_.elements[b].parent && ir_.elements[a].in_else == ir_.elements[b].in_else;
  }
  [[nodiscard]] bool same_flag(std::uint32_t a, std::uint32_t b) const {
    return op(a).to == op(b).to && op(a).flag == op(b).flag;
  }

  // The first call that is not understood.
  std::uint32_t pair_up(const Calls& calls) {
    for (std::size_t i = 0; i < calls.size();) {
      if (i + 1 < calls.size() && forward(calls[i], calls[i + 1])) {
        found_[{calls[i], calls[i + 1]}].emplace_back(no_element, no_element);
        i += 2;
      } else if (i + 3 < calls.size() && carried(calls[i], calls[i + 1], calls[i + 2], calls[i + 3])) {
        found_[{calls[i + 2], calls[i + 1]}].emplace_back(calls[i], calls[i + 3]);
        i += 4;
      } else {
        return calls[i];
      }
    }
    return no_element;
  }

  [[nodiscard]] bool forward(std::uint32_t set, std::uint32_t wait) const {
    return sets(set) && !sets(wait) && same_region(set, wait) && same_flag(set, wait);
  }
  [[nodiscard]] bool carried(std::uint32_t prime, std::uint32_t wait, std::uint32_t set, std::uint32_t drain) const {
    if (!sets(prime) || sets(wait) || !sets(set) || sets(drain)) return false;
    if (!same_region(prime, drain) || !same_flag(prime, drain) || op(prime).flag.loop.valid()) return false;
    if (!same_region(wait, set) || !same_flag(wait, set) || op(wait).to != op(prime).to) return false;
    const std::uint32_t loop = ir_.elements[wait].parent;
    if (loop == no_element || ir_.elements[loop].kind != ElementKind::loop_begin || loop < prime) return false;
    const ScopeId rotates = op(wait).flag.loop;
    return !rotates.valid() || ir_.loop_of(rotates) == loop;
  }

  std::uint32_t put(std::uint32_t set, std::uint32_t wait) {
    FlagPair p;
    p.from = op(set).pipe;
    p.to = op(set).to;
    p.set = {set, false};
    p.wait = {wait, false};
    p.count = op(set).flag.count;
    p.written = true;
    for (std::uint32_t i = 0; i < p.count; ++i) p.ids.push_back(op(set).flag.id + static_cast<std::int32_t>(i));
    const auto pair = static_cast<std::uint32_t>(ir_.pairs.size());
    ir_.elements[set].before.push_back({SyncKind::set, Pipe::all, pair, true});
    ir_.elements[wait].before.push_back({SyncKind::wait, Pipe::all, pair, true});
    ir_.pairs.push_back(std::move(p));
    return pair;
  }

  void add(const Ends& ends, const Primes& primes) {
    const std::uint32_t pair = put(ends.first, ends.second);
    if (primes.front().first == no_element) return;
    ir_.pairs[pair].loop = ir_.elements[ends.first].parent;
    // A wait in the loop is for one id, so it comes after the first prime at least.
    std::uint32_t first = no_element;
    const auto [early, late] = std::ranges::minmax(primes, {}, &Ends::second);
    const bool together = late.second - early.second + 1 == primes.size();
    for (const Ends& p : primes) {
      const std::uint32_t prime = put(p.first, p.second);
      ir_.pairs[prime].drained_together = together;
      ir_.pairs[prime].primes = pair;
      if (first == no_element || p.first < ir_.pairs[first].set.element) first = prime;
    }
    ir_.pairs[pair].primed_by = first;
  }

  SyncIr& ir_;
  const FlagOptions& options_;
  std::map<std::tuple<Pipe, Pipe, std::int32_t>, Calls> calls_;
  std::map<Ends, Primes> found_;
};

}  // namespace

OpId read_written_flags(SyncIr& ir, const FlagOptions& options) { return WrittenFlags(ir, options).run(); }

}  // namespace counterpoint::ascend
