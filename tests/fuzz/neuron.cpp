// Images of a NeuronCore in any form; and what follows the header of a binary, with a header that fits it.
// SPDX-License-Identifier: Apache-2.0
#define XXH_INLINE_ALL  // the header alone: nothing to link
#include <xxhash.h>

#include <string>

#include "targets/neuron/codec/binary.hpp"
#include "targets/neuron/codec/convert.hpp"
#include "tests/fuzz/target.hpp"

namespace {

using namespace counterpoint;
using namespace counterpoint::neuron;

void check_image(std::string_view text, Illegal illegal) {
  const auto image = read_any_form(text, illegal);
  if (!image) {
    require(!image.error().empty(), "what cannot be read has an error");
    return;
  }
  for (const Form form : {Form::assembly, Form::binary, Form::json}) {
    const auto written = write_form(*image, form, illegal);
    require(written.has_value(), "what was read can be written");
    const auto again = read_any_form(*written, illegal);
    require(again.has_value() && *again == *image, "what is written reads as the same");
  }
}

std::string with_header(std::string_view body) {
  std::string out(binary_magic);
  const auto put = [&](std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
  };
  const XXH128_hash_t hash = XXH3_128bits(body.data(), body.size());
  put(1, 8);
  put(body.size(), 8);
  put(hash.low64, 8);
  put(hash.high64, 8);
  return out.append(body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of_input(data, size);
  check_image(text, Illegal::refused);
  check_image(text, Illegal::kept);
  check_image(with_header(text), Illegal::kept);
  return 0;
}
