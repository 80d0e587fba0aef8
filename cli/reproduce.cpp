// The command `reproduce`: the published evaluation again, on the kernels that are built in.
// SPDX-License-Identifier: Apache-2.0
//
// Every measurement is a function of its question, so threads take the next one from a counter and put the answer in
// its place: the result is the same for any number of them.
#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/machine_options.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "core/evaluation/evaluation.hpp"
#include "report/reproduction.hpp"

namespace counterpoint::cli {
namespace {

void answer_all(const Session& session, Evaluation& evaluation) {
  const std::vector<Measurement>& questions = evaluation.plan.questions;
  evaluation.answers.resize(questions.size());
  const Interrupt interrupt;
  Progress progress(session, "measuring");
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> done = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      for (std::size_t q = next++; q < questions.size() && !interrupt.asked(); q = next++) {
        evaluation.answers[q] = measure(questions[q]);
        progress.update(++done, questions.size());
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = questions.size();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 1; t < read_jobs(session, questions.size()); ++t) threads.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
  if (interrupt.asked()) throw Failure(Exit::interrupted, "interrupted: nothing was written");
}

void write_files(const std::string& folder, const std::vector<report::ResultFile>& files) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Failure(Exit::cannot_write, fmt::format("{}: {}", folder, error.message()));
  for (const report::ResultFile& file : files) {
    Output out((std::filesystem::path(folder) / file.name).string());
    out.write(file.content);
    out.commit();
  }
}

}  // namespace

Exit run_reproduce(Session& session) {
  const Arguments& arguments = session.arguments();
  Evaluation evaluation;
  const Amount amount = arguments.value("sizes") == "small" ? Amount::small : Amount::all;
  evaluation.plan = make_plan(read_model(session), amount);
  answer_all(session, evaluation);
  evaluation.family = evaluate_family();
  if (arguments.given("output")) {
    const auto files = report::reproduction_files(evaluation);
    write_files(arguments.value("output"), files);
    session.note(fmt::format("{} files in {}\n", files.size(), arguments.value("output")));
  }
  if (session.json()) {
    session.out().write(report::json_reproduction(evaluation));
    return Exit::success;
  }
  session.out().write(report::render_reproduction(evaluation));
  session.out().write(fmt::format("outcome: completed kernels={} rows={} measurements={} sizes={}\n",
                                  all_kernels().size(), evaluation.plan.sizes.size(), evaluation.plan.questions.size(),
                                  arguments.value("sizes")));
  return Exit::success;
}

}  // namespace counterpoint::cli
