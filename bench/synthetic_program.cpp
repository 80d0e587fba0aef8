// Programs of any size for measurements: a long sequence of unrolled attention kernels.
// SPDX-License-Identifier: Apache-2.0
//
// What: the text of a network of layers. A layer is a loop over 16 kernels; a kernel is a loop over query tiles around
// a loop over key tiles, the latter unrolled 16 times. A tile has eight instructions on eight engines and eight
// dependencies; around the tiles a kernel has three of each more. So a kernel has 131 instructions, and a million
// instructions are 7,633 kernels in 478 layers. What is left below one kernel is a chain in the root's body.
//
// Why this way: compilers emit long unrolled bodies, so blocks of a hundred statements are the usual case; the number
// of scopes grows with the program, so that a pass that is quadratic in siblings shows; the classes of semantics.md 4
// are mixed as in facts on real kernels: of 131 dependencies 128 are direct (96 at distance 0, 32 at distance 2), one
// through, one nested forward, one direct in the outer body.
//
// Cost: linear; about 60 bytes for each instruction.
#include "bench/synthetic_program.hpp"

#include <fmt/format.h>

#include <iterator>

namespace counterpoint::bench {
namespace {

constexpr std::size_t tiles = 16;
constexpr std::size_t kernel_instructions = 8 * tiles + 3;
constexpr std::size_t kernels_of_layer = 16;

template <class... Arguments>
void line(std::string& out, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Arguments>(arguments)...);
}

void add_tile(std::string& out, std::size_t k, std::size_t u) {
  line(out, "      dma1: load_k_{0}_{1} after qk_{0}_{1}@kv_{0}-2 cost 1800\n", k, u);
  line(out, "      dma2: load_v_{0}_{1} after pv_{0}_{1}@kv_{0}-2 cost 1800\n", k, u);
  line(out, "      pe: qk_{0}_{1} after load_k_{0}_{1} cost 640\n", k, u);
  line(out, "      pool: mask_{0}_{1} after qk_{0}_{1} cost 210\n", k, u);
  line(out, "      act: exp_{0}_{1} after mask_{0}_{1} cost 480\n", k, u);
  line(out, "      dve: sum_{0}_{1} after exp_{0}_{1} cost 150\n", k, u);
  line(out, "      dma3: save_p_{0}_{1} cost 90\n", k, u);
  line(out, "      pe: pv_{0}_{1} after exp_{0}_{1}, load_v_{0}_{1} cost 640\n", k, u);
}

void add_kernel(std::string& out, std::size_t k) {
  line(out, "  loop q_{0} trips dynamic {{\n", k);
  line(out, "    dma0: load_q_{0} after qk_{0}_15@q_{0}-1@* cost 2000\n", k);
  line(out, "    loop kv_{0} trips dynamic {{\n", k);
  for (std::size_t u = 0; u < tiles; ++u) add_tile(out, k, u);
  line(out, "    }}\n");
  line(out, "    dve: scale_{0} after pv_{0}_15 cost 300\n", k);
  line(out, "    dma0: store_{0} after scale_{0} cost 2000\n", k);
  line(out, "  }}\n");
}

}  // namespace

std::string synthetic_program(std::size_t instructions) {
  std::string out;
  out.reserve(instructions * 64);
  line(out, "program synthetic_{}\nunit ps\nengine dma0 dma1 dma2 dma3 pe act dve pool\n", instructions);
  const std::size_t kernels = instructions / kernel_instructions;
  for (std::size_t k = 0; k < kernels; ++k) {
    if (k % kernels_of_layer == 0) line(out, "loop layer_{} trips 2 {{\n", k / kernels_of_layer);
    add_kernel(out, k);
    if (k % kernels_of_layer + 1 == kernels_of_layer || k + 1 == kernels) line(out, "}}\n");
  }
  // The rest: a chain behind the last kernel; without one its first instruction's dependency goes to its last.
  const std::size_t rest = instructions - kernels * kernel_instructions;
  for (std::size_t i = 0; i < rest; ++i) {
    line(out, "pe: tail_{}", i);
    if (i > 0) line(out, " after tail_{}", i - 1);
    if (i == 0 && kernels > 0) line(out, " after store_{}", kernels - 1);
    if (i + 1 == rest && kernels == 0) line(out, ", tail_{}", i - 2);
    line(out, "\n");
  }
  return out;
}

}  // namespace counterpoint::bench
