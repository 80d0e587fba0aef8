// Which options of `lower` mean something when, as data.
// SPDX-License-Identifier: Apache-2.0
//
// Why. An option that is passed over in silence is taken for one that did its work. The table has every option of the
// command alone; a test holds it against the table of options, so that a new one cannot be left out.
#include "cli/lower_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "cli/failure.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::cli {
namespace {

constexpr unsigned in_write = static_cast<unsigned>(LowerMode::write);
constexpr unsigned in_check = static_cast<unsigned>(LowerMode::check);
constexpr unsigned in_simulate = static_cast<unsigned>(LowerMode::simulate);
constexpr unsigned in_replay = static_cast<unsigned>(LowerMode::replay);
constexpr unsigned in_verify = static_cast<unsigned>(LowerMode::verify);
constexpr unsigned in_words = in_write | in_check | in_simulate | in_replay;
constexpr unsigned in_kernel = 0;  // of another target: not for images
constexpr unsigned in_runs = in_check | in_simulate | in_replay;

enum class ImageOrigin : std::uint8_t { any, made, read };  // of the image

struct OptionRule {
  std::string_view option;
  unsigned modes = in_words | in_verify;
  ImageOrigin origin = ImageOrigin::any;
  bool positive = false;  // 0 means nothing
};

constexpr std::array option_rules = {
    OptionRule{"target"},
    OptionRule{"expect"},
    OptionRule{"verify", in_verify, ImageOrigin::read},
    OptionRule{"from", in_words | in_verify},
    OptionRule{"profile", in_words},
    OptionRule{"set", in_words},
    OptionRule{"legality", in_words},
    OptionRule{"scheme", in_words, ImageOrigin::made},
    OptionRule{"extensions", in_words, ImageOrigin::made},
    OptionRule{"count", in_words, ImageOrigin::made},
    OptionRule{"optimize", in_words, ImageOrigin::made},
    OptionRule{"semaphores", in_words, ImageOrigin::made},
    OptionRule{"registers", in_words, ImageOrigin::made},
    OptionRule{"engines", in_words, ImageOrigin::made},
    OptionRule{"keep-illegal", in_write, ImageOrigin::read},
    OptionRule{"emit", in_write | in_check},
    OptionRule{"output", in_write | in_check},
    OptionRule{"check", in_check},
    OptionRule{"by", in_check},
    OptionRule{"exact", in_check},
    OptionRule{"flips", in_check, ImageOrigin::any, true},
    OptionRule{"unroll", in_check},
    OptionRule{"max-instances", in_check, ImageOrigin::any, true},
    OptionRule{"simulate", in_simulate},
    OptionRule{"replay", in_replay},
    OptionRule{"trace", in_simulate | in_replay},
    OptionRule{"max-steps", in_simulate, ImageOrigin::any, true},
    OptionRule{"max-states", in_check | in_simulate, ImageOrigin::any, true},
    OptionRule{"max-memory", in_check | in_simulate, ImageOrigin::any, true},
    OptionRule{"width", in_runs},
    OptionRule{"trips", in_runs},
    OptionRule{"default-trips", in_runs},
    OptionRule{"seed", in_runs},
    OptionRule{"max-trips", in_runs},
    OptionRule{"sync", in_kernel},
    OptionRule{"passes", in_kernel},
    OptionRule{"sound", in_kernel},
    OptionRule{"print-after-all", in_kernel},
    OptionRule{"parallel", in_kernel},
};

std::string_view mode_words(unsigned modes) {
  switch (modes) {
    case in_write: return "writing an image";
    case in_check: return "'--check'";
    case in_simulate: return "'--simulate'";
    case in_replay: return "'--replay'";
    case in_check | in_simulate: return "'--check' or '--simulate'";
    case in_simulate | in_replay: return "'--simulate' or '--replay'";
    case in_runs: return "'--check', '--simulate' or '--replay'";
    case in_write | in_check: return "writing an image, or '--check'";
    case in_verify: return "'--verify'";
    case in_kernel: return "the targets ascend-c220 and ascend-c310";
    default: return "the words of an image, not with '--verify'";
  }
}

[[noreturn]] void refuse(std::string_view option, std::string_view with) {
  throw Failure(Exit::usage, fmt::format("'--{}' goes with {}", option, with));
}

bool random_trips_given(const Arguments& arguments) {
  return std::ranges::count(arguments.values("trips"), "random") != 0;
}

// What depends on the value of another option.
void judge_values(const Arguments& arguments, LowerMode mode) {
  const bool exhaustive = mode == LowerMode::simulate && arguments.value("simulate") == "exhaustive";
  const bool random = mode == LowerMode::simulate && arguments.value("simulate") == "random";
  for (const std::string_view limit : {"max-states", "max-memory"}) {
    if (!arguments.given(limit) || mode != LowerMode::simulate || exhaustive) continue;
    refuse(limit, "'--simulate exhaustive' or '--check'");
  }
  if (arguments.given("max-steps") && exhaustive) refuse("max-steps", "the other schedules of '--simulate'");
  // A trace brings options of its own, which may say that trips are drawn.
  const bool drawn = random_trips_given(arguments) || mode == LowerMode::replay;
  if (arguments.given("max-trips") && !drawn) refuse("max-trips", "'--trips random'");
  if (arguments.given("seed") && !random && !drawn) refuse("seed", "'--simulate random' or '--trips random'");
  if (arguments.given("emit") && mode == LowerMode::check && !arguments.given("output")) {
    refuse("emit", "'--output' here: with '--check' the image is written to a file only");
  }
  if (mode == LowerMode::check && arguments.value("output") == "-" && arguments.given("output")) {
    throw Failure(Exit::usage, "with '--check' the image is written to a file, not to '-'");
  }
  const bool document = arguments.value("format") == "json" && arguments.value("output") == "-";
  if (mode == LowerMode::write && document && arguments.value("emit") == "bin") {
    throw Failure(Exit::usage, "'--format json' prints one document: write the binary form to a file with '-o'");
  }
  for (const std::string_view text : {"engines", "unroll"}) {
    if (arguments.given(text) && arguments.value(text).empty()) {
      throw Failure(Exit::usage, fmt::format("'--{}' takes a value, not ''", text));
    }
  }
}

LowerMode mode_of(const Arguments& arguments) {
  LowerMode mode = LowerMode::write;
  std::string_view asked;
  const std::array all = {std::pair{std::string_view("check"), LowerMode::check},
                          std::pair{std::string_view("simulate"), LowerMode::simulate},
                          std::pair{std::string_view("replay"), LowerMode::replay},
                          std::pair{std::string_view("verify"), LowerMode::verify}};
  for (const auto& [option, meant] : all) {
    if (!arguments.given(option)) continue;
    if (!asked.empty()) {
      throw Failure(Exit::usage, fmt::format("'--{}' and '--{}' do not go together", asked, option));
    }
    asked = option;
    mode = meant;
  }
  return mode;
}

void judge_operands(const Arguments& arguments, LowerMode mode) {
  const bool from = arguments.given("from");
  const bool check = mode == LowerMode::check;
  const std::size_t operands = arguments.operands.size();
  if (!from && mode == LowerMode::verify) {
    throw Failure(Exit::usage, "'--verify' looks at a dump or an image, given with --from FILE");
  }
  if (!from && operands == 0) throw Failure(Exit::usage, "'lower' needs a program, or an image with --from FILE");
  if (from && operands > (check ? 1U : 0U)) {
    throw Failure(Exit::usage, "'--from' reads an image; a program goes with it to be checked against, with --check");
  }
  if (from && check && operands == 0) throw Failure(Exit::usage, "'--check' needs the program of the image");
}

}  // namespace

LowerMode read_lower_mode(const Arguments& arguments) {
  const LowerMode mode = mode_of(arguments);
  judge_operands(arguments, mode);
  for (const OptionEntry* o : options_of(*arguments.command)) {
    if (!own(*o) || !arguments.given(o->name)) continue;
    const auto rule = std::ranges::find(option_rules, o->name, &OptionRule::option);
    require(rule != option_rules.end(), "every option of `lower` has a rule");
    if ((rule->modes & static_cast<unsigned>(mode)) == 0) refuse(o->name, mode_words(rule->modes));
    if (rule->origin == ImageOrigin::made && arguments.given("from")) refuse(o->name, "a program, not with '--from'");
    if (rule->origin == ImageOrigin::read && !arguments.given("from")) refuse(o->name, "'--from'");
    if (rule->positive && arguments.number(o->name) == 0) {
      throw Failure(Exit::usage, fmt::format("'--{}' takes an integer >= 1, not '0'", o->name));
    }
  }
  judge_values(arguments, mode);
  return mode;
}

}  // namespace counterpoint::cli
