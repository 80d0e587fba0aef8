// Writes obligations into a folder of their own.
// SPDX-License-Identifier: Apache-2.0
#include "cli/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/failure.hpp"
#include "cli/files.hpp"

namespace counterpoint::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view beginning = "obligation-";
constexpr std::string_view ending = ".smt2";

std::string name_of(std::size_t number) { return fmt::format("{}{:05}{}", beginning, number, ending); }

bool ours(std::string_view name) {
  if (name.size() <= beginning.size() + ending.size() || !name.starts_with(beginning) || !name.ends_with(ending)) {
    return false;
  }
  const std::string_view digits = name.substr(beginning.size(), name.size() - beginning.size() - ending.size());
  return digits.size() >= 5 && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> names_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  if (error) throw Failure(Exit::cannot_write, fmt::format("cannot look into '{}': {}", folder, error.message()));
  return names;
}

}  // namespace

void check_dump_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Failure(Exit::cannot_write, fmt::format("cannot make '{}': {}", folder, error.message()));
  for (const std::string& name : names_in(folder)) {
    if (ours(name)) continue;
    throw Failure(Exit::usage,
                  fmt::format("'{}' holds '{}', which is no obligation: name an empty folder, or one of an "
                              "earlier --dump",
                              folder, name));
  }
}

void dump_obligations(const std::string& folder, const std::vector<smt::DistinctObligation>& obligations) {
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    const smt::DistinctObligation& o = obligations[i];
    const std::string_view wanted = o.satisfiable ? "sat" : "unsat";
    const std::string_view other = o.satisfiable ? "unsat" : "sat";
    const std::string_view status = o.answer == smt::ProofAnswer::proved    ? wanted
                                    : o.answer == smt::ProofAnswer::refuted ? other
                                                                            : "unknown";
    Output output(fmt::format("{}/{}", folder, name_of(i + 1)));
    output.write(
        fmt::format("; obligation {} of {}: {}\n; wanted: {}; answered: {}; asked {} times\n"
                    "(set-info :smt-lib-version 2.6)\n(set-info :status {})\n",
                    i + 1, obligations.size(), o.what, wanted, status, o.uses, status));
    output.write(o.text);
    output.commit();
  }
  for (const std::string& name : names_in(folder)) {
    const bool left_over = ours(name) && (name.size() > name_of(1).size() || name > name_of(obligations.size()));
    std::error_code error;
    if (left_over && obligations.size() < 99'999) fs::remove(fs::path(folder) / name, error);
  }
}

}  // namespace counterpoint::cli
