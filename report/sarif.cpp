// Results of `check` and `certify` as SARIF 2.1.0.
// SPDX-License-Identifier: Apache-2.0
#include "report/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/json_writer.hpp"

namespace counterpoint::report {
namespace {

constexpr std::string_view schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

// What the two commands have in common.
struct Result {
  std::string_view command;
  int exit = 0;
  std::string_view version;
  const std::vector<std::string>* solvers = nullptr;  // null: none was asked
  const OutcomeLine* line = nullptr;                  // null: the command failed
  const std::vector<Finding>* findings = nullptr;
  const Locator* locator = nullptr;
  const std::vector<Step>* witness = nullptr;
  const Diagnostics* diagnostics = nullptr;
  std::string_view failure;
};

class Sarif {
 public:
  explicit Sarif(const Result& result) : result_(result) {}

  std::string document() {
    out_.begin_object();
    out_.member("$schema", schema);
    out_.member("version", "2.1.0");
    out_.key("runs");
    out_.begin_array();
    out_.begin_object();
    tool();
    invocation();
    out_.member("columnKind", "utf16CodeUnits");
    out_.key("results");
    out_.begin_array();
    if (result_.findings != nullptr) {
      for (const Finding& f : *result_.findings) finding(f);
    }
    out_.end_array();
    if (result_.line != nullptr) properties();
    out_.end_object();
    out_.end_array();
    out_.end_object();
    return out_.finish();
  }

 private:
  void message(std::string_view text) {
    out_.key("message");
    out_.begin_object();
    out_.member("text", text);
    out_.end_object();
  }

  void text_object(std::string_view key, std::string_view text) {
    out_.key(key);
    out_.begin_object();
    out_.member("text", text);
    out_.end_object();
  }

  void tool() {
    out_.key("tool");
    out_.begin_object();
    out_.key("driver");
    out_.begin_object();
    out_.member("name", "counterpoint");
    out_.member("version", result_.version);
    out_.key("rules");
    out_.begin_array();
    for (const Rule& r : all_rules()) rule(r);
    out_.end_array();
    out_.end_object();
    if (result_.solvers != nullptr && !result_.solvers->empty()) {
      out_.key("extensions");
      out_.begin_array();
      for (const std::string& solver : *result_.solvers) {  // "Z3 4.8.12"
        const std::size_t blank = solver.find(' ');
        out_.begin_object();
        out_.member("name", std::string_view(solver).substr(0, blank));
        if (blank != std::string::npos) out_.member("version", std::string_view(solver).substr(blank + 1));
        out_.end_object();
      }
      out_.end_array();
    }
    out_.end_object();
  }

  void rule(const Rule& r) {
    out_.begin_object();
    out_.member("id", r.id());
    text_object("shortDescription", r.summary);
    text_object("help", r.help);
    out_.key("defaultConfiguration");
    out_.begin_object();
    out_.member("level", r.level);
    out_.end_object();
    out_.end_object();
  }

  void invocation() {
    out_.key("invocations");
    out_.begin_array();
    out_.begin_object();
    out_.member("executionSuccessful", result_.line != nullptr);
    out_.member("exitCode", result_.exit);
    if (!result_.diagnostics->empty() || !result_.failure.empty()) {
      out_.key("toolExecutionNotifications");
      out_.begin_array();
      if (!result_.failure.empty()) {
        out_.begin_object();
        out_.member("level", "error");
        message(result_.failure);
        out_.end_object();
      }
      for (const Diagnostic& d : *result_.diagnostics) notification(d);
      out_.end_array();
    }
    out_.end_object();
    out_.end_array();
  }

  void notification(const Diagnostic& d) {
    out_.begin_object();
    out_.member("level", d.severity == Severity::warning ? "warning" : "error");
    std::string text = d.message;
    if (!d.expected.empty()) text += fmt::format(", expected {}", d.expected);
    if (!d.found.empty()) text += fmt::format(", found {}", d.found);
    if (!d.help.empty()) text += fmt::format("; {}", d.help);
    message(text);
    out_.key("descriptor");
    out_.begin_object();
    out_.member("id", code_text(d.code));
    out_.end_object();
    if (!d.file.empty()) {
      out_.key("locations");
      out_.begin_array();
      location({PlaceRole::consumer, "", "", d.file, d.position}, "");
      out_.end_array();
    }
    out_.end_object();
  }

  // Related locations have their number as id.
  void location(const FoundPlace& p, std::string_view text, std::size_t id = 0) {
    out_.begin_object();
    if (id != 0) out_.member("id", id);
    if (!p.file.empty()) {
      out_.key("physicalLocation");
      out_.begin_object();
      out_.key("artifactLocation");
      out_.begin_object();
      out_.member("uri", uri_of(p.file));
      out_.end_object();
      if (p.position.line != 0) {
        out_.key("region");
        out_.begin_object();
        out_.member("startLine", p.position.line);
        if (p.position.column != 0) out_.member("startColumn", p.position.column);
        out_.end_object();
      }
      out_.end_object();
    }
    if (!p.name.empty()) {
      out_.key("logicalLocations");
      out_.begin_array();
      out_.begin_object();
      out_.member("name", p.name);
      out_.member("fullyQualifiedName", p.engine.empty() ? p.name : fmt::format("{}: {}", p.engine, p.name));
      out_.end_object();
      out_.end_array();
    }
    if (!text.empty()) message(text);
    out_.end_object();
  }

