// Pairs from hazards, answers, ids.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/cross_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/diagnostic/ascend_codes.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::size_t fewest_in_turn = 4;
constexpr std::int32_t second_vector = 16;  // what its ids are more on the cube core

// Everything of two pairs that are set by the same pipes, hold the same and stand in the same region.
using Alike = std::tuple<std::vector<Core>, Pipe, std::vector<Core>, Pipe, int, std::uint32_t, std::uint32_t, bool>;

Alike alike(const SyncIr& ir, const CrossPair& p) {
  const SyncElement& at = ir.elements[p.set.element];
  return {p.senders, p.from.pipe, p.receivers, p.held, p.mode, p.loop, at.parent, at.in_else};
}

bool contains(const std::vector<Core>& all, const std::vector<Core>& some) {
  return std::ranges::all_of(some, [&](Core c) { return std::ranges::find(all, c) != all.end(); });
}

}  // namespace

tl::expected<CrossPairs, Diagnostic> CrossPairs::make(const SyncIr& ir, const HazardTable& hazards,
                                                      const FlagOptions& options) {
  CrossPairs out(ir, options);
  for (const Hazard& h : hazards.all()) {
    if (ir.elements[h.earlier].core != ir.elements[h.later].core) out.add(h);
  }
  if (out.pairs_.size() > most_cross_pairs) {
    return tl::unexpected(diagnose(AscendCode::too_many_conflicts, {},
                                   fmt::format("{} hazards are between cores, and at most {} are looked at",
                                               out.pairs_.size(), most_cross_pairs)));
  }
  std::ranges::stable_sort(out.pairs_, {}, [](const CrossPair& p) { return std::pair(p.set.key(), p.wait.key()); });
  out.leave_out_enclosed();
  out.answer();
  if (!out.give_ids()) {
    return tl::unexpected(diagnose(AscendCode::no_such_cross_id, {},
                                   fmt::format("{} pairs of flags between cores need more ids than the {} there are",
                                               out.pairs_.size(), out.ids_)));
  }
  return out;
}

void CrossPairs::add(const Hazard& h) {
  const SyncElement& earlier = ir_->elements[h.earlier];
  const SyncElement& later = ir_->elements[h.later];
  CrossPair p;
  p.from = {earlier.core, earlier.pipe};
  p.to = {later.core, later.pipe};
  p.loop = h.loop;
  p.depth = p.carried() ? std::min(std::max(h.distance, 1U), most_) : 0;
  std::pair<std::uint32_t, std::uint32_t> at;
  if (p.carried()) {
    at = {ir_->child_of(h.loop, h.earlier), ir_->child_of(h.loop, h.later)};
    at.second = std::min(at.first, at.second);
  } else {
    at = ir_->children(h.earlier, h.later);
  }
  p.set = {ir_->elements[at.first].end, true};
  p.wait = {at.second, false};
  choose_mode(p);
  pairs_.push_back(std::move(p));
}

void CrossPairs::choose_mode(CrossPair& p) const {
  const Kernel& kernel = ir_->kernel();
  std::vector<Core> vectors;
  std::ranges::copy_if(kernel.cores(), std::back_inserter(vectors), is_vector);
  const bool c310 = kernel.architecture() == Architecture::c310;
  const bool alone = c310 && std::ranges::find(vectors, Core::aiv) == vectors.end();  // mode 4
  const bool of_cube = p.from.core == Core::aic;
  const bool to_cube = p.to.core == Core::aic;
  p.mode = !of_cube && !to_cube ? 1 : alone ? 4 : 2;
  p.senders = of_cube || p.mode == 4 ? std::vector{p.from.core} : vectors;
  p.receivers = to_cube || p.mode == 4 ? std::vector{p.to.core} : vectors;
  p.reach = to_cube || p.mode == 4 ? p.to.core : Core::aiv;
  p.held = c310 ? p.to.pipe : Pipe::s;
}

