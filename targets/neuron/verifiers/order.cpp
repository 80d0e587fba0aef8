// Builds the graph of a listing, sorts it, and runs clocks over it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/order.hpp"

#include <algorithm>
#include <string>

namespace counterpoint::neuron {
namespace {

constexpr std::uint32_t no_place = 0xffffffffU;
constexpr std::uint8_t no_lane = 8;
constexpr std::uint8_t every_lane = 9;
// Nodes that runs from different blocks may visit, and entries of reachability that may be kept.
constexpr std::uint64_t most_nodes_visited = 200'000'000;

std::uint8_t lane_for(Engine e) {
  if (e == Engine::all) return every_lane;
  return e == Engine::unassigned ? no_lane : static_cast<std::uint8_t>(e);
}

// In the tail of a body: the waits for its end are made on Pool, or say so. A wait on another engine is one of the body
// that happens to stand last.
bool waits_for_the_end(const DumpInstruction& x) {
  if (x.opcode != "EventSemaphore" && x.opcode != "NoOp") return true;
  return x.engine == Engine::pool || x.engine == Engine::all || x.name.find("-end-") != std::string::npos;
}

}  // namespace

std::vector<OrderSegment> all_blocks(const Listing& listing) {
  std::vector<OrderSegment> out;
  for (std::uint32_t b = 0; b < listing.blocks().size(); ++b) out.push_back({b, 0, listing.blocks()[b].previous});
  return out;
}

std::vector<OrderSegment> two_iterations(const Listing& listing, const Listing::Loop& loop) {
  std::vector<OrderSegment> out;
  const std::uint32_t n = loop.last_block - loop.first_block + 1;
  for (std::uint32_t copy = 0; copy < 2; ++copy) {
    for (std::uint32_t b = loop.first_block; b <= loop.last_block; ++b) {
      OrderSegment s{b, copy, {}};
      for (const std::uint32_t from : listing.blocks()[b].previous) {
        if (from >= loop.first_block) s.previous.push_back(from - loop.first_block + copy * n);
      }
      if (copy == 1 && b == loop.first_block) s.previous.push_back(n - 1);
      out.push_back(std::move(s));
    }
  }
  return out;
}

HappensBefore::HappensBefore(const Listing& listing, const WaitArithmetic& waits, std::vector<OrderSegment> segments,
                             OrderRules rules)
    : l_(listing), waits_(waits), segments_(std::move(segments)), rules_(rules) {
  first_wait_.assign(l_.size() + 1, 0);
  for (const WaitCheck& w : waits_.waits) ++first_wait_[w.waiter + 1];
  for (std::size_t i = 1; i < first_wait_.size(); ++i) first_wait_[i] += first_wait_[i - 1];
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const std::vector<std::uint32_t>& p = segments_[s].previous;
    if (s > 0 && (p.size() != 1 || p.front() != s - 1)) branching_ = true;
  }
  find_tails();
  number();
  std::vector<std::vector<std::uint32_t>> meetings;
  for (std::uint32_t s = 0; s < segments_.size(); ++s) connect_segment(s, meetings);
  for (std::uint32_t s = 0; s < segments_.size(); ++s) connect_waits(s);
  connect_drains();
  if (rules_.queue_order) connect_queues();
  find_first_waiters();
  sort();
  clocks_.assign(lane_.size(), Clock{});
}

void HappensBefore::number() {
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    entries_.push_back(static_cast<std::uint32_t>(lane_.size()));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      lane_.push_back(static_cast<std::uint8_t>(lane));
      segment_of_.push_back(s);
      instruction_.push_back(no_place);
    }
    const Listing::Block& b = l_.blocks()[segments_[s].block];
    for (std::uint32_t i = b.first; i < b.end; ++i) {
      std::uint8_t lane = lane_for(l_.at(i).engine);
      if (lane == every_lane && in_tail(s, i)) lane = no_lane;
      lane_.push_back(lane);
      segment_of_.push_back(s);
      instruction_.push_back(i);
    }
  }
}

std::uint32_t HappensBefore::node(std::uint32_t segment, std::uint32_t i) const {
  return entries_[segment] + static_cast<std::uint32_t>(lanes) + i - l_.blocks()[segments_[segment].block].first;
}

