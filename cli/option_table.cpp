// The table of options, as data. A new one is one entry here.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cli/options.hpp"
#include "core/allocation/allocate.hpp"
#include "core/machine/run.hpp"
#include "verify/decide.hpp"

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
  for (const VerdictWord w : {VerdictWord::equivalent, VerdictWord::refines, VerdictWord::unsafe,
                              VerdictWord::undecided, VerdictWord::clean}) {
    words.push_back({to_text(w)});
  }
  return words;
}

Words decider_words() {
  Words words;
  for (const DeciderEntry& d : all_deciders()) words.push_back({d.name, d.summary});
  return words;
}

Words schedule_words() {
  Words words;
  for (const ScheduleEntry& s : all_schedules()) words.push_back({s.name, s.summary});
  return words;
}
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
                .words = [] { return Words{{"text"}, {"json"}, {"promela", "a pair, as a model for SPIN"}}; },
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
    OptionEntry{.name = "by",
                .value = Value::word,
                .value_name = "ENGINE",
                .words = decider_words,
                .standard = "auto",
                .commands = "check",
                .help = "which engine decides"},
    OptionEntry{
        .name = "property",
        .value = Value::word,
        .value_name = "WHAT",
        .words =
            [] { return Words{{"all"}, {"deadlock", "only deadlocks and faults; without any the pair is clean"}}; },
        .standard = "all",
        .commands = "check",
        .help = "what is decided"},
    OptionEntry{.name = "exact", .commands = "check", .help = "a pair that only refines exits with 10"},
    OptionEntry{.name = "max-states",
                .value = Value::number,
                .value_name = "N",
                .standard = "20000000",
                .commands = "check",
                .help = "where exploration gives up (undecided)"},
    OptionEntry{.name = "max-memory",
                .value = Value::number,
                .value_name = "MIB",
                .standard = "4096",
                .commands = "check",
                .help = "what the states of exploration may take, in MiB"},
    OptionEntry{.name = "reduce",
                .commands = "check",
                .help = "exploration leaves out orders of steps that do not matter for the verdict"},
    OptionEntry{.name = "max-instances",
                .value = Value::number,
                .value_name = "N",
                .standard = "67108864",
                .commands = "check",
                .help = "where closed clocks give up: so many instances of instructions"},
    OptionEntry{.name = "trips",
                .value = Value::text,
                .value_name = "SCOPE=N,...",
                .repeatable = true,
                .commands = "run check convert",
                .help = "how often a loop runs (kv=3), visit by visit (kv=3,0,2), on one engine (kv@act=1,2); which "
                        "branch a conditional takes (causal=1,0); the word random draws all that are not given"},
    OptionEntry{.name = "default-trips",
                .value = Value::number,
                .value_name = "N",
                .standard = "2",
                .commands = "run check convert",
                .help = "how often loops run that are not given"},
    OptionEntry{.name = "resize",
                .value = Value::text,
                .value_name = "SCOPE=N",
                .repeatable = true,
                .commands = "run check convert mutate",
                .help = "another number for a loop whose number is in the text; the last line says so"},
    OptionEntry{.name = "seed",
                .value = Value::number,
                .value_name = "N",
                .standard = "1",
                .commands = "run check convert",
                .help = "of random schedules and random trips"},
    OptionEntry{.name = "max-trips",
                .value = Value::number,
                .value_name = "N",
                .standard = "3",
                .commands = "run check convert",
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
                .commands = "run check convert",
                .help = "the most instructions in flight on an engine, 0 for no limit"},
    OptionEntry{.name = "width",
                .value = Value::number,
                .value_name = "BITS",
                .commands = "run check",
                .help = "registers and semaphores wrap at 2 to 64 bits; without it 64 bits, and overflow is a fault"},
    OptionEntry{
        .name = "compare",
        .value = Value::word,
        .value_name = "HOW",
        .words = [] { return Words{{"signed"}, {"unsigned"}, {"difference", "the wrapped difference is >= 0"}}; },
        .standard = "signed",
        .commands = "run check",
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
    OptionEntry{.name = "scheme",
                .value = Value::word,
                .value_name = "SCHEME",
                .words = scheme_words,
                .repeatable = true,
                .commands = "mutate",
                .help = "how the implementations to put faults into count; all schemes if not given (--random: any)"},
    OptionEntry{.name = "operators",
                .value = Value::text,
                .value_name = "NAME,...",
                .commands = "mutate",
                .help = "which faults; all if not given"},
    OptionEntry{.name = "random",
                .value = Value::number,
                .value_name = "N",
                .standard = "0",
                .commands = "mutate",
                .help = "mutants of so many random programs instead of a given one"},
    OptionEntry{.name = "list", .commands = "mutate", .help = "what each mutant changes, without judging it"},
    OptionEntry{.name = "seed",
                .value = Value::number,
                .value_name = "N",
                .standard = "1",
                .commands = "mutate",
                .help = "of drawn trip counts, random runs and random programs"},
    OptionEntry{.name = "states",
                .value = Value::number,
                .value_name = "N",
                .standard = "1048576",
                .commands = "mutate",
                .help = "the most states of one exploration; eight times as many for all of one mutant"},
    OptionEntry{
        .name = "confirm",
        .value = Value::number,
        .value_name = "N",
        .standard = "0",
        .commands = "mutate",
        .help = "explore up to so many states what order killed, and one pair of each survivor: they must agree"},
    OptionEntry{
        .name = "jobs",
        .value = Value::number,
        .value_name = "N",
        .standard = "0",
        .commands = "mutate",
        .help = "implementations at the same time, 0 for one a processor; the result is the same for any number"},
    OptionEntry{.name = "trace",
                .value = Value::file,
                .value_name = "FILE",
                .commands = "run check",
                .help = "write the run: a timeline in Chrome's format (open it with Perfetto), or one step a line if "
                        "FILE ends in .steps or .txt; with --against the run that differs, with `check` the schedule "
                        "that shows the verdict, one step a line"},
    OptionEntry{.name = "replay",
                .value = Value::file,
                .value_name = "FILE",
                .commands = "run",
                .help = "take the steps of such a file, with the options it was made with unless they are given here"},
    OptionEntry{.name = "expect",
                .value = Value::word,
                .value_name = "WORD",
                .words = expected_words,
                .commands = "alloc run check",
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
}  // namespace

std::span<const OptionEntry> all_options() { return options; }

}  // namespace counterpoint::cli
