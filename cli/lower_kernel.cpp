// Makes or reads a kernel, synchronises it, writes it, judges it.
// SPDX-License-Identifier: Apache-2.0
#include "cli/lower_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/judge_kernel.hpp"
#include "core/text/places.hpp"
#include "core/text/text.hpp"
#include "targets/ascend/execution/execute.hpp"
#include "targets/ascend/execution/required.hpp"
#include "targets/ascend/kernel/fitness.hpp"
#include "targets/ascend/kernel/from_program.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"
#include "targets/ascend/text/parse_kernel.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::cli {
namespace {

using ascend::Architecture;
using ascend::Kernel;
using ascend::SyncScheme;

// What `lower` reads for a kernel: always, and with --check only.
constexpr std::array kernel_options = {"target", "from", "set",    "emit",  "output",          "check",
                                       "expect", "sync", "passes", "sound", "print-after-all", "parallel"};
constexpr std::array check_options = {"by",         "exact",     "max-instances", "max-states",
                                      "max-memory", "trips",     "default-trips", "resize",
                                      "seed",       "max-trips", "trace"};

// What is asked of the kernel, from the options.
struct KernelChoice {
  explicit KernelChoice(Architecture a) : machine(a) {}
  ascend::Machine machine;
  ascend::SyncChoice sync;
};

KernelChoice read_choice(Session& session) {
  const Arguments& arguments = session.arguments();
  KernelChoice out(arguments.value("target") == "ascend-c310" ? Architecture::c310 : Architecture::c220);
  for (const std::string& assignment : arguments.values("set")) {
    if (const auto set = out.machine.set(assignment); !set) session.stop(set.error());
  }
  // A kernel that is read is as it should be, unless the options say what to do with it.
  const bool touched = !arguments.given("from") || arguments.given("sync") || arguments.given("passes");
  out.sync.scheme = SyncScheme::none;
  for (const ascend::SyncSchemeEntry& e : ascend::all_sync_schemes()) {
    if (touched && e.word == arguments.value("sync")) out.sync.scheme = e.scheme;
  }
  out.sync.sound = arguments.given("sound");
  for (const char* option : {"passes", "sound"}) {
    if (!arguments.given(option) || out.sync.scheme == SyncScheme::vendor) continue;
    throw Failure(Exit::usage, fmt::format("'--{}' is about the vendor's passes, and they do not run here", option));
  }
  if (out.sync.scheme != SyncScheme::vendor) return out;
  out.sync.passes = ascend::default_passes(out.machine.architecture(), out.sync.sound);
  if (!arguments.given("passes")) return out;
  auto passes = ascend::passes_named(arguments.value("passes"), out.machine.architecture());
  if (!passes) session.stop(passes.error());
  out.sync.passes = std::move(*passes);
  return out;
}

std::vector<ScopeId> read_parallel(const Session& session, const Tree& tree) {
  std::vector<ScopeId> out;
  std::vector<ScopeId> ids;
  std::vector<std::string_view> loops;
  for (const ScopeId s : tree.scopes()) {
    if (!tree.scope(s).is_loop()) continue;
    ids.push_back(s);
    loops.push_back(tree.text(tree.scope(s).name));
  }
  const std::string list = session.arguments().value("parallel");
  for (std::string_view rest = list; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    const auto found = std::ranges::find(loops, name);
    if (found == loops.end()) {
      const std::string near = nearest_name(name, loops);
      throw Failure(Exit::usage, fmt::format("'--parallel {}': the program has no such loop{}", excerpt(name),
                                             near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    out.push_back(ids[static_cast<std::size_t>(found - loops.begin())]);
  }
  return out;
}

Kernel read_kernel(Session& session, std::shared_ptr<const Program> program, Architecture architecture,
                   KernelSources& sources) {
  sources.kernel = read_source(session.arguments().value("from"));
  const Source& source = sources.kernel;
  auto kernel = ascend::parse_kernel(source.text, std::move(program));
  if (!kernel) session.stop(std::move(kernel.error()), source);
  if (kernel->architecture() != architecture) {
    throw Failure(Exit::usage, fmt::format("{} is a kernel for {}, and --target is another", source.name,
                                           ascend::architecture_name(kernel->architecture())));
  }
  return std::move(*kernel);
}

Kernel make_kernel(Session& session, const std::shared_ptr<const Program>& program, const KernelChoice& choice,
                   const Source& source) {
  ascend::KernelOptions options = ascend::kernel_options(choice.machine, choice.sync);
  options.parallel = read_parallel(session, program->tree);
  auto made = ascend::kernel_from_program(program, choice.machine.architecture(), options);
  if (!made) session.stop(std::move(made.error()), source);
  session.show(std::move(made->warnings), source);
  for (const std::string& line : made->added) session.note(fmt::format("note: {}\n", line));
  return std::move(made->kernel);
}

void write_kernel(Session& session, const Kernel& kernel, const KernelChoice& choice, const KernelSources& sources) {
  const Arguments& arguments = session.arguments();
  std::string text;
  if (arguments.value("emit") == "implementation") {
    const auto primitives = ascend::primitives_of(choice.machine);
    const auto required = ascend::required_program(kernel, primitives);
    if (!required) stop_with(session, ascend::messages_of(kernel, required.error()), sources);
    const auto implementation = ascend::execute(kernel, *required, primitives);
    if (!implementation) stop_with(session, ascend::messages_of(kernel, implementation.error()), sources);
    text = print(*implementation);
  } else {
    text = ascend::print_kernel(kernel);
  }
  Output output(arguments.value("output"));
  output.write(text);
  output.commit();
}

void judge_options(const Arguments& arguments) {
  const std::string target = arguments.value("target");
  for (const OptionEntry* o : options_of(*arguments.command)) {
    if (!own(*o) || !arguments.given(o->name) || std::ranges::find(kernel_options, o->name) != kernel_options.end()) {
      continue;
    }
    if (std::ranges::find(check_options, o->name) == check_options.end()) {
      throw Failure(Exit::usage, fmt::format("'--{}' is not of the target {}", o->name, target));
    }
    if (!arguments.given("check")) throw Failure(Exit::usage, fmt::format("'--{}' goes with '--check'", o->name));
  }
  if (arguments.given("format") && arguments.value("format") != "text") {
    throw Failure(Exit::usage, fmt::format("'--format {}' is not of the target {}", arguments.value("format"), target));
  }
  const std::string form = arguments.value("emit");
  if (arguments.given("emit") && form != "kernel" && form != "implementation") {
    throw Failure(Exit::usage, fmt::format("'--emit {}': the forms of the target {} are kernel and implementation",
                                           form, arguments.value("target")));
  }
  if (arguments.operands.size() != 1) {
    throw Failure(Exit::usage,
                  fmt::format("'--target {}' takes one program, also with --from: a kernel is read against "
                              "the program that it is of",
                              target));
  }
}

// Who reports on a program reads its text again, for the places of what it declares.
void refuse_unfit(Session& session, const Program& program, Architecture architecture, const Source& source) {
  if (ascend::unfit_for_pipes(program, architecture).empty()) {
    if (Diagnostics counted = ascend::counted_by_instruction(program); !counted.empty()) {
      session.stop(std::move(counted), source);
    }
    return;
  }
  session.stop(ascend::unfit_for_pipes(program, architecture, places_of(source.text).engines), source);
}

}  // namespace

bool lowers_kernel(const Session& session) { return session.arguments().value("target").starts_with("ascend-"); }

void refuse_kernel_forms(const Session& session) {
  const Arguments& arguments = session.arguments();
  const std::string form = arguments.value("emit");
  if (form == "kernel" || form == "implementation") {
    throw Failure(Exit::usage, fmt::format("'--emit {}' is of the targets ascend-c220 and ascend-c310", form));
  }
}

Exit lower_kernel(Session& session) {
  const Arguments& arguments = session.arguments();
  judge_options(arguments);
  const KernelChoice choice = read_choice(session);
  auto input = read_program(session, arguments.operands[0]);
  const auto program = std::make_shared<const Program>(std::move(input.content));
  refuse_unfit(session, *program, choice.machine.architecture(), input.source);
  KernelSources sources{input.source, input.source};
  Kernel kernel = arguments.given("from") ? read_kernel(session, program, choice.machine.architecture(), sources)
                                          : make_kernel(session, program, choice, input.source);
  const bool shows = arguments.given("print-after-all");
  if (shows) session.out().write("// before\n" + ascend::print_kernel(kernel));
  const auto done =
      ascend::synchronise(kernel, choice.machine, choice.sync, [&](std::string_view step, const Kernel& now) {
        if (!shows) return;
        session.out().write(fmt::format("\n// after {}\n", step));
        session.out().write(ascend::print_kernel(now));
      });
  if (!done) session.stop(done.error(), input.source);
  for (const std::string& line : done->remarks) session.note(fmt::format("note: {}\n", line));
  session.show(done->warnings, input.source);
  const bool checks = arguments.given("check");
  // What was shown or judged is written where a file is named.
  if ((!shows && !checks) || arguments.given("output")) write_kernel(session, kernel, choice, sources);
  if (!checks) return Exit::success;
  return judge_kernel(session, kernel, choice.machine, sources);
}

}  // namespace counterpoint::cli
