// The dependencies and tiles that buffer ids are given for, and which id each operation needs.
// SPDX-License-Identifier: Apache-2.0
//
// Steps a to d of buffer_id_cliques.hpp.
#pragma once

#include <set>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/peers/backward_scan.hpp"
#include "targets/ascend/peers/buffer_id_cliques.hpp"

namespace counterpoint::ascend {

// By element: the ids that bracket it, one for each clique in use, numbered from 0 in the order of the cliques.
struct TokenUse {
  std::vector<std::set<std::uint32_t>> ids_of;
  std::uint32_t count = 0;  // ids are below this; some may be in use no more

  // By id: the elements that it brackets, in the order of the text.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> users() const;
  // From now on `from` is `into`, of all its users.
  void merge(std::uint32_t from, std::uint32_t into, const std::vector<std::uint32_t>& users_of_from);
};

[[nodiscard]] tl::expected<TokenUse, Diagnostic> tokens_of(const SyncIr& ir, CliqueReport& report);

// The pipes of some elements.
[[nodiscard]] PipeSet pipes_of(const SyncIr& ir, const std::vector<std::uint32_t>& elements);

}  // namespace counterpoint::ascend
