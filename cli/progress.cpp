// Shows that a long command is alive.
// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace counterpoint::cli {

Progress::Progress(const Session& session, std::string what)
    : what_(std::move(what)), terminal_(::isatty(STDERR_FILENO) == 1) {
  if (!session.quiet()) thread_ = std::thread([this] { watch(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
  if (shown_) complain("\r\x1b[K");
}

void Progress::watch() {
  const auto start = std::chrono::steady_clock::now();
  const auto period = std::chrono::seconds(terminal_ ? 1 : 30);
  auto next = start + std::chrono::seconds(terminal_ ? 5 : 30);
  std::unique_lock lock(mutex_);
  while (!ended_.wait_until(lock, next, [this] { return end_; })) {
    show(std::chrono::duration_cast<std::chrono::seconds>(next - start));
    shown_ = terminal_;
    next += period;
  }
}

void Progress::show(std::chrono::seconds elapsed) const {
  const std::uint64_t total = total_;
  const std::string line = total == 0 ? fmt::format("{}, {} s", what_, elapsed.count())
                                      : fmt::format("{}, {} of {}, {} s", what_, done_, total, elapsed.count());
  complain(terminal_ ? "\r\x1b[K" + line : line + "\n");
}

}  // namespace counterpoint::cli
