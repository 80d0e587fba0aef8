// The pipes of an Ascend core, and the architectures.
// SPDX-License-Identifier: Apache-2.0
//
// Source: ascend.md 1.1. `all` is the pseudo-pipe of barriers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
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

// C220: Ascend910B and 910_93 ("2201"). C310: Ascend950PR_95 ("3510").
enum class Architecture : std::uint8_t { c220, c310 };
[[nodiscard]] std::string_view architecture_name(Architecture architecture);

}  // namespace counterpoint::ascend
