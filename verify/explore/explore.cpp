// Visits every state of the product, breadth first.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "verify/explore/product.hpp"
#include "verify/explore/visited.hpp"

namespace counterpoint {
namespace {

class Explorer {
 public:
  // `compares`: steps of the implementation are compared with those that the program allows.
  Explorer(const Product& product, const Machine& machine, std::uint64_t limit, bool alone, bool compares)
      : product_(product),
        machine_(machine),
        visited_(product.state_size()),
        limit_(limit),
        alone_(alone),
        compares_(compares) {}

  Verdict run() {
    verdict_.by = "explore";
    verdict_.bound = "trips=given";
    buffer_.resize(product_.state_size());
    ProductState s = product_.start();
    if (s.fault) {
      fault(s.fault_kind, 0, std::nullopt);
      return finish();
    }
    add(s, Visited::none, 0);
    for (std::size_t n = 0; n < visited_.size() && !done_; ++n) {
      if (n == level_end_) {
        ++verdict_.depth;
        level_end_ = visited_.size();
      }
      visit(static_cast<std::uint32_t>(n));
    }
    return finish();
  }

 private:
  void add(const ProductState& s, std::uint32_t parent, std::uint16_t step) {
    product_.pack(s, buffer_);
    if (!visited_.add(buffer_, parent, step)) return;
    if (visited_.size() > limit_) {
      done_ = true;
      bounded_ = true;
    }
  }

  void visit(std::uint32_t n) {
    product_.unpack(visited_.state(n), here_);
    bool moved = false;
    for (std::size_t e = 0; e < product_.engine_count() && !done_; ++e) {
      for (const int step : {Product::stream, Product::retire}) {
        if (!product_.enabled(here_, e, step)) continue;
        moved = true;
        ++verdict_.transitions;
        if (compares_ && product_.is_visible(here_, e, step) && !product_.program_allows(here_, e, step)) {
          early(n, e, step);
          return;
        }
        next_ = here_;
        product_.apply(next_, e, step);
        const auto label = static_cast<std::uint16_t>(e * 2 + static_cast<std::size_t>(step));
        if (next_.fault) {
          fault(next_.fault_kind, n, label);
          if (done_) return;
          continue;
        }
        add(next_, n, label);
      }
    }
    if (!moved) stuck(n);
    if (moved && compares_ && !later_) wait_for_more(n);
  }

  void early(std::uint32_t n, std::size_t e, int step) {
    done_ = true;
    if (decided_) return;  // a fault came first
    verdict_.word = VerdictWord::unsafe;
    verdict_.reason = "early-issue";
    path(n);
    product_.write(here_, e, step, verdict_.witness);
    const Tree& tree = machine_.tree();
    verdict_.explanation = fmt::format("{}: '{}' can happen although the program does not allow it there\n",
                                       tree.engine_name(EngineId{e}), to_text(tree, verdict_.witness.back()));
  }

  void fault(FaultKind kind, std::uint32_t n, std::optional<std::uint16_t> step) {
    if (std::ranges::find(verdict_.faults, kind) == verdict_.faults.end()) verdict_.faults.push_back(kind);
    if (verdict_.word == VerdictWord::unsafe) return;
    verdict_.word = VerdictWord::unsafe;
    verdict_.reason = fault_name(kind);
    verdict_.explanation = fmt::format("a fault can happen: {}\n", verdict_.reason);
    decided_ = true;
    if (!step) return;
    path(n);
    ProductState s;
    product_.unpack(visited_.state(n), s);
    product_.write(s, *step / 2U, *step % 2, verdict_.witness);
  }

  // No step at all: the end, or a deadlock if the program (or, alone, the text) goes on.
  void stuck(std::uint32_t n) {
    bool goes_on = false;
    for (std::size_t e = 0; e < product_.engine_count(); ++e) {
      goes_on = goes_on || (alone_ ? !product_.ended(here_, e)
                                   : product_.program_allows(here_, e, Product::stream) ||
                                         product_.program_allows(here_, e, Product::retire));
    }
    if (!goes_on) {
      if (alone_) note_left();
      return;
    }
    if (deadlock_) return;
    deadlock_ = n;
  }

  void note_left() {
    for (std::uint32_t c = 0; c < here_.cells.size(); ++c) {
      if (here_.cells[c] == 0 || !left_seen_.empty()) continue;
      verdict_.left.push_back(fmt::format("{}:{}", machine_.cell_name(c), here_.cells[c]));
    }
    left_seen_ = "seen";
  }

  // Whether some visible step that the program allows here cannot be reached by internal steps alone.
  void wait_for_more(std::uint32_t n) {
    for (std::size_t e = 0; e < product_.engine_count(); ++e) {
      for (const int step : {Product::stream, Product::retire}) {
        if (!product_.program_allows(here_, e, step) || reachable(e, step)) continue;
        later_ = n;
        later_engine_ = e;
        later_step_ = step;
        return;
      }
    }
  }

  [[nodiscard]] bool offers(const ProductState& s, std::size_t e, int step) const {
    return product_.enabled(s, e, step) && product_.is_visible(s, e, step);
  }

