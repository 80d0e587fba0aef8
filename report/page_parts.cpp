// Parts of the page: the tree of scopes, every wait, verdicts and costs, the data of the timelines.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/dependence/explain.hpp"
#include "core/dependence/wording.hpp"
#include "core/text/statement_text.hpp"
#include "core/text/tree_walk.hpp"
#include "report/graph.hpp"
#include "report/json_writer.hpp"
#include "report/page.hpp"
#include "report/run_timeline.hpp"
#include "report/svg.hpp"
#include "report/table.hpp"
#include "report/wait_formula.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t most_statements = 1500;  // in the tree of scopes
constexpr std::size_t most_rows = 300;         // of waits, for each run

// The tree of scopes as nested lists.
class ScopeList {
 public:
  explicit ScopeList(const Implementation& implementation)
      : implementation_(implementation), tree_(implementation.tree) {}

  std::string text() {
    out_ = "<div class=\"tree\"><ul>\n";
    walk(tree_, *this);
    out_ += "</ul></div>\n";
    if (left_out_)
      out_ += fmt::format("<p class=\"soft\">The first {} statements; the others are in the text alone.</p>\n",
                          most_statements);
    return std::move(out_);
  }

  void enter(ScopeId s) {
    out_ += fmt::format("<li><details open><summary>{}</summary><ul>\n", escaped(scope_label(tree_, s)));
  }
  void leave(ScopeId) { out_ += "</ul></details></li>\n"; }
  void barrier(bool reset) {
    out_ += fmt::format("<li class=\"barrier\">barrier: every engine drains and waits for all others{}</li>\n",
                        reset ? "; all semaphores become 0" : "");
  }
  void block(BlockId b) {
    for (const Statement& s : implementation_.statements_of(b)) {
      if (s.kind() == StatementKind::operation) continue;
      left_out_ = left_out_ || shown_ >= most_statements;
      if (left_out_) continue;
      ++shown_;
      statement(s);
    }
  }

 private:
  void statement(const Statement& s) {
    const EngineId e = s.engine();
    std::string name;
    std::string waits;
    std::string updates;
    if (s.kind() == StatementKind::instruction) {
      const InstructionId i{std::size_t{s.index}};
      name = tree_.instruction_name(i);
      waits = waits_text(e, implementation_.waits_of(i));
      updates = updates_text(implementation_.updates_of(i));
    } else if (s.kind() == StatementKind::wait) {
      waits = waits_text(e, implementation_.condition(s.index));
    } else if (s.kind() == StatementKind::signal) {
      updates = updates_text(implementation_.signal(s.index));
    } else {
      name = "fence";
    }
    out_ += fmt::format("<li class=\"statement\"><span class=\"chip e{}\">{}</span><span>{}</span>", e.value % 8,
                        escaped(tree_.engine_name(e)), escaped(name));
    if (!waits.empty()) out_ += fmt::format("<code class=\"waits\">{}</code>", escaped(waits));
    if (!updates.empty()) out_ += fmt::format("<code class=\"signals\">{}</code>", escaped(updates));
    out_ += "</li>\n";
  }

  [[nodiscard]] std::string waits_text(EngineId e, std::span<const Wait> waits) const {
    std::string text;
    for (const Wait& w : waits) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", w.kind == TestKind::take ? "take" : "wait",
                          test_text(implementation_, e, w));
    }
    return text;
  }
  [[nodiscard]] std::string updates_text(std::span<const Update> updates) const {
    std::string text;
    for (const Update& u : updates) {
      const std::string_view sign = u.kind == UpdateKind::add ? "+=" : u.kind == UpdateKind::subtract ? "-=" : ":=";
      text += fmt::format("{}signal {} {} {}", text.empty() ? "" : ", ", implementation_.semaphores[u.semaphore].name,
                          sign, implementation_.literal(u.amount));
    }
    return text;
  }

  const Implementation& implementation_;
  const Tree& tree_;
  std::string out_;
  std::size_t shown_ = 0;
  bool left_out_ = false;
};

std::string wait_rows(const PageFacts& facts, const PageRun& run, const TimeWords& times) {
  const Tree& tree = run.machine->tree();
  const TestWording wording(facts, run);
  std::string out =
      "<div class=\"scroll\"><table><thead><tr><th>engine</th><th>before</th><th>waits for</th><th>released "
      "by</th><th>formula</th><th>place</th><th class=\"n\">held</th><th class=\"n\">waited</th><th class=\"n\">least "
      "slack</th></tr></thead><tbody>\n";
  for (std::size_t n = 0; n < std::min(run.tests.size(), most_rows); ++n) {
    const TestRecord& r = run.tests[n];
    const TestWords w = wording.words(r);
    out += fmt::format(
        "<tr><td>{}</td><td>{}</td><td><code>{}</code></td><td>{}</td><td class=\"formula\">{}</td><td>{}</td>",
        escaped(tree.engine_name(r.engine)), escaped(w.before), escaped(w.test), escaped(w.releasers),
        escaped(w.formula), escaped(w.place));
    out += fmt::format("<td class=\"n\">{} of {}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n", r.held,
                       r.instances, times.number(static_cast<std::int64_t>(r.waited)), times.number(r.least_slack));
  }
  out += "</tbody></table></div>\n";
  if (run.tests.size() > most_rows)
    out += fmt::format("<p class=\"soft\">The first {} of {}; {} more are left out.</p>\n", most_rows, run.tests.size(),
                       run.tests.size() - most_rows);
  return out;
}

