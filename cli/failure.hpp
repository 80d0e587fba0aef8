// What ends a command early: an exit code and one sentence for standard error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "cli/options.hpp"

namespace counterpoint::cli {

// Thrown only in cli/, caught only in cli/command.cpp. The message is empty where all has been said already.
class Failure {
 public:
  Failure(Exit code, std::string message) : code_(code), message_(std::move(message)) {}
  [[nodiscard]] Exit code() const { return code_; }
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  Exit code_;
  std::string message_;
};

}  // namespace counterpoint::cli
