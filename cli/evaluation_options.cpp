// The options about machines and the evaluation on them, as data: a part of the table of options.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cli/option_words.hpp"
#include "cli/options.hpp"

namespace counterpoint::cli {
namespace {

const std::array options_of_evaluation = {
    OptionEntry{.name = "machine",
                .value = Value::text,
                .value_name = "MACHINE",
                .commands = "run draw report",
                .help = "take the times of a machine: trn2, trn1, or a file of lines NAME = VALUE that changes trn2; "
                        "`help machines` lists the names; without it only instructions take time"},
    OptionEntry{.name = "machine",
                .value = Value::text,
                .value_name = "MACHINE",
                .standard = "trn2",
                .commands = "reproduce",
                .help = "take the times of a machine: trn2, trn1, or a file of lines NAME = VALUE that changes trn2; "
                        "`help machines` lists the names"},
    OptionEntry{.name = "set",
                .value = Value::text,
                .value_name = "NAME=VALUE,...",
                .repeatable = true,
                .commands = "run draw report reproduce",
                .help = "parameters of --machine to change"},
    OptionEntry{.name = "sizes",
                .value = Value::word,
                .value_name = "SIZES",
                .words = [] { return Words{{"all"}, {"small", "for a quick look; no published row is small"}}; },
                .standard = "all",
                .commands = "reproduce",
                .help = "which sizes of the kernels"},
    OptionEntry{.name = "jobs",
                .value = Value::number,
                .value_name = "N",
                .standard = "0",
                .commands = "reproduce",
                .help = "measurements at the same time, 0 for one a processor; the result is the same for any number"},
    OptionEntry{.name = "output",
                .letter = 'o',
                .value = Value::file,
                .value_name = "FOLDER",
                .commands = "reproduce",
                .help = "write all tables and figures there: results.md, results.json, CSV, SVG"},
};
}  // namespace

std::span<const OptionEntry> evaluation_options() { return options_of_evaluation; }

}  // namespace counterpoint::cli
