// A program outside of the tree that uses an installed counterpoint: reads a program, allocates it, prints the result.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "core/allocation/allocate.hpp"
#include "core/text/text.hpp"

int main() {
  using namespace counterpoint;
  const auto program = parse_program(
      "program double_buffer\nengine dma pe\nloop kv trips dynamic {\n"
      "  dma: load after qk@kv-2\n  pe: qk after load\n}\n",
      "double_buffer.cp");
  if (!program) {
    for (const Diagnostic& d : program.error()) std::puts(to_string(d).c_str());
    return 1;
  }
  const auto allocation = allocate(*program, AllocationOptions{.scheme = Scheme::per_loop});
  if (!allocation) return 1;
  std::printf("%ssemaphores: %d\n", print(allocation->implementation).c_str(),
              static_cast<int>(cost_of(allocation->implementation).semaphores));
}
