// The command `verify-cert`: derives a certificate's obligations from its programs, and asks solvers about them.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/run_pair.hpp"
#include "cli/solver_process.hpp"
#include "report/json.hpp"
#include "report/table.hpp"
#include "smt/certificate/certificate.hpp"

namespace counterpoint::cli {
namespace {

using smt::Certificate;
using smt::ListedObligation;

// How each solver's command reads scripts from standard input.
std::vector<std::string> command_of(std::string_view solver) {
  if (solver == "z3") return {"z3", "-smt2", "-in"};
  return {"cvc5", "--lang=smt2", "-"};
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty()) throw Failure(Exit::usage, "'--solver-command' is a command");
  return words;
}

struct Asked {
  std::string by;
  std::vector<std::string> command;
};

std::vector<Asked> solvers_asked(const Arguments& arguments) {
  if (arguments.given("solver-command")) {
    if (arguments.given("solver")) throw Failure(Exit::usage, "'--solver' and '--solver-command' do not go together");
    const std::vector<std::string> words = words_of(arguments.value("solver-command"));
    return {{words.front(), words}};
  }
  std::vector<Asked> asked;
  for (const smt::SolverEntry& e : smt::all_solver_choices()) {
    const bool chosen = arguments.value("solver") == "both" || arguments.value("solver") == e.name;
    if (e.choice != smt::SolverChoice::both && chosen) asked.push_back({std::string(e.name), command_of(e.name)});
  }
  return asked;
}

class Verifying {
 public:
  explicit Verifying(Session& session) : session_(session), arguments_(session.arguments()) {}

  Exit run() {
    const std::vector<Asked> solvers = solvers_asked(arguments_);
    if (arguments_.operands.size() == 2) {
      throw Failure(Exit::usage, "a PROGRAM is given, but no IMPL: the certificate is of a pair");
    }
    const Source source = read_source(arguments_.operands[0]);
    auto certificate = smt::read_certificate(source.text);
    if (!certificate) return changed({fmt::format("'{}': {}", source.name, certificate.error())});
    if (arguments_.operands.size() == 3) compare_with_given(*certificate);
    if (!complaints_.empty()) return changed(complaints_);
    interrupt_.emplace();
    derive(*certificate);
    if (interrupt_->asked()) return undecided(*certificate);
    if (!complaints_.empty()) return changed(complaints_);
    return ask(*certificate, solvers);
  }

 private:
  void compare_with_given(const Certificate& c) {
    const std::string program = print(read_program(session_, arguments_.operands[1]).content);
    const std::string implementation = print(read_implementation(session_, arguments_.operands[2]).content);
    const auto compare = [&](std::string_view what, const std::string& given, const std::string& certified) {
      if (given == certified) return;
      complaints_.push_back(fmt::format("the {} given is not the one certified: {} instead of {}", what,
                                        smt::hash_of(given), smt::hash_of(certified)));
    };
    compare("program", program, c.program);
    compare("implementation", implementation, c.implementation);
  }

  void derive(const Certificate& c) {
    const Progress progress(session_, "deriving");
    const auto program = parse_program(c.program, "the program of the certificate");
    const auto read = parse_implementation(c.implementation, "the implementation of the certificate");
    if (!program || !read) {
      complaints_.emplace_back("its programs cannot be read");
      return;
    }
    if (print(*program) != c.program || print(*read) != c.implementation) {
      complaints_.emplace_back("its programs are not written in the canonical way");
      return;
    }
    const auto pairing = pair_up(*program, *read);
    if (!pairing) {
      complaints_.emplace_back("its programs are no pair");
      return;
    }
    complaints_ = smt::differences(c, *program, complete(*program, *read, *pairing), *pairing,
                                   [&] { return interrupt_->asked(); });
  }

  Exit changed(const std::vector<std::string>& complaints) {
    report::OutcomeLine line;
    line.word = "changed";
    return show(line, complaints, Exit::bad_input);
  }

  // Interrupted before anything was asked.
  Exit undecided(const Certificate& c) {
    report::OutcomeLine line;
    line.word = "undecided";
    line.add("reason", "interrupted");
    line.add("verdict", c.word);
    return show(line, {}, Exit::interrupted);
  }

  // Every obligation and lemma is put to every solver asked for.
  Exit ask(const Certificate& c, const std::vector<Asked>& solvers) {
    std::vector<const ListedObligation*> all;
    std::vector<std::string> scripts;
    for (const auto* part : {&c.obligations, &c.lemmas}) {
      for (const ListedObligation& o : *part) {
        all.push_back(&o);
        scripts.push_back(o.text);
      }
    }
    constexpr std::uint64_t no_limit = 1'000'000'000;
    const std::uint64_t time = arguments_.number("time");
    const std::chrono::milliseconds patience(time == 0 ? no_limit : std::min(time, no_limit));
    std::vector<std::string> wrong;
    std::vector<std::string> silent;
    std::string by;
    for (const Asked& solver : solvers) {
      const Progress progress(session_, fmt::format("asking {}", solver.by));
      const SolverRun run = ask_command(solver.command, scripts, patience, [&] { return interrupt_->asked(); });
      for (std::size_t i = 0; i < run.answers.size(); ++i) {
        const bool sat = run.answers[i] == SolverSays::sat;
        if (sat != all[i]->satisfiable) {
          wrong.push_back(
              fmt::format("{} says {} to number {}: {}", solver.by, sat ? "sat" : "unsat", i + 1, all[i]->about));
        }
      }
      if (!run.failure.empty()) silent.push_back(run.failure);
      by += (by.empty() ? "" : "+") + solver.by;
    }
    report::OutcomeLine line;
    line.word = !wrong.empty() ? "refuted" : !silent.empty() ? "undecided" : "verified";
    if (line.word == "undecided") line.add("reason", interrupt_->asked() ? "interrupted" : "solver");
    line.add("verdict", c.word);
    line.add("by", by);
    line.add("bound", c.bound == "trips=all" ? "trips:all" : c.bound);
    line.add("obligations", std::to_string(c.obligations.size()));
    line.add("lemmas", std::to_string(c.lemmas.size()));
    line.add("assume", fmt::format("{}", fmt::join(c.assumptions, ",")));
    wrong.insert(wrong.end(), silent.begin(), silent.end());
    return show(line, wrong,
                line.word == "refuted"    ? Exit::refuted
                : line.word == "verified" ? Exit::success
                : interrupt_->asked()     ? Exit::interrupted
                                          : Exit::undecided);
  }

  Exit show(const report::OutcomeLine& line, const std::vector<std::string>& complaints, Exit own) {
    const Exit exit = session_.judge(line.word, own);
    if (session_.json()) {
      session_.out().write(report::json_outcome("verify-cert", static_cast<int>(exit), line,
                                                {{"complaints", complaints}}, session_.diagnostics()));
      return exit;
    }
    for (const std::string& complaint : complaints) session_.out().write(complaint + "\n");
    session_.out().write(report::render(line, session_.color_out()));
    return exit;
  }

  Session& session_;
  const Arguments& arguments_;
  std::optional<Interrupt> interrupt_;  // once everything has been read: what blocks a reader ends it
  std::vector<std::string> complaints_;
};

}  // namespace

Exit run_verify_cert(Session& session) { return Verifying(session).run(); }

}  // namespace counterpoint::cli
