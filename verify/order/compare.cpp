// Compares the clocks of two machines while they are made.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/compare.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace counterpoint {

ClockComparer::ClockComparer(const Machine& program, const IdVector<EngineId, EngineId>& engines, Clocks& s, Clocks& i)
    : program_(program), engines_(engines), s_(s), i_(i), count_(program.tree().engine_count()), last_(count_) {
  for (const EngineId e : program.tree().engines()) same_numbers_ = same_numbers_ && other(e) == e;
}

// -1: the implementation's clock is not at least the program's; 1: it asks for more; 0: they are equal.
int ClockComparer::relate(EngineId e, const ClockedEvent& s, const ClockedEvent& i) const {
  if (i.retired < s.retired) return -1;
  bool more = i.retired > s.retired;
  const auto sv = s_.version(e, s.version);
  const auto iv = i_.version(other(e), i.version);
  if (same_numbers_ && std::memcmp(sv.data(), iv.data(), sv.size_bytes()) == 0) return more ? 1 : 0;
  for (const EngineId f : program_.tree().engines()) {
    if (f == e) continue;
    const std::uint32_t g = other(f).value;
    if (iv[g] < sv[f.value] || iv[count_ + g] < sv[count_ + f.value]) return -1;
    more = more || iv[g] > sv[f.value] || iv[count_ + g] > sv[count_ + f.value];
  }
  return more ? 1 : 0;
}

void ClockComparer::compare() {
  for (const EngineId e : program_.tree().engines()) compare(e);
}

void ClockComparer::compare(EngineId e) {
  const EngineId o = other(e);
  Last& last = last_[e];
  for (std::uint64_t n = std::min(s_.ready(e), i_.ready(o)); n > 0; --n) {
    const ClockedEvent& a = s_.next(e);
    const ClockedEvent& b = i_.next(o);
    const bool fresh = a.version != last.program || b.version != last.implementation;
    if (fresh || a.retired != b.retired || last.relation != 0) last.relation = relate(e, a, b);
    last.program = a.version;
    last.implementation = b.version;
    if (last.relation < 0) note_early(e, b);
    if (last.relation > 0) note_later(e, a, b);
    s_.take(e);
    i_.take(o);
  }
}

void ClockComparer::program_is_done() {
  for (const EngineId e : program_.tree().engines()) {
    const EngineId o = other(e);
    if (i_.ready(o) != 0) note_early(e, i_.next(o));
    while (i_.ready(o) != 0) i_.take(o);
  }
}

void ClockComparer::implementation_is_done() {
  for (const EngineId e : program_.tree().engines()) {
    dead_ = dead_ || s_.ready(e) != 0;
    while (s_.ready(e) != 0) s_.take(e);
  }
}

void ClockComparer::note_early(EngineId e, const ClockedEvent& i) {
  const EngineId o = other(e);
  const auto iv = i_.version(o, i.version);
  const std::uint64_t at = i_.taken(o);
  std::uint64_t length = at + 2 * std::uint64_t{i.retired};
  for (std::size_t f = 0; f < count_; ++f) {
    if (f != o.value) length += iv[f] + 2 * std::uint64_t{iv[count_ + f]};
  }
  if (early_ && std::tie(early_->length, early_->engine, early_->at) <= std::tie(length, e, at)) return;
  early_ = EarlyEvent{e, i, at, length, {}};
  for (std::size_t f = 0; f < count_; ++f) {
    early_->past.stream.push_back(f == o.value ? at : iv[f]);
    early_->past.retired.push_back(f == o.value ? i.retired : iv[count_ + f]);
  }
}

// Charges the excess to the event that brings it: what the event before it already had is not counted again.
void ClockComparer::note_later(EngineId e, const ClockedEvent& s, const ClockedEvent& i) {
  later_ = true;
  if (i.kind == ClockedEvent::Kind::end) {
    late_ends_.push_back(e);
    return;
  }
  const EngineId o = other(e);
  const ClockedEvent& before = i_.before(o);
  const auto sv = s_.version(e, s.version);
  const auto iv = i_.version(o, i.version);
  const auto bv = i_.version(o, before.version);
  const ExcessKey consumer{s.kind == ClockedEvent::Kind::visit, program_.code().events[s.event].subject, 0};
  for (const EngineId f : program_.tree().engines()) {
    const std::uint32_t g = other(f).value;
    const std::uint32_t needed = f == e ? s.retired : sv[count_ + f.value];
    const std::uint32_t asked = f == e ? i.retired : iv[count_ + g];
    const std::uint32_t had = f == e ? before.retired : bv[count_ + g];
    if (asked <= std::max(needed, had)) continue;
    ExcessKey key = consumer;
    key.engine = f.value;
    Excess& x = excess_[key];
    ++x.instances;
    if (asked - needed <= x.lost_slack) continue;
    x.lost_slack = asked - needed;
    x.asked = asked;
  }
}

}  // namespace counterpoint
