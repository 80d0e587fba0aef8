// The same case in other words: names that sort the other way round, and engines declared in reverse order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/fuzz/case.hpp"

namespace counterpoint::fuzzing {

// With the implementation given, which is that of the case. Every name of the texts is replaced, in the trips too; the
// engines of the implementation are declared in reverse order. Throws InternalError if the new text cannot be read.
[[nodiscard]] Case renamed(const Case& original, const Implementation& implementation);

}  // namespace counterpoint::fuzzing
