// The table of commands, options and exit codes, as data. A new one is one entry here.
// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <algorithm>
#include <array>

#include "cli/commands.hpp"

namespace counterpoint::cli {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array exits = {
    ExitEntry{Exit::success, "done; run: completed"},
    ExitEntry{Exit::unexpected, "with --expect: another outcome than the expected one"},
    ExitEntry{Exit::undecided, "run: the limit on steps was reached"},
    ExitEntry{Exit::refuted, "run: racy, deadlock, fault or differs"},
    ExitEntry{Exit::usage, "the command line is wrong"},
    ExitEntry{Exit::bad_input, "the input is wrong; every error is reported, nothing is written"},
    ExitEntry{Exit::cannot_open, "an input cannot be opened (a directory too)"},
    ExitEntry{Exit::refused, "the input is good, but what was asked cannot be done: the message says what would help"},
    ExitEntry{Exit::internal, "a fault of this tool, or out of memory"},
    ExitEntry{Exit::cannot_write, "a result cannot be written"},
    ExitEntry{Exit::interrupted, "interrupted; no unfinished file is left"},
};

constexpr std::array<std::string_view, 9> later = {"check",     "certify", "verify-cert", "fuzz", "mutate",
                                                   "reproduce", "report",  "draw",        "lower"};

const std::array options = {
    OptionEntry{.name = "man", .commands = "help", .help = "write the manual page (roff)"},
    OptionEntry{.name = "markdown", .commands = "help", .help = "write docs/command.md"},
    OptionEntry{.name = "output",
                .letter = 'o',
                .value = Value::file,
                .value_name = "FILE",
                .standard = "-",
                .commands = "help completion",
                .help = "write the result to FILE, which is replaced in one step, or not at all on an error"},
    OptionEntry{.name = "format",
                .value = Value::word,
                .value_name = "FORMAT",
                .words = [] { return Words{"text", "json"}; },
                .standard = "text",
                .help = "text for people, or one JSON document with the same facts on standard output"},
    OptionEntry{.name = "color",
                .value = Value::word,
                .value_name = "WHEN",
                .words = [] { return Words{"auto", "always", "never"}; },
                .standard = "auto",
                .help = "colours on the terminal; auto heeds NO_COLOR"},
    OptionEntry{.name = "quiet", .letter = 'q', .help = "no remarks and no warnings on standard error"},
    OptionEntry{.name = "verbose", .letter = 'v', .help = "say more: choices, reasons, the steps of a run"},
    OptionEntry{.name = "help", .letter = 'h', .help = "what the command does and its options"},
};

const std::array commands = {
    CommandEntry{.name = "explain",
                 .operands = "CODE",
                 .least = 1,
                 .most = 1,
                 .summary = "say what a message means",
                 .description = "With the code of a message (CP0101): what it means, a program that gives it and one "
                                "that does not.",
                 .example = "counterpoint explain CP0101",
                 .run = run_explain},
    CommandEntry{.name = "help",
                 .operands = "[COMMAND]",
                 .least = 0,
                 .most = 1,
                 .summary = "this text, or that of one command; the manual page",
                 .description = "Without a command: all commands, common options and exit codes.",
                 .example = "counterpoint help --man | man -l -",
                 .run = run_help},
    CommandEntry{.name = "completion",
                 .operands = "bash | zsh",
                 .least = 1,
                 .most = 1,
                 .summary = "write the completion script for a shell",
                 .description = "The script completes commands, options, their words, and file names.",
                 .example = "source <(counterpoint completion bash)",
                 .run = run_completion},
    CommandEntry{.name = "version",
                 .operands = "",
                 .least = 0,
                 .most = 0,
                 .summary = "the versions of the tool, its compiler and its libraries",
                 .description = "The same as --version.",
                 .example = "counterpoint --version",
                 .run = run_version},
};

// Whether `word` is among the words of `list`, which are separated by spaces.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

bool belongs(const OptionEntry& option, const CommandEntry& command) {
  return option.commands.empty() || lists(option.commands, command.name);
}

}  // namespace

std::span<const ExitEntry> all_exits() { return exits; }
std::span<const OptionEntry> all_options() { return options; }
std::span<const CommandEntry> all_commands() { return commands; }
std::span<const std::string_view> later_commands() { return later; }

const CommandEntry* find_command(std::string_view name) {
  const auto* found = std::ranges::find(commands, name, &CommandEntry::name);
  return found == commands.end() ? nullptr : found;
}

const OptionEntry* find_option(const CommandEntry& command, std::string_view name) {
  const auto* found =
      std::ranges::find_if(options, [&](const OptionEntry& o) { return o.name == name && belongs(o, command); });
  return found == options.end() ? nullptr : found;
}

const OptionEntry* find_option(const CommandEntry& command, char letter) {
  const auto* found = std::ranges::find_if(
      options, [&](const OptionEntry& o) { return letter != 0 && o.letter == letter && belongs(o, command); });
  return found == options.end() ? nullptr : found;
}

std::vector<const OptionEntry*> options_of(const CommandEntry& command) {
  std::vector<const OptionEntry*> result;
  for (const OptionEntry& o : options) {
    if (belongs(o, command)) result.push_back(&o);
  }
  return result;
}

}  // namespace counterpoint::cli
