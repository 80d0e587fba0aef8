// Reads the masks off a dependency's distances.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/owed.hpp"

namespace counterpoint {

std::vector<Distance> owed_beyond(const Program& program, DependencyId d) {
  std::vector<Distance> found;
  for (const Distance& x : program.distances_of(d)) {
    if (x.distance >= 1) found.push_back(x);
  }
  return found;
}

}  // namespace counterpoint
