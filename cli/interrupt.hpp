// Lets a command that can stop between two pieces of work end in order when it is interrupted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace counterpoint::cli {

// While it lives, the first SIGINT or SIGTERM only sets a flag. One that comes two seconds later or more ends the
// process at once, as it does without this. One at a time.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();
  [[nodiscard]] bool asked() const;
};

}  // namespace counterpoint::cli
