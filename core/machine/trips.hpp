// Trip counts and branches of a run: the input that both machines read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/tree.hpp"

namespace counterpoint {

// How often a scope runs at the n-th visit (n from 1, counted on each engine as entries of its parent). A pure
// function of (scope, engine, n); uniform scopes ignore the engine. Constant loops answer their number.
class Trips {
 public:
  // Every loop `default_trips` times (2 unless said), every conditional its first branch.
  explicit Trips(const Tree& tree, std::uint32_t default_trips = 2);

  // "kv=3", "kv=3,0,2", "kv@act=1,2", "causal=1,0": the option --trips. On an unknown scope or engine, a constant or
  // uniform scope that cannot be set so, or a bad list: a diagnostic with the nearest right name.
  [[nodiscard]] tl::expected<void, Diagnostic> set(const Tree& tree, std::string_view option);
  // "q=3": the option --resize, for a scope with a number.
  [[nodiscard]] tl::expected<void, Diagnostic> resize(const Tree& tree, std::string_view option);
  // Draws every list of the scopes not set: a count in 0..max_trips per visit, by a hash of (seed, scope, engine, n).
  void randomize(std::uint64_t seed, std::uint32_t max_trips);

  void set_list(ScopeId scope, std::vector<std::uint32_t> counts);                   // all engines
  void set_list(ScopeId scope, EngineId engine, std::vector<std::uint32_t> counts);  // one engine

  // Iterations of `scope` at its n-th visit on `engine`.
  [[nodiscard]] std::uint32_t at(ScopeId scope, EngineId engine, std::uint64_t n) const;
  // The resized scopes, "q=3 n=2" or "": for verdict lines.
  [[nodiscard]] std::string resized() const;

 private:
  struct Lists {
    bool given = false;
    bool per_engine = false;
    std::vector<std::vector<std::uint32_t>> counts;  // one, or one per engine (empty: the common one)
  };
  std::vector<std::uint32_t> constant_;  // by scope; no_constant if not constant
  std::vector<std::uint8_t> kind_;       // by scope: what `at` needs to know of it
  std::vector<std::uint32_t> sibling_;   // by scope: then branch of an else branch
  std::vector<Lists> lists_;             // by scope
  std::vector<std::string> resized_;
  std::size_t engines_ = 0;
  std::uint32_t default_trips_ = 2;
  bool random_ = false;
  std::uint64_t seed_ = 0;
  std::uint32_t max_trips_ = 3;
};

}  // namespace counterpoint
