// Gathers what the verifiers say.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/finding.hpp"

#include <array>
#include <utility>

namespace counterpoint::neuron {

std::string_view to_text(DumpVerdict v) {
  static constexpr std::array<std::string_view, 3> words = {"clean", "undecided", "findings"};
  return words[static_cast<std::size_t>(v)];
}

void DumpReport::add(std::string_view verifier, Diagnostic d) {
  Tally& t = tallies_[std::string(verifier)];
  std::uint64_t& n = d.severity == Severity::error ? t.findings : t.undecided;
  if (n++ < most_kept) said_.push_back({std::string(verifier), std::move(d), t.compared});
}

void DumpReport::compare(std::string_view verifier, Diagnostic d) {
  Tally& t = tallies_[std::string(verifier)];
  t.compared = true;
  if (t.findings++ < most_kept) said_.push_back({std::string(verifier), std::move(d), true});
}

void DumpReport::count(std::string_view verifier, std::string_view status, std::uint64_t n) {
  counts_[std::string(verifier)][std::string(status)] += n;
}

std::uint64_t DumpReport::counted(std::string_view verifier, std::string_view status) const {
  const auto v = counts_.find(verifier);
  if (v == counts_.end()) return 0;
  const auto s = v->second.find(status);
  return s == v->second.end() ? 0 : s->second;
}

std::uint64_t DumpReport::findings() const {
  std::uint64_t n = 0;
  for (const auto& [name, t] : tallies_)
    if (!t.compared) n += t.findings;
  return n;
}

std::uint64_t DumpReport::undecided() const {
  std::uint64_t n = 0;
  for (const auto& [name, t] : tallies_)
    if (!t.compared) n += t.undecided;
  return n;
}

DumpVerdict DumpReport::verdict() const {
  for (const auto& [name, t] : tallies_) {
    const bool by_order = name == "arithmetic" || name == "happens-before" || name == "carried" || name == "bands";
    if (t.findings != 0 && !t.compared && (edges_known_ || !by_order)) return DumpVerdict::findings;
  }
  if (!edges_known_) return DumpVerdict::undecided;
  return undecided() != 0 ? DumpVerdict::undecided : DumpVerdict::clean;
}

DumpVerdict DumpReport::verdict(std::string_view verifier) const {
  const auto t = tallies_.find(verifier);
  if (t == tallies_.end()) return DumpVerdict::clean;
  if (t->second.findings != 0) return DumpVerdict::findings;
  return t->second.undecided != 0 ? DumpVerdict::undecided : DumpVerdict::clean;
}

}  // namespace counterpoint::neuron
