// The maximal cliques of a small graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace counterpoint::ascend {

// `neighbours`: by node, ascending, symmetric, without the node itself. Each clique ascending, the cliques in the order
// of their nodes. None if more than `most_steps` partial cliques were looked at.
// Bron and Kerbosch without a pivot, on a stack of its own: the depth is the size of a clique, which a file decides.
[[nodiscard]] std::optional<std::vector<std::vector<std::uint32_t>>> maximal_cliques(
    const std::vector<std::vector<std::uint32_t>>& neighbours, std::uint64_t most_steps);

}  // namespace counterpoint::ascend
