// Random images whose words are legal and name what is there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "targets/neuron/isa/image.hpp"
#include "tests/targets/neuron/codec/draw_record.hpp"

namespace counterpoint::neuron {

// Up to five streams of up to 12 records in up to 5 blocks, some empty; odd names; some names twice.
[[nodiscard]] inline Image draw_image(std::uint64_t seed) {
  Image image;
  image.profile = draw_profile(seed);
  RecordDraw draw(seed, image.profile);
  image.program = draw.name(20);
  for (std::uint64_t n = 1 + draw.below(4); n > 0; --n) {
    image.instructions.push_back(draw.coin() ? fmt::format("i{}", draw.below(3)) : draw.name(8));
    image.scopes.push_back(draw.coin() ? fmt::format("s{}", draw.below(3)) : draw.name(8));
  }
  for (unsigned id = 0; id < 256; id += 1 + static_cast<unsigned>(draw.below(200))) {
    image.semaphores.push_back({static_cast<std::uint8_t>(id), draw.name(12)});
  }
  if (draw.coin()) image.barrier_semaphore = static_cast<int>(draw.below(256));
  constexpr std::array<Engine, 5> engines = {Engine::pool, Engine::activation, Engine::pe, Engine::dve, Engine::sp};
  for (std::uint32_t n = 0; n < 2; ++n) {
    image.rings.push_back({fmt::format("ring{}{}", n, draw.name(3)), engines[draw.below(5)]});
    const bool updates = draw.coin();
    image.queues.push_back({fmt::format("q{}{}", n, draw.name(9)), n,
                            static_cast<std::uint32_t>(draw.below(image.instructions.size())), updates,
                            static_cast<std::uint8_t>(updates ? draw.below(256) : 0), updates ? 16U : 0U});
    draw.limits.queues.push_back(image.queues.back().name);
  }
  draw.limits.instructions = static_cast<std::uint32_t>(image.instructions.size());
  draw.limits.scopes = static_cast<std::uint32_t>(image.scopes.size());
  for (const Engine engine : engines) {
    if (draw.coin()) continue;
    Stream s;
    s.engine = engine;
    if (draw.coin()) s.counts_as = draw.name(5);
    const std::uint64_t words = draw.below(13);
    for (std::uint64_t n = draw.below(5); n > 0; --n) {
      s.block_starts.push_back(static_cast<std::uint32_t>(draw.below(words + 1)));
    }
    std::sort(s.block_starts.begin(), s.block_starts.end());
    draw.limits.blocks = s.block_starts.size();
    for (std::uint64_t n = 0; n < words; ++n) s.words.push_back(*encode(draw.record(), image.profile));
    image.streams.push_back(std::move(s));
  }
  return image;
}

}  // namespace counterpoint::neuron
