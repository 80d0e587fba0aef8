// A process, a pipe to it and a pipe from it.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/conversation.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>

namespace counterpoint::rocq {
namespace {

constexpr int patience_ms = 60'000;

}  // namespace

void Conversation::fail(const std::string& why) {
  end();
  throw std::runtime_error("'" + command_ + "' " + why);
}

void Conversation::start() {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) fail("gets no pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  std::array<char*, 2> words{command_.data(), nullptr};
  const int error = ::posix_spawn(&child_, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  to_ = in[1];
  from_ = out[0];
  if (error != 0) child_ = -1;
  if (error != 0) fail("cannot be run: make -C proofs-notes/rocq/oracle");
}

void Conversation::end() {
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
  to_ = from_ = -1;
  if (child_ < 0) return;
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

std::string Conversation::ask(const std::string& lines) {
  if (child_ < 0) start();
  const std::string question = lines + "run\n";
  for (std::size_t given = 0; given < question.size();) {
    const ssize_t n = ::write(to_, question.data() + given, question.size() - given);
    if (n < 0 && errno != EINTR) fail("does not read");
    if (n > 0) given += static_cast<std::size_t>(n);
  }
  std::string answer;
  while (!answer.ends_with("\ndone\n")) {
    pollfd from{from_, POLLIN, 0};
    if (::poll(&from, 1, patience_ms) == 0) fail("says nothing for a minute");
    std::array<char, 4096> piece{};
    const ssize_t n = ::read(from_, piece.data(), piece.size());
    if (n == 0) fail("ended");
    if (n < 0 && errno != EINTR) fail("cannot be read");
    if (n > 0) answer += std::string_view(piece.data(), static_cast<std::size_t>(n));
  }
  return answer;
}

}  // namespace counterpoint::rocq
