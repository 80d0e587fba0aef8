// JSON of either kind. An input that does not begin as an object gets the brace that makes it one.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tests/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  std::string text(text_of_input(data, size));
  if (!text.starts_with('{')) text.insert(0, "{");
  check_reading(text, parse_program, same_program);
  check_reading(text, parse_implementation, same_implementation);
  return 0;
}
