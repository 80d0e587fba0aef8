// Whether a form can exceed 0 at a place.
// SPDX-License-Identifier: Apache-2.0
//
// What. An upper bound of a form, from what is known of counts at the place: they are not negative; a scope around the
// place has been entered; a trip of a constant loop is at most its number; and from one assumption, "at most k entries
// of L", in the current trip or in all. Under the second, a scope in L that hangs on branches only has been entered at
// most k times, once less if the current iteration of L has not reached it, never if that leaves none; and what was
// noted at the start of an iteration of L before the first, or behind a block that has not been passed so often, is 0.
//
// The entries of a child of L are taken apart into
// those before the current iteration of L and those in it.
//
// Why. A wait that nothing is owed for must not hold (semantics.md 1, the no-wait check). With a mask that is plain to
// see; without one it needs such a bound, and this replaces a list of the cases in which a mask may go (semantics.md
// 4). Sound: a bound that is not found counts as exceeded. Cost: the terms, times 2 for each minimum, of which at
// most 3.
#pragma once

#include "verify/relation/carry.hpp"

namespace counterpoint::relation {

// At most `most` entries of the scope; none: nothing is assumed.
struct Assumption {
  ScopeId scope;
  std::int64_t most = 0;
  bool in_all = false;  // not only in the current trip
};

[[nodiscard]] bool never_positive(const Form& form, const Assumption& assumption, const Spot& z, const Layout& layout,
                                  Minima& minima);

}  // namespace counterpoint::relation
