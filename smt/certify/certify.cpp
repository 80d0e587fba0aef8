// Puts every consumer to the proofs.
// SPDX-License-Identifier: Apache-2.0
#include "smt/certify/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "smt/obligations/consumer.hpp"
#include "smt/streams/streams.hpp"

namespace counterpoint::smt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_open = 16;

void too_large(const TermOverflow& e, Proof& proof) {
  proof.word = VerdictWord::undecided;
  proof.reason = "obligation";
  proof.open.push_back({"a number in an obligation does not fit 64 bits", e.what(), {}});
}

class Proving {
 public:
  Proving(const Program& program, const Implementation& implementation, const Pairing& pairing,
          const CertifyOptions& options)
      : program_(program),
        implementation_(implementation),
        tree_(implementation.tree),
        pairing_(pairing),
        options_(options),
        prover_(options.makers.empty() ? Prover(terms_, options.prover)
                                       : Prover(terms_, options.prover, options.makers)),
        streams_(terms_, program, implementation),
        facts_{streams_, implementation},
        setting_{terms_, prover_, program, implementation, pairing, streams_, facts_, true, false, false},
        consumers_(setting_) {
    if (options.width != 0 && options.compare == Comparison::difference) {
      setting_.set_back = std::int64_t{1} << (options.width - 2);
    }
    for (const ScopeId s : tree_.scopes()) {
      setting_.uniform = setting_.uniform && tree_.uniform(s);
      for (const Item& i : tree_.items(s)) {
        if (i.kind != ItemKind::barrier) continue;
        setting_.barriers = true;
        setting_.resets = setting_.resets || i.reset;
      }
    }
  }

  Proof run() {
    Proof proof;
    proof.assumptions.emplace_back("no-overflow");
    proof.refusals = streams_.refusals();
    if (setting_.barriers && !setting_.uniform) {
      proof.refusals.emplace_back("a barrier where trips may differ between engines");
    }
    if (options_.compare == Comparison::as_unsigned) {
      proof.refusals.emplace_back("unsigned comparison: a threshold below 0 would hold its wait for ever");
    }
    if (options_.compare == Comparison::difference && options_.width == 0) {
      proof.refusals.emplace_back("comparison by wrapped difference without a width");
    }
    if (!proof.refusals.empty()) {
      proof.reason = "construct";
      return proof;
    }
    try {
      decide(proof);
    } catch (const TermOverflow& e) {
      too_large(e, proof);
    }
    if (options_.keep_invariants) proof.invariants = consumers_.invariants();
    proof.obligations = prover_.distinct();
    proof.statistics = prover_.statistics();
    proof.terms = terms_.size();
    return proof;
  }

  Ranges ranges() { return prove_ranges(setting_, options_.width, options_.compare == Comparison::difference); }

 private:
  void decide(Proof& proof) {
    bool safe = true;
    bool live = true;
    bool uniform = false;
    std::size_t done = 0;
    const std::size_t all = count();
    const bool completed = each_consumer([&](const Consumer& c) {
      const ConsumerResult r = consumers_.prove(c);
      safe = safe && r.safe;
      live = live && r.live;
      uniform = uniform || r.uniform;
      keep(r, proof);
      ++done;
      return goes_on(done, all, proof);
    });
    proof.consumers = done;
    if (!completed) return stopped(proof);
    if (safe && live && !setting_.barriers) {
      proof.word = VerdictWord::equivalent;
    } else if (safe && setting_.uniform && setting_.set_back == 0) {
      bool progresses = true;
      const std::size_t waits = proof.open.size();
      done = 0;
      const bool all_done = each_consumer([&](const Consumer& c) {
        const ConsumerResult r = consumers_.progress(c);
        progresses = progresses && r.live;
        keep(r, proof);
        ++done;
        return goes_on(done, all, proof);
      });
      if (!all_done) return stopped(proof);
      uniform = true;
      if (progresses) {
        proof.word = VerdictWord::refines;
        proof.open.resize(waits);
      }
    }
    if (uniform) proof.assumptions.emplace_back("uniform");
    if (options_.width != 0 && proof.word != VerdictWord::undecided) stay_within_width(proof);
    if (proof.word == VerdictWord::undecided) proof.reason = gave_up() ? "budget" : "obligation";
  }

  static void stopped(Proof& proof) {
    if (proof.reason.empty()) proof.reason = "interrupted";
  }