  void finding(const Finding& f) {
    out_.begin_object();
    out_.member("ruleId", f.rule->id());
    out_.member("ruleIndex", f.rule - all_rules().data());
    const bool open = f.rule->level == "none";
    out_.member("kind", open ? "open" : "fail");
    out_.member("level", f.rule->level);
    message(f.message);
    out_.key("locations");
    out_.begin_array();
    if (!f.places.empty()) location(f.places[f.main], "");
    out_.end_array();
    out_.key("relatedLocations");
    out_.begin_array();
    for (std::size_t i = 0; i < f.places.size(); ++i) {
      const FoundPlace& p = f.places[i];
      location(p, fmt::format("{} {}", to_text(p.role), p.name), i + 1);
    }
    out_.end_array();
    if (result_.witness != nullptr && !result_.witness->empty() && &f == shown_by_witness()) code_flow();
    out_.end_object();
  }

  // The schedule goes with one result only, since it is the same for all: the first of those that it shows.
  [[nodiscard]] const Finding* shown_by_witness() const {
    const auto decided =
        std::ranges::find_if(*result_.findings, [](const Finding& f) { return f.rule->level != "none"; });
    return decided == result_.findings->end() ? result_.findings->data() : &*decided;
  }

  void code_flow() {
    const Tree& tree = result_.locator->implementation().tree;
    out_.key("codeFlows");
    out_.begin_array();
    out_.begin_object();
    out_.key("threadFlows");
    out_.begin_array();
    IdVector<EngineId, std::vector<std::size_t>> steps(tree.engine_count());
    for (std::size_t i = 0; i < result_.witness->size(); ++i) steps[(*result_.witness)[i].engine].push_back(i);
    for (const EngineId e : tree.engines()) {
      if (!steps[e].empty()) thread_flow(tree.engine_name(e), steps[e]);
    }
    out_.end_array();
    out_.end_object();
    out_.end_array();
  }

  void thread_flow(std::string_view engine, const std::vector<std::size_t>& steps) {
    out_.begin_object();
    out_.member("id", engine);
    out_.key("locations");
    out_.begin_array();
    for (const std::size_t i : steps) {
      const Step& step = (*result_.witness)[i];
      out_.begin_object();
      out_.member("executionOrder", i + 1);
      out_.key("location");
      location(place_of(step), counterpoint::to_text(result_.locator->implementation().tree, step));
      out_.end_object();
    }
    out_.end_array();
    out_.end_object();
  }

  [[nodiscard]] FoundPlace place_of(const Step& step) const {
    const Locator& at = *result_.locator;
    const bool of_instruction =
        step.kind == StepKind::issue || step.kind == StepKind::commit || step.kind == StepKind::retire;
    if (of_instruction) return at.instruction(PlaceRole::consumer, InstructionId{std::size_t{step.subject}});
    FoundPlace place = step.kind == StepKind::visit ? at.visit(PlaceRole::consumer, ScopeId{std::size_t{step.subject}})
                                                    : at.whole_file();
    place.engine = at.implementation().tree.engine_name(step.engine);
    return place;
  }

  void properties() {
    out_.key("properties");
    out_.begin_object();
    out_.member("command", result_.command);
    out_.member("verdict", result_.line->word);
    for (const auto& [key, value] : result_.line->facts) out_.member(key, value);
    out_.end_object();
  }

  const Result& result_;
  JsonWriter out_;
};

}  // namespace

std::string uri_of(std::string_view file) {
  std::string uri = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

void count_utf16(Diagnostics& diagnostics, std::string_view text) {
  std::uint32_t line = 1;
  std::size_t start = 0;
  for (Diagnostic& d : diagnostics) {
    if (d.position.line == 0 || d.position.column == 0) continue;
    if (d.position.line < line) {
      line = 1;
      start = 0;
    }
    while (line < d.position.line) {
      const std::size_t end = text.find('\n', start);
      if (end == std::string_view::npos) return;
      start = end + 1;
      ++line;
    }
    std::uint32_t column = 1;
    for (const char c : text.substr(start, d.position.column - 1)) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte & 0xc0U) != 0x80U) column += byte >= 0xf0U ? 2 : 1;  // continuations belong to what is counted
    }
    d.position.column = column;
  }
}

std::string sarif_verdict(const VerdictSummary& summary, int exit, std::string_view version,
                          const Diagnostics& diagnostics) {
  return Sarif({"check",
                exit,
                version,
                nullptr,
                &summary.line,
                &summary.findings,
                summary.locator,
                &summary.judgement->verdict.witness,
                &diagnostics,
                {}})
      .document();
}

std::string sarif_certification(const CertificationSummary& summary, int exit, std::string_view version,
                                const Diagnostics& diagnostics) {
  const smt::Certification& c = *summary.certification;
  const bool run = c.search && c.search->refutation;
  return Sarif({"certify",
                exit,
                version,
                &summary.solvers,
                &summary.line,
                &summary.findings,
                summary.locator,
                run ? &c.search->refutation->judgement.verdict.witness : nullptr,
                &diagnostics,
                {}})
      .document();
}

std::string sarif_failure(std::string_view command, int exit, std::string_view message, std::string_view version,
                          const Diagnostics& diagnostics) {
  return Sarif({command, exit, version, nullptr, nullptr, nullptr, nullptr, nullptr, &diagnostics, message}).document();
}

}  // namespace counterpoint::report
