// A program outside of the tree that uses an installed counterpoint.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "core/program/tree_builder.hpp"

int main() {
  counterpoint::TreeBuilder builder("p");
  const auto engine = builder.add_engine("e", false);
  builder.open_loop("l", counterpoint::TripKind::dynamic, 0, 2);
  builder.add_instruction(engine, "x", 3);
  builder.close();
  const counterpoint::Tree tree = builder.finish();
  std::printf("scopes: %zu\n", static_cast<std::size_t>(tree.scope_count()));
}