  // Whether there may be asked more after this consumer; if not, the rest is open.
  [[nodiscard]] bool goes_on(std::size_t done, std::size_t of, Proof& proof) const {
    if (options_.progress && !options_.progress(done, of)) return false;
    const std::uint64_t most = options_.most_asked + options_.most_asked_each * of;
    const auto limit = options_.prover.total_milliseconds;
    std::string after;
    if (prover_.statistics().asked > most) {
      after = fmt::format("more than {} obligations", most);
    } else if (limit && done < of && Clock::now() - start_ >= std::chrono::milliseconds(*limit)) {
      after = fmt::format("the {} ms for all obligations", *limit);
    }
    if (after.empty()) return true;
    proof.reason = "budget";
    if (proof.open.size() >= most_open) proof.open.pop_back();
    proof.open.push_back({fmt::format("the rest, after {}", after), {}, {}});
    return false;
  }

  // Whether a solver gave up on anything, be it only on a fact that would have helped.
  [[nodiscard]] bool gave_up() const {
    const auto& all = prover_.distinct();
    return std::any_of(all.begin(), all.end(), [](const auto& o) { return o.answer == ProofAnswer::unknown; });
  }

  // The proofs are about integers: they hold as far as every number fits.
  void stay_within_width(Proof& proof) {
    const bool wrapped = options_.compare == Comparison::difference;
    proof.wrapped = wrapped;
    proof.ranges = prove_ranges(setting_, options_.width, wrapped);
    const Ranges& r = *proof.ranges;
    proof.assumptions.erase(proof.assumptions.begin());
    if (!r.open.empty()) {
      proof.word = VerdictWord::undecided;
      for (const OpenObligation& o : r.open) proof.open.push_back(o);
    } else if (r.entries) {
      proof.assumptions.insert(proof.assumptions.begin(),
                               fmt::format("{}<={}", wrapped ? "trips" : "entries", *r.entries));
    }
    if (wrapped) proof.assumptions.push_back(fmt::format("lag<2^{}", options_.width - 2));
  }

  static void keep(const ConsumerResult& r, Proof& proof) {
    for (const OpenObligation& o : r.open) {
      if (proof.open.size() < most_open) proof.open.push_back(o);
    }
  }

  [[nodiscard]] std::size_t count() const {
    std::size_t n = 0;
    for (const InstructionId i : tree_.instructions()) n += waits(i) ? 1U : 0U;
    return n;
  }

  [[nodiscard]] bool waits(InstructionId i) const {
    return !program_.dependencies_of(pairing_.to_program[i]).empty() || !streams_.thresholds(i).empty();
  }

  // Every instruction that waits or must wait, then every engine at the start of every visit that must. False if
  // `visit` did not want to go on.
  template <class Visit>
  bool each_consumer(Visit visit) {
    for (const InstructionId i : tree_.instructions()) {
      if (!waits(i)) continue;
      const BlockId b = tree_.block_of(i);
      Consumer c{tree_.engine_of(i), i, {}, {tree_.block(b).scope, tree_.block(b).item, b}, {}, streams_.thresholds(i)};
      for (const DependencyId d : program_.dependencies_of(pairing_.to_program[i])) c.dependencies.push_back(d);
      if (!visit(c)) return false;
    }
    for (const ScopeId s : tree_.scopes()) {
      const IdRange<DependencyId> controls = program_.control_dependencies_of(s);
      if (controls.empty()) continue;
      const Scope& scope = tree_.scope(s);
      const BlockId b = streams_.block_before(s);
      for (const EngineId e : tree_.engines()) {
        const std::uint32_t item = b.valid() ? tree_.block(b).item : scope.item;
        Consumer c{e, {}, s, {scope.parent, item, b}, {}, streams_.thresholds(e, s)};
        for (const DependencyId d : controls) c.dependencies.push_back(d);
        if (!visit(c)) return false;
      }
    }
    return true;
  }

  const Clock::time_point start_ = Clock::now();
  const Program& program_;
  const Implementation& implementation_;
  const Tree& tree_;
  const Pairing& pairing_;
  const CertifyOptions& options_;
  Terms terms_;
  Prover prover_;
  Streams streams_;
  BlockFacts facts_;
  Setting setting_;
  ConsumerProofs consumers_;
};

}  // namespace

Proof prove_pair(const Program& program, const Implementation& implementation, const Pairing& pairing,
                 const CertifyOptions& options) {
  try {
    return Proving(program, implementation, pairing, options).run();
  } catch (const TermOverflow& e) {
    // The numbers of the text alone do not fit.
    Proof proof;
    proof.assumptions.emplace_back("no-overflow");
    too_large(e, proof);
    return proof;
  }
}

Ranges prove_bounds(const Program& program, const Implementation& implementation, const Pairing& pairing,
                    const CertifyOptions& options) {
  try {
    return Proving(program, implementation, pairing, options).ranges();
  } catch (const TermOverflow& e) {
    Ranges none;
    none.open.push_back({"a number in an obligation does not fit 64 bits", e.what(), {}});
    return none;
  }
}

}  // namespace counterpoint::smt
