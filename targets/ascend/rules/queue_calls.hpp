// Calls of queues that do not match, as the vendor's verify_sync warns of them.
// SPDX-License-Identifier: Apache-2.0
//
// What. In the order of the text, each queue by itself: an alloc without a free, a free without an alloc, a second
// free, a deque without an enque before it, an enque without a deque, a tensor that an instruction uses between its
// enque and its deque. A deque gives what was enqueued first. Warnings: what of it is a fault is said by the rule
// `queues`. Only of calls that were read from a text: what a pass inserts is not checked. Cost: linear, times the
// operands. Source: ascend.md 2.6.
#pragma once

#include "targets/ascend/rules/rules.hpp"

namespace counterpoint::ascend {

[[nodiscard]] std::vector<Finding> call_findings(const Kernel& kernel);

}  // namespace counterpoint::ascend
