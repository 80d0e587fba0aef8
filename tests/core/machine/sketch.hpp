// Programs in the short notation of semantics.md 7, for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/machine/trips.hpp"
#include "core/program/program.hpp"

namespace counterpoint::sketch {

// body: "R{L{[e0: p x | e1: c]}}"; a scope that is followed by NAME.else is a conditional; `L:2{` has the number 2.
// dependencies: "c<-p(0,1) d<-q(0,1,*)", one component a common scope, root first; "L<-p(0)" is a control dependency
// of scope L. trips: "L=[2,1] M=e0:[0],e1:[1]"; a scope with lists per engine is divergent.
struct Sketch {
  std::string body;
  std::string dependencies;
  std::string trips;
};

[[nodiscard]] Program program(const Sketch& sketch, bool inorder = false);
[[nodiscard]] Trips trips(const Program& program, const Sketch& sketch);

}  // namespace counterpoint::sketch
