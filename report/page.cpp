// A program and its implementations as one HTML file: the frame, and what it says first.
// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "report/graph.hpp"
#include "report/page/page_files.hpp"
#include "report/svg.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t most_lines = 8;     // of who waits for what
constexpr std::size_t most_engines = 16;  // in the table of who waits for whom
constexpr std::size_t most_nodes = 400;   // instructions in the drawn graph

const PageRun* with_role(std::span<const PageRun> runs, PageRole role) {
  const auto found = std::ranges::find(runs, role, &PageRun::role);
  return found == runs.end() ? nullptr : &*found;
}

// "1.84": a ratio with two digits, by integers so that every machine rounds alike.
std::string ratio(std::uint64_t a, std::uint64_t b) {
  if (b == 0) return "1.00";
  const std::uint64_t hundredths = (a / b) * 100 + ((a % b) * 100 + b / 2) / b;
  return fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
}

// Without the last bits of numbers that a hundred times would not fit.
std::uint64_t percent(std::uint64_t part, std::uint64_t whole) {
  const int shift = std::max(0, static_cast<int>(std::bit_width(part | whole)) - 56);
  const std::uint64_t most = whole >> shift;
  return most == 0 ? 0 : ((part >> shift) * 100 + most / 2) / most;
}

struct Use {
  std::uint64_t busy = 0;
  std::uint64_t waiting = 0;
  std::uint64_t barriers = 0;
};
Use total(const PageRun& run) {
  Use sum;
  for (const EngineUse& u : run.use) {
    sum.busy += u.busy;
    sum.waiting += u.waiting;
    sum.barriers += u.barriers;
  }
  return sum;
}

std::string time_text(const TimeWords& times, std::uint64_t time) {
  return escaped(times.text(static_cast<std::int64_t>(time)));
}

std::string_view bar_class(PageRole role) {
  return role == PageRole::specification ? "specification" : role == PageRole::barriers ? "barriers" : "chosen";
}

bool completed(const PageRun& run) { return run.result->outcome == Outcome::completed; }

// How it ended, if it did not complete: then its time is no time it takes.
std::string stops(const PageRun& run) {
  return completed(run) ? "" : fmt::format(" until it stops: {}", outcome_name(run.result->outcome));
}

// How it ended if it did not complete, and what was decided about it.
std::string after_bar(const PageRun& run) {
  std::string out;
  out += stops(run);
  for (const OutcomeLine& line : run.verdicts) out += " " + verdict_badge(line);
  return out;
}

std::string bars(std::span<const PageRun> runs, const TimeWords& times) {
  std::uint64_t longest = 1;
  for (const PageRun& r : runs) longest = std::max(longest, r.panel.makespan);
  const std::uint64_t least = runs.front().panel.makespan;
  std::string out = "<div class=\"bars\">\n";
  for (const PageRun& r : runs) {
    out += fmt::format(
        "<div class=\"name\">{}</div><div class=\"track\"><div class=\"bar {}\" style=\"width:{}%\"></div>"
        "<div>{}{}{}</div></div>\n",
        escaped(r.panel.name), bar_class(r.role),
        std::max<std::uint64_t>(percent(r.panel.makespan * 6 / 10, longest), 1), time_text(times, r.panel.makespan),
        r.role == PageRole::specification
            ? std::string()
            : fmt::format(" <span class=\"soft\">&times; {}</span>", ratio(r.panel.makespan, least)),
        after_bar(r));
  }
  return out + "</div>\n";
}

// Why one takes longer than the other, from what engines did with their time.
std::string reason(const PageRun& chosen, const PageRun& barriers) {
  const Use slow = total(barriers);
  const Use fast = total(chosen);
  const std::uint64_t engines = barriers.use.size();
  std::string out = fmt::format(
      "<p>With barriers the run takes <strong>{} times</strong> as long as {}. <strong>Why:</strong> at a barrier "
      "every "
      "engine stands until the slowest has drained and arrived, although most of them wait for nothing there. Engines "
      "stand at barriers for {}% of their time",
      ratio(barriers.panel.makespan, chosen.panel.makespan), escaped(chosen.panel.name),
      percent(slow.barriers, barriers.panel.makespan * engines));
  out += fmt::format(
      "; on average {} of {} work at once. Without barriers each waits only for the counters it needs, work of "
      "different iterations overlaps, and {} work at once.</p>\n",
      ratio(slow.busy, barriers.panel.makespan), counted(engines, "engine"), ratio(fast.busy, chosen.panel.makespan));
  return out;
}

