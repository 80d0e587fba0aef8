// The pipes of an Ascend core, the cores of one AI core, and the architectures.
// SPDX-License-Identifier: Apache-2.0
//
// Source: ascend.md 1.1. `all` is the pseudo-pipe of barriers. A pipe is written without its core where a program is of
// one core, and as CORE.PIPE where it is of several.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace counterpoint::ascend {

enum class Pipe : std::uint8_t { s, v, m, mte1, mte2, mte3, fix, all };
inline constexpr std::size_t pipe_count = 7;  // without `all`
inline constexpr std::array<Pipe, pipe_count> all_pipes = {Pipe::s,    Pipe::v,    Pipe::m,  Pipe::mte1,
                                                           Pipe::mte2, Pipe::mte3, Pipe::fix};

// "mte2"
[[nodiscard]] std::string_view pipe_name(Pipe pipe);
// By name, in any case of letters; `all` too.
[[nodiscard]] std::optional<Pipe> pipe_named(std::string_view name);

// `one`: the core of a program whose pipes name none. `aic` is the cube core; `aiv` is its vector core where there is
// one, `aiv0` and `aiv1` are those where there are two.
enum class Core : std::uint8_t { one, aic, aiv, aiv0, aiv1 };
inline constexpr std::size_t core_count = 5;
inline constexpr std::array<Core, core_count> all_cores = {Core::one, Core::aic, Core::aiv, Core::aiv0, Core::aiv1};

// "aic"; "" for `one`.
[[nodiscard]] std::string_view core_name(Core core);
// By name, in any case of letters; not `one`.
[[nodiscard]] std::optional<Core> core_named(std::string_view name);
[[nodiscard]] constexpr bool is_vector(Core core) { return core != Core::one && core != Core::aic; }

// The mode of a flag from one core to another that names none; 0 if there is none. Source: ascend.md 1.7.
[[nodiscard]] std::uint8_t usual_mode(Core from, Core reach);

struct CorePipe {
  Core core = Core::one;
  Pipe pipe = Pipe::s;
  friend auto operator<=>(const CorePipe&, const CorePipe&) = default;
};
// "mte2", "aiv0.mte2".
[[nodiscard]] std::string core_pipe_name(CorePipe at);
// By name, in any case of letters; `all` too.
[[nodiscard]] std::optional<CorePipe> core_pipe_named(std::string_view name);

// C220: Ascend910B and 910_93 ("2201"). C310: Ascend950PR_95 ("3510").
enum class Architecture : std::uint8_t { c220, c310 };
[[nodiscard]] std::string_view architecture_name(Architecture architecture);

}  // namespace counterpoint::ascend
