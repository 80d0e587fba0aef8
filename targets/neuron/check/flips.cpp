// One flip after the other.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/flips.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::array<std::string_view, 5> fates = {"rejected", "refuted", "late", "harmless", "open"};

void add_range(std::vector<std::uint8_t>& out, unsigned first, unsigned last) {
  for (unsigned b = first; b <= last; ++b) out.push_back(static_cast<std::uint8_t>(b));
}

FlipFate fate_of(VerdictWord word, VerdictWord original) {
  switch (word) {
    case VerdictWord::unsafe:
    case VerdictWord::deadlock: return FlipFate::refuted;
    case VerdictWord::refines: return original == VerdictWord::equivalent ? FlipFate::late : FlipFate::harmless;
    case VerdictWord::equivalent:
    case VerdictWord::clean: return FlipFate::harmless;
    case VerdictWord::undecided: break;
  }
  return FlipFate::open;
}

}  // namespace

std::string_view to_text(FlipFate fate) { return fates[static_cast<std::size_t>(fate)]; }

std::vector<std::uint8_t> synchronising_bytes(Opcode opcode) {
  std::vector<std::uint8_t> out;
  add_range(out, 0x04, 0x0B);
  if (opcode == Opcode::event_semaphore) add_range(out, 0x20, 0x2B);
  if (opcode == Opcode::group_reset) {
    add_range(out, 0x0C, 0x0E);
    add_range(out, 0x20, 0x3F);
  }
  if (opcode == Opcode::drain) out.push_back(0x28);
  return out;
}

FlipReport flip_bits(const Program& program, const Image& image, const Trips& trips, const CheckOptions& options,
                     std::size_t every) {
  FlipReport report;
  const VerdictWord original = judge_words(program, image, trips, options).judgement.verdict.word;
  Image changed = image;
  std::size_t number = 0;
  for (std::uint32_t s = 0; s < image.streams.size(); ++s) {
    for (std::uint32_t r = 0; r < image.streams[s].words.size(); ++r) {
      const Word& word = image.streams[s].words[r];
      for (const std::uint8_t byte : synchronising_bytes(static_cast<Opcode>(word[0]))) {
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
          if (number++ % std::max<std::size_t>(every, 1) != 0) continue;
          Flip flip{s, r, byte, bit, FlipFate::open, {}};
          Word& flipped = changed.streams[s].words[r];
          flipped[byte] = static_cast<std::uint8_t>(flipped[byte] ^ (1U << bit));
          const auto record = decode(flipped, image.profile, Legality::compiler);
          if (!record) {
            flip.fate = FlipFate::rejected;
            flip.why = record.error().message;
          } else {
            const Verdict verdict = judge_words(program, changed, trips, options).judgement.verdict;
            flip.fate = fate_of(verdict.word, original);
            flip.why = fmt::format("{}{}{}", to_text(verdict.word), verdict.reason.empty() ? "" : " ", verdict.reason);
          }
          flipped = word;
          ++report.counts[static_cast<std::size_t>(flip.fate)];
          report.flips.push_back(std::move(flip));
        }
      }
    }
  }
  return report;
}

}  // namespace counterpoint::neuron
