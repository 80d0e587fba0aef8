// Trip counts and branches of a run: the input that both machines read.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 1, language.md "Trip counts for a run". `at` is a pure function of (scope, engine, n), so that
// both machines, and any number of copies of their states, ask the same oracle. Random counts are a hash of their
// arguments, not the next number of a sequence: the order of questions does not matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/tree.hpp"

namespace counterpoint {

// How often a scope runs at the n-th visit (n from 1, counted on each engine as entries of its parent). Uniform
// scopes ignore the engine. Constant loops answer their number.
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

  // Lists are not empty. For a conditional the scope is its then branch and the counts are 0 or 1.
  void set_list(ScopeId scope, std::vector<std::uint32_t> counts);                   // all engines
  void set_list(ScopeId scope, EngineId engine, std::vector<std::uint32_t> counts);  // one engine, divergent scopes
  void set_constant(ScopeId scope, std::uint32_t count);                             // what --resize does

  // The same counts for a tree with the same scopes whose engine e is engine `original[e]` of this one.
  [[nodiscard]] Trips renumbered(const IdVector<EngineId, EngineId>& original) const;

  // Iterations of `scope` at its n-th visit on `engine`.
  [[nodiscard]] std::uint32_t at(ScopeId scope, EngineId engine, std::uint64_t n) const;
  // The sum of `at` over the visits first..last; 0 if last < first. Linear in the list, not in the number of visits,
  // unless the counts are random. Saturates at `largest_total`, more than any run can perform.
  static constexpr std::uint64_t largest_total = std::uint64_t{1} << 62U;
  [[nodiscard]] std::uint64_t total(ScopeId scope, EngineId engine, std::uint64_t first, std::uint64_t last) const;
  // The resized scopes, "q=3 n=2" or "": for verdict lines.
  [[nodiscard]] std::string resized() const;

 private:
  enum class Kind : std::uint8_t { fixed, loop, then_branch, else_branch };
  struct Source {
    Kind kind = Kind::fixed;
    bool divergent = false;
    std::uint32_t number = 0;        // fixed: the count; else branch: its then branch
    std::uint32_t lists = no_lists;  // into lists_
  };
  struct Lists {
    std::vector<std::uint32_t> common;
    std::vector<std::vector<std::uint32_t>> by_engine;  // empty, or one an engine (empty: the common one)
  };
  static constexpr std::uint32_t no_lists = 0xffffffffU;

  void name_draws(const Tree& tree);
  [[nodiscard]] Lists& lists_of(ScopeId scope);
  [[nodiscard]] const std::vector<std::uint32_t>* list(const Source& source, EngineId engine) const;
  [[nodiscard]] std::uint32_t drawn(ScopeId scope, EngineId engine, std::uint64_t n) const;

  IdVector<ScopeId, Source> sources_;
  std::vector<Lists> lists_;
  std::vector<std::pair<std::string, std::uint32_t>> resized_;
  std::size_t engines_ = 0;
  std::uint32_t default_trips_ = 2;
  bool random_ = false;
  std::uint64_t seed_ = 0;
  IdVector<EngineId, EngineId> drawn_as_;  // what an engine is called in draws: the rank of its name
  std::uint32_t max_trips_ = 3;
};

}  // namespace counterpoint
