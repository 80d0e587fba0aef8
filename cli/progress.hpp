// How far a long command is, on standard error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "cli/session.hpp"

namespace counterpoint::cli {

// On a terminal one line that is rewritten, elsewhere a line every 30 seconds; nothing with --quiet. The line on a
// terminal is gone when the object is.
class Progress {
 public:
  Progress(const Session& session, std::string noun, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  void update(std::uint64_t done);

 private:
  std::string noun_;
  std::uint64_t total_;
  bool silent_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace counterpoint::cli
