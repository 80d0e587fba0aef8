// The canonical text.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/text/text.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

TEST(Print, lines_up_a_program_and_leaves_out_what_was_not_given) {
  const std::string text =
      "program flash_attention\n"
      "unit ps\n"
      "engine dma0 dma1 pe\n"
      "engine act inorder\n"
      "buffer k_tile slots 2\n"
      "buffer in slots 1 in ub at 0 bytes 9007199254740991\n"
      "buffer bytes slots 65536 at 7\n"
      "buffer c slots 2147483647 bytes 1\n"
      "\n"
      "loop q trips 16 {\n"
      "  dma0: load_q  after qk@q-1@*  cost 2000\n"
      "  loop kv trips dynamic  after load_q {\n"
      "    dma1: load_k  after qk@kv-2, qk@q-1@*  cost 1800  writes k_tile[kv+1], k_tile[0]\n"
      "    pe:   qk      after load_q, load_k  cost 1  interval 0  transfer 3  op matmul  reads k_tile[kv]\n"
      "    act:  exp     after qk@q-1@kv+2\n"
      "    if causal divergent {\n"
      "      act: mask\n"
      "    } else {\n"
      "      act: other\n"
      "    }\n"
      "    if second {\n"
      "    }\n"
      "  }\n"
      "}\n";
  const Program p = good_program(text);
  EXPECT_EQ(print(p), text);
  EXPECT_TRUE(same_program(p, good_program(print(p))));
}

TEST(Print, keeps_every_statement_of_an_implementation) {
  const std::string text =
      "implementation p scheme per-loop\n"
      "engine dma pe\n"
      "semaphore s u = -3\n"
      "flag f[2] = 1 g\n"
      "semaphore v\n"
      "\n"
      "loop kv trips dynamic {\n"
      "  dma: r := r + 1\n"
      "  dma: m := gt(r, 2)\n"
      "  dma: m := min(m, -5)\n"
      "  dma: m := max(9223372036854775807, -9223372036854775808)\n"
      "  dma: w := r mod 3\n"
      "  dma: w := w div m\n"
      "  dma: w := w * m\n"
      "  dma: w := w - m\n"
      "  dma: w := 7\n"
      "  dma: load  cost 3  wait s >= w, u == 0  take f[r] >= 1, g >= 1  wait v >= -2  signal s += 1, u -= 2 at issue, "
      "v := 3\n"
      "  pe:  wait s >= 3, u >= 1\n"
      "  pe:  take f[1] >= 1\n"
      "  pe:  signal s += 1, u += 1 at retire\n"
      "  pe:  fence\n"
      "  barrier\n"
      "  pe: qk\n"
      "}\n"
      "barrier reset\n";
  const Implementation i = good_implementation(text);
  EXPECT_EQ(print(i), text);
  EXPECT_TRUE(same_implementation(i, good_implementation(print(i))));
}

TEST(Print, wraps_long_lists_of_engines_and_semaphores) {
  std::string text = "implementation p\nengine";
  for (int n = 0; n < 100; ++n) text += " engine_number_" + std::to_string(n);
  text += " inorder\nsemaphore";
  for (int n = 0; n < 100; ++n) text += " semaphore_number_" + std::to_string(n) + "[7] = 12";
  const Implementation i = good_implementation(text);
  const std::string printed = print(i);
  std::size_t longest = 0;
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t end = printed.find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  EXPECT_LE(longest, 100U);
  EXPECT_TRUE(same_implementation(i, good_implementation(printed)));
}

TEST(Print, hands_over_pieces_of_at_most_64_kib) {
  std::string text = "program p\nengine e\n";
  for (int n = 0; n < 20000; ++n) text += "e: instruction_" + std::to_string(n) + "\n";
  text += "e: " + std::string(300000, 'x') + "\n";
  const Program p = good_program(text);
  std::string whole;
  std::size_t pieces = 0;
  print(p, [&](std::string_view piece) {
    EXPECT_LE(piece.size(), 65536U);
    EXPECT_FALSE(piece.empty());
    whole += piece;
    ++pieces;
  });
  EXPECT_GT(pieces, 5U);
  EXPECT_EQ(whole, print(p));
  EXPECT_TRUE(same_program(p, good_program(whole)));
}

}  // namespace
}  // namespace counterpoint
