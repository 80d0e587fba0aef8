// Renders the comparison of schemes for pipes.
// SPDX-License-Identifier: Apache-2.0
#include "report/ascend_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "report/svg.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

using ascend::ComparedProgram;
using ascend::ComparedRow;
using ascend::ComparedScheme;
using ascend::SuiteGroup;

Cell thousandths(std::uint64_t part, std::uint64_t whole) {
  return Cell::decimal(static_cast<std::int64_t>((part * 1000 + whole / 2) / whole), 3);
}

std::string core_name(const ComparedRow& row) {
  return std::string(ascend::architecture_name(row.scheme->architecture));
}

// "unsafe early-issue", "refused".
std::string verdict_words(const ComparedRow& row) {
  if (!row.refused.empty()) return "refused";
  return fmt::format("{}{}{}", to_text(row.verdict), row.reason.empty() ? "" : " ", row.reason);
}

// What sound mode did is a list of its own, on the page; here it is a number.
std::string says(const ComparedRow& row) {
  if (!row.refused.empty()) return row.refused;
  if (row.scheme->sync != ascend::SyncScheme::vendor || row.remarks.empty())
    return fmt::format("{}", fmt::join(row.remarks, "; "));
  return counted(row.remarks.size(), "repair");
}

const std::vector<std::string>& columns() {
  static const std::vector<std::string> names = {
      "program",  "case",        "core", "scheme", "verdict", "fails at", "sets", "waits",    "bar",  "bar all",
      "brackets", "queue calls", "ids",  "asked",  "false",   "missing",  "time", "relative", "left", "says"};
  return names;
}

// "vendor --sound", "by hand: moved_out".
std::string scheme_words(const ComparedRow& row) {
  std::string out(row.scheme->word);
  if (!row.kernel.empty()) out += ": " + row.kernel.substr(0, row.kernel.find('.'));
  return out;
}

std::vector<Cell> cells(const ComparedProgram& program, const ComparedRow& row) {
  std::vector<Cell> out{program.name, program.cases, core_name(row), scheme_words(row), verdict_words(row), row.at};
  if (!row.refused.empty()) {
    out.insert(out.end(), 13, Cell::none());
    out.emplace_back(says(row));
    return out;
  }
  const ascend::CallCount& c = row.calls;
  out.insert(out.end(), {c.sets, c.waits, c.barriers, c.full_barriers, c.brackets, c.queue_calls});
  if (row.cost.possible) {
    out.insert(out.end(), {row.ids, row.cost.asked, row.cost.false_orders, row.cost.missing_orders});
  } else {
    out.insert(out.end(), 4, Cell::none());
  }
  // What is not safe takes no time that could be compared.
  if (row.cost.possible && row.safe()) {
    out.insert(out.end(),
               {row.cost.latency, thousandths(row.cost.latency, std::max<std::uint64_t>(row.cost.bound, 1))});
  } else {
    out.insert(out.end(), 2, Cell::none());
  }
  out.emplace_back(fmt::format("{}", fmt::join(row.left, " ")));
  out.emplace_back(says(row));
  return out;
}

Sheet rows_sheet(std::span<const ComparedProgram> programs, SuiteGroup group) {
  Sheet sheet;
  sheet.name = fmt::format("ascend-{}", ascend::group_name(group));
  sheet.title = group == SuiteGroup::kernels ? "Ascend: the kernels on pipes, under every scheme"
                : group == SuiteGroup::cases ? "Ascend: cases, under every scheme and by hand"
                                             : "Ascend: programs of pipes, under every scheme";
  sheet.note =
      "Calls are counted in the text; of counters, sets are updates and ids are semaphores. Ids, orders and time are "
      "of "
      "one run: `asked` pairs of instances must be ordered, `false` ones are ordered for nothing, `missing` ones are "
      "not. Calls take no time, so `relative` is what the orders cost against the dependencies alone; what is not safe "
      "has none. The verdict is of many trip counts, `fails at` one of them.";
  sheet.columns = columns();
  for (const ComparedProgram& p : programs) {
    if (p.group != group) continue;
    for (const ComparedRow& r : p.rows) sheet.rows.push_back(cells(p, r));
    for (const ComparedRow& r : p.by_hand) sheet.rows.push_back(cells(p, r));
    if (p.unfit.empty()) continue;
    std::vector<Cell> none{p.name, p.cases, "", "", "does not fit"};
    none.resize(columns().size() - 1, Cell::none());
    none.emplace_back(p.unfit);
    sheet.rows.push_back(std::move(none));
  }
  return sheet;
}

