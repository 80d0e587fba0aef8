// Asks the order of every pair of accesses that meet.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/races.hpp"

#include <fmt/format.h>

#include <array>

#include "targets/neuron/verifiers/order.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view happens_before_word = "happens-before";
constexpr std::string_view carried_word = "carried";

// The name without the engine that a clone was made for: "x-SP0".
std::string_view without_engine(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos) return name;
  std::string_view tail = name.substr(dash + 1);
  while (!tail.empty() && tail.back() >= '0' && tail.back() <= '9') tail.remove_suffix(1);
  const std::optional<Engine> e = engine_named(tail);
  return e && is_datapath(*e) ? name.substr(0, dash) : name;
}

void report_open_pair(const Listing& l, std::string_view verifier, const DumpConflict& c, const Footprints& f,
                      std::string_view why, DumpReport& report) {
  const DumpPart& a = f.parts()[c.first];
  const DumpPart& b = f.parts()[c.second];
  report.add(verifier,
             l.diagnose_at(Code::pair_undecided, b.instruction,
                           fmt::format("not known whether in order: {}; {}",
                                       pair_text(l, a, c.first_writes, b, c.second_writes, c.location), why)));
}

std::string_view why_open(const DumpConflict& c, bool edges_known, bool bypassed) {
  if (!c.certain) return "an address is known at run time only, or they are too many to compare";
  if (bypassed) return "only some of the paths between them wait";
  return edges_known ? "the order could not be told" : "not all counts are known";
}

Ordered either_way(HappensBefore& order, const OrderEvent& a, const OrderEvent& b) {
  const Ordered there = order.before(a, b);
  if (there == Ordered::yes) return there;
  const Ordered back = order.before(b, a);
  if (back == Ordered::yes) return back;
  return there == Ordered::open || back == Ordered::open ? Ordered::open : Ordered::no;
}

class IterationCheck {
 public:
  IterationCheck(const Listing& l, const WaitArithmetic& w, const Footprints& f, const Listing::Loop& loop)
      : l_(l),
        f_(f),
        loop_(loop),
        known_(w.edges_known),
        body_(l, w, two_iterations(l, loop), {false, false}),
        queue_(l, w, two_iterations(l, loop), {true, false}),
        fences_(l, w, two_iterations(l, loop), {false, true}),
        all_(l, w, two_iterations(l, loop), {true, true}) {}

  // Part `a` in one iteration, part `b` in the next.
  void pair(const DumpConflict& c, bool forward, DumpReport& report) {
    const std::uint32_t x = forward ? c.first : c.second;
    const std::uint32_t y = forward ? c.second : c.first;
    const bool x_writes = forward ? c.first_writes : c.second_writes;
    const bool y_writes = forward ? c.second_writes : c.first_writes;
    const DumpPart& a = f_.parts()[x];
    const DumpPart& b = f_.parts()[y];
    if (same_value(l_, a, b)) return;
    const OrderEvent first{segment(a, 0), a};
    const OrderEvent second{segment(b, 1), b};
    const Carried tag = classify(first, second);
    const std::string_view kind = hazard(x_writes, y_writes);
    report.count(carried_word, fmt::format("{} {}", kind, to_text(tag)));
    const bool raw = x_writes && !y_writes;
    if (tag == Carried::ok || (!raw && tag != Carried::unsync)) return;
    DumpConflict turned = c;
    turned.first = x;
    turned.second = y;
    turned.first_writes = x_writes;
    turned.second_writes = y_writes;
    if (!c.certain || (!known_ && tag == Carried::unsync) || open_) {
      report_open_pair(l_, carried_word, turned, f_, why_open(c, known_, open_), report);
      return;
    }
    static constexpr std::array<Code, 4> codes = {Code::unsynchronised_iterations, Code::back_edge_only,
                                                  Code::queue_order_only, Code::unsynchronised_iterations};
    Diagnostic d = l_.diagnose_at(codes[static_cast<std::size_t>(tag)], b.instruction,
                                  fmt::format("{} {} from one iteration to the next: {}", kind, to_text(tag),
                                              pair_text(l_, a, x_writes, b, y_writes, c.location)));
    d.help = fmt::format("let '{}', or something before it on its engine, wait in the body for '{}'",
                         excerpt(Listing::name(l_.at(b.instruction), b), 80),
                         excerpt(Listing::name(l_.at(a.instruction), a), 80));
    report.add(carried_word, std::move(d));
  }

  [[nodiscard]] bool holds(const DumpPart& p) const {
    const std::uint32_t b = l_.block_of(p.instruction);
    return b >= loop_.first_block && b <= loop_.last_block;
  }

 private:
  [[nodiscard]] std::uint32_t segment(const DumpPart& p, std::uint32_t copy) const {
    return l_.block_of(p.instruction) - loop_.first_block + copy * (loop_.last_block - loop_.first_block + 1);
  }
  [[nodiscard]] Carried classify(const OrderEvent& a, const OrderEvent& b) {
    open_ = false;
    const std::array<std::pair<HappensBefore*, Carried>, 4> asked = {{{&body_, Carried::ok},
                                                                      {&queue_, Carried::queue_order_only},
                                                                      {&fences_, Carried::back_edge_only},
                                                                      {&all_, Carried::queue_order_only}}};
    for (const auto& [order, tag] : asked) {
      const Ordered o = order->before(a, b);
      if (o == Ordered::yes) {
        open_ = false;
        return tag;
      }
      open_ = open_ || o == Ordered::open;
    }
    return Carried::unsync;
  }

