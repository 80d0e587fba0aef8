// The tables of commands and exit codes, as data. A new one is one entry here.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cli/commands.hpp"
#include "cli/options.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::array exits = {
    ExitEntry{Exit::success, "done; run: completed; check, certify: equivalent, refines, clean"},
    ExitEntry{Exit::unexpected, "with --expect: another outcome than the expected one"},
    ExitEntry{Exit::undecided,
              "run: the limit on steps was reached; check, certify, lower --verify: "
              "undecided"},
    ExitEntry{
        Exit::refuted,
        "run: racy, deadlock, fault or differs; check, certify: unsafe, deadlock, with --exact refines; fuzz: failed; "
        "lower --verify: findings"},
    ExitEntry{Exit::usage, "the command line is wrong"},
    ExitEntry{Exit::bad_input, "the input is wrong; every error is reported, nothing is written"},
    ExitEntry{Exit::cannot_open, "an input cannot be opened (a directory too)"},
    ExitEntry{Exit::refused, "the input is good, but what was asked cannot be done: the message says what would help"},
    ExitEntry{Exit::internal, "a fault of this tool, or out of memory"},
    ExitEntry{Exit::cannot_write, "a result cannot be written"},
    ExitEntry{Exit::hung_up, "the terminal was closed (SIGHUP); no unfinished file is left"},
    ExitEntry{
        Exit::interrupted,
        "interrupted (SIGINT; with certify, verify-cert, fuzz and reproduce also SIGTERM; the first three say what is "
        "known so far); no unfinished file is left"},
    ExitEntry{Exit::nobody_reads, "nobody reads standard output any more (SIGPIPE)"},
    ExitEntry{Exit::terminated, "ended by SIGTERM; no unfinished file is left"},
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
    CommandEntry{
        .name = "optimize",
        .operands = "IMPL",
        .least = 1,
        .most = 1,
        .summary = "make an implementation need fewer registers, operations and waits, and mean the same",
        .description =
            "Takes any implementation, also one that was written by hand, through passes that keep every wait "
            "as it is, or leave one out that holds anyway: what check says of it, it says of the result. With "
            "--output what each pass saved is printed on standard output; without, the implementation is, and the "
            "savings are a remark on standard error.\n\n"
            "The passes: fold, static, waits, clocks, reduce, share, hoist, dead. None makes an engine need more "
            "registers than it had, or run more operations "
            "for any trip counts in which every loop that is visited runs.",
        .example = "counterpoint optimize examples/double_buffer.impl.cp --passes reduce,dead",
        .run = run_optimize},
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
    CommandEntry{
        .name = "run",
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
            "state is a digest of what all buffers hold. `assume=race-free`: whether accesses race was not decided, "
            "why is said above the line. `assume=internal-steps-first` (--against): the follower took waits and "
            "register operations of its own as soon as it could, where one can disable another; a difference may be "
            "one of that choice.\n\n"
            "Without --machine only instructions take time; register operations, waits and updates cost nothing. "
            "With it all take what the machine says; the makespan is in ps.",
        .example = "counterpoint run examples/double_buffer.cp --trips kv=5 --trace timeline.json",
        .run = run_run},
    CommandEntry{.name = "check",
                 .operands = "PROGRAM IMPL | IMPL",
                 .least = 1,
                 .most = 2,
                 .summary = "decide whether an implementation allows what its program allows, no more and no less",
                 .description =
                     "For the trip counts given by --trips. The last line is `verdict: WORD key=value ...`, the first "
                     "of these words that applies:\n\n"
                     "unsafe (10): some step can happen before the program allows it, or a fault can; deadlock (10): "
                     "it can get stuck where the program goes on; undecided (5): a bound was met, and which; refines "
                     "(0, with --exact 10): some step must wait for more than the program asks; equivalent (0): none "
                     "of these. unsafe and deadlock come with a schedule that shows it, which `run --replay` takes.\n\n"
                     "Without a program an implementation is explored for deadlocks and faults: clean (0), and what "
                     "its semaphores hold at the end.\n\n"
                     "Keys come in this order, where they apply: reason, by, bound, seed, property, instances, states, "
                     "transitions, depth, window, width, compare, resize, left, assume. `bound=trips:all` holds for "
                     "all trip counts, any other bound for those that it names; --resize changes a number of the text. "
                     "`assume=no-overflow` comes from relation, which reckons with integers.",
                 .example = "counterpoint check examples/double_buffer.cp examples/double_buffer.impl.cp --trips kv=5",
                 .run = run_check},
    CommandEntry{.name = "certify",
                 .operands = "PROGRAM [IMPL]",
                 .least = 1,
                 .most = 2,
                 .summary = "prove that an implementation allows what its program allows, for all trip counts",
                 .description =
                     "Proves it with both solvers for every trip count on every engine, whoever made the "
                     "implementation; without IMPL it allocates first, with the options of alloc. The last line is "
                     "`verdict: WORD key=value ...`:\n\n"
                     "equivalent (0): proved; refines (0, with --exact 10): proved never to be ahead of the program "
                     "and never to get stuck, but some wait may be longer; unsafe (10), deadlock (10): a run was found "
                     "that shows it, with its trip counts and a schedule that `run --replay` takes; undecided (5): "
                     "what is open is listed, in the program's own words. A proof that fails refutes nothing.\n\n"
                     "Keys come in this order, where they apply: reason (undecided: construct, obligation, budget, "
                     "interrupted, width, compare; else as for check), by (the solvers, or the engine that decided "
                     "the run), bound (trips:all, the trips of the run, none where it is undecided), consumers (places "
                     "that wait or must "
                     "wait), obligations (distinct ones, put to the solvers), asked, remembered (of those asked), "
                     "open (obligations that are not proved), runs (trip counts that were tried), width, compare, "
                     "assume.\n\n"
                     "What it holds under, separated by commas: no-overflow (no number leaves 64 bits; without "
                     "--width), entries<=N (with --width: no loop is entered more than N times on any engine, and then "
                     "every number is proved to fit), trips<=N (by wrapped difference: no trip of a loop is longer), "
                     "lag<2^K (by wrapped difference: no semaphore is so far beyond what is owed; if nothing in the "
                     "program sees to that, it is said with a run), uniform (what is declared to run equally often on "
                     "every engine does).",
                 .example = "counterpoint certify examples/double_buffer.cp examples/double_buffer.impl.cp",
                 .run = run_certify},
    CommandEntry{.name = "verify-cert",
                 .operands = "CERT [PROGRAM IMPL]",
                 .least = 1,
                 .most = 3,
                 .summary = "check a certificate: its obligations from its programs, its answers from a solver",
                 .description =
                     "Derives from the two programs in the certificate what must be proved, compares that with what "
                     "the certificate lists, and puts every obligation and lemma to the solver's own command, in one "
                     "process for each solver. With PROGRAM and IMPL they must be the programs certified.\n\n"
                     "The last line is `outcome: WORD key=value ...`: verified (0), refuted (10: a solver gives "
                     "another answer than expected), changed (65: the certificate or a program is not as it was "
                     "written; what is named), undecided (5: a solver is missing, was killed, says something else or "
                     "nothing in time). Keys come in this order, where they apply: reason, verdict (what was "
                     "certified), by, bound, obligations, lemmas, assume (as for certify).\n\n"
                     "What it says of the two programs in the certificate is all that is verified: only with PROGRAM "
                     "and IMPL is it said of yours. Its tool and solver versions are what its maker said.",
                 .example = "counterpoint verify-cert double_buffer.cert --solver cvc5",
                 .run = run_verify_cert},
    CommandEntry{.name = "mutate",
                 .operands = "[PROGRAM [IMPL]]",
                 .least = 0,
                 .most = 2,
                 .summary = "put faults into implementations, and see that every one is found",
                 .description =
                     "Makes every mutant of IMPL, or of an allocation of PROGRAM by each scheme, or of --random "
                     "programs, and judges it at many trip counts: of a uniform program all constants 0..3 for each "
                     "scope, or 4,096 drawn ones, and 64 drawn lists; of a divergent one all constants 0..2 for each "
                     "scope and engine, or 4,096 drawn ones, and lists of two counts.\n\n"
                     "A mutant is killed at the first trip counts where its verdict is another than that of its "
                     "original (where both refine, also if another wait is too long), by pairing (it is no "
                     "implementation any more), order, replay (a random run that the program does not allow, that "
                     "stops where the program goes on, or that faults) or explore. One that nothing kills is "
                     "equivalent within this bound, and listed; undecided if exploration gave up. --verbose lists "
                     "the killed ones too, --list all of them without judging.\n\n"
                     "The last line is `outcome: WORD mutants=N killed=N equivalent=N undecided=N operators=N "
                     "implementations=N bound=... seed=N`: completed (0), undecided (5), or disagree (70: two "
                     "deciders contradict each other, a defect of this tool; the pair is shown).",
                 .example = "counterpoint mutate examples/double_buffer.cp --scheme per-loop",
                 .run = run_mutate},
    CommandEntry{
        .name = "fuzz",
        .operands = "",
        .least = 0,
        .most = 0,
        .summary = "draw programs and implementations, and look for one on which this tool is wrong",
        .description =
            "Each case is a program with trips and an implementation, an allocation of ours or one that looks "
            "made by hand. It is put to every oracle: a statement that must hold of any case, such as that "
            "all engines decide alike, that an exact allocation is equivalent, that what is written reads as "
            "the same. A case is a function of --seed and its number alone, whatever --jobs and --shard are.\n\n"
            "What fails is made small by taking out whatever it fails without, and saved in the folder of "
            "--output as a text test with the commands that show it. --corpus looks at saved cases first.\n\n"
            "The last line is `outcome: WORD cases=N failures=N oracles=N corpus=N seed=N first=N shard=I/N`: "
            "completed (0), failed (10) or interrupted (130, after a summary of what was done).",
        .example = "counterpoint fuzz --cases 200 --seed 7",
        .run = run_fuzz},
    CommandEntry{
        .name = "reproduce",
        .operands = "",
        .least = 0,
        .most = 0,
        .summary = "make the published evaluation again: resources, latencies, what each cost does to them",
        .description =
            "Counts what the three allocations need on a family of programs (Table 1). Runs eleven kernels, "
            "which are built in, at three sizes under each way to synchronise on a model of the machine "
            "(Table 2), with the published figure beside ours; sweeps the costs that nobody has published; "
            "changes trip counts; compares a dependency kept by a barrier with the program rewritten; compares the "
            "schemes for the pipes of an Ascend core (docs/ascend.md).\n\n"
            "Latencies come from a model, resources are counted: docs/reproduction.md says what is reproduced, "
            "what is not, and why. The last line is `outcome: completed kernels=N rows=N measurements=N "
            "compared=N sizes=WORD`.",
        .example = "counterpoint reproduce --sizes small -o results",
        .run = run_reproduce},
    CommandEntry{.name = "convert",
                 .operands = "FILE | PROGRAM IMPL",
                 .least = 1,
                 .most = 2,
                 .summary = "write a program or an implementation in another form, or a pair as a model for SPIN",
                 .description =
                     "Reads text or JSON (recognised by its first character) and writes the form asked for. "
                     "Text is written in the one canonical layout; comments are lost.\n\n"
                     "--to promela takes a pair and trip counts: each engine is a process, the dependencies are "
                     "assertions, a deadlock is an invalid end state. Its reachable states are those that "
                     "`check --by explore` counts.",
                 .example = "counterpoint convert examples/double_buffer.cp --to json",
                 .run = run_convert},
    CommandEntry{
        .name = "lower",
        .operands = "[PROGRAM [IMPL]]",
        .least = 0,
        .most = 2,
        .summary =
            "the words that the engines of a target execute, from a program or another form of them; or run them",
        .description =
            "Makes of an implementation (allocated, where only the program is given) what a core is loaded with: "
            "engines become streams or rings of transfers (--engines), semaphores get numbers, waits and updates the "
            "records that carry them, loops registers and branches. A table on standard error says what became of it; "
            "with -o on standard output. With --semaphores N it uses at most N of them; --scheme auto then falls back "
            "from one for each body to one for each engine to barriers. What the core, or the compiler's part of its "
            "instruction set, cannot do is refused (69).\n\n"
            "With --from it reads an image instead, in whatever form it is (recognised by its first bytes), checks "
            "every word of it, and writes the form asked for. With --profile or --set the words are encoded anew, as "
            "that choice among what the sources leave open has them.\n\n"
            "A word that is no record is an error (65) with its stream, its number and the byte; --keep-illegal shows "
            "it as `.word`. docs/neuron.md describes the forms and lists the switches.\n\n"
            "With --check the words are judged against the program as by `check`, for the trip counts given; with "
            "--flips every bit that synchronises is flipped, and it is told who notices.\n\n"
            "With --simulate the words, read or made, run on a model of the core instead, in one schedule or in every "
            "order of steps; "
            "--replay takes the steps of a trace. Then the last line is `outcome: WORD key=value ...`, as of `run`: "
            "completed (0), deadlock, fault or differs (10), limit (5), with the keys reason, schedule, seed, records, "
            "steps, states, transitions, depth, bound and width, where they apply.\n\n"
            "With --verify it reads a compiler's dump instead, and says what is wrong with its synchronisation: "
            "`findings`, `clean`, or `undecided` where something could not be told. Of an image it asks the verifiers "
            "that need no addresses, and names the others.\n\n"
            "An option that what is asked for would not read is an error (64).\n\n"
            "With --target ascend-c220 or ascend-c310 the engines of the program are pipes, and what is made is a "
            "kernel: its operations with flags, barriers, queues or buffer ids between them, put there by the vendor's "
            "passes or by other schemes (--sync). --print-after-all shows it after each pass, --check judges it with a "
            "schedule for what is wrong, --emit implementation writes what it does. docs/ascend.md describes the "
            "machine, the passes and the notation.",
        .example = "counterpoint lower --target neuron --profile device examples/double_buffer.cp",
        .run = run_lower},
    CommandEntry{
        .name = "draw",
        .operands = "PROGRAM [IMPL]",
        .least = 1,
        .most = 2,
        .summary = "draw the dependence graph, or timelines of a program and its implementation, for a paper",
        .description =
            "The graph has the instructions of the program, one column for each engine, and its dependencies with "
            "class "
            "and distance; what a loop carries is dashed. Timelines show the program itself, its allocation with "
            "barriers, and IMPL or an allocation by --scheme, all on one time axis: hatched where an engine waits, "
            "with "
            "an arrow from what released it. SVG needs no other program and no font of its own.",
        .example = "counterpoint draw examples/flash_attention.cp -o attention.svg",
        .run = run_draw},
    CommandEntry{
        .name = "report",
        .operands = "PROGRAM [IMPL...]",
        .least = 1,
        .most = 9,
        .summary = "write one HTML file about a program and its implementations, to look at in a browser",
        .description =
            "How long each takes for the given trip counts, why barriers take longer, which engine waits for what; "
            "timelines to zoom into, the dependence graph, the tree of scopes with what synchronises where, every wait "
            "with its formula, line and slack, verdicts with their bounds, costs. Without IMPL it allocates one by "
            "--scheme. The file needs no network and no other file.",
        .example = "counterpoint report examples/flash_attention.cp --resize q=2 --trips kv=4 -o attention.html",
        .run = run_report},
    CommandEntry{.name = "help",
                 .operands = "[COMMAND | machines]",
                 .least = 0,
                 .most = 1,
                 .summary = "this text, or that of one command; the manual page",
                 .description = "Without a command: all commands, common options and exit codes. `machines` lists what "
                                "--machine can be told; with --markdown as in docs/machines.md.",
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
}  // namespace

std::span<const ExitEntry> all_exits() { return exits; }
std::span<const CommandEntry> all_commands() { return commands; }

}  // namespace counterpoint::cli