std::string use_table(const PageRun& run) {
  const Tree& tree = run.machine->tree();
  const std::uint64_t whole = std::max<std::uint64_t>(run.panel.makespan, 1);
  std::string out = fmt::format(
      "<div class=\"scroll\"><table><caption>{}</caption><thead><tr><th>engine</th><th>its time</th><th "
      "class=\"n\">works</th><th class=\"n\">waits</th><th class=\"n\">at barriers</th></tr></thead><tbody>\n",
      escaped(run.panel.name));
  for (const EngineId e : tree.engines()) {
    const EngineUse& u = run.use[e];
    out += fmt::format(
        "<tr><td>{}</td><td><div class=\"use\"><span class=\"busy\" style=\"width:{}%\"></span><span class=\"waiting\" "
        "style=\"width:{}%\"></span><span class=\"barriers\" style=\"width:{}%\"></span></div></td>",
        escaped(tree.engine_name(e)), percent(u.busy, whole), percent(u.waiting, whole), percent(u.barriers, whole));
    out += fmt::format("<td class=\"n\">{}%</td><td class=\"n\">{}%</td><td class=\"n\">{}%</td></tr>\n",
                       percent(u.busy, whole), percent(u.waiting, whole), percent(u.barriers, whole));
  }
  return out + "</tbody></table></div>\n";
}

// The tests that held their engine longest.
std::string who_waits(const PageFacts& facts, const PageRun& run, const TimeWords& times) {
  const Tree& tree = run.machine->tree();
  std::vector<const TestRecord*> longest;
  for (const TestRecord& r : run.tests) {
    if (r.waited != 0) longest.push_back(&r);
  }
  std::ranges::stable_sort(longest, std::ranges::greater{}, &TestRecord::waited);
  if (longest.empty()) return "<p>No engine ever waits for another.</p>\n";
  const TestWording wording(facts, run);
  std::string out = "<ul>\n";
  for (std::size_t i = 0; i < std::min(longest.size(), most_lines); ++i) {
    const TestRecord& r = *longest[i];
    const TestWords words = wording.words(r);
    out += fmt::format("<li><strong>{}</strong> waits for <strong>{}</strong> {} {}: {}, {} in all</li>\n",
                       escaped(tree.engine_name(r.engine)),
                       escaped(words.releasers.empty() ? words.test : words.releasers),
                       r.instruction.valid() ? "before" : "at", escaped(words.before),
                       r.held == 1 ? std::string("once") : fmt::format("{} times", r.held), time_text(times, r.waited));
  }
  out += "</ul>\n";
  if (longest.size() > most_lines)
    out += fmt::format("<p class=\"soft\">and {} more, below</p>\n", longest.size() - most_lines);
  return out;
}

