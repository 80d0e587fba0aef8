// Saved cases of `counterpoint fuzz`.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/saved.hpp"

#include "tests/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  const auto read = fuzzing::read_saved(text_of_input(data, size), "input");
  if (!read) {
    require(!read.error().empty(), "a text that cannot be read has an error");
    return 0;
  }
  const std::string text = fuzzing::save(*read);
  const auto again = fuzzing::read_saved(text, "saved");
  require(again.has_value() && fuzzing::save(*again) == text, "what is saved reads as the same");
  return 0;
}
