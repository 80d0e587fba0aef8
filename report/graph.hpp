// The dependence graph of a program as DOT and as SVG.
// SPDX-License-Identifier: Apache-2.0
//
// What. Nodes are instructions, in the colour of their engine; an edge leads from a producer to its consumer, labelled
// with the class of the dependency and its distance. Scopes are clusters (DOT) or boxes around rows (SVG). In the SVG
// an engine is a column and the text runs downwards; instructions of a block on different engines stand side by side,
// since nothing but their dependencies orders them. An edge that a loop carries is dashed.
// Why by hand. The layout is known (columns and rows), so no layout tool is needed at run time and the output is the
// same everywhere. Cost: linear in instructions, scopes and dependencies.
#pragma once

#include <string>

#include "core/program/program.hpp"
#include "report/svg.hpp"

namespace counterpoint::report {

[[nodiscard]] std::string graph_dot(const Program& program);
// `standalone`: a whole file, else an element for a page.
[[nodiscard]] std::string graph_svg(const Program& program, bool standalone);

// "direct", "kv-2 direct", "q-1 * through": the distance, then the class.
[[nodiscard]] std::string edge_label(const Program& program, DependencyId d);
// "loop kv trips dynamic", "if causal", "else of causal"; the root by the name of the program.
[[nodiscard]] std::string scope_label(const Tree& tree, ScopeId s);

}  // namespace counterpoint::report
