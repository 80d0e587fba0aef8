// Names of pipes and architectures.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/machine/pipe.hpp"

#include <algorithm>
#include <cctype>

namespace counterpoint::ascend {
namespace {

constexpr std::array<std::string_view, pipe_count + 1> names = {"s", "v", "m", "mte1", "mte2", "mte3", "fix", "all"};

}  // namespace

std::string_view pipe_name(Pipe pipe) { return names[static_cast<std::size_t>(pipe)]; }

std::optional<Pipe> pipe_named(std::string_view name) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  for (std::size_t p = 0; p < names.size(); ++p) {
    if (std::equal(name.begin(), name.end(), names[p].begin(), names[p].end(), same)) return static_cast<Pipe>(p);
  }
  return std::nullopt;
}

std::string_view architecture_name(Architecture architecture) {
  return architecture == Architecture::c220 ? "c220" : "c310";
}

}  // namespace counterpoint::ascend