void CrossPairs::leave_out_enclosed() {
  std::map<Alike, std::vector<std::uint32_t>> groups;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) groups[alike(*ir_, pairs_[p])].push_back(p);
  std::vector<bool> out(pairs_.size(), false);
  for (const auto& [key, group] : groups) {
    for (const std::uint32_t p : group) {
      out[p] = std::ranges::any_of(group, [&](std::uint32_t q) {
        const CrossPair& a = pairs_[p];
        const CrossPair& b = pairs_[q];
        if (p == q || out[q] || b.set.key() < a.set.key() || a.wait.key() < b.wait.key()) return false;
        return b.depth <= a.depth;
      });
    }
  }
  std::vector<CrossPair> kept;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    if (!out[p]) kept.push_back(std::move(pairs_[p]));
  }
  pairs_ = std::move(kept);
}

// Whether what `r` tells its receivers, who set `p`, is that they who set `r` have waited for `p`.
bool CrossPairs::answered_by(const CrossPair& p, const CrossPair& r) const {
  const SyncElement& a = ir_->elements[p.set.element];
  const SyncElement& b = ir_->elements[r.set.element];
  if (a.parent != b.parent || a.in_else != b.in_else) return false;
  if (!contains(r.senders, p.receivers) || !contains(r.receivers, p.senders)) return false;
  const bool c310 = ir_->kernel().architecture() == Architecture::c310;
  return !c310 || (p.held == r.from.pipe && r.held == p.from.pipe);
}

// How many iterations a set may be ahead of its wait; 0 outside of loops, and `most_` and more if nothing says.
std::uint32_t CrossPairs::behind(const CrossPair& p) const {
  if (ir_->loop_around(p.set.element) == no_element) return 0;
  std::uint32_t best = most_ + 1;
  for (const CrossPair& r : pairs_) {
    if (!answered_by(p, r)) continue;
    const std::uint32_t told = p.wait.key() < r.set.key() ? 0 : 1;
    const std::uint32_t known = r.wait.key() < p.set.key() ? 0 : 1;
    best = std::min(best, told + known + r.depth + p.depth);
  }
  return best;
}

// Pairs of its chain, if they stay on one id.
std::uint32_t CrossPairs::sharers(const CrossPair& p) const {
  if (p.carried() || p.is_answer()) return 1;
  const Alike own = alike(*ir_, p);
  const auto n = static_cast<std::uint32_t>(
      std::ranges::count_if(pairs_, [&](const CrossPair& q) { return !q.is_answer() && alike(*ir_, q) == own; }));
  return n < fewest_in_turn ? n : 1;
}

void CrossPairs::answer() {
  const auto count = static_cast<std::uint32_t>(pairs_.size());
  std::vector<CrossPair> answers;
  for (std::uint32_t n = 0; n < count; ++n) {
    CrossPair& p = pairs_[n];
    p.behind = behind(p);
    if (p.behind * sharers(p) <= most_) continue;
    p.behind = std::max(p.depth, 1U);
    CrossPair r;
    r.from = p.to;
    r.to = p.from;
    r.set = p.wait;
    r.wait = p.carried() ? p.set : p.wait;
    choose_mode(r);
    r.answers = n;
    r.behind = p.behind;
    answers.push_back(std::move(r));
  }
  pairs_.insert(pairs_.end(), std::make_move_iterator(answers.begin()), std::make_move_iterator(answers.end()));
}

// Pairs that may share ids, each in the order of its sets.
std::vector<std::vector<std::uint32_t>> CrossPairs::chains() const {
  std::map<Alike, std::vector<std::uint32_t>> groups;
  std::vector<std::vector<std::uint32_t>> out;
  std::map<Alike, std::size_t> place;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    const Alike key = alike(*ir_, pairs_[p]);
    const bool may = !pairs_[p].carried() && !pairs_[p].is_answer();
    const auto found = may ? place.find(key) : place.end();
    if (found != place.end() && pairs_[out[found->second].back()].wait.key() <= pairs_[p].wait.key()) {
      out[found->second].push_back(p);
      continue;
    }
    if (may) place[key] = out.size();
    out.push_back({p});
  }
  return out;
}

// The lowest id that is free on every core that the pair reaches.
bool CrossPairs::take_id(std::vector<std::int32_t>& ids, const CrossPair& p) {
  const std::int32_t offset = p.mode == 4 && p.from.core == Core::aiv1 ? second_vector : 0;
  for (std::int32_t id = 0; id < static_cast<std::int32_t>(ids_); ++id) {
    if (std::ranges::any_of(p.receivers, [&](Core c) { return taken_.contains({c, id + offset}); })) continue;
    for (const Core c : p.receivers) taken_.insert({c, id + offset});
    ids.push_back(id);
    return true;
  }
  return false;
}

