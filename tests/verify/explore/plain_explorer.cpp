// Exploration without any of the means that make it fast.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/explore/plain_explorer.hpp"

#include <algorithm>
#include <optional>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "tests/verify/explore/plain_product.hpp"
#include "tests/verify/explore/plain_visited.hpp"

namespace counterpoint::testing {
namespace {

class PlainExplorer {
 public:
  PlainExplorer(const PlainProduct& product, bool alone)
      : product_(product), visited_(product.state_size()), alone_(alone) {}

  Verdict run() {
    PlainState s = product_.start();
    if (s.fault) {
      fault(s.fault_kind);
    } else {
      add(s, PlainVisited::none, 0);
    }
    for (std::size_t n = 0; n < visited_.size() && !early_; ++n) {
      if (n == level_end_) {
        ++verdict_.depth;
        level_end_ = visited_.size();
      }
      visit(static_cast<std::uint32_t>(n));
    }
    verdict_.states = visited_.size();
    verdict_.word = !verdict_.faults.empty() || early_ ? VerdictWord::unsafe
                    : deadlock_                        ? VerdictWord::deadlock
                    : later_                           ? VerdictWord::refines
                    : alone_                           ? VerdictWord::clean
                                                       : VerdictWord::equivalent;
    return std::move(verdict_);
  }

 private:
  void add(const PlainState& s, std::uint32_t parent, std::uint16_t step) {
    std::vector<std::uint8_t> bytes(product_.state_size());
    product_.pack(s, bytes);
    visited_.add(bytes, parent, step);
    require(visited_.size() < 1U << 22U, "a test asks about small pairs");
  }

  void visit(std::uint32_t n) {
    product_.unpack(visited_.state(n), here_);
    bool moved = false;
    for (std::size_t e = 0; e < product_.engine_count(); ++e) {
      for (const int step : {PlainProduct::stream, PlainProduct::retire}) {
        if (!product_.enabled(here_, e, step)) continue;
        moved = true;
        ++verdict_.transitions;
        if (!alone_ && product_.is_visible(here_, e, step) && !product_.program_allows(here_, e, step)) {
          early_ = true;
          if (verdict_.faults.empty()) verdict_.instances = verdict_.depth + 1;
          return;
        }
        PlainState next = here_;
        product_.apply(next, e, step);
        if (next.fault) {
          fault(next.fault_kind);
        } else {
          add(next, n, 0);
        }
      }
    }
    if (!moved) stuck();
    if (moved && !alone_ && !later_) later_ = waits_for_more();
  }

  void fault(FaultKind kind) {
    if (verdict_.faults.empty()) verdict_.instances = visited_.size() == 0 ? 0 : verdict_.depth + 1;
    if (std::ranges::find(verdict_.faults, kind) == verdict_.faults.end()) verdict_.faults.push_back(kind);
  }

  // No step at all: the end, or a deadlock if the program (or, alone, the text) goes on.
  void stuck() {
    for (std::size_t e = 0; e < product_.engine_count(); ++e) {
      deadlock_ = deadlock_ || (alone_ ? !product_.ended(here_, e)
                                       : product_.program_allows(here_, e, PlainProduct::stream) ||
                                             product_.program_allows(here_, e, PlainProduct::retire));
    }
  }

  // Whether some visible step that the program allows here cannot be reached by internal steps alone.
  bool waits_for_more() {
    for (std::size_t e = 0; e < product_.engine_count(); ++e) {
      for (const int step : {PlainProduct::stream, PlainProduct::retire}) {
        if (product_.program_allows(here_, e, step) && !reachable(e, step)) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool offers(const PlainState& s, std::size_t e, int step) const {
    return product_.enabled(s, e, step) && product_.is_visible(s, e, step);
  }

  bool reachable(std::size_t e, int step) {
    if (offers(here_, e, step)) return true;
    PlainVisited seen(product_.state_size());
    std::vector<std::uint8_t> bytes(product_.state_size());
    product_.pack(here_, bytes);
    seen.add(bytes, PlainVisited::none, 0);
    PlainState s;
    for (std::size_t n = 0; n < seen.size(); ++n) {
      for (std::size_t f = 0; f < product_.engine_count(); ++f) {
        for (const int k : {PlainProduct::stream, PlainProduct::retire}) {
          product_.unpack(seen.state(n), s);
          if (!product_.enabled(s, f, k) || product_.is_visible(s, f, k)) continue;
          product_.apply(s, f, k);
          if (s.fault) continue;
          if (offers(s, e, step)) return true;
          product_.pack(s, bytes);
          seen.add(bytes, PlainVisited::none, 0);
        }
      }
    }
    return false;
  }

  const PlainProduct& product_;
  PlainVisited visited_;
  bool alone_;
  Verdict verdict_;
  PlainState here_;
  std::size_t level_end_ = 1;
  bool early_ = false;
  bool deadlock_ = false;
  bool later_ = false;
};

}  // namespace

Verdict explore_plainly(const Question& q) {
  MachineOptions options;
  options.window = q.window;
  const Machine spec = specification_machine(q.program, q.program_trips, options);
  options.width = q.width;
  options.compare = q.compare;
  options.visits = control_scopes(q.program);
  const Machine impl = implementation_machine(q.implementation, q.implementation_trips, options);
  auto i = write_out(impl, q.limit);
  const auto s = write_out(spec, q.limit);
  require(i.has_value() && s.has_value(), "a test asks about small pairs");
  const PlainProduct product(std::move(*i), &*s, impl, q.pairing.engine_to_program.raw());
  return PlainExplorer(product, false).run();
}

Verdict explore_alone_plainly(const Implementation& implementation, const Trips& trips, const MachineOptions& options) {
  const Machine impl = implementation_machine(implementation, trips, options);
  auto i = write_out(impl, 1U << 22U);
  require(i.has_value(), "a test asks about small pairs");
  const PlainProduct product(std::move(*i), nullptr, impl, {});
  return PlainExplorer(product, true).run();
}

}  // namespace counterpoint::testing
