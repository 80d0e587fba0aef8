// Compares each wait's value with what its producer reaches.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "targets/neuron/verifiers/counts.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view arithmetic_word = "arithmetic";
// Instances of repeated names that all waits together may look at.
constexpr std::uint64_t most_instances_asked = 50'000'000;

class WaitBinder {
 public:
  WaitBinder(const Listing& listing, const CountedListing& counted) : l_(listing), c_(counted) {}

  [[nodiscard]] WaitCheck check(std::uint32_t waiter, std::uint32_t place, const SemaphoreCount& before);

 private:
  [[nodiscard]] const ProducerInstance* bind(const DumpWait& w, std::uint32_t waiter, WaitCheck& out);
  [[nodiscard]] const ProducerInstance* reaching(const DumpWait& w, std::uint32_t waiter, WaitCheck& out);
  void judge(const DumpWait& w, const ProducerInstance& p, const SemaphoreCount& before, WaitCheck& out) const;
  void judge_loops(const DumpWait& w, WaitCheck& out) const;
  [[nodiscard]] std::int64_t raised(std::size_t loop, std::int64_t id, std::uint32_t to, bool with) const;

  const Listing& l_;
  const CountedListing& c_;
  std::uint64_t looked_ = 0;
};

// Without a name: whoever first raised it so far since its last reset.
const ProducerInstance* WaitBinder::reaching(const DumpWait& w, std::uint32_t waiter, WaitCheck& out) {
  const ProducerInstance* last = nullptr;
  for (const std::uint32_t k : c_.updaters(w.id)) {
    const ProducerInstance& p = c_.instances()[k];
    if (p.part.instruction >= waiter || ++looked_ > most_instances_asked) break;
    last = &p;
    if (p.of(w.id)->count.value >= w.value) break;
  }
  if (last == nullptr) out.status = WaitStatus::no_update_found;
  return last;
}

const ProducerInstance* WaitBinder::bind(const DumpWait& w, std::uint32_t waiter, WaitCheck& out) {
  out.status = WaitStatus::no_update_found;
  if (w.from.empty()) return reaching(w, waiter, out);
  const std::vector<std::uint32_t>* places = c_.named(w.from);
  if (places == nullptr) return nullptr;
  const auto before =
      std::lower_bound(places->begin(), places->end(), waiter,
                       [this](std::uint32_t k, std::uint32_t i) { return c_.instances()[k].part.instruction < i; });
  if (before == places->begin()) {
    out.status = WaitStatus::later_producer;
    out.bound = true;
    out.producer = c_.instances()[*before].part;
    return nullptr;
  }
  // The block of the nearest earlier instance: the waiter's own, if it has one.
  const std::uint32_t block = l_.block_of(c_.instances()[*(before - 1)].part.instruction);
  const std::uint32_t start = l_.blocks()[block].first;
  auto from = std::lower_bound(places->begin(), before, start, [this](std::uint32_t k, std::uint32_t i) {
    return c_.instances()[k].part.instruction < i;
  });
  const ProducerInstance* last = nullptr;
  for (; from != before; ++from) {
    if (++looked_ > most_instances_asked) {
      out.status = WaitStatus::undecided;
      return nullptr;
    }
    const ProducerInstance& p = c_.instances()[*from];
    const ProducerInstance::After* a = p.of(w.id);
    if (a == nullptr) continue;
    last = &p;
    if (a->count.value >= w.value) break;
  }
  return last;
}

WaitCheck WaitBinder::check(std::uint32_t waiter, std::uint32_t place, const SemaphoreCount& before) {
  const DumpWait& w = l_.at(waiter).sync.waits[place];
  WaitCheck out;
  out.waiter = waiter;
  out.place = place;
  if (!in_bank(w.id)) {
    out.status = WaitStatus::undecided;
    return out;
  }
  const ProducerInstance* p = bind(w, waiter, out);
  if (p == nullptr) {
    const bool lost = before.known == SemaphoreCount::Known::no && out.status == WaitStatus::no_update_found;
    if (lost && w.from.empty()) out.status = WaitStatus::undecided;
    return out;
  }
  out.bound = true;
  out.producer = p->part;
  judge(w, *p, before, out);
  if (out.status == WaitStatus::ok && w.mode == DumpWaitMode::at_least) judge_loops(w, out);
  return out;
}

