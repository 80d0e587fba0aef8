// Slow and obvious machines: what a step does.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/machine/reference.hpp"

#include <algorithm>

namespace counterpoint::reference {
namespace {

__extension__ typedef __int128 Wide;

Wide power(std::uint32_t width) { return Wide{1} << width; }

// The number of `width` bits, as signed; 0: no wrapping.
Wide fold(Wide v, std::uint32_t width) {
  if (width == 0) return v;
  v = ((v % power(width)) + power(width)) % power(width);
  return v >= power(width - 1) ? v - power(width) : v;
}

bool fits(Wide v) { return v >= -power(63) && v < power(63); }

}  // namespace

Machine::Machine(const Tree& tree, std::vector<Stream> streams, std::vector<std::int64_t> cells, MachineOptions options)
    : tree_(tree), streams_(std::move(streams)), cells_(std::move(cells)), options_(std::move(options)) {
  engines_.resize(streams_.size());
  for (std::size_t e = 0; e < engines_.size(); ++e) faulted_ = faulted_ || next(e).kind == Kind::fault;
}

bool Machine::complete() const {
  return std::ranges::all_of(engines_, [](const Engine& e) { return e.ended; });
}

std::size_t Machine::instances(std::size_t e) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      engines_[e].flying, [&](const Entry& f) { return streams_[e][f.item].kind == Kind::issue; }));
}

bool Machine::holds(const std::vector<Ask>& asks) const {
  std::map<std::size_t, Wide> taken;
  const std::uint32_t width = options_.width == 0 ? 64 : options_.width;
  const bool is_unsigned = options_.compare == Comparison::as_unsigned;
  const auto holds_now = [&](TestKind kind, Wide value, Wide needed) {
    if (kind == TestKind::equal) return value == needed;
    if (is_unsigned) {
      return (value + power(width)) % power(width) >= (needed + power(width)) % power(width);
    }
    if (options_.compare == Comparison::difference) return fold(value - needed, width) >= 0;
    return value >= needed;
  };
  for (const Ask& a : asks) {
    // A take must hold by itself, and all takes of one cell together.
    if (a.kind == TestKind::take) taken[a.cell] += is_unsigned ? (a.value + power(width)) % power(width) : a.value;
    if (!holds_now(a.kind == TestKind::equal ? a.kind : TestKind::at_least, cells_[a.cell], a.value)) return false;
  }
  for (const auto& [cell, sum] : taken) {
    const bool representable = is_unsigned ? sum < power(width) : sum >= -power(width - 1) && sum < power(width - 1);
    if (!representable || !holds_now(TestKind::at_least, cells_[cell], sum)) return false;
  }
  return true;
}

bool Machine::can_stream(std::size_t e) const {
  if (engines_[e].arrived || engines_[e].ended) return false;
  switch (next(e).kind) {
    case Kind::issue: return (options_.window == 0 || instances(e) < options_.window) && holds(next(e).asks);
    case Kind::visit:
    case Kind::wait: return holds(next(e).asks);
    case Kind::fence:
    case Kind::barrier:
    case Kind::end: return engines_[e].flying.empty();
    default: return true;
  }
}

std::vector<Step> Machine::enabled() const {
  std::vector<Step> steps;
  if (faulted_) return steps;
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    const EngineId id{e};
    if (can_stream(e)) {
      const Item& item = next(e);
      const StepKind kind = item.kind == Kind::issue   ? StepKind::issue
                            : item.kind == Kind::visit ? StepKind::visit
                            : item.kind == Kind::end   ? StepKind::end
                                                       : StepKind::internal;
      const bool named = kind == StepKind::issue || kind == StepKind::visit;
      steps.push_back({kind, id, named ? item.subject : 0, 0});
    }
    std::uint32_t ordinal = 0;
    bool earlier = false;  // an earlier instance is not committed
    for (const Entry& f : engines_[e].flying) {
      const Item& item = streams_[e][f.item];
      if (item.kind != Kind::issue) continue;
      const bool held = earlier && tree_.engine(id).inorder;
      if (!f.committed && !held) steps.push_back({StepKind::commit, id, item.subject, ordinal});
      earlier = earlier || !f.committed;
      ++ordinal;
    }
    if (!engines_[e].flying.empty() && engines_[e].flying.front().committed) {
      const Item& item = streams_[e][engines_[e].flying.front().item];
      if (item.kind == Kind::issue) steps.push_back({StepKind::retire, id, item.subject, 0});
      if (item.kind != Kind::issue) steps.push_back({StepKind::internal, id, Step::retire_signal, 0});
    }
  }
  return steps;
}

void Machine::tell(const std::vector<Tell>& tells) {
  for (const Tell& t : tells) {
    if (faulted_) return;
    const Wide before = cells_[t.cell];
    const Wide exact = t.kind == UpdateKind::set   ? Wide{t.amount}
                       : t.kind == UpdateKind::add ? before + t.amount
                                                   : before - t.amount;
    const Wide after = fold(exact, options_.width);
    const bool sets = t.kind != UpdateKind::subtract && (t.kind == UpdateKind::set ? t.amount != 0 : t.amount > 0);
    if (t.flag && ((sets && before != 0) || after < 0 || after > 1)) faulted_ = true;
    if (!fits(after)) faulted_ = true;
    if (!faulted_) cells_[t.cell] = static_cast<std::int64_t>(after);
  }
}

void Machine::pass(std::size_t e) {
  ++engines_[e].at;
  if (next(e).kind == Kind::fault) faulted_ = true;
}

void Machine::stream(std::size_t e) {
  Engine& engine = engines_[e];
  const Item item = next(e);
  for (const Ask& a : item.asks) {
    // A take of a flag must leave it 0 or 1, like any other update.
    if (a.kind == TestKind::take) tell({{a.cell, UpdateKind::subtract, a.value, a.flag}});
  }
  if (item.kind == Kind::end) {
    engine.ended = true;
    return;
  }
  if (item.kind == Kind::barrier) {
    engine.arrived = true;
    if (!std::ranges::all_of(engines_, [](const Engine& x) { return x.arrived; })) return;
    bool reset = false;
    for (std::size_t x = 0; x < engines_.size(); ++x) reset = reset || next(x).reset;
    if (reset) std::ranges::fill(cells_, 0);
    for (std::size_t x = 0; x < engines_.size() && !faulted_; ++x) {
      engines_[x].arrived = false;
      pass(x);
    }
    return;
  }
  tell(item.now);
  if (item.bad_index) faulted_ = true;
  if (faulted_) return;
  if (item.kind == Kind::issue) engine.flying.push_back({engine.at, false});
  if (item.kind == Kind::late_signal) engine.flying.push_back({engine.at, true});
  pass(e);
}

void Machine::apply(const Step& step) {
  const std::size_t e = step.engine.value;
  Engine& engine = engines_[e];
  if (step.kind == StepKind::commit) {
    std::uint32_t ordinal = 0;
    for (Entry& f : engine.flying) {
      if (streams_[e][f.item].kind == Kind::issue && ordinal++ == step.ordinal) f.committed = true;
    }
  } else if (step.kind == StepKind::retire || (step.kind == StepKind::internal && step.subject != 0)) {
    const std::size_t item = engine.flying.front().item;
    engine.flying.erase(engine.flying.begin());
    tell(streams_[e][item].later);
  } else {
    stream(e);
  }
}

}  // namespace counterpoint::reference
