// Programs: text or JSON.
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  check_reading(text_of_input(data, size), parse_program, same_program);
  return 0;
}
