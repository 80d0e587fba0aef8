// The options about the words of a target, as data: a part of the table of options.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cli/option_words.hpp"
#include "cli/options.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"
#include "targets/neuron/simulator/run.hpp"

namespace counterpoint::cli {
namespace {

const std::array options_of_targets = {
    OptionEntry{.name = "target",
                .value = Value::word,
                .value_name = "TARGET",
                .words =
                    [] {
                      return Words{{"neuron", "a NeuronCore"},
                                   {"ascend-c220", "an Ascend core with flags and queues"},
                                   {"ascend-c310", "one with buffer ids"}};
                    },
                .standard = "neuron",
                .commands = "lower",
                .help = "the machine"},
    OptionEntry{.name = "engines",
                .value = Value::text,
                .value_name = "NAME=ENGINE,...",
                .commands = "lower",
                .help = "which engine of the core (pe, act, pool, dve, sp) each of the program's is; `load=sp:ring` "
                        "fires its transfers from sp, `:hwdge` and `:swdge` say which kind of ring"},
    OptionEntry{.name = "from",
                .value = Value::file,
                .value_name = "FILE",
                .commands = "lower",
                .help = "read an image, in any form, or a kernel of ascend, instead of making one"},
    OptionEntry{.name = "emit",
                .value = Value::word,
                .value_name = "FORM",
                .words =
                    [] {
                      return Words{{"asm", "one record a line"},
                                   {"bin"},
                                   {"json", "in the shape of a compiler's dump"},
                                   {"kernel", "ascend: one operation a line"},
                                   {"implementation", "ascend: what the kernel does, for check and run"}};
                    },
                .standard = "asm",
                .commands = "lower",
                .help = "the form to write; of ascend kernel unless given"},
    OptionEntry{.name = "sync",
                .value = Value::word,
                .value_name = "SCHEME",
                .words =
                    [] {
                      std::vector<Word> words;
                      for (const ascend::SyncSchemeEntry& e : ascend::all_sync_schemes()) {
                        words.push_back({e.word, e.meaning});
                      }
                      return words;
                    },
                .standard = "vendor",
                .commands = "lower",
                .help = "ascend: who synchronises; a kernel that is read stays as it is unless this or --passes is "
                        "given"},
    OptionEntry{.name = "sound",
                .commands = "lower",
                .help = "ascend: the vendor's passes with what is known to be wrong repaired, and said"},
    OptionEntry{.name = "print-after-all",
                .commands = "lower",
                .help = "ascend: print the kernel before the passes and after each; its last form is then written "
                        "with --output only"},
    OptionEntry{.name = "parallel",
                .value = Value::text,
                .value_name = "LOOP,...",
                .commands = "lower",
                .help = "ascend: loops that are marked parallel"},
    OptionEntry{.name = "simulate",
                .value = Value::word,
                .value_name = "SCHEDULE",
                .words =
                    [] {
                      std::vector<Word> words;
                      for (const neuron::CoreScheduleEntry& s : neuron::all_core_schedules()) {
                        words.push_back({s.word, s.summary});
                      }
                      return words;
                    },
                .commands = "lower",
                .help = "run the words instead of writing them, and say how it ended"},
    OptionEntry{
        .name = "max-states",
        .value = Value::number,
        .value_name = "N",
        .standard = "1000000",
        .commands = "lower",
        .help = "where --simulate exhaustive gives up (outcome limit), and exploration with --check (undecided)"},
    OptionEntry{.name = "max-memory",
                .value = Value::number,
                .value_name = "MIB",
                .standard = "2048",
                .commands = "lower",
                .help = "what the states of --simulate exhaustive, and of exploration with --check, may take, in MiB"},
    OptionEntry{.name = "width",
                .value = Value::number,
                .value_name = "BITS",
                .standard = "32",
                .commands = "lower",
                .help = "bits of registers and counters in a simulation or check, 2 to 32"},
    OptionEntry{
        .name = "trace",
        .value = Value::file,
        .value_name = "FILE",
        .commands = "lower",
        .help = "write the steps of the simulation, one a line; of an exhaustive one, those that show what it found; "
                "of ascend with --check, those that show the verdict"},
    OptionEntry{.name = "profile",
                .value = Value::word,
                .value_name = "PROFILE",
                .words =
                    [] {
                      return Words{{"page", "what the page about the execution model says"},
                                   {"device", "what other sources and forced conclusions say"}};
                    },
                .commands = "lower",
                .help = "a choice for every switch; without it, that of the image, or page"},
    OptionEntry{.name = "set",
                .value = Value::text,
                .value_name = "SWITCH=VALUE",
                .repeatable = true,
                .commands = "lower",
                .help = "one switch of the target, see docs/neuron.md and docs/ascend.md"},
    OptionEntry{.name = "legality",
                .value = Value::word,
                .value_name = "WHOSE",
                .words =
                    [] {
                      return Words{{"hardware", "all that the instruction set defines"},
                                   {"compiler", "only what the compiler may emit"}};
                    },
                .commands = "lower",
                .help = "which records there may be; without it, hardware for what is read and compiler for what is "
                        "lowered"},
    OptionEntry{.name = "keep-illegal",
                .commands = "lower",
                .help = "take words that are no records, and show them as `.word` with their digits"},
    OptionEntry{.name = "check",
                .commands = "lower",
                .help = "judge the words or the kernel against the program, for the trip counts given (a kernel also "
                        "for many of them, if none is); the image is then written with --output only"},
    OptionEntry{.name = "flips",
                .value = Value::number,
                .value_name = "N",
                .standard = "1",
                .commands = "lower",
                .help = "with --check: flip every N-th bit of the fields that synchronise, one at a time, and say who "
                        "notices"},
    OptionEntry{.name = "unroll",
                .value = Value::text,
                .value_name = "PREFIX",
                .commands = "lower",
                .help = "with --check: write the pair without loops that is judged to PREFIX.cp and PREFIX.impl.cp"},
    OptionEntry{.name = "verify",
                .commands = "lower",
                .help =
                    "read a compiler's dump with --from, and say what is wrong with its synchronisation; of an image, "
                    "what can be said without addresses"},
};
}  // namespace

std::span<const OptionEntry> target_options() { return options_of_targets; }

}  // namespace counterpoint::cli
