// That a long command is alive and how far it is, on standard error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "cli/session.hpp"

namespace counterpoint::cli {

// While it lives, a thread of its own shows after five seconds what goes on and for how long: on a terminal one line,
// rewritten each second and gone in the end; elsewhere a line every 30 seconds; nothing with --quiet. Nothing else is
// printed meanwhile.
class Progress {
 public:
  // "running", "allocating".
  Progress(const Session& session, std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  // From any thread.
  void update(std::uint64_t done, std::uint64_t total) {
    total_ = total;
    done_ = done;
  }

 private:
  void show(std::chrono::seconds elapsed) const;
  void watch();

  std::string what_;
  bool terminal_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;  // 0: not known
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  bool shown_ = false;
  std::thread thread_;
};

}  // namespace counterpoint::cli
