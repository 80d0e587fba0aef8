// What a verdict complains of, place by place: the one list that text, JSON and SARIF render.
// SPDX-License-Identifier: Apache-2.0
//
// A finding is one consumer that issues too early, faults, is stuck or waits for too much, with the producers it is
// about and its waits. Verdicts that are good have none.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/locator.hpp"
#include "smt/certify/certify.hpp"
#include "verify/decide.hpp"

namespace counterpoint::report {

// One line of rules.def.
struct Rule {
  std::string_view word;
  std::string_view reason;
  std::string_view level;
  std::string_view summary;
  std::string_view help;

  // "unsafe/early-issue", "deadlock".
  [[nodiscard]] std::string id() const;
};
[[nodiscard]] std::span<const Rule> all_rules();
// That of a verdict; null for one that is good.
[[nodiscard]] const Rule* rule_of(VerdictWord word, std::string_view reason);

struct Finding {
  const Rule* rule = nullptr;
  std::string message;             // one sentence, without final stop
  std::vector<FoundPlace> places;  // consumer, producers, waits
  std::size_t main = 0;            // where to look first: the wait, else the statement of the implementation
};

// Of a verdict that an engine reached for given trips.
[[nodiscard]] std::vector<Finding> findings_of(const Judgement& judgement, const Locator& locator);
// Of a proof: of the run that was found, else what is open.
[[nodiscard]] std::vector<Finding> findings_of(const smt::Certification& certification, const Locator& locator);

// "  --> early.cp:7:3  consumer load on dma", a line for each place that is in a file; what is said twice, once.
[[nodiscard]] std::string render_places(std::span<const Finding> findings);

// The findings as a JSON array.
[[nodiscard]] std::string json_findings(std::span<const Finding> findings);

}  // namespace counterpoint::report
