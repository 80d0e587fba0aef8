// Decodes an image for the simulator.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/load.hpp"

#include <fmt/format.h>

namespace counterpoint::neuron {

tl::expected<Simulator, Diagnostics> load_core(const Image& image, TripCounts counts, Legality legality,
                                               unsigned width) {
  constexpr std::size_t most_errors = 100;
  std::vector<std::vector<Record>> records(image.streams.size());
  Diagnostics errors;
  for (std::size_t n = 0; n < image.streams.size(); ++n) {
    const Stream& stream = image.streams[n];
    records[n].reserve(stream.words.size());
    for (std::size_t at = 0; at < stream.words.size() && errors.size() < most_errors; ++at) {
      auto record = decode(stream.words[at], image.profile, legality);
      if (record) {
        records[n].push_back(std::move(*record));
        continue;
      }
      Diagnostic d = std::move(record.error());
      d.place =
          fmt::format("stream {}, record {}{}{}", entry(stream.engine).word, at, d.place.empty() ? "" : ", ", d.place);
      errors.push_back(std::move(d));
    }
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return Simulator(code_of(image, records, width), std::move(counts));
}

}  // namespace counterpoint::neuron
