// Asks the oracle, a process that is kept running.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

namespace counterpoint::rocq {

// The oracle reads up to `run` before it says anything, and says `done` at the end of its answer: neither side waits
// for the other while that one writes.
class Conversation {
 public:
  explicit Conversation(std::string command) : command_(std::move(command)) {}
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation() { end(); }

  // The answer to these lines and `run`. Throws if the command cannot be run, ends, or says nothing for a minute; the
  // next question starts it anew.
  [[nodiscard]] std::string ask(const std::string& lines);

 private:
  void start();
  void end();
  [[noreturn]] void fail(const std::string& why);

  std::string command_;
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
};

}  // namespace counterpoint::rocq
