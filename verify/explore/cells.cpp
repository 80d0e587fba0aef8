// What is known of every cell before the first step.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/cells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "core/machine/arithmetic.hpp"

namespace counterpoint {
namespace {

constexpr std::int64_t far = std::int64_t{1} << 61U;

std::int64_t plus(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t plus_far(std::int64_t a, std::int64_t b) {
  return std::clamp(std::clamp(a, -far, far) + std::clamp(b, -far, far), -far, far);
}

std::int64_t negated(std::int64_t v) {
  return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(v));
}

class Former {
 public:
  Former(const LinearStreams& streams, const MachineOptions& options)
      : streams_(streams),
        width_(options.width),
        compare_(options.compare),
        forms_(streams.initial.size()),
        facts_(streams.initial.size()) {}

  std::vector<CellForm> run() {
    for (std::size_t c = 0; c < forms_.size(); ++c) {
      forms_[c].flag = streams_.flag[c];
      forms_[c].bases.push_back({0, streams_.initial[c]});
      facts_[c].low = facts_[c].high = facts_[c].segment_low = facts_[c].segment_high = streams_.initial[c];
    }
    segments();
    for (std::size_t c = 0; c < forms_.size(); ++c) settle(c);
    for (std::size_t c = 0; c < forms_.size(); ++c) store(c);
    for (const LinearTest& t : streams_.tests) forms_[t.cell].rises = forms_[t.cell].rises && says_at_least(t);
    return std::move(forms_);
  }

 private:
  struct Facts {
    bool sets = false;
    bool lowers = false;
    bool wraps = false;      // the sum may leave the width
    bool overflow = false;   // or 64 bits, where that is a fault
    std::int64_t sum = 0;    // of all contributions so far, modulo 2^64
    std::int64_t value = 0;  // with `:=`: after the last change in the order of the stream
    std::int64_t low = 0;    // of all segments so far
    std::int64_t high = 0;
    std::int64_t segment_low = 0;  // of the segment at hand
    std::int64_t segment_high = 0;
    std::int64_t most_set = 0;  // what `:=` can make of it
    std::int64_t least_set = 0;
    std::int64_t all_up = 0;  // all additions together
    std::int64_t all_down = 0;
    bool touched = false;  // in this segment
    bool touched_since_reset = false;
  };

  // Goes through all engines segment by segment, so that what a segment starts with is known.
  void segments() {
    const std::size_t engines = streams_.engines.size();
    next_.assign(engines, 0);
    for (std::uint32_t segment = 0;; ++segment) {
      std::size_t met = 0;
      bool reset = false;
      for (std::size_t e = 0; e < engines; ++e) {
        const LinearStream& s = streams_.engines[EngineId{e}];
        while (next_[e] < s.events.size()) {
          const LinearEvent& event = s.events[next_[e]];
          contribute(e, next_[e], event);
          ++next_[e];
          if (event.kind != LinearKind::gather) continue;
          ++met;
          reset = reset || event.reset;
          break;
        }
      }
      close_segment(reset && met == engines, segment + 1);
      if (engines == 0 || met != engines) return;  // who waits there waits for ever
    }
  }

  void contribute(std::size_t e, std::uint32_t at, const LinearEvent& event) {
    if (event.kind == LinearKind::gather) return;
    for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
      const LinearTest& test = streams_.tests[t];
      if (test.kind == TestKind::take) add(e, false, at + 1, test.cell, negated(test.value), true);
    }
    for (std::uint32_t c = event.first_change; c < event.last_change; ++c) {
      const LinearChange& change = streams_.changes[c];
      const bool retirement = c >= event.retire_change;
      // By then the entry is there, and `entries_before` of the event is its number.
      const std::uint32_t when =
          retirement ? streams_.engines[EngineId{e}].entries_before[at] + 1 : static_cast<std::uint32_t>(at + 1);
      if (change.kind == UpdateKind::set) {
        set(e, retirement, when, change.cell, wrap(change.amount, width_));
      } else {
        const bool down = change.kind == UpdateKind::subtract;
        add(e, retirement, when, change.cell, down ? negated(change.amount) : change.amount, down);
      }
    }
  }

  Series& series(std::size_t e, bool retirement, std::uint32_t cell) {
    for (Series& s : forms_[cell].series) {
      if (s.engine == e && s.retirement == retirement) return s;
    }
    forms_[cell].series.push_back({static_cast<std::uint32_t>(e), retirement, {}});
    return forms_[cell].series.back();
  }

  static void point(Series& s, std::uint32_t when, std::int64_t total) {
    if (!s.points.empty() && s.points.back().at == when) {
      s.points.back().total = total;
    } else {
      s.points.push_back({when, total});
    }
  }

  void add(std::size_t e, bool retirement, std::uint32_t when, std::uint32_t cell, std::int64_t amount, bool lowers) {
    Facts& f = facts_[cell];
    touch(cell);
    Series& s = series(e, retirement, cell);
    if (f.sets) {
      const Computed r =
          lowers ? subtract(f.value, negated(amount), width_) : counterpoint::add(f.value, amount, width_);
      f.overflow = f.overflow || r.fault;
      point(s, when, f.value = r.value);
    } else {
      point(s, when, plus(s.points.empty() ? 0 : s.points.back().total, amount));
    }
    f.sum = plus(f.sum, amount);
    // The smallest number has no counterpart: whoever subtracts it is taken to reach anywhere.
    const bool odd = lowers && amount == std::numeric_limits<std::int64_t>::min();
    f.lowers = f.lowers || lowers || amount < 0;
    if (amount < 0) f.segment_low = plus_far(f.segment_low, amount);
    if (amount < 0) f.all_down = plus_far(f.all_down, amount);
    if (amount > 0 || odd) f.segment_high = plus_far(f.segment_high, odd ? far : amount);
    if (amount > 0 || odd) f.all_up = plus_far(f.all_up, odd ? far : amount);
    f.overflow = f.overflow || f.segment_low <= -far || f.segment_high >= far;
  }