struct SchemeTotal {
  std::uint64_t programs = 0;
  std::uint64_t safe = 0;
  std::uint64_t unsafe = 0;
  std::uint64_t deadlock = 0;
  std::uint64_t refused = 0;
  std::uint64_t all_ids = 0;
  std::uint64_t exact = 0;  // safe without a false order
  std::uint64_t asked = 0;  // where it is safe, as all below
  std::uint64_t surplus = 0;
  std::uint64_t relative = 0;  // thousandths, summed
};

// Of one group, or of all.
SchemeTotal total_of(std::span<const ComparedProgram> programs, std::size_t scheme, std::optional<SuiteGroup> group) {
  SchemeTotal t;
  for (const ComparedProgram& p : programs) {
    if (p.rows.empty() || (group && p.group != *group)) continue;
    const ComparedRow& r = p.rows[scheme];
    ++t.programs;
    t.refused += r.refused.empty() ? 0 : 1;
    t.all_ids += r.all_ids ? 1 : 0;
    t.unsafe += r.refused.empty() && r.verdict == VerdictWord::unsafe ? 1 : 0;
    t.deadlock += r.refused.empty() && r.verdict == VerdictWord::deadlock ? 1 : 0;
    if (!r.safe() || !r.cost.possible) continue;
    ++t.safe;
    t.exact += r.cost.false_orders == 0 ? 1 : 0;
    t.asked += r.cost.asked;
    t.surplus += r.cost.false_orders;
    const std::uint64_t bound = std::max<std::uint64_t>(r.cost.bound, 1);
    t.relative += (r.cost.latency * 1000 + bound / 2) / bound;
  }
  return t;
}

std::vector<Cell> total_row(std::span<const ComparedProgram> programs, std::size_t scheme, SuiteGroup group) {
  const ComparedScheme& s = ascend::all_compared()[scheme];
  const SchemeTotal t = total_of(programs, scheme, group);
  return {std::string(ascend::group_name(group)),
          std::string(ascend::architecture_name(s.architecture)),
          s.word,
          t.programs,
          t.safe,
          t.unsafe,
          t.deadlock,
          t.refused,
          t.all_ids,
          t.exact,
          t.asked == 0 ? Cell::none() : thousandths(t.surplus, t.asked),
          t.safe == 0 ? Cell::none() : Cell::decimal(static_cast<std::int64_t>((t.relative + t.safe / 2) / t.safe), 3)};
}

Sheet summary(std::span<const ComparedProgram> programs) {
  Sheet sheet{"ascend",
              "Ascend: schemes over programs of pipes, cases, and kernels on pipes",
              "`all ids` of programs it uses every id that there is or fails for want of another. Where it is safe: "
              "`exact` orders nothing for nothing, `false` are orders that nobody asked for against those that were, "
              "`relative` is the mean of time against the dependencies alone.",
              {"group", "core", "scheme", "number", "safe", "unsafe", "deadlock", "refused", "all ids", "exact",
               "false", "relative"},
              {}};
  for (const SuiteGroup group : ascend::all_groups) {
    for (std::size_t s = 0; s < ascend::all_compared().size(); ++s) sheet.rows.push_back(total_row(programs, s, group));
  }
  return sheet;
}

std::string badge(const ComparedRow& row) {
  const bool known = row.refused.empty() && row.verdict != VerdictWord::undecided;
  const std::string_view kind = known && row.verdict == VerdictWord::equivalent ? "good"
                                : !known || row.safe()                          ? "open"
                                                                                : "bad";
  return fmt::format("<span class=\"badge {}\">{}</span>", kind, escaped(verdict_words(row)));
}

std::string page_row(const ComparedRow& row) {
  const ascend::CallCount& c = row.calls;
  std::string out = fmt::format("<tr><td>{}</td><td>{}</td><td>{}{}</td>", core_name(row), escaped(row.scheme->word),
                                badge(row), row.at.empty() ? "" : fmt::format(" at {}", escaped(row.at)));
  const auto number = [&](bool known, std::uint64_t n) {
    out += known ? fmt::format("<td class=\"n\">{}</td>", n) : std::string("<td></td>");
  };
  const bool made = row.refused.empty();
  for (const std::uint64_t n : {c.sets, c.waits, c.barriers + c.full_barriers, c.brackets, c.queue_calls})
    number(made, n);
  const bool run = made && row.cost.possible;
  for (const std::uint64_t n : {row.ids, row.cost.false_orders, row.cost.missing_orders}) number(run, n);
  number(run && row.safe(), row.cost.latency);
  return out + "</tr>\n";
}

std::string list(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string out = fmt::format("<p>{}</p>\n<ul>\n", title);
  for (const std::string& line : lines) out += fmt::format("<li>{}</li>\n", escaped(line));
  return out + "</ul>\n";
}

}  // namespace

