// Shows how far a long command is.
// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace counterpoint::cli {

Progress::Progress(const Session& session, std::string noun, std::uint64_t total)
    : noun_(std::move(noun)),
      total_(total),
      silent_(session.quiet()),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_) complain("\r\x1b[K");
}

void Progress::update(std::uint64_t done) {
  if (silent_) return;
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ && now - last_ < std::chrono::seconds(30)) return;
  last_ = now;
  const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(now - start_);
  const std::string line = fmt::format("{} of {} {}, {} s", done, total_, noun_, elapsed.count());
  complain(terminal_ ? "\r\x1b[K" + line : line + "\n");
  shown_ = terminal_;
}

}  // namespace counterpoint::cli
