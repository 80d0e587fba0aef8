// Walks a draft for the intervals of its registers, and colours them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/registers.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace counterpoint::neuron {
namespace {

constexpr std::uint32_t never_written = 0xffffffffU;

class RegisterWalk {
 public:
  explicit RegisterWalk(const Draft& draft)
      : draft_(draft), needs_(draft.register_count()), written_(draft.register_count(), never_written) {
    frames_.emplace_back();
  }

  RegisterNeeds run() {
    auto mark = draft_.marks.begin();
    for (std::size_t place = 0; place <= draft_.records.size(); ++place) {
      for (; mark != draft_.marks.end() && mark->place == place; ++mark) pass(*mark);
      if (place == draft_.records.size()) break;
      const DraftRecord& r = draft_.records[place];
      for (const DraftRegister x : {r.a, r.b, r.first, r.second}) {
        if (x.valid()) read(x, 2 * place);
      }
      if (r.target.valid()) write(r.target, 2 * place + 1);
    }
    return std::move(needs_);
  }

 private:
  struct Written {
    DraftRegister reg;
    std::uint32_t before = never_written;
  };
  struct Frame {
    std::vector<Written> written;  // surely, in this scope
    std::vector<DraftRegister> first_branch;
    std::vector<DraftRegister> until_end;  // of this loop
  };

  void mention(DraftRegister x, std::size_t at) {
    RegisterNeed& n = needs_[x.value];
    if (!n.mentioned) n = {true, false, at, at};
    n.last = std::max(n.last, at);
  }
  void read(DraftRegister x, std::size_t at) {
    mention(x, at);
    const std::uint32_t depth = written_[x.value];
    if (depth == never_written) {
      needs_[x.value].zero = true;
      needs_[x.value].first = 0;
    }
    const std::uint32_t loop = outermost_loop_below(depth);
    if (loop != never_written) frames_[loop].until_end.push_back(x);
  }
  // The outermost open loop that lies in the frame `depth`; in all of the stream, for nowhere.
  [[nodiscard]] std::uint32_t outermost_loop_below(std::uint32_t depth) const {
    const std::uint32_t from = depth == never_written ? 0 : depth + 1;
    const auto found = std::lower_bound(loops_.begin(), loops_.end(), from);
    return found == loops_.end() ? never_written : *found;
  }
  void write(DraftRegister x, std::size_t at) {
    mention(x, at);
    surely(x);
  }
  void surely(DraftRegister x) {
    const auto depth = static_cast<std::uint32_t>(frames_.size() - 1);
    if (written_[x.value] == depth) return;
    frames_.back().written.push_back({x, written_[x.value]});
    written_[x.value] = depth;
  }
  std::vector<DraftRegister> forget() {
    std::vector<DraftRegister> out;
    std::vector<Written>& written = frames_.back().written;
    for (auto w = written.rbegin(); w != written.rend(); ++w) {
      written_[w->reg.value] = w->before;
      out.push_back(w->reg);
    }
    written.clear();
    return out;
  }
  void pass(const Mark& mark) {
    switch (mark.kind) {
      case MarkKind::loop:
        loops_.push_back(static_cast<std::uint32_t>(frames_.size()));
        frames_.emplace_back();
        return;
      case MarkKind::branch: frames_.emplace_back(); return;
      case MarkKind::other_branch: frames_.back().first_branch = forget(); return;
      case MarkKind::branch_end: end_branch(); return;
      case MarkKind::loop_end: end_loop(mark); return;
    }
  }
  void end_loop(const Mark& mark) {
    for (const DraftRegister x : frames_.back().until_end) {
      needs_[x.value].last = std::max(needs_[x.value].last, 2 * mark.place);
    }
    const std::vector<DraftRegister> written = forget();
    frames_.pop_back();
    loops_.pop_back();
    if (!mark.at_least_once) return;
    for (const DraftRegister x : written) surely(x);
  }
  void end_branch() {
    std::vector<DraftRegister> first = std::move(frames_.back().first_branch);
    std::vector<DraftRegister> other = forget();
    frames_.pop_back();
    std::ranges::sort(first);
    std::ranges::sort(other);
    std::vector<DraftRegister> both;
    std::ranges::set_intersection(first, other, std::back_inserter(both));
    for (const DraftRegister x : both) surely(x);
  }

  const Draft& draft_;
  RegisterNeeds needs_;
  std::vector<std::uint32_t> written_;  // by register: the frame in which it has surely been written
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> loops_;  // the frames that are loops, from outside
};

}  // namespace

RegisterNeeds registers_needed(const Draft& draft) { return RegisterWalk(draft).run(); }

Colouring colour(const RegisterNeeds& needs) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < needs.size(); ++i) {
    if (needs[i].mentioned) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return needs[i].first; });
  Colouring out;
  out.number.assign(needs.size(), 0);
  using Ending = std::pair<std::size_t, std::size_t>;  // last place, number
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> alive;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> free;
  for (const std::uint32_t i : order) {
    while (!alive.empty() && alive.top().first < needs[i].first) {
      free.push(alive.top().second);
      alive.pop();
    }
    std::size_t number = out.used;
    if (free.empty()) {
      ++out.used;
    } else {
      number = free.top();
      free.pop();
    }
    out.number[i] = static_cast<std::uint8_t>(std::min<std::size_t>(number, 255));
    alive.push({needs[i].last, number});
  }
  return out;
}

}  // namespace counterpoint::neuron
