// Disassembly: the tables of an image, then its streams.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/codec/record_line.hpp"
#include "targets/neuron/codec/sync_text.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {
namespace {

void put_header(std::string& out, const Image& image) {
  out += fmt::format("neuron {}\nprofile {}\n", name_text(image.program), profile_line(image.profile));
  for (const std::string& name : image.instructions) out += fmt::format("instruction {}\n", name_text(name));
  for (const std::string& name : image.scopes) out += fmt::format("scope {}\n", name_text(name));
  for (const NamedSemaphore& s : image.semaphores) out += fmt::format("semaphore {} {}\n", s.id, name_text(s.name));
  if (image.barrier_semaphore >= 0) out += fmt::format("barrier_semaphore {}\n", image.barrier_semaphore);
  for (const Ring& r : image.rings) out += fmt::format("ring {} {}\n", name_text(r.name), entry(r.trigger).word);
  for (const Queue& q : image.queues) {
    out += fmt::format("queue {} ring={} instruction={}", name_text(q.name), q.ring, q.instruction);
    if (q.updates) out += fmt::format(" update S{} += {}", q.semaphore, q.increment);
    out += "\n";
  }
}

}  // namespace

tl::expected<std::string, Diagnostics> to_assembly(const Image& image, Illegal illegal) {
  Diagnostics wrong = check_tables(image);
  if (wrong.empty() && illegal == Illegal::refused) wrong = check_words(image, Legality::hardware);
  if (!wrong.empty()) return tl::unexpected(std::move(wrong));
  std::string out;
  put_header(out, image);
  const RecordLines lines(image);
  const References references(image);
  for (const Stream& s : image.streams) {
    out += fmt::format("\nstream {}", entry(s.engine).word);
    if (!s.counts_as.empty()) out += fmt::format(" counts_as={}", name_text(s.counts_as));
    out += "\n";
    std::size_t block = 0;
    for (std::size_t i = 0; i <= s.words.size(); ++i) {
      for (; block < s.block_starts.size() && s.block_starts[block] == i; ++block) out += fmt::format("b{}:\n", block);
      if (i == s.words.size()) break;
      const auto record = decode(s.words[i], image.profile, Legality::hardware);
      if (record && !references.missing(*record, s)) {
        out += fmt::format("  {}\n", lines.of(*record));
      } else {
        out += fmt::format("  .word {}\n", hex_text(s.words[i]));
      }
    }
  }
  return out;
}

}  // namespace counterpoint::neuron
