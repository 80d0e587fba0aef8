// The table of commands, options and exit codes: parser, help, manual page, completion, documents and tests read it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace counterpoint::cli {

class Session;

// Source: language.md "The command". Nothing is shared between answers (below 20) and failures to answer (64 and
// above).
enum class Exit : std::uint8_t {
  success = 0,
  unexpected = 1,  // only with --expect
  undecided = 5,
  refuted = 10,
  usage = 64,
  bad_input = 65,
  cannot_open = 66,
  refused = 69,
  internal = 70,
  cannot_write = 74,
  hung_up = 129,  // these three by the signal itself: nothing in the tool answers with them
  interrupted = 130,
  nobody_reads = 141,
  terminated = 143
};

struct ExitEntry {
  Exit code;
  std::string_view meaning;
};
[[nodiscard]] std::span<const ExitEntry> all_exits();

// What follows an option.
enum class Value : std::uint8_t {
  nothing,
  word,    // one of `words`
  number,  // an integer >= 0, less than 2^64
  file,
  text  // anything; the command checks it
};

// A word that an option takes; the summary may be empty where the word says it.
struct Word {
  std::string_view name;
  std::string_view summary = {};
};

struct OptionEntry {
  std::string_view name;  // "scheme" for --scheme
  char letter = 0;        // 'o' for -o, 0 if none
  Value value = Value::nothing;
  std::string_view value_name = {};        // "SCHEME"
  std::vector<Word> (*words)() = nullptr;  // Value::word: the allowed ones
  std::string_view standard = {};          // the value when not given, "" if there is none
  bool repeatable = false;
  std::string_view commands = {};  // names separated by spaces, "" for all
  std::string_view help = {};      // without final stop; the allowed words and the standard value are added
};
[[nodiscard]] std::span<const OptionEntry> all_options();
// Those of them about machines and the evaluation.
[[nodiscard]] std::span<const OptionEntry> evaluation_options();
// Those of them about the words of a target.
[[nodiscard]] std::span<const OptionEntry> target_options();
// Those of them that only campaigns have (mutate, fuzz).
[[nodiscard]] std::span<const OptionEntry> campaign_options();

struct CommandEntry {
  std::string_view name;
  std::string_view operands;  // as in the usage line: "PROGRAM [CONSUMER:PRODUCER]"
  std::size_t least = 0;      // operands
  std::size_t most = 0;
  std::string_view summary;      // one line
  std::string_view description;  // paragraphs, separated by an empty line
  std::string_view example;      // what to type
  Exit (*run)(Session&);
};
[[nodiscard]] std::span<const CommandEntry> all_commands();

[[nodiscard]] const CommandEntry* find_command(std::string_view name);
// An option of this command, by its long name; null if there is none.
[[nodiscard]] const OptionEntry* find_option(const CommandEntry& command, std::string_view name);
[[nodiscard]] const OptionEntry* find_option(const CommandEntry& command, char letter);
// The options of a command in the order of the table: its own first, then those of all commands.
[[nodiscard]] std::vector<const OptionEntry*> options_of(const CommandEntry& command);
// The allowed words of an option, without their summaries.
[[nodiscard]] std::vector<std::string_view> word_names(const OptionEntry& option);
// Whether the option is one of few commands, not of all.
[[nodiscard]] inline bool own(const OptionEntry& option) { return !option.commands.empty(); }

}  // namespace counterpoint::cli