  const Listing& l_;
  const Footprints& f_;
  Listing::Loop loop_;
  bool known_;
  bool open_ = false;
  HappensBefore body_;
  HappensBefore queue_;
  HappensBefore fences_;
  HappensBefore all_;
};

}  // namespace

std::string_view to_text(Carried c) {
  static constexpr std::array<std::string_view, 4> words = {"OK", "BACK-EDGE-ONLY", "QUEUE-ORDER-ONLY", "UNSYNC"};
  return words[static_cast<std::size_t>(c)];
}

std::string_view hazard(bool first_writes, bool second_writes) {
  if (first_writes) return second_writes ? "WAW" : "RAW";
  return "WAR";
}

bool same_value(const Listing& listing, const DumpPart& a, const DumpPart& b) {
  const DumpInstruction& x = listing.at(a.instruction);
  const DumpInstruction& y = listing.at(b.instruction);
  return x.opcode == "TensorSave" && y.opcode == "TensorSave" && without_engine(x.name) == without_engine(y.name) &&
         a.instruction != b.instruction;
}

std::string pair_text(const Listing& listing, const DumpPart& a, bool a_writes, const DumpPart& b, bool b_writes,
                      std::string_view location) {
  const auto one = [&](const DumpPart& p) {
    std::string out = listing.describe(p.instruction);
    if (p.fired != nullptr) out += fmt::format(" firing '{}'", excerpt(p.fired->name, 80));
    return out;
  };
  return fmt::format("{} {} and {} {} '{}'", one(a), a_writes ? "writes" : "reads", one(b),
                     b_writes ? "writes" : "reads", excerpt(location, 80));
}

void check_races(const Listing& listing, const WaitArithmetic& waits, const Footprints& footprints,
                 DumpReport& report) {
  HappensBefore order(listing, waits, all_blocks(listing), {false, true});
  HappensBefore with_queues(listing, waits, all_blocks(listing), {true, true});
  if (order.cyclic()) {
    report.lose_edges();
    report.add(happens_before_word, listing.diagnose_at(Code::wait_cycle, order.on_cycle(),
                                                        fmt::format("{} waits in a circle: no order is known",
                                                                    listing.describe(order.on_cycle()))));
  }
  for (const std::uint32_t i : footprints.open()) {
    report.count(happens_before_word, "open operand");
    report.add(happens_before_word,
               listing.diagnose_at(
                   Code::pair_undecided, i,
                   fmt::format("{} touches memory at an address that is not known here", listing.describe(i))));
  }
  for (const DumpConflict& c : footprints.conflicts(false)) {
    const DumpPart& a = footprints.parts()[c.first];
    const DumpPart& b = footprints.parts()[c.second];
    const OrderEvent x{listing.block_of(a.instruction), a};
    const OrderEvent y{listing.block_of(b.instruction), b};
    if (!order.together(x.segment, y.segment)) continue;
    const Ordered o = either_way(order, x, y);
    const Ordered q = o == Ordered::yes ? o : either_way(with_queues, x, y);
    if (q == Ordered::yes) {
      report.count(happens_before_word, o == Ordered::yes ? "ordered" : "queue-order");
      if (o != Ordered::yes) report.assume("queue-order");
      continue;
    }
    if (same_value(listing, a, b)) {
      report.count(happens_before_word, "same value");
      continue;
    }
    const bool certain = c.certain && waits.edges_known && o == Ordered::no;
    report.count(happens_before_word, certain ? "UNSYNC" : "UNDECIDED");
    if (!certain) {
      report_open_pair(listing, happens_before_word, c, footprints, why_open(c, waits.edges_known, o == Ordered::open),
                       report);
      continue;
    }
    report.add(happens_before_word,
               listing.diagnose_at(Code::unordered_pair, b.instruction,
                                   fmt::format("{} UNSYNC: {}", hazard(c.first_writes, c.second_writes),
                                               pair_text(listing, a, c.first_writes, b, c.second_writes, c.location))));
  }
  if (!footprints.complete()) {
    report.add(happens_before_word, diagnose(Code::pair_undecided, {}, "too many accesses meet to compare them all"));
  }
}

void check_iterations(const Listing& listing, const WaitArithmetic& waits, const Footprints& footprints,
                      DumpReport& report) {
  if (listing.loops().empty()) return;
  const std::vector<DumpConflict> conflicts = footprints.conflicts(true);
  // Each loop looks at its own pairs; more than this in all stays open.
  std::uint64_t budget = 20'000'000;
  for (const Listing::Loop& loop : listing.loops()) {
    const std::uint64_t length =
        conflicts.size() + listing.blocks()[loop.last_block].end - listing.blocks()[loop.first_block].first;
    if (budget < length) {
      report.add(carried_word,
                 diagnose(Code::pair_undecided, {}, "too many loops in one another to compare iterations"));
      return;
    }
    budget -= length;
    IterationCheck check(listing, waits, footprints, loop);
    for (const DumpConflict& c : conflicts) {
      if (!check.holds(footprints.parts()[c.first]) || !check.holds(footprints.parts()[c.second])) continue;
      check.pair(c, true, report);
      if (c.first != c.second || c.first_writes != c.second_writes) check.pair(c, false, report);
    }
  }
}

}  // namespace counterpoint::neuron
