// Dependencies, accesses and paths in the words of the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/dependence/derive.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// As after `after`: "qk", "qk@kv-2", "qk@q-1@kv+1", "qk@q-1@*".
[[nodiscard]] std::string producer_text(const Tree& tree, std::string_view producer,
                                        std::span<const Distance> distances, bool star);
[[nodiscard]] std::string producer_text(const Program& program, DependencyId d);
[[nodiscard]] std::string producer_text(const Tree& tree, const Conflict& c);

// "exp <- qk@kv-2", or "loop b <- cnt" for a control dependency.
[[nodiscard]] std::string dependency_text(const Program& program, DependencyId d);

// As in `reads` and `writes`: "k_tile", "k_tile[kv+1]", "k_tile[3]".
[[nodiscard]] std::string access_text(const Tree& tree, const Access& access);

// "true", "anti", "output"; "given", "implied", "missing".
[[nodiscard]] std::string_view kind_text(ConflictKind kind);
[[nodiscard]] std::string_view status_text(ConflictStatus status);

// Why `consumer` has seen the last subject of the path: "load waits for qk, which waits for load"; a step by the order
// of one engine says "comes after ... on pe" (issue order) or "retires after ... on dma" (retirement order).
[[nodiscard]] std::string path_text(const Program& program, const Subject& consumer, std::span<const PathStep> path);

}  // namespace counterpoint
