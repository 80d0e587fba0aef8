// Reads the options of `run`.
// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <thread>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::array<std::string_view, 12> defining = {"trips",     "default-trips", "resize",  "seed",
                                                       "max-trips", "window",        "width",   "compare",
                                                       "schedule",  "machine",       "profile", "set"};

std::uint32_t small_number(const Session& session, std::string_view option, std::uint32_t most) {
  const std::uint64_t number = session.arguments().number(option);
  if (number <= most) return static_cast<std::uint32_t>(number);
  throw Failure(Exit::usage, fmt::format("'--{}' is at most {}", option, most));
}

bool random_trips(const Session& session) {
  const std::vector<std::string> trips = session.arguments().values("trips");
  return std::ranges::count(trips, "random") != 0;
}

// Whether no trip count of the tree is open: every loop has its number in the text.
bool numeric(const Tree& tree) {
  for (const ScopeId s : tree.scopes()) {
    if (s != Tree::root() && (!tree.scope(s).is_loop() || tree.scope(s).trip_kind != TripKind::constant)) return false;
  }
  return true;
}

// The options --trips and --resize that hold: the last of several for one scope.
std::vector<std::string> held(const std::vector<std::string>& options) {
  const auto subject = [](const std::string& option) { return option.substr(0, option.find('=')); };
  std::vector<std::string> result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const bool last = std::none_of(options.begin() + static_cast<std::ptrdiff_t>(i) + 1, options.end(),
                                   [&](const std::string& later) { return subject(later) == subject(options[i]); });
    if (last) result.push_back(options[i]);
  }
  return result;
}

}  // namespace

Trips read_trips(Session& session, const Tree& tree) {
  const Arguments& arguments = session.arguments();
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  Trips trips(tree, small_number(session, "default-trips", most));
  const auto check = [&](tl::expected<void, Diagnostic> done) {
    if (!done) session.stop(std::move(done.error()));
  };
  for (const std::string& option : arguments.values("trips")) {
    if (option != "random") check(trips.set(tree, option));
  }
  if (find_option(*arguments.command, "resize") != nullptr) {
    for (const std::string& option : arguments.values("resize")) check(trips.resize(tree, option));
  }
  if (random_trips(session)) trips.randomize(arguments.number("seed"), small_number(session, "max-trips", most));
  return trips;
}

std::uint32_t read_width(const Session& session) {
  const std::uint32_t width = small_number(session, "width", 64);
  if (width < 2) throw Failure(Exit::usage, "'--width' is a number of bits from 2 to 64");
  return width;
}

Comparison read_comparison(const Session& session) {
  const std::string compare = session.arguments().value("compare");
  return compare == "signed"     ? Comparison::as_signed
         : compare == "unsigned" ? Comparison::as_unsigned
                                 : Comparison::difference;
}

MachineOptions read_machine_options(const Session& session) {
  const Arguments& arguments = session.arguments();
  MachineOptions options;
  options.window = arguments.number("window");
  if (arguments.given("width")) options.width = read_width(session);
  options.compare = read_comparison(session);
  return options;
}

RunOptions read_run_options(const Session& session) {
  const Arguments& arguments = session.arguments();
  RunOptions options;
  const auto schedules = all_schedules();
  const auto schedule = std::ranges::find(schedules, arguments.value("schedule"), &ScheduleEntry::name);
  require(schedule != schedules.end(), "the allowed words of --schedule are the names of the schedules");
  options.schedule = schedule->schedule;
  options.seed = arguments.number("seed");
  options.max_steps = arguments.number("max-steps");
  return options;
}

std::uint64_t read_memory(const Session& session) {
  return std::min(session.arguments().number("max-memory"), std::uint64_t{1} << 40U) << 20U;
}

Exit exit_of_run(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed: return Exit::success;
    case Outcome::limit: return Exit::undecided;
    default: return Exit::refuted;
  }
}

unsigned read_jobs(const Session& session, std::uint64_t most) {
  const std::uint64_t asked = session.arguments().number("jobs");
  const std::uint64_t jobs = asked == 0 ? std::max(std::thread::hardware_concurrency(), 1U) : asked;
  return static_cast<unsigned>(std::min({jobs, most, std::uint64_t{256}}));
}

bool draws(const Session& session) {
  if (random_trips(session)) return true;
  return find_option(*session.arguments().command, "schedule") != nullptr &&
         session.arguments().value("schedule") == "random";
}

std::string trips_bound(const Session& session, const Tree& tree) {
  const Arguments& arguments = session.arguments();
  if (numeric(tree)) return "trips:all";
  std::string text = "trips:";
  for (const std::string& option : held(arguments.values("trips"))) text += option + ";";
  return text + (random_trips(session) ? "max=" + arguments.value("max-trips")
                                       : "default=" + arguments.value("default-trips"));
}

std::string trips_words(const Session& session) {
  const Arguments& arguments = session.arguments();
  std::string text;
  for (const std::string_view option : {"resize", "trips"}) {
    for (const std::string& value : held(arguments.values(option))) {
      if (value != "random") text += value + ", ";
    }
  }
  if (!random_trips(session)) return text + "others " + arguments.value("default-trips");
  return text +
         fmt::format("others random, at most {} (seed {})", arguments.value("max-trips"), arguments.value("seed"));
}

std::vector<std::string> defining_options(const Session& session) {
  std::vector<std::string> words;
  for (const std::string_view option : defining) {
    if (find_option(*session.arguments().command, option) == nullptr) continue;
    for (const std::string& value : session.arguments().values(option)) {
      words.push_back(fmt::format("--{}", option));
      words.push_back(value);
    }
  }
  return words;
}

}  // namespace counterpoint::cli
