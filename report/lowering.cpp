// The table of an image.
// SPDX-License-Identifier: Apache-2.0
#include "report/lowering.hpp"

#include <fmt/format.h>

#include "report/json_diagnostics.hpp"
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

void write_streams(JsonWriter& w, const neuron::Image& image) {
  w.key("streams");
  w.begin_array();
  for (const neuron::StreamCensus& c : neuron::census(image)) {
    w.begin_object();
    w.member("engine", neuron::entry(c.engine).word);
    w.member("records", c.records);
    w.member("work", c.work);
    w.member("transfers", c.triggers);
    w.member("carriers", c.carriers);
    w.member("register_operations", c.register_operations);
    w.member("branches", c.branches);
    w.member("meetings", c.meetings);
    w.member("registers", c.registers);
    w.end_object();
  }
  w.end_array();
}

void write_tables(JsonWriter& w, const neuron::Image& image) {
  w.key("rings");
  w.begin_array();
  for (const neuron::Ring& r : image.rings) {
    w.begin_object();
    w.member("name", r.name);
    w.member("engine", neuron::entry(r.trigger).word);
    w.end_object();
  }
  w.end_array();
  w.member("queues", image.queues.size());
  w.key("semaphores");
  w.begin_array();
  for (const neuron::NamedSemaphore& s : image.semaphores) {
    w.begin_object();
    w.member("id", s.id);
    w.member("name", s.name);
    w.end_object();
  }
  w.end_array();
}

void write_events(JsonWriter& w, const std::vector<neuron::EventLeft>& left) {
  w.key("events_left");
  w.begin_array();
  for (const neuron::EventLeft& e : left) {
    w.begin_object();
    w.member("flag", e.flag);
    w.member("certain", e.certain);
    w.member_if("by", e.by);
    w.end_object();
  }
  w.end_array();
}

}  // namespace

std::string json_image(const ImageSummary& summary, int exit, const Diagnostics& diagnostics) {
  const neuron::Image& image = *summary.image;
  JsonWriter w;
  begin_document(w, "lower", exit);
  w.member("name", image.program);
  w.member("profile", image.profile.name());
  write_streams(w, image);
  write_tables(w, image);
  if (summary.left != nullptr) write_events(w, *summary.left);
  w.member("form", summary.form);
  if (!summary.text.empty()) w.member("image", summary.text);
  write_diagnostics(w, diagnostics);
  w.end_object();
  return w.finish();
}

std::string render_image(const neuron::Image& image, std::span<const neuron::EventLeft> left) {
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
  for (const neuron::EventLeft& e : left) {
    out += fmt::format("event {}: {} set at the end{}\n", e.flag, e.certain ? "is" : "may be",
                       e.by.empty() ? "" : fmt::format(" ({})", e.by));
  }
  return out;
}

}  // namespace counterpoint::report