  // Depth first over internal steps only. Small: internal steps of a state are few and end at the next visible one.
  bool reachable(std::size_t e, int step) {
    if (offers(here_, e, step)) return true;
    Visited seen(product_.state_size());
    std::vector<std::uint8_t> bytes(product_.state_size());
    product_.pack(here_, bytes);
    seen.add(bytes, Visited::none, 0);
    ProductState s;
    for (std::size_t n = 0; n < seen.size(); ++n) {
      for (std::size_t f = 0; f < product_.engine_count(); ++f) {
        for (const int k : {Product::stream, Product::retire}) {
          product_.unpack(seen.state(n), s);
          if (!product_.enabled(s, f, k) || product_.is_visible(s, f, k)) continue;
          product_.apply(s, f, k);
          if (s.fault) continue;
          if (offers(s, e, step)) return true;
          product_.pack(s, bytes);
          seen.add(bytes, Visited::none, 0);
        }
      }
    }
    return false;
  }

  void path(std::uint32_t n) {
    std::vector<std::uint32_t> way;
    for (std::uint32_t at = n; at != Visited::none; at = visited_.parent(at)) way.push_back(at);
    ProductState s;
    for (std::size_t i = way.size() - 1; i > 0; --i) {
      product_.unpack(visited_.state(way[i]), s);
      const std::uint16_t step = visited_.step(way[i - 1]);
      product_.write(s, step / 2U, step % 2, verdict_.witness);
    }
  }

  Verdict finish() {
    verdict_.states = visited_.size();
    if (bounded_) verdict_.bound += fmt::format(" states={}", limit_);
    if (verdict_.word == VerdictWord::unsafe && (done_ || decided_)) return std::move(verdict_);
    if (deadlock_) {
      verdict_.word = VerdictWord::deadlock;
      verdict_.reason = "stuck";
      path(*deadlock_);
      explain_deadlock();
    } else if (bounded_) {
      verdict_.word = VerdictWord::undecided;
      verdict_.reason = "bound";
    } else if (later_) {
      verdict_.word = VerdictWord::refines;
      path(*later_);
      ProductState s;
      product_.unpack(visited_.state(*later_), s);
      const Tree& tree = machine_.tree();
      verdict_.explanation = fmt::format("{} must wait there for more than the program asks ({})\n",
                                         tree.engine_name(EngineId{later_engine_}),
                                         later_step_ == Product::retire ? "a retirement" : "its next visible step");
    } else {
      verdict_.word = compares_ ? VerdictWord::equivalent : VerdictWord::clean;
    }
    return std::move(verdict_);
  }

  void explain_deadlock() {
    MachineState s = machine_.start();
    for (const Step& step : verdict_.witness) machine_.apply(s, step);
    for (const EngineId e : machine_.tree().engines()) {
      if (s.engines[e].status == EngineStatus::ended) continue;
      verdict_.explanation +=
          fmt::format("{} stands at {}", machine_.tree().engine_name(e), machine_.statement_name(s, e));
      for (const Unmet& u : machine_.blocked(s, e).unmet) {
        verdict_.explanation += fmt::format(", {} is {} and must be {}", machine_.cell_name(u.cell), u.value, u.needed);
      }
      verdict_.explanation += "\n";
    }
  }

  const Product& product_;
  const Machine& machine_;
  Visited visited_;
  std::uint64_t limit_;
  bool alone_;
  bool compares_;
  Verdict verdict_;
  std::vector<std::uint8_t> buffer_;
  ProductState here_;
  ProductState next_;
  std::size_t level_end_ = 1;
  bool done_ = false;
  bool decided_ = false;
  bool bounded_ = false;
  std::optional<std::uint32_t> deadlock_;
  std::optional<std::uint32_t> later_;
  std::size_t later_engine_ = 0;
  int later_step_ = 0;
  std::string left_seen_;
};

Verdict refused(const std::string& reason) {
  Verdict v;
  v.by = "explore";
  v.bound = "trips=given";
  v.reason = "bound";
  v.explanation = reason + "\n";
  return v;
}

}  // namespace

Verdict decide_by_exploration(const Question& q) {
  MachineOptions options;
  options.window = q.window;
  const Machine spec = specification_machine(q.program, q.program_trips, options);
  options.width = q.width;
  options.compare = q.compare;
  options.visits = control_scopes(q.program);
  const Machine impl = implementation_machine(q.implementation, q.implementation_trips, options);
  auto i = write_out(impl, q.limit);
  if (!i) return refused(i.error().reason);
  const auto s = write_out(spec, q.limit);
  if (!s) return refused(s.error().reason);
  const Product product(std::move(*i), &*s, impl, q.pairing.engine_to_program.raw());
  return Explorer(product, impl, q.limit, false, q.property == Property::all).run();
}

Verdict explore_alone(const Implementation& implementation, const Trips& trips, const MachineOptions& options,
                      std::uint64_t limit) {
  const Machine impl = implementation_machine(implementation, trips, options);
  auto i = write_out(impl, limit);
  if (!i) return refused(i.error().reason);
  const Product product(std::move(*i), nullptr, impl, {});
  return Explorer(product, impl, limit, true, false).run();
}

}  // namespace counterpoint
