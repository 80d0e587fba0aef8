// The command `certify`: decides a pair for all trip counts.
// SPDX-License-Identifier: Apache-2.0
//
// Everything is one result object that text and JSON render. An interruption ends the proof between two consumers, or
// the search between two runs, and is then a verdict: undecided, and 130. Nothing is written then.
#include "smt/certify/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "cli/allocation_options.hpp"
#include "cli/commands.hpp"
#include "cli/dump.hpp"
#include "cli/inputs.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/run_pair.hpp"
#include "cli/trace_files.hpp"
#include "cli/version.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"
#include "report/certification.hpp"
#include "report/json.hpp"
#include "report/sarif.hpp"
#include "report/verdict.hpp"
#include "smt/certificate/certificate.hpp"

namespace counterpoint::cli {
namespace {

using Clock = std::chrono::steady_clock;

smt::ProverOptions read_prover_options(const Arguments& arguments) {
  smt::ProverOptions options;
  const auto all = smt::all_solver_choices();
  const auto found = std::ranges::find(all, arguments.value("solver"), &smt::SolverEntry::name);
  require(found != all.end(), "the allowed words of --solver are the names of the choices");
  options.solvers = found->choice;
  const std::size_t there = smt::solver_versions(found->choice).size();
  if (there < (found->choice == smt::SolverChoice::both ? 2U : 1U)) {
    throw Failure(Exit::refused, fmt::format("this build was made without what '--solver {}' asks: {}", found->name,
                                             fmt::join(smt::solver_versions(smt::SolverChoice::both), ", ")));
  }
  options.steps = arguments.number("steps");
  options.milliseconds = arguments.number("time");
  if (arguments.given("budget")) options.total_milliseconds = arguments.number("budget");
  return options;
}

struct Pair {
  Input<Program> program;
  Implementation implementation;
  Pairing pairing;
  std::string text;  // of the implementation as it was given, if a certificate is to hold it
  Source source;     // of the implementation, if it was given
};

// A certificate is derived again from its own texts: what is proved must be what these say, numbered as they are read.
void read_again(Pair& pair) {
  auto program = parse_program(print(pair.program.content), pair.program.source.name);
  auto implementation = parse_implementation(pair.text, pair.program.source.name);
  require(program.has_value() && implementation.has_value(), "what is printed can be read");
  auto pairing = pair_up(*program, *implementation);
  require(pairing.has_value(), "what is printed is a pair");
  pair.program.content = std::move(*program);
  pair.implementation = complete(pair.program.content, *implementation, *pairing);
  pair.pairing = std::move(*pairing);
}

// The implementation is read, or made as `alloc` makes it.
Pair read_pair(Session& session) {
  const Arguments& arguments = session.arguments();
  const bool given = arguments.operands.size() == 2;
  if (given && arguments.operands[0] == "-" && arguments.operands[1] == "-") {
    throw Failure(Exit::usage, "only one of PROGRAM and IMPL can be '-', standard input");
  }
  for (const std::string_view option : allocation_options) {
    if (given && arguments.given(option)) {
      throw Failure(Exit::usage, fmt::format("'--{}' says how to allocate, but IMPL is given", option));
    }
  }
  Pair pair{read_program(session, arguments.operands[0]), {}, {}, {}, {}};
  if (given) {
    auto implementation = read_implementation(session, arguments.operands[1]);
    if (arguments.given("output")) pair.text = print(implementation.content);
    pair.pairing = complete_from(session, pair.program.content, implementation.content, implementation.source);
    pair.implementation = std::move(implementation.content);
    pair.source = std::move(implementation.source);
    if (!pair.text.empty()) read_again(pair);
    return pair;
  }
  auto allocation = [&] {
    const Progress progress(session, "allocating");
    return allocate(pair.program.content, read_allocation_options(session));
  }();
  if (!allocation) session.stop(std::move(allocation.error()), pair.program.source);
  session.show(allocation->warnings, pair.program.source);
  pair.implementation = std::move(allocation->implementation);
  if (arguments.given("output")) pair.text = print(pair.implementation);
  pair.pairing = complete_from(session, pair.program.content, pair.implementation, pair.program.source);
  if (!pair.text.empty()) read_again(pair);
  return pair;
}

class Certifying {
 public:
  explicit Certifying(Session& session)
      : session_(session), arguments_(session.arguments()), prover_(read_prover_options(arguments_)) {}