std::string cost_row(std::string_view what, std::span<const PageRun> runs, std::string (*value)(const Cost&)) {
  std::string out = fmt::format("<tr><td>{}</td>", what);
  for (const PageRun& r : runs) {
    if (r.cost) out += fmt::format("<td class=\"n\">{}</td>", value(*r.cost));
  }
  return out + "</tr>\n";
}

std::string costs(std::span<const PageRun> runs) {
  std::string out = "<section id=\"costs\">\n<h2>Costs</h2>\n<div class=\"scroll\"><table><thead><tr><th></th>";
  for (const PageRun& r : runs) {
    if (r.cost) out += fmt::format("<th class=\"n\">{}</th>", escaped(r.panel.name));
  }
  out += "</tr></thead><tbody>\n";
  const auto row = [&](std::string_view what, std::string (*value)(const Cost&)) {
    out += cost_row(what, runs, value);
  };
  row("semaphores", [](const Cost& c) { return std::to_string(c.semaphores); });
  row("registers, most on one engine",
      [](const Cost& c) { return std::to_string(c.registers.empty() ? 0 : *std::ranges::max_element(c.registers)); });
  row("register operations", [](const Cost& c) { return std::to_string(c.register_operations); });
  row("of them before an issue that waits",
      [](const Cost& c) { return fmt::format("{:.2f}", c.operations_per_issue); });
  row("waits", [](const Cost& c) { return std::to_string(c.waits); });
  row("updates", [](const Cost& c) { return std::to_string(c.updates); });
  row("barriers", [](const Cost& c) { return std::to_string(c.barriers); });
  row("carriers of further waits", [](const Cost& c) { return std::to_string(c.carriers); });
  row("code, bytes", [](const Cost& c) { return std::to_string(c.code_bytes); });
  return out + "</tbody></table></div>\n<p class=\"soft\">Numbers of the text, not of a run.</p>\n</section>\n";
}

}  // namespace

std::string page_scopes(const PageRun& run) {
  return fmt::format(
             "<section id=\"scopes\">\n<h2>What synchronises where: {}</h2>\n<p>The tree of scopes. In amber what "
             "an instruction waits for, in green what its retirement signals.</p>\n",
             escaped(run.panel.name)) +
         ScopeList(*run.implementation).text() + "</section>\n";
}

std::string page_waits(const PageFacts& facts, std::span<const PageRun> runs) {
  std::string out =
      "<section id=\"waits\">\n<h2>Every wait</h2>\n<p>Slack is the time from when a wait could go on to when its "
      "engine "
      "came to it, the least over all instances: what is negative was waited, what is positive could come so much "
      "later "
      "without anybody noticing here.</p>\n";
  const TimeWords times(runs);
  out += fmt::format("<p class=\"soft\">Times in {}.</p>\n", escaped(times.unit()));
  for (const PageRun& r : runs) {
    out += fmt::format("<h3>{}</h3>\n", escaped(r.panel.name));
    out += r.tests.empty() ? "<p>none</p>\n" : wait_rows(facts, r, times);
  }
  return out + "</section>\n";
}

std::string page_tables(std::span<const PageRun> runs) {
  std::string out =
      "<section id=\"verdicts\">\n<h2>Verdicts</h2>\n<div class=\"scroll\"><table><thead><tr><th>against the "
      "program</th><th>verdict</th><th>holds for, by</th></tr></thead><tbody>\n";
  for (const PageRun& r : runs) {
    for (const OutcomeLine& line : r.verdicts) {
      std::string facts;
      for (const auto& [key, value] : line.facts) facts += fmt::format("{}{}={}", facts.empty() ? "" : " ", key, value);
      out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(r.panel.name), verdict_badge(line),
                         escaped(facts));
    }
  }
  return out + "</tbody></table></div>\n</section>\n" + costs(runs);
}

namespace {

// The instruction of the program that an instruction of the run is.
class ProgramNumbers {
 public:
  explicit ProgramNumbers(const PageRun& run) : pairing_(run.locator != nullptr ? run.locator->pairing() : nullptr) {}
  [[nodiscard]] std::uint32_t operator()(InstructionId i) const {
    return pairing_ != nullptr ? pairing_->to_program[i].value : i.value;
  }

