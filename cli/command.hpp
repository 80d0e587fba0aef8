// The whole command: from the words typed to the exit code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

namespace counterpoint::cli {

// `words` without the name of the tool. Never throws; every fault becomes an exit code and a message.
[[nodiscard]] int command(std::span<const std::string> words) noexcept;

// Runs an action and turns whatever it throws into an exit code and a message on standard error.
[[nodiscard]] int guarded(const std::function<int()>& action) noexcept;

}  // namespace counterpoint::cli