void WaitBinder::judge(const DumpWait& w, const ProducerInstance& p, const SemaphoreCount& before,
                       WaitCheck& out) const {
  const ProducerInstance::After& a = *p.of(w.id);
  out.status = WaitStatus::ok;
  if (w.mode == DumpWaitMode::event_set_then_clear || a.event) {
    if ((w.mode == DumpWaitMode::event_set_then_clear) != a.event) out.status = WaitStatus::no_update_found;
    return;
  }
  if (w.mode == DumpWaitMode::at_least_register || a.count.known == SemaphoreCount::Known::no ||
      before.known == SemaphoreCount::Known::no) {
    out.status = WaitStatus::undecided;
    return;
  }
  if (a.count.known == SemaphoreCount::Known::differs) {
    out.status = WaitStatus::unbalanced;
    return;
  }
  // Where a reset lies between, what the producer gave is gone; it has run, so only a hang is possible.
  const bool cleared = before.since > p.part.instruction;
  out.count = cleared ? before.value : a.count.value;
  if (w.value > out.count) out.status = WaitStatus::over_wait;
  if (w.value < out.count && !cleared) out.status = WaitStatus::unsafe_early;
}

// By how much a loop's body raises a semaphore before it sets it first, up to an instruction (`with` it or not).
std::int64_t WaitBinder::raised(std::size_t loop, std::int64_t id, std::uint32_t to, bool with) const {
  const std::vector<std::uint32_t>& all = c_.updaters(id);
  const auto earlier = [this](std::uint32_t k, std::uint32_t i) { return c_.instances()[k].part.instruction < i; };
  const std::uint32_t first = l_.blocks()[l_.loops()[loop].first_block].first;
  const auto entry = std::lower_bound(all.begin(), all.end(), first, earlier);
  const auto end = std::lower_bound(entry, all.end(), to + (with ? 1U : 0U), earlier);
  if (end == entry) return 0;
  const SemaphoreCount& last = c_.instances()[*(end - 1)].of(id)->count;
  if (entry == all.begin()) return last.value;
  const SemaphoreCount& before = c_.instances()[*(entry - 1)].of(id)->count;
  // Where it was reset between, the body began with nothing.
  return before.since == last.since ? last.value - before.value : last.value;
}

void WaitBinder::judge_loops(const DumpWait& w, WaitCheck& out) const {
  if (!c_.complete()) {
    if (!l_.loops().empty()) out.status = WaitStatus::undecided;
    return;
  }
  const auto id = static_cast<std::size_t>(w.id);
  for (std::size_t k = l_.loops().size(); k-- > 0;) {
    const Listing::Loop& loop = l_.loops()[k];
    const std::uint32_t block = l_.block_of(out.waiter);
    if (block < loop.first_block || block > loop.last_block) continue;
    const LoopEffect::One& one = c_.effect(k).of[id];
    const bool inside = l_.block_of(out.producer.instruction) >= loop.first_block;
    const SemaphoreCount& end = (*c_.at_end(k))[id];
    std::int64_t count = 0;
    if (!one.sets) {
      if (one.net == 0 || !inside) continue;
      out.status = WaitStatus::accumulates;
    } else {
      // Set before the wait, the count there is the same in every iteration.
      if (one.first_set < out.waiter) continue;
      if (end.known != SemaphoreCount::Known::yes || one.unknown) {
        out.status = WaitStatus::undecided;
        return;
      }
      count =
          end.value + (inside ? raised(k, w.id, out.producer.instruction, true) : raised(k, w.id, out.waiter, false));
      if (w.value == count || (!inside && w.value < count)) continue;
      out.status = w.value < count ? WaitStatus::unsafe_early : WaitStatus::over_wait;
      out.later_iterations = true;
    }
    out.count = count;
    return;
  }
}

