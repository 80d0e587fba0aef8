// Renders certifications.
// SPDX-License-Identifier: Apache-2.0
#include "report/certification.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/ranges.hpp"
#include "report/table.hpp"
#include "report/verdict.hpp"
#include "smt/certify/trusted.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t most_open = 8;
constexpr std::size_t most_counts = 6;

std::string what_was_asked(const CertificationSummary& summary) {
  const smt::Proof& proof = summary.certification->proof;
  if (!proof.refusals.empty()) return "";
  return fmt::format("{} that wait or must wait: {}, put to {}\n", counted(proof.consumers, "place"),
                     counted(proof.statistics.distinct, "distinct obligation"), fmt::join(summary.solvers, " and "));
}

std::string refusals_text(const smt::Proof& proof) {
  std::string out;
  for (const std::string& r : proof.refusals) out += fmt::format("not covered by the proof: {}\n", r);
  return out;
}

// Counts of a model that say something to a reader of the program: those with a name of theirs.
std::string counts_text(const smt::OpenObligation& open) {
  std::vector<std::string> words;
  for (const auto& [name, value] : open.model) {
    const std::string text = count_text(name, value);
    if (!text.empty()) words.push_back(text);
  }
  const std::size_t all = words.size();
  words.resize(std::min(all, most_counts));
  std::string out = fmt::format("{}", fmt::join(words, "; "));
  if (words.size() < all) out += fmt::format("; and {} more", all - words.size());
  return out;
}

std::string open_text(const smt::Proof& proof, bool verbose) {
  const std::size_t shown = verbose ? proof.open.size() : std::min(proof.open.size(), most_open);
  if (shown == 0) return "";
  std::string out = "These are open; none of them says that the pair is wrong:\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const smt::OpenObligation& open = proof.open[i];
    out += fmt::format("  {}\n", open.what);
    if (!open.why.empty()) out += fmt::format("    because {}\n", open.why);
    if (const std::string counts = counts_text(open); !counts.empty()) {
      out += fmt::format("    the solvers see no reason against: {}\n", counts);
    }
  }
  if (shown < proof.open.size()) {
    out += fmt::format("  ... and {} more (--verbose shows all)\n", proof.open.size() - shown);
  }
  return out;
}

// The run, as `check` shows it, and what to type to see it again.
std::string run_text(const CertificationSummary& summary, bool verbose) {
  const RefuteResult& search = *summary.certification->search;
  const Refutation& found = *search.refutation;
  std::string options;
  for (const std::string& o : found.trip_options) options += fmt::format(" --trips {}", o);
  const bool refuted = refuted_by_run(*summary.certification);
  std::string out = refuted ? "A run refutes it" : "A run shows where it waits for more than the program asks";
  out += options.empty() ? ".\n" : fmt::format(", with{}:\n", options);
  VerdictSummary shown;
  shown.program = summary.program;
  shown.implementation = summary.implementation;
  shown.judgement = &found.judgement;
  shown.saved = summary.saved;
  shown.findings = summary.findings;
  const std::string text = render(shown, verbose);
  out += text.substr(text.find('\n') + 1);  // its first line is ours
  out += fmt::format("To see it again: counterpoint check PROGRAM IMPL{}\n", options);
  return out;
}

std::string search_text(const smt::Certification& c) {
  if (!c.search || c.search->refutation) return "";
  return fmt::format("Looked for a run that refutes it, and found none: {}\n", c.search->bound);
}

std::string obligations_table(const smt::Proof& proof) {
  Table table;
  table.add({"obligation", "expected", "answer", "uses", "about"});
  for (std::size_t i = 0; i < proof.obligations.size(); ++i) {
    const smt::DistinctObligation& o = proof.obligations[i];
    const std::string_view answer = o.answer == smt::ProofAnswer::proved    ? "as expected"
                                    : o.answer == smt::ProofAnswer::refuted ? "the other"
                                                                            : "none";
    table.add(
        {std::to_string(i + 1), o.satisfiable ? "sat" : "unsat", std::string(answer), std::to_string(o.uses), o.what});
  }
  return table.text(2);
}

std::string details(const CertificationSummary& summary) {
  const smt::Proof& proof = summary.certification->proof;
  const smt::ProverStatistics& s = proof.statistics;
  std::string out = fmt::format("asked {}: {} decided by the terms, {} remembered, {} put to the solvers\n", s.asked,
                                s.trivial, s.remembered, s.distinct);
  out += obligations_table(proof) + "the proof rests on:\n";
  Table trusted;
  for (const smt::TrustedPart& t : smt::all_trusted_parts()) trusted.add({std::string(t.name), std::string(t.what)});
  return out + trusted.text(2);
}

}  // namespace

bool refuted_by_run(const smt::Certification& c) {
  return c.search && c.search->refutation &&
         (c.verdict.word == VerdictWord::unsafe || c.verdict.word == VerdictWord::deadlock);
}

OutcomeLine certification_line(const smt::Certification& c) {
  OutcomeLine line;
  line.kind = "verdict";
  line.word = to_text(c.verdict.word);
  if (!c.verdict.reason.empty()) line.add("reason", c.verdict.reason);
  line.add("by", c.verdict.by);
  // Nothing is claimed of an undecided pair, so there is no bound up to which it holds.
  if (refuted_by_run(c)) {
    const std::vector<std::string>& trips = c.search->refutation->trip_options;
    line.add("bound", trips.empty() ? "trips:all" : fmt::format("trips:{}", fmt::join(trips, ";")));
  } else if (c.verdict.word != VerdictWord::undecided) {
    line.add("bound", "trips:all");
  }
  const smt::ProverStatistics& s = c.proof.statistics;
  line.add("consumers", std::to_string(c.proof.consumers));
  line.add("obligations", std::to_string(s.distinct));
  line.add("asked", std::to_string(s.asked));
  line.add("remembered", std::to_string(s.remembered));
  if (!c.proof.open.empty() && !refuted_by_run(c)) line.add("open", std::to_string(c.proof.open.size()));
  if (c.search) line.add("runs", std::to_string(c.search->decided));
  return line;
}

std::string count_text(const std::string& name, std::int64_t value) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return "";
  const std::string kind = name.substr(0, dot);
  const std::string of = name.substr(dot + 1);
  if (kind == "E") return fmt::format("{} iterations of {} begun in all", value, of);
  if (kind == "T") return fmt::format("{} of them in this trip of {}", value, of);
  if (kind == "passes") return fmt::format("{} issued {} times", of, value);
  if (kind == "N") return fmt::format("the iteration asked about is number {}", value);
  return "";
}

std::string render(const CertificationSummary& summary, bool verbose) {
  const smt::Certification& c = *summary.certification;
  const Tree& tree = summary.implementation->tree;
  std::string out = fmt::format("{}: an implementation against its program, {}\n", tree.name(),
                                counted(tree.engine_count(), "engine"));
  out += what_was_asked(summary) + refusals_text(c.proof) + ranges_text(c, summary.width, tree) +
         lag_text(c, *summary.program);
  if (verbose) out += details(summary);
  const bool has_run = c.search && c.search->refutation;
  if (c.verdict.word == VerdictWord::undecided || (c.verdict.word == VerdictWord::refines && !has_run)) {
    out += open_text(c.proof, verbose);
  }
  if (has_run) out += run_text(summary, verbose);
  return out + search_text(c);
}

}  // namespace counterpoint::report
