// Physical buffer ids for those that cliques need.
// SPDX-License-Identifier: Apache-2.0
//
// Steps e and f of buffer_id_cliques.hpp. Cost: rounds of merging, each linear in the uses; a round halves one group.
#pragma once

#include <optional>
#include <vector>

#include "targets/ascend/peers/token_dependencies.hpp"

namespace counterpoint::ascend {

// By id, the physical one, none for an id in no use; `use` is merged where there are too few. None at all if that does
// not suffice.
[[nodiscard]] std::optional<std::vector<std::int32_t>> physical_ids(const SyncIr& ir, TokenUse& use,
                                                                    std::uint32_t available, CliqueReport& report);

}  // namespace counterpoint::ascend
