// Buffer ids as PTOAS gives them: one for each clique of buffers that share memory, one bracket for each dependency.
// SPDX-License-Identifier: Apache-2.0
//
// What (ascend.md 4.8).
//   a  Dependencies: each two operations on different pipes that touch common local memory, one of them writing. Loops
//      and branches do not matter, since a bracket waits for what other pipes have released, in whatever iteration.
//      Global memory is left out, and so is one pipe with itself: the pipes are taken to be in order.
//   b  Tiles: the slots of buffers that dependencies speak of, a rotating access being all slots. Tiles that can share
//      memory are neighbours; each maximal clique is one id.
//   c  A dependency takes one id: the clique with most of its tiles, then the larger, then the smaller id. Both its
//      operations are bracketed with it.
//   d  Ids of one operation whose other users are all on one pipe, the same for all of them, become the smallest.
//   e  An id lives from its first to its last user, as far as the outermost loops around them; the smallest free
//      physical id is taken in order of first use.
//   f  While more are alive than there are: of the ids used by one set of pipes, in the group where that costs least,
//      pairs are merged: neighbours if they follow each other on the cheapest pipe, else first half with second half.
//      If that does not suffice the kernel is refused.
//   g  Within one stretch without loops and branches a release and the next get of the same id and pipe go, if no other
//      pipe gets that id in between.
//   h  No id is held twice at any point of the text, and none is left held; checked, not assumed.
// Why. Nothing is primed or drained, and no path can hang: a bracket only waits for what comes earlier in the text.
//   What it costs is order that nobody asked for: brackets exclude each other both ways, readers too.
// Cost: pairs of accesses to one buffer; cliques of one group of buffers at most 100,000 steps.
#pragma once

#include <cstdint>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

struct CliqueReport {
  bool skipped = false;          // the kernel has synchronisation of its own
  std::size_t dependencies = 0;  // that are bracketed
  std::size_t global = 0;        // left out: in global memory
  std::size_t same_pipe = 0;     // left out: of one pipe with itself
  std::size_t given = 0;         // left out: what the program asks for besides its accesses
  std::size_t ids = 0;           // one for each clique in use
  std::size_t physical = 0;      // of the core
  std::size_t merged = 0;        // ids that were merged for want of physical ones
  std::size_t brackets = 0;      // get and rls, after g
};

struct CliqueOptions {
  std::uint32_t ids = 32;
  bool merge_brackets = true;  // g
};

// The error says in words why not; the kernel is then as it was.
[[nodiscard]] tl::expected<CliqueReport, Diagnostic> insert_clique_brackets(Kernel& kernel,
                                                                            const CliqueOptions& options);

}  // namespace counterpoint::ascend