// Without fences: the last instructions of a loop's last block that do nothing but order and branch.
void HappensBefore::find_tails() {
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const Listing::Block& b = l_.blocks()[segments_[s].block];
    std::uint32_t from = b.end;
    const bool last = s + 1 == segments_.size() || segments_[s + 1].copy != segments_[s].copy;
    while (!rules_.fences && last && from > b.first && (is_fence(l_.at(from - 1)) || is_branch(l_.at(from - 1))))
      --from;
    tails_.push_back(from);
  }
}

void HappensBefore::connect_segment(std::uint32_t s, std::vector<std::vector<std::uint32_t>>& meetings) {
  std::array<std::uint32_t, lanes> last{};
  for (std::size_t lane = 0; lane < lanes; ++lane) last[lane] = entry_node(s, lane);
  meetings.clear();
  std::array<std::size_t, lanes> met{};
  const Listing::Block& b = l_.blocks()[segments_[s].block];
  for (std::uint32_t i = b.first; i < b.end; ++i) {
    const DumpInstruction& x = l_.at(i);
    const std::uint32_t n = node(s, i);
    const std::uint8_t lane = lane_[n];
    if (lane == every_lane) {
      for (std::uint32_t& before : last) {
        edge(before, n);
        before = n;
      }
    } else if (lane != no_lane) {
      // Barriers of single engines meet: the k-th of each in this block.
      if (x.opcode == "AllEngineBarrier" && !in_tail(s, i)) {
        const std::size_t k = met[lane]++;
        if (meetings.size() <= k) meetings.resize(k + 1);
        meetings[k].push_back(last[lane]);
        meetings[k].push_back(n);
      }
      edge(last[lane], n);
      last[lane] = n;
    }
    if (!is_dma(x) && lane != no_lane) continue;
    for (const DumpPart& p : l_.parts(i)) {
      async_at_.emplace(std::pair{n, p.fired}, static_cast<std::uint32_t>(asyncs_.size()));
      asyncs_.push_back({p, s, n, {}, static_cast<std::uint32_t>(asyncs_.size())});
    }
  }
  exits_.push_back(last);
  for (const std::vector<std::uint32_t>& m : meetings) {
    for (std::size_t a = 0; a < m.size(); a += 2)
      for (std::size_t c = 1; c < m.size(); c += 2)
        if (c != a + 1) edge(m[a], m[c]);
  }
}

void HappensBefore::connect_waits(std::uint32_t s) {
  const Listing::Block& b = l_.blocks()[segments_[s].block];
  const std::uint32_t copies = segments_.back().copy + 1;
  const auto per_copy = static_cast<std::uint32_t>(segments_.size()) / copies;
  const std::uint32_t first_block = segments_.front().block;
  for (std::uint32_t i = b.first; i < b.end; ++i) {
    if (in_tail(s, i) && waits_for_the_end(l_.at(i))) continue;
    for (std::uint32_t k = first_wait_[i]; k < first_wait_[i + 1]; ++k) {
      const WaitCheck& w = waits_.waits[k];
      if (!w.bound) continue;
      const bool right = w.status == WaitStatus::ok || (w.status == WaitStatus::over_wait && !w.later_iterations);
      const bool first_only = w.status == WaitStatus::accumulates || w.later_iterations;
      bool holds = right || (first_only && copies == 1);
      if (w.status == WaitStatus::later_producer && copies == 1) {
        holds = std::none_of(l_.loops().begin(), l_.loops().end(), [&](const Listing::Loop& loop) {
          return loop.first_block <= segments_[s].block && segments_[s].block <= loop.last_block;
        });
      }
      const std::uint32_t pb = l_.block_of(w.producer.instruction);
      if (!holds || pb < first_block || pb - first_block >= per_copy) continue;
      const std::uint32_t ps = pb - first_block + segments_[s].copy * per_copy;
      const std::uint32_t from = node(ps, w.producer.instruction);
      const std::uint32_t to = node(s, i);
      edge(from, to);
      const auto a = async_at_.find({from, w.producer.fired});
      if (a != async_at_.end()) asyncs_[a->second].waiters.push_back(to);
    }
  }
}

