// The table of an image.
// SPDX-License-Identifier: Apache-2.0
#include "report/lowering.hpp"

#include <fmt/format.h>

#include "report/table.hpp"
#include "targets/neuron/lowering/lower.hpp"

namespace counterpoint::report {
namespace {

// "S0 s_kv_dma, S1 s_kv_pe", at most so many.
std::string named_semaphores(const neuron::Image& image) {
  constexpr std::size_t most = 12;
  std::string out;
  for (std::size_t i = 0; i < image.semaphores.size() && i < most; ++i) {
    const neuron::NamedSemaphore& s = image.semaphores[i];
    out += fmt::format("{}S{} {}", out.empty() ? "" : ", ", s.id, s.name);
  }
  if (image.semaphores.size() > most) out += fmt::format(", {} more", image.semaphores.size() - most);
  return out.empty() ? "none" : out;
}

}  // namespace

std::string render_image(const neuron::Image& image) {
  using Side = Table::Side;
  Table table({Side::left, Side::right, Side::right, Side::right, Side::right, Side::right, Side::right, Side::right,
               Side::right});
  table.add(
      {"stream", "records", "work", "transfers", "carriers", "register ops", "branches", "meetings", "registers"});
  std::size_t records = 0;
  for (const neuron::StreamCensus& c : neuron::census(image)) {
    records += c.records;
    table.add({std::string(neuron::entry(c.engine).word), fmt::to_string(c.records), fmt::to_string(c.work),
               fmt::to_string(c.triggers), fmt::to_string(c.carriers), fmt::to_string(c.register_operations),
               fmt::to_string(c.branches), fmt::to_string(c.meetings), fmt::to_string(c.registers)});
  }
  std::string out = table.text();
  out += fmt::format("{}, {} bytes; {}, {}\n", counted(records, "record"), records * neuron::record_bytes,
                     counted(image.rings.size(), "ring"), counted(image.queues.size(), "queue"));
  out += fmt::format("semaphores: {}\n", named_semaphores(image));
  return out;
}

}  // namespace counterpoint::report