bool CrossPairs::give_ids() {
  const auto all = chains();
  std::vector<std::vector<std::int32_t>> ids(all.size());
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (!take_id(ids[c], pairs_[all[c].front()])) return false;
  }
  for (std::size_t c = 0; c < all.size(); ++c) {
    const bool in_turn = all[c].size() >= fewest_in_turn;
    while (in_turn && ids[c].size() < all[c].size() && take_id(ids[c], pairs_[all[c].front()])) {
    }
    const std::size_t on_one = (all[c].size() + ids[c].size() - 1) / ids[c].size();
    for (std::size_t n = 0; n < all[c].size(); ++n) {
      CrossPair& p = pairs_[all[c][n]];
      p.id = ids[c][n % ids[c].size()];
      if (on_one * std::max(p.behind, 1U) > most_) return false;
    }
  }
  return true;
}

namespace {

class CrossWriter {
 public:
  CrossWriter(const SyncIr& ir, Kernel& kernel, const std::vector<CrossPair>& pairs)
      : ir_(ir), kernel_(kernel), pairs_(pairs) {}

  void write() {
    std::vector<std::uint32_t> answer(pairs_.size(), ~0U);
    for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
      if (pairs_[p].is_answer()) answer[pairs_[p].answers] = p;
    }
    std::map<std::uint64_t, std::vector<Op>> lists;
    for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
      const CrossPair& x = pairs_[p];
      if (x.is_answer()) continue;
      std::vector<Op>& before = lists[x.wait.key()];
      std::vector<Op>& after = lists[x.set.key()];
      waits(x, before);
      if (answer[p] != ~0U) {
        sets(pairs_[answer[p]], before);
        waits(pairs_[answer[p]], x.carried() ? after : before);
      }
      sets(x, after);
    }
    for (auto& [key, ops] : lists) put(static_cast<std::uint32_t>(key / 2), key % 2 != 0, std::move(ops));
    write_ends();
  }

 private:
  static void sets(const CrossPair& p, std::vector<Op>& out) {
    for (const Core c : p.senders) {
      Op op;
      op.kind = OpKind::cross_set;
      op.core = c;
      op.pipe = p.from.pipe;
      op.reach = p.reach;
      op.mode = p.mode;
      op.flag.id = p.id;
      out.push_back(std::move(op));
    }
  }
  static void waits(const CrossPair& p, std::vector<Op>& out) {
    for (const Core c : p.receivers) {
      Op op;
      op.kind = OpKind::cross_wait;
      op.core = c;
      op.pipe = p.held;
      op.flag.id = p.id + (p.mode == 4 && p.from.core == Core::aiv1 ? second_vector : 0);
      out.push_back(std::move(op));
    }
  }
  void put(std::uint32_t element, bool after, std::vector<Op> ops) {
    OpId last = ir_.elements[element].op;
    for (Op& op : ops) {
      const OpId made = kernel_.make(std::move(op));
      if (after) {
        kernel_.put_after(last, made);
        last = made;
      } else {
        kernel_.put_before(ir_.elements[element].op, made);
      }
    }
  }
  // A carried pair is set before everything as often as it is ahead, and waited for as often after everything.
  void write_ends() {
    const OpId first = kernel_.region(Kernel::body()).first;
    for (const CrossPair& p : pairs_) {
      for (std::uint32_t n = 0; n < p.depth; ++n) {
        std::vector<Op> start;
        std::vector<Op> end;
        sets(p, start);
        waits(p, end);
        for (Op& op : start) kernel_.put_before(first, kernel_.make(std::move(op)));
        for (Op& op : end) kernel_.append(Kernel::body(), kernel_.make(std::move(op)));
      }
    }
  }

  const SyncIr& ir_;
  Kernel& kernel_;
  const std::vector<CrossPair>& pairs_;
};

}  // namespace

void CrossPairs::write(Kernel& kernel) const { CrossWriter(*ir_, kernel, pairs_).write(); }

}  // namespace counterpoint::ascend
