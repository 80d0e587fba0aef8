// What the verifiers of a dump say: findings, what stays open, and the verdict over both.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 5.2. `findings`: something is wrong for certain. `undecided`: nothing is, but something could not
// be told: a circle of waits, counts after a reset without a group, an address known at run time, a bound. `clean`:
// neither. A circle leaves every edge unknown, so with one nothing is certain that speaks of order or counts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint::neuron {

enum class DumpVerdict : std::uint8_t { clean, undecided, findings };
[[nodiscard]] std::string_view to_text(DumpVerdict v);

class DumpReport {
 public:
  // Beyond this a verifier only counts.
  static constexpr std::size_t most_kept = 1000;

  // A diagnostic of the severity `error` is a finding, any other leaves something open.
  void add(std::string_view verifier, Diagnostic d);
  // The same, of a verifier that is run to be compared with: it has no part in the verdict.
  void compare(std::string_view verifier, Diagnostic d);
  // A wait, a pair or whatever was looked at, by what was said of it: "OK", "UNSAFE-EARLY", "ordered".
  void count(std::string_view verifier, std::string_view status, std::uint64_t n = 1);
  void assume(std::string_view what) { assumptions_.emplace(what); }
  // No order is known: what was found by order or by counts is not certain.
  void lose_edges() { edges_known_ = false; }

  [[nodiscard]] DumpVerdict verdict() const;
  // The verdict of one verifier alone.
  [[nodiscard]] DumpVerdict verdict(std::string_view verifier) const;
  struct Said {
    std::string verifier;
    Diagnostic diagnostic;
    bool compared = false;
  };
  [[nodiscard]] const std::vector<Said>& said() const { return said_; }
  using Counts = std::map<std::string, std::uint64_t, std::less<>>;
  [[nodiscard]] const std::map<std::string, Counts, std::less<>>& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t counted(std::string_view verifier, std::string_view status) const;
  [[nodiscard]] const std::set<std::string, std::less<>>& assumptions() const { return assumptions_; }
  [[nodiscard]] std::uint64_t findings() const;
  [[nodiscard]] std::uint64_t undecided() const;

 private:
  struct Tally {
    std::uint64_t findings = 0;
    std::uint64_t undecided = 0;
    bool compared = false;
  };
  std::vector<Said> said_;
  std::map<std::string, Counts, std::less<>> counts_;
  std::map<std::string, Tally, std::less<>> tallies_;
  std::set<std::string, std::less<>> assumptions_;
  bool edges_known_ = true;
};

}  // namespace counterpoint::neuron
