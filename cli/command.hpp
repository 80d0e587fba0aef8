// The whole command: from the words typed to the exit code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace counterpoint::cli {

// `words` without the name of the tool. Never throws; every fault becomes an exit code and a message.
[[nodiscard]] int command(std::span<const std::string> words) noexcept;

}  // namespace counterpoint::cli