// A drain waits for what its engine has fired: the next drain of its engine on the same or a later block.
void HappensBefore::connect_drains() {
  std::array<std::vector<std::uint32_t>, lanes> pending;
  for (std::uint32_t n = 0, a = 0; n < lane_.size(); ++n) {
    const bool drain = instruction_[n] != no_place && l_.at(instruction_[n]).opcode == "Drain" &&
                       !in_tail(segment_of_[n], instruction_[n]);
    if (drain) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (lane_[n] != every_lane && lane_[n] != lane) continue;
        for (const std::uint32_t p : pending[lane]) asyncs_[p].waiters.push_back(n);
        // Behind a branch the drain may be passed by; the next one counts as well then.
        if (!branching_) pending[lane].clear();
      }
    }
    for (; a < asyncs_.size() && asyncs_[a].issue == n; ++a) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (lane_[n] == lane || lane_[n] == every_lane) pending[lane].push_back(a);
      }
    }
    if (branching_) {
      for (std::vector<std::uint32_t>& p : pending)
        if (p.size() > 64) p.erase(p.begin(), p.end() - 64);
    }
  }
}

void HappensBefore::connect_queues() {
  std::map<std::pair<std::uint8_t, std::string_view>, std::uint32_t> last;
  for (std::uint32_t a = 0; a < asyncs_.size(); ++a) {
    const std::string& queue = l_.at(asyncs_[a].part.instruction).queue;
    if (queue.empty()) continue;
    const std::pair key{lane_[asyncs_[a].issue], std::string_view(queue)};
    const auto at = last.find(key);
    if (at != last.end()) asyncs_[at->second].next = a;
    last[key] = a;
  }
}

void HappensBefore::sort() {
  const auto n = static_cast<std::uint32_t>(lane_.size());
  for (std::uint32_t s = 0; s < segments_.size(); ++s)
    for (const std::uint32_t from : segments_[s].previous)
      for (std::size_t lane = 0; lane < lanes; ++lane) edge(exits_[from][lane], entry_node(s, lane));
  std::vector<std::uint32_t> out_start(n + 2);
  in_start_.assign(n + 1, 0);
  for (const auto& [from, to] : edges_) {
    ++out_start[from + 2];
    ++in_start_[to + 1];
  }
  for (std::uint32_t i = 1; i <= n; ++i) in_start_[i] += in_start_[i - 1];
  for (std::uint32_t i = 2; i <= n + 1; ++i) out_start[i] += out_start[i - 1];
  in_.resize(edges_.size());
  std::vector<std::uint32_t> out(edges_.size());
  std::vector<std::uint32_t> fill(in_start_.begin(), in_start_.end() - 1);
  for (const auto& [from, to] : edges_) {
    in_[fill[to]++] = from;
    out[out_start[from + 1]++] = to;
  }
  std::vector<std::uint32_t> missing(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    missing[i] = in_start_[i + 1] - in_start_[i];
    if (missing[i] == 0) sorted_.push_back(i);
  }
  for (std::size_t k = 0; k < sorted_.size(); ++k) {
    const std::uint32_t from = sorted_[k];
    for (std::uint32_t e = out_start[from]; e < out_start[from + 1]; ++e)
      if (--missing[out[e]] == 0) sorted_.push_back(out[e]);
  }
  cyclic_ = sorted_.size() != n;
  for (std::uint32_t i = 0; cyclic_ && i < n; ++i) {
    if (missing[i] == 0 || instruction_[i] == no_place || l_.at(instruction_[i]).sync.waits.empty()) continue;
    on_cycle_ = instruction_[i];
    break;
  }
  edges_.clear();
  edges_.shrink_to_fit();
}

// Clocks over the runs that pass `source`, or over all where nothing branches.
void HappensBefore::run(std::uint32_t source) {
  if (!branching_) source = 0;
  if (source_ == source) return;
  source_ = source;
  spent_ += sorted_.size();
  const std::vector<bool>& passes = reachable(source, no_place);
  for (const std::uint32_t n : sorted_) {
    Clock clock{};
    const std::uint32_t s = segment_of_[n];
    if (branching_ && (s < source || !passes[s])) {
      clocks_[n] = clock;
      continue;
    }
    if (instruction_[n] == no_place) {
      bool first = true;
      for (std::uint32_t e = in_start_[n]; e < in_start_[n + 1]; ++e) {
        const std::uint32_t from = segment_of_[in_[e]];
        if (branching_ && (from < source || !passes[from] || s == source)) continue;
        for (std::size_t lane = 0; lane < lanes; ++lane)
          clock[lane] = first ? clocks_[in_[e]][lane] : std::min(clock[lane], clocks_[in_[e]][lane]);
        first = false;
      }
    } else {
      for (std::uint32_t e = in_start_[n]; e < in_start_[n + 1]; ++e)
        for (std::size_t lane = 0; lane < lanes; ++lane) clock[lane] = std::max(clock[lane], clocks_[in_[e]][lane]);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (lane_[n] == lane || lane_[n] == every_lane) clock[lane] = n + 1;
    }
    clocks_[n] = clock;
  }
}

