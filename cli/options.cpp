// The table of commands, options and exit codes, as data. A new one is one entry here.
// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <algorithm>
#include <array>

#include "cli/commands.hpp"
#include "core/allocation/allocate.hpp"
#include "core/machine/run.hpp"

namespace counterpoint::cli {
namespace {

using Words = std::vector<Word>;

Words scheme_words() {
  Words words;
  for (const SchemeEntry& s : all_schemes()) words.push_back({s.name, s.summary});
  return words;
}

Words expected_words() {
  Words words = {{"allocated"}, {"refused"}};
  for (const Outcome o : {Outcome::completed, Outcome::racy, Outcome::deadlock, Outcome::fault, Outcome::limit}) {
    words.push_back({outcome_name(o)});
  }
  words.push_back({"differs"});
  return words;
}

Words schedule_words() {
  Words words;
  for (const ScheduleEntry& s : all_schedules()) words.push_back({s.name, s.summary});
  return words;
}

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
    OptionEntry{.name = "scheme",
                .value = Value::word,
                .value_name = "SCHEME",
                .words = scheme_words,
                .standard = "per-loop",
                .commands = "alloc",
                .help = "how the implementation counts"},
    OptionEntry{.name = "extensions",
                .value = Value::word,
                .value_name = "SET",
                .words = [] { return Words{{"all"}, {"none", "the paper's subset, else a barrier"}}; },
                .standard = "all",
                .commands = "alloc",
                .help = "classes of dependencies beyond the paper's"},
    OptionEntry{.name = "count",
                .value = Value::word,
                .value_name = "WHICH",
                .words = [] { return Words{{"all"}, {"producers"}}; },
                .standard = "all",
                .commands = "alloc",
                .help = "which instructions of a body update its semaphore"},
    OptionEntry{
        .name = "optimize",
        .value = Value::word,
        .value_name = "LEVEL",
        .words = [] { return Words{{"0", "every counter on every engine"}, {"1", "what no wait reads is dropped"}}; },
        .standard = "1",
        .commands = "alloc",
        .help = "which counters are kept"},
    OptionEntry{.name = "to",
                .value = Value::word,
                .value_name = "FORM",
                .words = [] { return Words{{"text"}, {"json"}}; },
                .standard = "text",
                .commands = "convert",
                .help = "the form to write"},
    OptionEntry{.name = "write", .commands = "deps", .help = "print the program with the missing dependencies added"},
    OptionEntry{.name = "man", .commands = "help", .help = "write the manual page (roff)"},
    OptionEntry{.name = "markdown", .commands = "help", .help = "write docs/command.md"},
    OptionEntry{.name = "output",
                .letter = 'o',
                .value = Value::file,
                .value_name = "FILE",
                .standard = "-",
                .commands = "alloc deps convert help completion",
                .help = "write the result to FILE, which is replaced in one step, or not at all on an error"},
    OptionEntry{.name = "trips",
                .value = Value::text,
                .value_name = "SCOPE=N,...",
                .repeatable = true,
                .commands = "run",
                .help = "how often a loop runs (kv=3), visit by visit (kv=3,0,2), on one engine (kv@act=1,2); which "
                        "branch a conditional takes (causal=1,0); the word random draws all that are not given"},
    OptionEntry{.name = "default-trips",
                .value = Value::number,
                .value_name = "N",
                .standard = "2",
                .commands = "run",
                .help = "how often loops run that are not given"},
    OptionEntry{.name = "resize",
                .value = Value::text,
                .value_name = "SCOPE=N",
                .repeatable = true,
                .commands = "run",
                .help = "another number for a loop whose number is in the text; the outcome says so"},
    OptionEntry{.name = "seed",
                .value = Value::number,
                .value_name = "N",
                .standard = "1",
                .commands = "run",
                .help = "of the random schedule and of random trips"},
    OptionEntry{.name = "max-trips",
                .value = Value::number,
                .value_name = "N",
                .standard = "3",
                .commands = "run",
                .help = "the most that random trips draw"},
    OptionEntry{.name = "schedule",
                .value = Value::word,
                .value_name = "SCHEDULE",
                .words = schedule_words,
                .standard = "asap",
                .commands = "run",
                .help = "which of the enabled steps is taken next"},
    OptionEntry{.name = "window",
                .value = Value::number,
                .value_name = "N",
                .standard = "0",
                .commands = "run",
                .help = "the most instructions in flight on an engine, 0 for no limit"},
    OptionEntry{.name = "width",
                .value = Value::number,
                .value_name = "BITS",
                .commands = "run",
                .help = "registers and semaphores wrap at 2 to 64 bits; without it 64 bits, and overflow is a fault"},
    OptionEntry{
        .name = "compare",
        .value = Value::word,
        .value_name = "HOW",
        .words = [] { return Words{{"signed"}, {"unsigned"}, {"difference", "the wrapped difference is >= 0"}}; },
        .standard = "signed",
        .commands = "run",
        .help = "how a wait compares a semaphore with its threshold"},
    OptionEntry{.name = "max-steps",
                .value = Value::number,
                .value_name = "N",
                .standard = "100000000",
                .commands = "run",
                .help = "where a run is cut off (outcome limit)"},
    OptionEntry{.name = "program",
                .value = Value::file,
                .value_name = "PROGRAM",
                .commands = "run",
                .help = "the program of an implementation that leaves out costs, accesses or inorder"},
    OptionEntry{.name = "against",
                .value = Value::file,
                .value_name = "IMPL",
                .commands = "run",
                .help = "take random runs of IMPL step by step on the program, and random runs of the program on IMPL"},
    OptionEntry{.name = "repeat",
                .value = Value::number,
                .value_name = "N",
                .standard = "1",
                .commands = "run",
                .help = "so many random runs, with the seeds that follow; stops at the first that does not complete"},
    OptionEntry{.name = "jobs",
                .value = Value::number,
                .value_name = "N",
                .standard = "0",
                .commands = "run",
                .help = "threads for --against, 0 for one a processor; the result is the same for any number"},
    OptionEntry{.name = "trace",
                .value = Value::file,
                .value_name = "FILE",
                .commands = "run",
                .help = "write the run: a timeline in Chrome's format (open it with Perfetto), or one step a line if "
                        "FILE ends in .steps or .txt; with --against the run that differs, one step a line"},
    OptionEntry{.name = "replay",
                .value = Value::file,
                .value_name = "FILE",
                .commands = "run",
                .help = "take the steps of such a file, with the options it was made with unless they are given here"},
    OptionEntry{.name = "expect",
                .value = Value::word,
                .value_name = "WORD",
                .words = expected_words,
                .commands = "alloc run",
                .help = "exit with 0 if this is how it ends, else with 1; for tests"},
    OptionEntry{.name = "format",
                .value = Value::word,
                .value_name = "FORMAT",
                .words = [] { return Words{{"text"}, {"json"}}; },
                .standard = "text",
                .help = "text for people, or one JSON document with the same facts on standard output"},
    OptionEntry{.name = "color",
                .value = Value::word,
                .value_name = "WHEN",
                .words = [] { return Words{{"auto"}, {"always"}, {"never"}}; },
                .standard = "auto",
                .help = "colours on the terminal; auto heeds NO_COLOR"},
    OptionEntry{.name = "quiet", .letter = 'q', .help = "no remarks and no warnings on standard error"},
    OptionEntry{.name = "verbose", .letter = 'v', .help = "say more: choices, reasons, the steps of a run"},
    OptionEntry{.name = "help", .letter = 'h', .help = "what the command does and its options"},
};

const std::array commands = {
    CommandEntry{.name = "alloc",
                 .operands = "PROGRAM",
                 .least = 1,
                 .most = 1,
                 .summary = "synchronise a program: write an implementation, say what it costs",
                 .description =
                     "Writes an implementation that keeps every dependency of the program with counters, registers "
                     "and waits. With --output the cost is printed on standard output; without, the implementation is, "
                     "and the cost is a remark on standard error. --verbose adds what was decided for each dependency "
                     "and why.\n\n"
                     "A dependency that no counter can keep is refused (69), with the smallest change that would help.",
                 .example = "counterpoint alloc examples/double_buffer.cp -o double_buffer.impl.cp",
                 .run = run_alloc},
    CommandEntry{.name = "explain",
                 .operands = "PROGRAM [CONSUMER:PRODUCER] | CODE",
                 .least = 1,
                 .most = 2,
                 .summary = "say how each dependency is synchronised and why, or what a message means",
                 .description =
                     "For every dependency of the program, or for one: its class, the formula of its threshold in the "
                     "program's own names, why this class, and for a refused one what to write instead. --verbose says "
                     "all of it for every dependency. Instructions that wait for one another in a circle are a "
                     "warning.\n\n"
                     "With the code of a message (CP0203): what it means, a program that gives it and one that does "
                     "not.",
                 .example = "counterpoint explain examples/flash_attention.cp load_k:qk",
                 .run = run_explain},
    CommandEntry{.name = "deps",
                 .operands = "PROGRAM",
                 .least = 1,
                 .most = 1,
                 .summary = "compare the dependencies given with those that accesses to buffers need",
                 .description =
                     "Lists every pair of conflicting accesses (true, anti, output), the dependency that would order "
                     "it, and whether the program gives it, implies it (by which path), or misses it. No command "
                     "derives dependencies silently; --write prints the program with the missing ones added.",
                 .example = "counterpoint deps examples/forgotten_release.cp",
                 .run = run_deps},
    CommandEntry{.name = "run",
                 .operands = "FILE",
                 .least = 1,
                 .most = 1,
                 .summary = "run a program or an implementation on its machine",
                 .description =
                     "A program runs by what its dependencies mean, an implementation by its registers, semaphores and "
                     "waits. Trip counts are given by --trips. The last line is `outcome: WORD key=value ...`:\n\n"
                     "completed (0), racy (10: two accesses that nothing orders), deadlock (10: who waits for what is "
                     "shown), fault (10), limit (5), differs (10: a step of --replay cannot be taken, or --against "
                     "found a difference). Keys come in this order, where they apply: reason, pair, slot, schedule, "
                     "seed, runs, instances, steps, makespan, unit, state, window, width, compare, resize, assume. The "
                     "state is a digest of what all buffers hold.\n\n"
                     "Only instructions take time; register operations, waits and updates cost nothing in this model.",
                 .example = "counterpoint run examples/double_buffer.cp --trips kv=5 --trace timeline.json",
                 .run = run_run},
    CommandEntry{.name = "convert",
                 .operands = "FILE",
                 .least = 1,
                 .most = 1,
                 .summary = "write a program or an implementation in another form",
                 .description = "Reads text or JSON (recognised by its first character) and writes the form asked for. "
                                "Text is written in the one canonical layout; comments are lost.",
                 .example = "counterpoint convert examples/double_buffer.cp --to json",
                 .run = run_convert},
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

std::vector<std::string_view> word_names(const OptionEntry& option) {
  std::vector<std::string_view> names;
  for (const Word& w : option.words()) names.push_back(w.name);
  return names;
}

}  // namespace counterpoint::cli
