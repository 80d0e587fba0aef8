// Versions of the tool, the compiler and the libraries.
// SPDX-License-Identifier: Apache-2.0
#include "cli/version.hpp"

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

#if defined(__clang__)
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "gcc " __VERSION__;
#endif

std::string fmt_version() {
  return fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

}  // namespace

std::string version_number() { return COUNTERPOINT_VERSION; }

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"counterpoint", version_number()},
          {"compiler", compiler},
          {"fmt", fmt_version()},
          {"CLI11", parser_library_version()},
          {"nlohmann-json", report::json_library_version()}};
}

}  // namespace counterpoint::cli
