// What the proved classification must say where ours says something else in other words.
// SPDX-License-Identifier: Apache-2.0
//
// Both follow the table of semantics.md 4. Where the table leaves a choice the two differ, in the form and not in the
// value, and it is stated here which answer is expected, so that nothing is passed over:
// - direct k = 0, nested forward, nested backward and exclusive are one there: `now`, the value of r_P.
// - A branch S with k = 1 at S' (the loop around) and P below S, after c: ours is `history`, there it is `now`. Only
//   branches between S' and P = S: ours is r_P - 1 without a register, there it is a history of one register. A vector
//   that ends in `@*` at S' with S a branch always is a history there. The values are the same, and are compared.
// - static at another distance than 0, and two-level with constant loops below S, are not there: with the plan `full`
//   they are strengthened, so that thresholds differ; the verdict on our waits is compared all the same.
// - A static count of 0 iterations is `static` there, with a threshold that holds from the start; here it is no wait.
#pragma once

#include <string>

#include "core/dependence/classify.hpp"

namespace counterpoint::rocq {

struct ExpectedClass {
  std::string text;         // as the oracle prints it
  bool same_value = false;  // thresholds are the same, if N and K are
  bool choice = false;      // one of the two forms where the table leaves a choice
};
[[nodiscard]] ExpectedClass expected_class(const Program& program, DependencyId d);

}  // namespace counterpoint::rocq