  Exit run() {
    if (arguments_.given("dump")) check_dump_folder(arguments_.value("dump"));
    Pair pair = read_pair(session_);
    summary_.program = &pair.program.content;
    summary_.implementation = &pair.implementation;
    summary_.solvers = smt::solver_versions(prover_.solvers);
    const smt::Certification certification = decide(pair);
    summary_.certification = &certification;
    const report::Locator locator(&pair.program.content, pair.implementation, &pair.pairing,
                                  text_of(pair.program.source), text_of(pair.source));
    summary_.locator = &locator;
    summary_.findings = report::findings_of(certification, locator);
    summary_.line = report::certification_line(certification);
    for (const std::string_view option : {"width", "compare"}) {
      if (arguments_.given(option)) summary_.line.add(std::string(option), arguments_.value(option));
    }
    report::add_last(summary_.line, certification.verdict);
    save_schedule(certification);
    if (arguments_.given("dump") && certification.verdict.reason != "interrupted") {
      dump_obligations(arguments_.value("dump"), certification.proof.obligations);
    }
    if (arguments_.given("output")) write_certificate(pair, certification);
    return show(certification.verdict);
  }

 private:
  smt::Certification decide(const Pair& pair) {
    // Only here: who waits for an input or an output that blocks is ended by the first signal, as ever.
    const Interrupt interrupt;
    Progress progress(session_, "proving");
    const auto start = Clock::now();
    smt::CertifyOptions& options = options_;
    options.prover = prover_;
    if (arguments_.given("width")) options.width = read_width(session_);
    summary_.width = options.width;
    options.compare = read_comparison(session_);
    options.keep_invariants = arguments_.given("output");
    options.progress = [&](std::size_t done, std::size_t of) {
      progress.update(done, of);
      return !interrupt.asked();
    };
    smt::SearchOptions search;
    search.stop = [&] { return interrupt.asked() || spent(Clock::now() - start); };
    smt::Certification c = smt::certify(pair.program.content, pair.implementation, pair.pairing, options, search);
    if (interrupt.asked() && !report::refuted_by_run(c)) {
      c.verdict.word = VerdictWord::undecided;
      c.verdict.reason = "interrupted";
    }
    return c;
  }

  [[nodiscard]] bool spent(Clock::duration taken) const {
    return prover_.total_milliseconds && taken >= std::chrono::milliseconds(*prover_.total_milliseconds);
  }

  void save_schedule(const smt::Certification& c) {
    if (!arguments_.given("trace")) return;
    const std::string path = arguments_.value("trace");
    if (!c.search || !c.search->refutation) {
      session_.note(fmt::format("'{}' has no schedule to save: {} is not written\n", to_text(c.verdict.word), path));
      return;
    }
    const Refutation& found = *c.search->refutation;
    std::vector<std::string> options;
    for (const std::string& trips : found.trip_options) options.insert(options.end(), {"--trips", trips});
    write_steps(path, summary_.implementation->tree, found.judgement.verdict.witness, options);
    summary_.saved = true;
  }

  void write_certificate(const Pair& pair, const smt::Certification& c) {
    const std::string path = arguments_.value("output");
    if (c.verdict.word != VerdictWord::equivalent && c.verdict.word != VerdictWord::refines) {
      session_.note(fmt::format("'{}' is not proved: {} is not written\n", to_text(c.verdict.word), path));
      return;
    }
    if (!smt::all_answered(c)) {
      session_.note(
          fmt::format("a solver gave up on something that the proof can do without: {} is not written; give "
                      "it more with --steps or --time\n",
                      path));
      return;
    }
    smt::Certificate certificate = smt::certificate_of(c, options_);
    certificate.tool = fmt::format("counterpoint {}", version_number());
    certificate.solvers = summary_.solvers;
    certificate.program = print(pair.program.content);
    certificate.implementation = pair.text;
    Output output(path);
    output.write(smt::to_text(certificate));
    output.commit();
    summary_.certificate = path;
  }

  Exit show(const Verdict& verdict) {
    const Exit own = verdict.reason == "interrupted"
                         ? Exit::interrupted
                         : Exit{static_cast<std::uint8_t>(exit_code(verdict.word, arguments_.given("exact")))};
    const Exit exit = session_.judge(summary_.line.word, own);
    if (session_.sarif()) {
      session_.out().write(
          report::sarif_certification(summary_, static_cast<int>(exit), version_number(), session_.diagnostics()));
    } else if (session_.json()) {
      session_.out().write(report::json_certification(summary_, static_cast<int>(exit), session_.diagnostics()));
    } else {
      session_.out().write(report::render(summary_, session_.verbose()));
      session_.out().write(report::render(summary_.line, session_.color_out()));
    }
    return exit;
  }

  Session& session_;
  const Arguments& arguments_;
  smt::ProverOptions prover_;
  smt::CertifyOptions options_;
  report::CertificationSummary summary_;
};

}  // namespace

Exit run_certify(Session& session) { return Certifying(session).run(); }

}  // namespace counterpoint::cli
