// Renders fuzzing campaigns.
// SPDX-License-Identifier: Apache-2.0
#include "report/fuzz.hpp"

#include <fmt/format.h>

#include "report/table.hpp"

namespace counterpoint::report {
namespace {

std::string oracle_table(const fuzzing::CampaignResult& campaign) {
  using Side = Table::Side;
  Table table({Side::left, Side::right, Side::right, Side::right, Side::left});
  table.add({"oracle", "held", "did not apply", "failed", ""});
  for (const fuzzing::OracleTally& t : campaign.oracles) {
    table.add({std::string(t.oracle->name), std::to_string(t.held), std::to_string(t.not_applicable),
               std::to_string(t.failed), std::string(t.oracle->summary)});
  }
  return table.text(2);
}

std::string kinds(const fuzzing::CampaignResult& campaign) {
  std::string text = fmt::format("  implementations: {} allocated, {} by hand; verdicts:", campaign.allocated,
                                 campaign.cases - campaign.allocated);
  const char* before = " ";
  for (const auto& [word, count] : campaign.verdicts) {
    text += fmt::format("{}{} {}", before, count, to_text(word));
    before = ", ";
  }
  return text + "\n";
}

}  // namespace

std::string render(const FuzzSummary& s) {
  std::string text;
  if (s.corpus > 0) text += fmt::format("corpus: {} looked at\n", counted(s.corpus, "saved case"));
  if (s.campaign->cases > 0) {
    text += fmt::format("{} drawn and examined\n", counted(s.campaign->cases, "case"));
    text += kinds(*s.campaign) + oracle_table(*s.campaign);
  }
  for (const FuzzFailure& f : s.failures) {
    text += fmt::format("{}: '{}' fails: {}\n", f.subject, f.oracle, f.what);
    if (!f.smallest.empty()) text += fmt::format("  made small: {}\n", f.smallest);
    if (!f.file.empty()) text += fmt::format("  saved in {}\n", f.file);
    text += fmt::format("  again: {}\n", f.command);
  }
  if (s.not_shown > 0) text += fmt::format("and {} more, not shown\n", counted(s.not_shown, "failure"));
  return text;
}

}  // namespace counterpoint::report
