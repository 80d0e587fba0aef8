// Whether the waits of one consumer hold exactly when Equation 1 does.
// SPDX-License-Identifier: Apache-2.0
//
// What. For a consumer c with dependencies d and waits w (semaphore s, threshold W), in every state that its engine's
// walk allows:
//   safe (c, d)   if all waits hold, the dependency does;
//   live (c, w)   if all dependencies hold, the wait does;
//   progress      every wait holds once exactly the instances before c in sequential order have retired.
// How. By the decode lemmas (proofs-notes): where one body raises s, by T an iteration, `s >= W` says R(p) >= n if and
// only if s0 + T(n-1) + before(p) < W <= s0 + T(n-1) + up_to(p); where one engine raises s in several bodies, the same
// with the ordinal of p's instance. So safe and live compare W with counts on c's own walk, and neither s nor R occurs.
// One wait against one dependency is tried first; then all waits of c, and the thresholds that earlier consumers of
// its engine had, and barriers, against one dependency; and the reverse.
// Cost: each distinct question is put to the solvers once. Source: certification.md 1 to 3.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "smt/obligations/asked.hpp"
#include "smt/obligations/chain.hpp"
#include "smt/streams/streams.hpp"
#include "smt/walk/walk.hpp"

namespace counterpoint::smt {

// What waits, and where it stands. Identifiers of the implementation.
struct Consumer {
  EngineId engine{};
  InstructionId instruction{};  // none for the start of a visit
  ScopeId visit{};              // the scope, for the start of a visit
  Standing standing;
  std::vector<DependencyId> dependencies;  // of the program
  std::span<const Threshold> waits;
};

struct OpenObligation {
  std::string what;                                         // in the program's own words
  std::string why;                                          // what the solvers said
  std::vector<std::pair<std::string, std::int64_t>> model;  // values of counts such as "T.kv", if one is known
};

struct ConsumerResult {
  bool safe = true;
  bool live = true;
  bool uniform = false;  // uniform trips were used
  std::vector<OpenObligation> open;
};

struct Setting {
  Terms& terms;
  Prover& prover;
  const Program& program;
  const Implementation& implementation;
  const Pairing& pairing;
  const Streams& streams;
  const BlockFacts& facts;
  bool uniform = false;   // every scope is
  bool barriers = false;  // the implementation has some,
  bool resets = false;    // and some that reset
  // Waits compare by wrapped difference: how far a threshold that is not owed is set back, 2^(width-2); else 0. The
  // lag, by which a semaphore and what is owed differ, is then assumed to be less.
  std::int64_t set_back = 0;
};

class ConsumerProofs {
 public:
  explicit ConsumerProofs(const Setting& setting);
  ~ConsumerProofs();
  ConsumerProofs(const ConsumerProofs&) = delete;
  ConsumerProofs& operator=(const ConsumerProofs&) = delete;

  [[nodiscard]] ConsumerResult prove(const Consumer& c);
  // Of every walk so far.
  [[nodiscard]] std::vector<Invariant> invariants() const;
  // Every scope must be uniform.
  [[nodiscard]] ConsumerResult progress(const Consumer& c);

 private:
  struct Prepared;
  struct Pair {
    bool safe = false;
    bool live = false;
    bool uniform = false;
    bool afar = false;  // by a walk that follows something from afar
    std::string why;
    std::vector<std::pair<std::string, std::int64_t>> model;
  };
  // `only_equal`: nothing, without a question to the solvers, unless the threshold is what is asked for term by term.
  // First by a walk that follows from afar what it can, then by one through all that is raised.
  [[nodiscard]] Pair compare(const Consumer& c, const Target& t, const Threshold& w, bool only_equal = false);
  [[nodiscard]] Pair compare(const Consumer& c, const Target& t, const Threshold& w, bool only_equal, bool afar);
  struct Faced;
  [[nodiscard]] Pair decide(const Consumer& c, const Target& t, const Threshold& w, const Faced& faced, bool exactly);
  [[nodiscard]] std::vector<Term> excused(const Prepared& p, Term threshold, Term owed, std::int64_t initial) const;
  [[nodiscard]] Prepared& prepare(const Consumer& c, const Target& t, CellId cell, const Threshold& w, bool afar);
  struct Together;
  class Question;
  void together(const Consumer& c, const std::vector<Target>& targets, const std::vector<bool>& safe,
                const std::vector<bool>& live, ConsumerResult& result);
  // Whether something was followed from afar.
  bool together(const Consumer& c, const std::vector<Target>& targets, const std::vector<bool>& safe,
                const std::vector<bool>& live, ConsumerResult& result, bool afar);
  void lay_out(const Consumer& c, const std::vector<Target>& targets, const std::vector<bool>& safe, Question& q,
               Together& t);
  void prove_safe(const Consumer& c, std::size_t i, const Target& target, Together& t, const std::string& what,
                  ConsumerResult& result);
  void reach_by_thresholds(const Consumer& c, std::size_t i, const Target& target, Together& t,
                           std::vector<Term>& given, std::vector<Term>& any, bool& uniform);
  void prove_live(const Consumer& c, std::size_t j, const std::vector<Target>& targets, Together& t,
                  ConsumerResult& result);
  // What the other dependencies of c and of earlier consumers say of one producer.
  struct Implied {
    bool held = false;          // all that is asked for has retired
    bool uniform = false;       // if trips are uniform
    std::optional<Chain> body;  // the same as a chain within one body, if the path is one
  };
  [[nodiscard]] Implied implied(const Consumer& c, InstructionId producer, const Extent& extent,
                                const std::vector<bool>& usable);
  [[nodiscard]] Implied implied_wait(const Consumer& c, const Threshold& w);
  // How a cell speaks of a producer: by the count of one body, by ordinals, or not at all.
  enum class Speaks : std::uint8_t { no, count, ordinal };
  [[nodiscard]] Speaks speaks(const Consumer& c, CellId cell, const Target& t) const;
  [[nodiscard]] std::vector<std::pair<InstructionId, std::uint32_t>> earlier(const Consumer& c, CellId cell);
  [[nodiscard]] std::vector<CellId> cells_of(const Target& t);
  [[nodiscard]] std::string words(const Consumer& c) const;
  [[nodiscard]] std::string words(const Consumer& c, DependencyId d) const;
  [[nodiscard]] std::string words(const Threshold& w) const;
  [[nodiscard]] Walk& walk_of(Following following, const Standing& standing, std::string name);

  const Setting& s_;
  const Tree& tree_;
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

// Whether the producer has an instance that is asked for, `amount` being a count of entries or an ordinal; `own` is
// what the producer adds to the cell.
[[nodiscard]] Term instance_exists(Terms& terms, Term amount, bool ordinal, std::int64_t own, std::int64_t initial);

// The values of a model by the names of the counts.
[[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> named(const Terms& terms, const ProofResult& r);

}  // namespace counterpoint::smt
