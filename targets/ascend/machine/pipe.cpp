// Names of pipes, cores and architectures.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/machine/pipe.hpp"

#include <algorithm>
#include <cctype>

namespace counterpoint::ascend {
namespace {

constexpr std::array<std::string_view, pipe_count + 1> names = {"s", "v", "m", "mte1", "mte2", "mte3", "fix", "all"};
constexpr std::array<std::string_view, core_count> cores = {"", "aic", "aiv", "aiv0", "aiv1"};

bool same_name(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) { return std::tolower(static_cast<unsigned char>(x)) == y; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

std::string_view pipe_name(Pipe pipe) { return names[static_cast<std::size_t>(pipe)]; }

std::optional<Pipe> pipe_named(std::string_view name) {
  for (std::size_t p = 0; p < names.size(); ++p) {
    if (same_name(name, names[p])) return static_cast<Pipe>(p);
  }
  return std::nullopt;
}

std::string_view core_name(Core core) { return cores[static_cast<std::size_t>(core)]; }

std::optional<Core> core_named(std::string_view name) {
  for (std::size_t c = 1; c < cores.size(); ++c) {
    if (same_name(name, cores[c])) return static_cast<Core>(c);
  }
  return std::nullopt;
}

std::uint8_t usual_mode(Core from, Core reach) {
  if (from == Core::aic) return reach == Core::aiv ? 2 : is_vector(reach) ? 4 : 0;
  if (!is_vector(from)) return 0;
  return reach == Core::aic ? 2 : reach == Core::aiv ? 1 : 0;
}

std::string core_pipe_name(CorePipe at) {
  std::string out(core_name(at.core));
  if (!out.empty()) out += '.';
  return out += pipe_name(at.pipe);
}

std::optional<CorePipe> core_pipe_named(std::string_view name) {
  CorePipe out;
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    const auto core = core_named(name.substr(0, dot));
    if (!core) return std::nullopt;
    out.core = *core;
    name.remove_prefix(dot + 1);
  }
  const auto pipe = pipe_named(name);
  if (!pipe) return std::nullopt;
  out.pipe = *pipe;
  return out;
}

std::string_view architecture_name(Architecture architecture) {
  return architecture == Architecture::c220 ? "c220" : "c310";
}

}  // namespace counterpoint::ascend