 private:
  const Pairing* pairing_;
};

// Each as instruction, ordinal, begin, end, lane.
void slices_data(JsonWriter& out, const PageRun& run, const ShownTimeline& s) {
  const ProgramNumbers in_program(run);
  out.key("slices");
  out.begin_array();
  for (std::size_t i = 0; i < s.slices; ++i) {
    const Timeline::Slice& x = run.panel.timeline.slices[i];
    out.begin_array();
    out.value(in_program(x.instruction));
    out.value(x.ordinal);
    out.value(x.begin);
    out.value(x.end);
    out.value(s.lanes[i]);
    out.end_array();
  }
  out.end_array();
}

// In the order of their begin.
void waits_data(JsonWriter& out, const PageRun& run, const ShownTimeline& s) {
  const ProgramNumbers in_program(run);
  const Timeline& timeline = run.panel.timeline;
  std::vector<std::vector<const Timeline::Release*>> by(timeline.stalls.size());
  for (const Timeline::Release& r : timeline.releases) {
    if (r.slice < s.slices) by[r.stall].push_back(&r);
  }
  for (auto& releases : by) std::ranges::stable_sort(releases, {}, [](const Timeline::Release* r) { return r->time; });
  std::vector<std::size_t> order;
  for (std::size_t w = 0; w < timeline.stalls.size(); ++w) {
    if (timeline.stalls[w].begin <= s.until) order.push_back(w);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t w) { return timeline.stalls[w].begin; });
  out.key("waits");
  out.begin_array();
  for (const std::size_t w : order) {
    const Timeline::Stall& x = timeline.stalls[w];
    out.begin_object();
    out.member("engine", run.panel.engine[x.engine].value);
    out.member("from", x.begin);
    out.member("to", x.end);
    out.member("barrier", x.barrier);
    out.member("what", x.what);
    out.member("instruction", x.instruction.valid() ? std::int64_t{in_program(x.instruction)} : -1);
    if (!x.alone.empty()) out.member("alone", x.alone);
    out.key("by");
    out.begin_array();
    for (const Timeline::Release* r : by[w]) {
      out.begin_array();
      out.value(r->slice);
      out.value(r->time);
      out.end_array();
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
}

// Where a test stands, as the script of the page looks it up.
std::string test_key(const TestRecord& r, const ProgramNumbers& in_program) {
  if (r.instruction.valid()) return std::to_string(in_program(r.instruction));
  return r.scope.valid() ? visit_key(r.scope.value, r.engine) : alone_wait_key(r.condition);
}

// By instruction of the program, or stand-alone statement: what it waits for.
void facts_data(JsonWriter& out, const PageFacts& facts, const PageRun& run) {
  const ProgramNumbers in_program(run);
  const TestWording wording(facts, run);
  out.key("facts");
  out.begin_object();
  for (std::size_t n = 0; n < std::min(run.tests.size(), 4 * most_rows);) {
    const std::string key = test_key(run.tests[n], in_program);
    out.key(key);
    out.begin_array();
    for (; n < run.tests.size() && test_key(run.tests[n], in_program) == key; ++n) {
      const TestWords words = wording.words(run.tests[n]);
      out.begin_object();
      out.member("test", words.test);
      out.member("formula", words.formula);
      out.member("place", words.place);
      out.member("slack", run.tests[n].least_slack);
      out.end_object();
    }
    out.end_array();
  }
  out.end_object();
}

void panel_data(JsonWriter& out, const PageFacts& facts, const PageRun& run) {
  const ShownTimeline s = shown(run.panel);
  out.begin_object();
  out.member("name", run.panel.name);
  out.member("makespan", run.panel.makespan);
  out.key("lanes");
  out.begin_array();
  for (const std::uint32_t lanes : s.height) out.value(lanes);
  out.end_array();
  slices_data(out, run, s);
  waits_data(out, run, s);
  facts_data(out, facts, run);
  out.end_object();
}

}  // namespace

std::string page_data(const PageFacts& facts, std::span<const PageRun> runs) {
  const Tree& tree = facts.program->tree;
  JsonWriter out(false);
  out.begin_object();
  const TimeWords times(runs);
  out.member("unit", times.unit());
  out.member("divisor", times.divisor());
  out.key("engines");
  out.begin_array();
  for (const EngineId e : tree.engines()) out.value(tree.engine_name(e));
  out.end_array();
  out.key("instructions");
  out.begin_array();
  for (const InstructionId i : tree.instructions()) {
    out.begin_object();
    out.member("name", tree.instruction_name(i));
    out.member("engine", tree.engine_of(i).value);
    out.end_object();
  }
  out.end_array();
  out.key("panels");
  out.begin_array();
  for (const PageRun& r : runs) panel_data(out, facts, r);
  out.end_array();
  out.end_object();
  // Nothing of it may end the script element.
  std::string text;
  for (const char c : out.finish()) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

}  // namespace counterpoint::report