const std::vector<bool>& HappensBefore::reachable(std::uint32_t from, std::uint32_t without) {
  const auto [at, fresh] = reachable_.try_emplace({from, without});
  if (!fresh) return at->second;
  std::vector<bool>& seen = at->second;
  spent_ += segments_.size();
  seen.assign(segments_.size(), !branching_);
  if (!branching_) return seen;
  seen[from] = true;
  for (std::uint32_t s = from + 1; s < segments_.size(); ++s) {
    if (s == without) continue;
    for (const std::uint32_t p : segments_[s].previous)
      if (p >= from && seen[p]) seen[s] = true;
  }
  return seen;
}

bool HappensBefore::together(std::uint32_t a, std::uint32_t b) {
  if (!branching_ || a == b) return true;
  if (spent_ > most_nodes_visited) return true;
  return reachable(std::min(a, b), no_place)[std::max(a, b)];
}

bool HappensBefore::bypassed(std::uint32_t from, std::uint32_t through, std::uint32_t to) {
  if (!branching_ || through == from || through == to) return false;
  return reachable(from, through)[to];
}

const HappensBefore::Async* HappensBefore::async(const OrderEvent& e) const {
  const auto at = async_at_.find({node(e.segment, e.part.instruction), e.part.fired});
  return at == async_at_.end() ? nullptr : &asyncs_[at->second];
}

// Is the place `done` over when the instruction `at` begins?
bool HappensBefore::covers(std::uint32_t at, std::uint32_t done) const {
  if (at == done) return true;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((lane_[done] == lane || lane_[done] == every_lane) && clocks_[at][lane] >= done + 1) return true;
  }
  return false;
}

// Of each transfer and, by their queue, of all behind it: the first place on each engine that waits for one of them.
// Only the first counts, since what comes later on an engine comes after it.
void HappensBefore::find_first_waiters() {
  first_waiters_.assign(asyncs_.size(), Clock{});
  for (std::size_t k = asyncs_.size(); k-- > 0;) {
    Clock& first = first_waiters_[k];
    if (asyncs_[k].next != k) first = first_waiters_[asyncs_[k].next];
    for (const std::uint32_t w : asyncs_[k].waiters) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const bool on = lane_[w] == lane || lane_[w] == every_lane;
        if (on && (first[lane] == 0 || first[lane] > w + 1)) first[lane] = w + 1;
      }
    }
  }
}

bool HappensBefore::covers_one_of(std::uint32_t at, const Async& x) const {
  const Clock& first = first_waiters_[static_cast<std::size_t>(&x - asyncs_.data())];
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (first[lane] != 0 && clocks_[at][lane] >= first[lane]) return true;
  // A place without an engine is in no clock; it only has itself.
  return std::find(x.waiters.begin(), x.waiters.end(), at) != x.waiters.end();
}

Ordered HappensBefore::before(const OrderEvent& a, const OrderEvent& b) {
  if (cyclic_ || spent_ > most_nodes_visited) return Ordered::open;
  if (branching_ && a.segment > b.segment) return Ordered::no;
  run(a.segment);
  const std::uint32_t begin = node(b.segment, b.part.instruction);
  const Async* x = async(a);
  if (x == nullptr) {
    const std::uint32_t done = node(a.segment, a.part.instruction);
    if (done == begin) return Ordered::no;
    if (lane_[done] == lane_[begin]) return done < begin ? Ordered::yes : Ordered::no;
    return covers(begin, done) ? Ordered::yes : Ordered::no;
  }
  if (!branching_) return covers_one_of(begin, *x) ? Ordered::yes : Ordered::no;
  Ordered found = Ordered::no;
  while (true) {
    for (const std::uint32_t w : x->waiters) {
      const bool reached = covers(begin, w);
      const bool passed = bypassed(a.segment, segment_of_[w], b.segment);
      if (reached && !passed) return Ordered::yes;
      if (passed) found = Ordered::open;
    }
    const Async* next = &asyncs_[x->next];
    spent_ += 1 + x->waiters.size();
    if (next == x || spent_ > most_nodes_visited) return next == x ? found : Ordered::open;
    x = next;
  }
}

}  // namespace counterpoint::neuron