// Rows wait for columns: how long in all.
std::string wait_matrix(const PageRun& run, const TimeWords& times) {
  const Tree& tree = run.machine->tree();
  const std::size_t engines = tree.engine_count();
  if (engines == 0 || engines > most_engines) return "";
  std::vector<std::uint64_t> waited(engines * engines, 0);
  for (const TestRecord& r : run.tests) {
    if (!r.released_by.valid()) continue;
    waited[r.engine.value * engines + tree.engine_of(r.released_by).value] += r.waited;
  }
  const std::uint64_t longest = *std::ranges::max_element(waited);
  if (longest == 0) return "";
  std::string out = fmt::format(
      "<div class=\"scroll\"><table class=\"matrix\"><caption>rows wait for columns, {}</caption><thead><tr><th></th>",
      escaped(times.unit()));
  for (const EngineId e : tree.engines()) out += fmt::format("<th class=\"n\">{}</th>", escaped(tree.engine_name(e)));
  out += "</tr></thead><tbody>\n";
  for (const EngineId e : tree.engines()) {
    out += fmt::format("<tr><th>{}</th>", escaped(tree.engine_name(e)));
    for (const EngineId by : tree.engines()) {
      const std::uint64_t w = waited[e.value * engines + by.value];
      out += w == 0 ? std::string("<td></td>")
                    : fmt::format("<td class=\"n\" style=\"--share:{}%\">{}</td>", percent(w, longest),
                                  escaped(times.number(static_cast<std::int64_t>(w))));
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string controls() {
  return "<div class=\"controls\"><button id=\"zoom-out\" aria-label=\"zoom out\">&minus;</button><button "
         "id=\"zoom-in\" "
         "aria-label=\"zoom in\">+</button><button id=\"zoom-fit\">fit</button><span id=\"zoom\" "
         "aria-live=\"polite\">100 %</span><button id=\"previous-wait\">&lsaquo; wait</button><button "
         "id=\"next-wait\">wait "
         "&rsaquo;</button></div>\n";
}

// How much of a run is not drawn, and what would draw it.
std::string cut_words(const TimelinePanel& panel) {
  const ShownTimeline s = shown(panel);
  if (!s.cut) return "";
  return fmt::format(
      "; the first {} of {} instances are drawn, {} are left out (numbers are of the whole run): <code>--trips</code> "
      "or "
      "<code>--default-trips</code> ask for a shorter one",
      s.slices, panel.timeline.slices.size(), panel.timeline.slices.size() - s.slices);
}

std::string timelines(const PageFacts& facts, std::span<const PageRun> runs) {
  std::string out =
      "<section id=\"timelines\">\n<h2>Timelines</h2>\n<p>All on one axis. A row for each engine: below what it has in "
      "flight, above it, hatched, what it waits for; bars are barriers. An arrow leads from what released a wait. "
      "Select a wait to see its producer.</p>\n";
  out += controls();
  out +=
      "<div id=\"detail\" aria-live=\"polite\" data-hint=\"Select a wait: click it, or press the arrow keys. Left and "
      "right go from wait to wait, up and down from run to run, + and &minus; zoom, 0 shows all.\"></div>\n<div "
      "id=\"panels\">\n";
  const TimeWords times(runs);
  std::vector<TimelinePanel> panels;
  for (const PageRun& r : runs) {
    out += fmt::format(
        "<div class=\"panel\"><h3>{} <span class=\"soft\">{}{}</span></h3><div class=\"drawing\"></div></div>\n",
        escaped(r.panel.name), time_text(times, r.panel.makespan), cut_words(r.panel));
    panels.push_back(r.panel);
  }
  out += "</div>\n<noscript><div class=\"scroll\">\n" + timelines_svg(facts.program->tree, panels, false) +
         "</div></noscript>\n";
  return out + "</section>\n";
}

std::string graph(const Program& program) {
  std::string out = "<section id=\"graph\">\n<h2>Dependence graph</h2>\n";
  if (program.tree.instruction_count() > most_nodes) {
    return out + fmt::format(
                     "<p>{}: too many to draw here; <code>counterpoint draw --to dot</code> writes them "
                     "all.</p>\n</section>\n",
                     counted(program.tree.instruction_count(), "instruction"));
  }
  return out + "<div class=\"scroll wide\">\n" + graph_svg(program, false) + "</div>\n</section>\n";
}

}  // namespace

std::string page_summary(const PageFacts& facts, std::span<const PageRun> runs) {
  const Tree& tree = facts.program->tree;
  const PageRun& specification = runs.front();
  const PageRun* barriers = with_role(runs, PageRole::barriers);
  const PageRun* chosen = with_role(runs, PageRole::chosen);
  const TimeWords times(runs);
  std::string out =
      fmt::format("<section id=\"summary\">\n<p class=\"soft\">{}, {}, {}; trip counts {}; times of {}</p>\n",
                  counted(tree.engine_count(), "engine"), counted(tree.instruction_count(), "instruction"),
                  fmt::format("{} dependenc{}", facts.program->dependency_count(),
                              facts.program->dependency_count() == 1 ? "y" : "ies"),
                  escaped(facts.trips), escaped(facts.times));
  out += fmt::format("<p class=\"lead\">The dependencies alone need <strong>{}</strong>{}",
                     time_text(times, specification.panel.makespan), stops(specification));
  if (chosen != nullptr) {
    out += fmt::format("; <strong>{}</strong> {} {}{}", escaped(chosen->panel.name),
                       completed(*chosen) ? "takes" : "goes on for", time_text(times, chosen->panel.makespan),
                       stops(*chosen));
  }
  if (barriers != nullptr) {
    out += fmt::format("; with barriers it is {}{}", time_text(times, barriers->panel.makespan), stops(*barriers));
  }
  out += ".</p>\n" + bars(runs, times);
  if (chosen != nullptr && barriers != nullptr && completed(*chosen) && completed(*barriers) &&
      barriers->panel.makespan > chosen->panel.makespan) {
    out += reason(*chosen, *barriers);
  }
  for (const PageRun& r : runs) {
    const auto wrong = std::ranges::find(r.verdicts, 31, &OutcomeLine::color);
    if (wrong == r.verdicts.end()) continue;
    out += fmt::format(
        "<p><strong>{}</strong> is {}: it is no implementation of this program, and its time says "
        "nothing.</p>\n",
        escaped(r.panel.name), verdict_badge(*wrong));
  }
  for (const std::string& remark : facts.remarks) out += fmt::format("<p class=\"soft\">{}</p>\n", escaped(remark));
  const PageRun& main = chosen != nullptr ? *chosen : specification;
  out += fmt::format("<h2 id=\"who\">Which engine waits for what: {}</h2>\n", escaped(main.panel.name));
  out += "<div class=\"side\">\n<div>\n" + who_waits(facts, main, times) + "</div>\n" + wait_matrix(main, times) +
         "</div>\n";
  out +=
      "<p><span class=\"key busy\"></span>works<span class=\"key waiting\"></span>waits<span class=\"key "
      "barriers\"></span>at barriers<span class=\"key idle\"></span>has nothing to do</p>\n";
  out += "<div class=\"side\">\n" + use_table(main);
  if (barriers != nullptr && barriers != &main) out += use_table(*barriers);
  return out + "</div>\n</section>\n";
}

std::string page(const PageFacts& facts, std::span<const PageRun> runs) {
  const std::string name = escaped(facts.program->tree.name());
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"counterpoint {}\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}: synchronisation</title>\n<style>\n",
      escaped(facts.version), name);
  out += figure_style();
  out += page_style();
  out += fmt::format(
      "</style>\n</head>\n<body>\n<header><h1>{}</h1></header>\n<nav aria-label=\"sections\"><a "
      "href=\"#who\">who waits</a><a href=\"#timelines\">timelines</a><a href=\"#graph\">graph</a><a "
      "href=\"#scopes\">scopes</a><a href=\"#waits\">waits</a><a href=\"#verdicts\">verdicts</a><a "
      "href=\"#costs\">costs</a>{}</nav>\n<main>\n",
      name, facts.ascend.empty() ? "" : "<a href=\"#ascend\">schemes</a>");
  out += page_summary(facts, runs) + timelines(facts, runs) + graph(*facts.program);
  const PageRun* chosen = with_role(runs, PageRole::chosen);
  if (chosen == nullptr) chosen = with_role(runs, PageRole::barriers);
  if (chosen != nullptr) out += page_scopes(*chosen);
  out += page_waits(facts, runs) + page_tables(runs) + facts.ascend;
  out += fmt::format("</main>\n<footer><p>Written by counterpoint {} from {}. Times are those of {}.</p></footer>\n",
                     escaped(facts.version), escaped(facts.source.name), escaped(facts.times));
  out += "<svg id=\"definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"figure\">";
  out += figure_definitions();
  out += "</svg>\n<script type=\"application/json\" id=\"data\">" + page_data(facts, runs) + "</script>\n<script>\n";
  out += page_script();
  return out + "</script>\n</body>\n</html>\n";
}

}  // namespace counterpoint::report
