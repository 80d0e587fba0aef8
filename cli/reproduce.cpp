// The command `reproduce`: the published evaluation again, on the kernels that are built in.
// SPDX-License-Identifier: Apache-2.0
//
// Every measurement is a function of its question, so threads take the next one from a counter and put the answer in
// its place: the result is the same for any number of them.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
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

// `work(n)` for every n below `count`, on as many threads as were asked for.
template <class Work>
void all_of(const Session& session, const std::string& what, std::size_t count, const Work& work_on) {
  const Interrupt interrupt;
  Progress progress(session, what);
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> done = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      for (std::size_t n = next++; n < count && !interrupt.asked(); n = next++) {
        work_on(n);
        progress.update(++done, count);
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 1; t < read_jobs(session, count); ++t) threads.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
  if (interrupt.asked()) throw Failure(Exit::interrupted, "interrupted: nothing was written");
}

void answer_all(const Session& session, Evaluation& evaluation) {
  const std::vector<Measurement>& questions = evaluation.plan.questions;
  evaluation.answers.resize(questions.size());
  all_of(session, "measuring", questions.size(), [&](std::size_t q) { evaluation.answers[q] = measure(questions[q]); });
}

void compare_all(const Session& session, std::vector<ascend::ComparedProgram>& programs) {
  programs.resize(ascend::suite_size());
  all_of(session, "comparing", programs.size(), [&](std::size_t p) { programs[p] = ascend::compare_in_suite(p); });
}

// The folder that all files go to. It is made before anything is measured, so that a wrong one costs no time, and goes
// again if nothing comes of it.
class Folder {
 public:
  explicit Folder(const std::string& path) : path_(path) {
    if (path_ == "-") throw Failure(Exit::usage, "'--output' is a folder, and standard output is none");
    std::error_code error;
    for (std::filesystem::path p = path_; !p.empty() && !std::filesystem::exists(p, error); p = p.parent_path()) {
      made_.push_back(p);
    }
    std::filesystem::create_directories(path_, error);
    if (!error && !std::filesystem::is_directory(path_)) error = std::make_error_code(std::errc::not_a_directory);
    if (!error && ::access(path_.c_str(), W_OK | X_OK) != 0) error = {errno, std::generic_category()};
    if (!error) return;
    remove();
    throw Failure(Exit::cannot_write, fmt::format("cannot write into '{}': {}", path_, error.message()));
  }
  ~Folder() { remove(); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // All or, as long as no name is taken away meanwhile, none: each file gets its name when all are complete.
  void write(const std::vector<report::ResultFile>& files) {
    std::deque<Output> outputs;
    for (const report::ResultFile& file : files) {
      Output& out = outputs.emplace_back((std::filesystem::path(path_) / file.name).string());
      out.write(file.content);
      out.flush();
    }
    for (Output& out : outputs) out.commit();
    made_.clear();
  }

 private:
  // Only folders that are empty go.
  void remove() {
    std::error_code ignored;
    for (const std::filesystem::path& p : made_) std::filesystem::remove(p, ignored);
  }

  std::string path_;
  std::vector<std::filesystem::path> made_;  // the innermost first
};

}  // namespace

Exit run_reproduce(Session& session) {
  const Arguments& arguments = session.arguments();
  report::Reproduction all;
  Evaluation& evaluation = all.evaluation;
  const Amount amount = arguments.value("sizes") == "small" ? Amount::small : Amount::all;
  evaluation.plan = make_plan(read_model(session), amount);
  std::optional<Folder> folder;
  if (arguments.given("output")) folder.emplace(arguments.value("output"));
  answer_all(session, evaluation);
  compare_all(session, all.ascend);
  evaluation.family = evaluate_family();
  if (folder) {
    const auto files = report::reproduction_files(all);
    folder->write(files);
    session.note(fmt::format("{} files in {}\n", files.size(), arguments.value("output")));
  }
  if (session.json()) {
    session.out().write(report::json_reproduction(all));
    return Exit::success;
  }
  session.out().write(report::render_reproduction(all));
  session.out().write(fmt::format("outcome: completed kernels={} rows={} measurements={} compared={} sizes={}\n",
                                  all_kernels().size(), evaluation.plan.sizes.size(), evaluation.plan.questions.size(),
                                  all.ascend.size(), arguments.value("sizes")));
  return Exit::success;
}

}  // namespace counterpoint::cli