  void set(std::size_t e, bool retirement, std::uint32_t when, std::uint32_t cell, std::int64_t amount) {
    Facts& f = facts_[cell];
    touch(cell);
    Series& s = series(e, retirement, cell);
    if (!f.sets) {  // from now on points are values, not sums
      s.points.insert(s.points.begin(), {0, 0});
      for (Series::Point& p : s.points) p.total = wrap(plus(p.total, streams_.initial[cell]), width_);
    }
    f.sets = true;
    f.most_set = std::max(f.most_set, amount);
    f.least_set = std::min(f.least_set, amount);
    point(s, when, f.value = amount);
  }

  void touch(std::uint32_t cell) {
    if (!facts_[cell].touched) touched_.push_back(cell);
    if (!facts_[cell].touched_since_reset) since_reset_.push_back(cell);
    facts_[cell].touched = facts_[cell].touched_since_reset = true;
  }

  // `next` is the number of the segment that follows.
  void close_segment(bool reset, std::uint32_t next) {
    for (const std::uint32_t c : touched_) {
      Facts& f = facts_[c];
      f.low = std::min(f.low, f.segment_low);
      f.high = std::max(f.high, f.segment_high);
      f.segment_low = f.segment_high = plus(forms_[c].bases.back().value, f.sum);
      f.touched = false;
    }
    touched_.clear();
    if (!reset) return;
    if (!resets_) {  // the first one clears start values too
      for (std::uint32_t c = 0; c < facts_.size(); ++c) clear(c, next);
    } else {
      for (const std::uint32_t c : since_reset_) clear(c, next);
    }
    since_reset_.clear();
    resets_ = true;
  }

  void clear(std::uint32_t c, std::uint32_t next) {
    Facts& f = facts_[c];
    f.low = std::min<std::int64_t>(f.low, 0);
    f.high = std::max<std::int64_t>(f.high, 0);
    f.segment_low = f.segment_high = 0;
    f.touched_since_reset = false;
    const std::int64_t base = negated(f.sum);
    if (forms_[c].bases.back().value != base) forms_[c].bases.push_back({next, base});
  }

  [[nodiscard]] bool fits(std::int64_t low, std::int64_t high) const {
    if (width_ == 0 || width_ >= 63) return low > -far && high < far;
    const std::int64_t half = std::int64_t{1} << (width_ - 1);
    return low >= -half && high < half;
  }

  void settle(std::size_t c) {
    CellForm& form = forms_[c];
    Facts& f = facts_[c];
    f.wraps = f.overflow || !fits(f.low, f.high);
    form.rises = !form.flag && !f.sets && !f.lowers && !f.wraps;
    if (!f.sets) {
      form.stored = f.overflow && width_ == 0;
      return;
    }
    form.stored = form.series.size() != 1 || resets_ || form.flag || f.overflow;
    if (!form.stored) form.bases = {{0, 0}};
  }

  void store(std::size_t c) {
    CellForm& form = forms_[c];
    if (!form.stored) return;
    const Facts& f = facts_[c];
    const std::int64_t initial = streams_.initial[c];
    std::int64_t low = plus_far(std::min({std::int64_t{0}, initial, f.least_set}), f.all_down);
    std::int64_t high = plus_far(std::max({std::int64_t{0}, initial, f.most_set}), f.all_up);
    if (form.flag && initial >= 0 && initial <= 1) {
      low = 0;
      high = 1;
    } else if (width_ != 0 && width_ < 32) {
      low = -(std::int64_t{1} << (width_ - 1));
      high = -low - 1;
    }
    if (low <= -far || high >= far || width_ >= 32) {
      form.bits = 64;
      return;
    }
    form.low = low;
    form.bits = std::max(1U, static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(high - low))));
  }

  // Whether the comparison says what a signed `>=` says, for every value that the cell can have.
  [[nodiscard]] bool says_at_least(const LinearTest& t) const {
    if (t.kind != TestKind::at_least) return false;
    const Facts& f = facts_[t.cell];
    switch (compare_) {
      case Comparison::as_signed: return true;
      case Comparison::as_unsigned: return f.low >= 0 && t.value >= 0;
      case Comparison::difference: break;
    }
    return t.value > -far && t.value < far && fits(f.low - t.value, f.high - t.value);
  }

  const LinearStreams& streams_;
  std::uint32_t width_;
  Comparison compare_;
  std::vector<CellForm> forms_;
  std::vector<Facts> facts_;
  std::vector<std::uint32_t> next_;         // by engine: event
  std::vector<std::uint32_t> touched_;      // cells, in this segment
  std::vector<std::uint32_t> since_reset_;  // cells
  bool resets_ = false;
};

}  // namespace

std::int64_t Series::at(std::uint64_t passed) const {
  const auto after = std::ranges::upper_bound(points, passed, {}, &Point::at);
  return after == points.begin() ? 0 : (after - 1)->total;
}

std::int64_t CellForm::base(std::uint32_t segment) const {
  const auto after = std::ranges::upper_bound(bases, segment, {}, &Base::segment);
  return (after - 1)->value;
}

std::vector<CellForm> cell_forms(const LinearStreams& streams, const MachineOptions& options) {
  return Former(streams, options).run();
}

}  // namespace counterpoint