std::vector<Sheet> ascend_sheets(std::span<const ComparedProgram> programs) {
  std::vector<Sheet> out{summary(programs)};
  for (const SuiteGroup group : ascend::all_groups) out.push_back(rows_sheet(programs, group));
  return out;
}

std::string page_ascend(std::span<const ComparedRow> rows) {
  if (rows.empty()) return "";
  std::string out =
      "<section id=\"ascend\">\n<h2>Ascend: schemes for these pipes</h2>\n<p>Every scheme puts its own synchronisation "
      "into the program, for all that its accesses need, whether the program says so or not. Calls are counted in the "
      "text (of counters, sets are updates and ids semaphores); ids, orders and time are of one run with the trip "
      "counts above, in which calls take no time; verdicts are of many trip counts.</p>\n<div "
      "class=\"scroll\"><table><thead><tr><th>core</th><th>scheme</th><th>verdict</th>";
  for (const std::string_view name :
       {"sets", "waits", "barriers", "brackets", "queue calls", "ids", "false orders", "missing orders", "time"}) {
    out += fmt::format("<th class=\"n\">{}</th>", name);
  }
  out += "</tr></thead><tbody>\n";
  for (const ComparedRow& r : rows) out += page_row(r);
  out += "</tbody></table></div>\n";
  for (const ComparedRow& r : rows) {
    if (r.text.empty() && r.refused.empty()) continue;
    out += fmt::format("<details><summary>{} {} {}</summary>\n", core_name(r), escaped(r.scheme->word), badge(r));
    if (!r.refused.empty()) out += fmt::format("<p>{}</p>\n", escaped(r.refused));
    if (!r.left.empty())
      out += fmt::format("<p>flags set at the end: {}</p>\n", escaped(fmt::format("{}", fmt::join(r.left, ", "))));
    out += list("it says:", r.remarks) + list("static rules:", r.findings);
    if (!r.text.empty())
      out += fmt::format("<div class=\"scroll\"><pre><code>{}</code></pre></div>\n", escaped(r.text));
    out += "</details>\n";
  }
  return out + "</section>\n";
}

// Two bars a scheme: of its programs those that are safe, and, where it is safe, its mean time.
std::string ascend_figure(std::span<const ComparedProgram> programs) {
  constexpr std::uint64_t left = 190;
  constexpr std::uint64_t plot = 220;
  constexpr std::uint64_t second = left + plot + 70;
  const auto all = ascend::all_compared();
  const std::uint64_t height = 60 + all.size() * 24;
  std::string body;
  const auto label = [&](std::uint64_t x, std::uint64_t y, std::string_view text, std::string_view kind) {
    body += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, kind, escaped(text));
  };
  const auto box = [&](std::uint64_t x, std::uint64_t y, std::uint64_t w, std::string_view kind) {
    body += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"14\" class=\"{}\"/>\n", x, y, w, kind);
  };
  label(left, 20, "Ascend: safe programs", "t");
  label(second, 20, "time against the dependencies alone, where safe", "t");
  for (std::size_t s = 0; s < all.size(); ++s) {
    const SchemeTotal t = total_of(programs, s, std::nullopt);
    const std::uint64_t y = 36 + s * 24;
    label(left - 8, y + 12, fmt::format("{} {}", ascend::architecture_name(all[s].architecture), all[s].word), "e");
    const std::uint64_t wide = t.programs == 0 ? 0 : t.safe * plot / t.programs;
    box(left, y, plot, "bad");
    box(left, y, wide, all[s].counters ? "own" : "good");
    label(left + plot + 6, y + 12, fmt::format("{}/{}", t.safe, t.programs), "");
    if (t.safe == 0) continue;
    const std::uint64_t mean = (t.relative + t.safe / 2) / t.safe;
    box(second, y, std::min<std::uint64_t>(mean * plot / 3000, plot), all[s].counters ? "own" : "good");
    label(second + std::min<std::uint64_t>(mean * plot / 3000, plot) + 6, y + 12,
          Cell::decimal(static_cast<std::int64_t>(mean), 3).text, "");
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 {0}\" width=\"780\" height=\"{0}\">\n<style>\n"
      "text{{font:12px sans-serif;fill:#222}} .t{{font-weight:bold}} .e{{text-anchor:end}} .good{{fill:#1668b8}} "
      ".own{{fill:#2a8a3e}} .bad{{fill:#e6b8b8}}\n@media (prefers-color-scheme: dark){{text{{fill:#ddd}} "
      ".bad{{fill:#6b3a3a}}}}\n</style>\n{1}</svg>\n",
      height, body);
}

}  // namespace counterpoint::report
