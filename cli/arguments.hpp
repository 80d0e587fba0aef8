// What was typed, checked against the table of options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "cli/options.hpp"

namespace counterpoint::cli {

// Exit 64: one sentence, and the command whose usage line helps (null if none is known).
struct UsageError {
  std::string message;
  const CommandEntry* command = nullptr;
};

class Arguments {
 public:
  const CommandEntry* command = nullptr;
  std::vector<std::string> operands;
  bool help = false;  // --help: nothing else was looked at

  // An option by its long name, which must be one of the command's.
  [[nodiscard]] bool given(std::string_view option) const;
  // The value given last, else the standard one, else "".
  [[nodiscard]] std::string value(std::string_view option) const;
  [[nodiscard]] std::vector<std::string> values(std::string_view option) const;
  [[nodiscard]] std::uint64_t number(std::string_view option) const;
  // Takes over what `other` gives and these do not.
  void adopt(const Arguments& other) { given_.insert(other.given_.begin(), other.given_.end()); }

 private:
  friend class Reader;
  std::map<std::string, std::vector<std::string>, std::less<>> given_;
};

// The command of that name; else the message says the nearest right one.
[[nodiscard]] tl::expected<const CommandEntry*, UsageError> read_command(std::string_view word);

// `words` without the name of the tool. Every word that looks like a command or an option is checked against the table
// first, so that a misspelled one is answered with the nearest right one; CLI11 then splits the rest.
[[nodiscard]] tl::expected<Arguments, UsageError> read_arguments(std::span<const std::string> words);

// The same without a command in front and without operands.
[[nodiscard]] tl::expected<Arguments, UsageError> read_options(const CommandEntry& command,
                                                               std::span<const std::string> words);

// The version of CLI11.
[[nodiscard]] std::string parser_library_version();

}  // namespace counterpoint::cli
