// Step B of insert_sync: a deque for every enque, and whose tensor is whose from then on.
// SPDX-License-Identifier: Apache-2.0
//
// What. For every enque of a tensor T, in the order of the text: the users of T that come after it are all but its
//   free, and not those in the other branch of a conditional. A deque goes before the first of them, or before what
//   holds that in the region of the enque; from there on all of them use what was dequeued. If the deque stands further
//   out than the enque, the enque moves out, to behind what held it. Without users the enque is left alone.
// Why this way. Replacing all later users at each enque is quadratic in the users of a tensor. So what a tensor has
//   become by now is kept while the text is walked: a user takes what it finds. Two things need care, as a replacement
//   reaches beyond a conditional. (1) What the then branch made of a tensor is forgotten in the else branch and is back
//   after it, so that an enque in the else branch sees users up to the branch's end only. (2) An enque that moved out
//   is a user of what it enqueues for those that come later in the text but stand before it.
// Invariant. At every point of the walk `current` is what the users from here on would have been given by then.
// Errors. An enque in one region and the first user in another, neither around the other; a user that the deque does
//   not reach. In sound mode the enque goes, and the user keeps the tensor; both are said, and `repair` does the rest.
// Cost: linear, times the logarithm of the users and the depth of nesting. Source: ascend.md 2.3 step B, 5.1.
#pragma once

#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {

void dequeue(Kernel& kernel, PassRun& run);

}  // namespace counterpoint::ascend
