// Streams, colours and messages of one command.
// SPDX-License-Identifier: Apache-2.0
#include "cli/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cli/version.hpp"
#include "report/diagnostics.hpp"
#include "report/json.hpp"
#include "report/sarif.hpp"

namespace counterpoint::cli {
namespace {

// `auto`: a terminal that is not dumb, and NO_COLOR (https://no-color.org) is not set.
bool colors(std::string_view wish, int descriptor) {
  if (wish != "auto") return wish == "always";
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (none != nullptr && *none != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return ::isatty(descriptor) == 1;
}

}  // namespace

Session::Session(Arguments arguments)
    : arguments_(std::move(arguments)),
      json_(arguments_.value("format") == "json"),
      sarif_(arguments_.value("format") == "sarif"),
      quiet_(arguments_.given("quiet")),
      verbose_(arguments_.given("verbose")),
      color_out_(colors(arguments_.value("color"), STDOUT_FILENO)),
      color_error_(colors(arguments_.value("color"), STDERR_FILENO)) {}

void Session::note(std::string_view text) const {
  if (!quiet_) complain(text);
}

void Session::show(Diagnostics diagnostics, const Source& source) {
  for (Diagnostic& d : diagnostics) {
    if (d.file.empty()) d.file = source.name;
  }
  const auto fresh = diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
  if (sarif_) {
    Diagnostics counted(fresh, diagnostics_.end());
    report::count_utf16(counted, source.text);
    std::ranges::move(counted, fresh);
  }
  if (quiet_) std::erase_if(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::warning; });
  complain(report::render(diagnostics, source.text, color_error_));
}

void Session::stop(Diagnostics diagnostics, const Source& source) {
  const bool bad = std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
  show(std::move(diagnostics), source);
  throw Failure(bad ? Exit::bad_input : Exit::refused, "");
}

void Session::stop(Diagnostic diagnostic) {
  show({std::move(diagnostic)}, Source{});
  throw Failure(Exit::usage, "");
}

void Session::adopt(const std::vector<std::string>& words, const Source& source) {
  auto adopted = read_options(*arguments_.command, words);
  if (!adopted)
    throw Failure(Exit::bad_input, fmt::format("the options in '{}': {}", source.name, adopted.error().message));
  arguments_.adopt(*adopted);
}

Exit Session::close(const Failure& failure) {
  out_.discard();
  if (json_) {
    out_.write(report::json_failure(arguments_.command->name, static_cast<int>(failure.code()), failure.message(),
                                    diagnostics_));
  }
  if (sarif_) {
    out_.write(report::sarif_failure(arguments_.command->name, static_cast<int>(failure.code()), failure.message(),
                                     version_number(), diagnostics_));
  }
  return failure.code() == Exit::refused ? judge("refused", failure.code()) : failure.code();
}

Exit Session::judge(std::string_view word, Exit exit) const {
  if (find_option(*arguments_.command, "expect") == nullptr || !arguments_.given("expect")) return exit;
  const std::string expected = arguments_.value("expect");
  if (expected == word) return Exit::success;
  complain(fmt::format("counterpoint: expected '{}', got '{}'\n", expected, word));
  return Exit::unexpected;
}

void complain(std::string_view text) {
  [[maybe_unused]] const std::size_t ignored = std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace counterpoint::cli
