// Renders mutation results.
// SPDX-License-Identifier: Apache-2.0
#include "report/mutate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/table.hpp"

namespace counterpoint::report {
namespace {

using mutation::Fate;
using mutation::MutantReport;
using mutation::Tally;

constexpr std::size_t most_survivors = 200;

std::vector<std::string> row(std::string_view name, const Tally& t, std::string_view meaning) {
  return {std::string(name),
          std::to_string(t.mutants),
          std::to_string(t.by_pairing),
          std::to_string(t.by_order),
          std::to_string(t.by_monotone),
          std::to_string(t.by_replay),
          std::to_string(t.by_explore),
          std::to_string(t.equivalent),
          std::to_string(t.undecided),
          std::string(meaning)};
}

std::string tally_table(const mutation::CampaignResult& result) {
  using enum Table::Side;
  Table table({left, right, right, right, right, right, right, right, right, left});
  table.add(
      {"operator", "mutants", "pairing", "order", "monotone", "replay", "explore", "equivalent", "undecided", "fault"});
  for (const Tally& t : result.tallies) table.add(row(t.of->name, t, t.of->summary));
  table.add(row("all", result.total(), ""));
  return table.text();
}

}  // namespace

std::string render(const mutation::Change& c) {
  std::string out = fmt::format("{} [{}{}{}]\n", c.by->name, c.scope.empty() ? "everywhere" : c.scope,
                                c.engine.empty() ? "" : ", ", c.engine);
  const auto side = [&](char sign, std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      out += fmt::format("    {} {}\n", sign, lines.substr(0, end));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  };
  side('-', c.before);
  side('+', c.after);
  return out;
}

std::string fate_text(const MutantReport& m, std::size_t assignments) {
  const mutation::Trial& j = m.trial;
  const std::string at = m.trips.empty() ? "" : " at " + m.trips;
  switch (j.fate) {
    case Fate::refused: return "refused: " + j.reason;
    case Fate::killed:
      return j.word == j.original
                 ? fmt::format("{}: other waits are too long{}", killer_name(j.by), at)
                 : fmt::format("{}: {}, not {}{}", killer_name(j.by), to_text(j.word), to_text(j.original), at);
    case Fate::equivalent:
      return fmt::format("equivalent (bounded): the same verdict at {}",
                         assignments == 1 ? "the one assignment" : fmt::format("all {} assignments", assignments));
    case Fate::undecided: return fmt::format("undecided: {} at {} assignments, first{}", j.reason, j.open, at);
  }
  return "";
}

std::string render(const MutationSummary& summary, bool verbose) {
  const mutation::CampaignResult& result = *summary.result;
  std::string out = tally_table(result);
  std::size_t shown = 0;
  std::size_t hidden = 0;
  for (const auto& part : result.parts) {
    const mutation::MutationResult& r = part.result;
    for (const auto& c : r.contradictions) {
      out +=
          fmt::format("\n{}: {} says {}, explore says {}, with --trips {}:\n{}", part.name, killer_name(c.verdicts.by),
                      to_text(c.verdicts.word), to_text(c.verdicts.by_exploration), c.trips, c.implementation);
    }
    if (shown >= most_survivors && !verbose) {
      hidden += r.mutants.size();
      continue;
    }
    out += fmt::format("\n{}: {}\n", part.name, r.bound);
    for (const MutantReport& m : r.mutants) {
      out += fmt::format("  {}    {}\n", render(m.change), fate_text(m, r.assignments));
      ++shown;
    }
  }
  if (hidden != 0) out += fmt::format("\n{} more survivors; --verbose lists them\n", hidden);
  return out + "\n";
}

}  // namespace counterpoint::report