Code code_of(WaitStatus s) {
  static constexpr std::array<Code, 8> codes = {Code::wait_undecided,   Code::unsafe_early_wait, Code::over_wait,
                                                Code::no_update_found,  Code::later_producer,    Code::accumulates,
                                                Code::unbalanced_paths, Code::wait_undecided};
  return codes[static_cast<std::size_t>(s)];
}

std::string help_for(const WaitCheck& w) {
  switch (w.status) {
    case WaitStatus::unsafe_early:
    case WaitStatus::over_wait:
      return w.later_iterations ? "reset the semaphore before the loop as its body does at its end"
                                : fmt::format("wait for {}", w.count);
    case WaitStatus::accumulates:
      return "reset the semaphore at the end of the body, or wait for a register that grows with the iterations";
    case WaitStatus::unbalanced: return "raise the semaphore by the same on every path";
    default: return {};
  }
}

}  // namespace

std::string_view to_text(WaitStatus s) {
  static constexpr std::array<std::string_view, 8> words = {
      "OK",          "UNSAFE-EARLY",     "OVER-WAIT", "NO-UPDATE-FOUND", "LATER-PRODUCER",
      "ACCUMULATES", "UNBALANCED-PATHS", "UNDECIDED"};
  return words[static_cast<std::size_t>(s)];
}

std::string status_text(const WaitCheck& w) {
  return std::string(to_text(w.status)) + (w.later_iterations ? " (iteration 2+)" : "");
}

WaitArithmetic check_waits(const Listing& listing, const std::set<std::int64_t>& remote) {
  const CountedListing counted(listing, remote);
  WaitBinder binder(listing, counted);
  WaitArithmetic out;
  out.open_resets = counted.open_resets();
  std::uint32_t k = 0;
  for (std::uint32_t i = 0; i < listing.size(); ++i) {
    for (std::uint32_t w = 0; w < listing.at(i).sync.waits.size(); ++w) {
      out.waits.push_back(binder.check(i, w, counted.before(k++)));
      if (out.waits.back().status == WaitStatus::undecided) out.edges_known = false;
    }
  }
  if (!out.open_resets.empty()) out.edges_known = false;
  return out;
}

void report_waits(const Listing& listing, const WaitArithmetic& waits, DumpReport& report) {
  for (const std::uint32_t i : waits.open_resets) {
    report.add(arithmetic_word,
               listing.diagnose_at(Code::wait_undecided, i,
                                   fmt::format("{} resets semaphores and does not say which: no count after "
                                               "it is known",
                                               listing.describe(i))));
  }
  for (const WaitCheck& w : waits.waits) {
    report.count(arithmetic_word, status_text(w));
    if (w.status == WaitStatus::ok) continue;
    if (w.status == WaitStatus::undecided && !waits.open_resets.empty() && waits.open_resets.front() < w.waiter)
      continue;
    const DumpWait& wait = listing.at(w.waiter).sync.waits[w.place];
    std::string message = fmt::format(
        "{}: {} waits for S{} >= {}{} of '{}'", status_text(w), listing.describe(w.waiter), wait.id,
        wait.mode == DumpWaitMode::at_least_register ? "register " : "", wait.value, excerpt(wait.from, 80));
    const bool counted = w.status == WaitStatus::unsafe_early || w.status == WaitStatus::over_wait;
    if (counted) message += fmt::format(", which reaches {}", w.count);
    Diagnostic d = listing.diagnose_at(code_of(w.status), w.waiter, std::move(message));
    d.place += fmt::format("/sync_info/on_wait/{}", w.place);
    d.help = help_for(w);
    report.add(arithmetic_word, std::move(d));
  }
}

}  // namespace counterpoint::neuron
