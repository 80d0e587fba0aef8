// Runs a solver's command with pipes.
// SPDX-License-Identifier: Apache-2.0
#include "cli/solver_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace counterpoint::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_line = 4096;

// A pipe whose ends close themselves.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    shut(0);
    shut(1);
  }
  void shut(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

// Writing to a solver that has ended is an answer, not a reason to be killed.
class IgnoredPipeSignal {
 public:
  IgnoredPipeSignal() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  IgnoredPipeSignal(const IgnoredPipeSignal&) = delete;
  IgnoredPipeSignal& operator=(const IgnoredPipeSignal&) = delete;
  ~IgnoredPipeSignal() { ::sigaction(SIGPIPE, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

class Conversation {
 public:
  Conversation(const std::vector<std::string>& command, const std::vector<std::string>& scripts)
      : command_(command), wanted_(scripts.size()) {
    for (const std::string& s : scripts) input_ += s + "(reset)\n";
    input_ += "(exit)\n";
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation() { end(); }

  SolverRun run(std::chrono::milliseconds patience, const std::function<bool()>& stop) {
    if (start()) {
      ::fcntl(to_.ends[1], F_SETFL, O_NONBLOCK);
      talk(patience, stop);
      const int status = end();
      if (run_.failure.empty() && status != 0) fail(fmt::format("it ended with status {}", status));
    }
    return std::move(run_);
  }

 private:
  void fail(const std::string& why) {
    if (!run_.failure.empty()) return;
    const std::size_t at = run_.answers.size();
    run_.failure = at < wanted_ ? fmt::format("'{}' at number {} of {}: {}", command_.front(), at + 1, wanted_, why)
                                : fmt::format("'{}' after its last answer: {}", command_.front(), why);
  }

  bool start() {
    std::vector<char*> words;
    for (const std::string& w : command_) words.push_back(const_cast<char*>(w.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, to_.ends[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, from_.ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, from_.ends[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = ::posix_spawnp(&child_, words[0], &actions, &attributes, words.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    to_.shut(0);
    from_.shut(1);
    if (error == 0) return true;
    child_ = -1;
    run_.failure = fmt::format("cannot run '{}': {}", command_.front(), std::strerror(error));
    return false;
  }

  void talk(std::chrono::milliseconds patience, const std::function<bool()>& stop) {
    auto last = Clock::now();
    while (run_.failure.empty()) {
      std::array<pollfd, 2> both{pollfd{from_.ends[0], POLLIN, 0}, pollfd{to_.ends[1], POLLOUT, 0}};
      ::poll(both.data(), to_.ends[1] >= 0 ? 2 : 1, 50);
      if (to_.ends[1] >= 0 && both[1].revents != 0) give();
      if (both[0].revents != 0) {
        const std::size_t before = run_.answers.size();
        if (!take()) return;
        if (run_.answers.size() != before) last = Clock::now();
      }
      if (stop()) return fail("interrupted");
      if (Clock::now() - last > patience) return fail(fmt::format("no answer in {} ms", patience.count()));
    }
  }

  void give() {
    const ssize_t done = ::write(to_.ends[1], input_.data() + given_, input_.size() - given_);
    if (done >= 0) given_ += static_cast<std::size_t>(done);
    const bool broken = done < 0 && errno != EAGAIN && errno != EINTR;
    if (broken || given_ == input_.size()) to_.shut(1);
  }

  // Reads what is there. False at the end of its output.
  bool take() {
    std::array<char, 4096> piece{};
    const ssize_t got = ::read(from_.ends[0], piece.data(), piece.size());
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) {
      if (!line_.empty()) fail(fmt::format("it says '{}'", line_));
      if (run_.answers.size() < wanted_) fail("it ended");
      return false;
    }
    for (const char c : std::string_view(piece.data(), static_cast<std::size_t>(got))) {
      if (c != '\n') {
        line_ += c;
        if (line_.size() > longest_line) fail("it says a line without end");
        continue;
      }
      hear();
      line_.clear();
    }
    return true;
  }

  void hear() {
    const bool known = line_ == "sat" || line_ == "unsat";
    if (!known || run_.answers.size() == wanted_) return fail(fmt::format("it says '{}'", line_));
    if (run_.failure.empty()) run_.answers.push_back(line_ == "sat" ? SolverSays::sat : SolverSays::unsat);
  }

  // Its exit status, or 128 and the signal that ended it. It is killed if something failed before.
  int end() {
    if (child_ < 0) return 0;
    to_.shut(1);
    if (!run_.failure.empty()) ::kill(child_, SIGKILL);
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  const std::vector<std::string>& command_;
  std::size_t wanted_;
  std::string input_;
  std::size_t given_ = 0;
  std::string line_;
  Pipe to_;
  Pipe from_;
  pid_t child_ = -1;
  SolverRun run_;
};

}  // namespace

SolverRun ask_command(const std::vector<std::string>& command, const std::vector<std::string>& scripts,
                      std::chrono::milliseconds patience, const std::function<bool()>& stop) {
  const IgnoredPipeSignal ignored;
  return Conversation(command, scripts).run(patience, stop);
}

}  // namespace counterpoint::cli
