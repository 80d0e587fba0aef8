// Renders what was said of words.
// SPDX-License-Identifier: Apache-2.0
#include "report/judged_words.hpp"

#include <fmt/format.h>

#include <array>

#include "report/json_writer.hpp"

namespace counterpoint::report {
namespace {

constexpr std::array all_fates = {neuron::FlipFate::rejected, neuron::FlipFate::refuted, neuron::FlipFate::late,
                                  neuron::FlipFate::harmless, neuron::FlipFate::open};

std::string render_flips(const JudgedWordsSummary& summary, bool verbose) {
  std::string text = "flipped bits of fields that synchronise\n";
  for (const auto fate : all_fates) {
    text += fmt::format("  {:<9} {}\n", neuron::to_text(fate), summary.flips->counts[static_cast<std::size_t>(fate)]);
  }
  for (const neuron::Flip& flip : summary.flips->flips) {
    if (flip.fate != neuron::FlipFate::open && !verbose) continue;
    text += fmt::format("  {}, record {}, byte 0x{:02x}, bit {}: {} ({})\n",
                        neuron::entry(summary.image->streams[flip.stream].engine).name, flip.record, flip.byte,
                        flip.bit, neuron::to_text(flip.fate), flip.why);
  }
  return text;
}

}  // namespace

std::string render(const JudgedWordsSummary& summary, bool verbose) {
  const neuron::Unrolled& unrolled = summary.words->unrolled;
  std::string text = fmt::format("{}: words of {}, profile {}, against the program\n", summary.from,
                                 summary.image->program, summary.image->profile.name());
  text += fmt::format("  {} records executed on {} streams, {} instances\n", unrolled.records,
                      summary.image->streams.size(), unrolled.instances);
  text += unrolled.fit == neuron::Fit::same ? render(summary.verdict, verbose) : fmt::format("  {}\n", unrolled.why);
  if (summary.flips != nullptr) text += render_flips(summary, verbose);
  return text;
}

std::string json_words(const JudgedWordsSummary& summary) {
  const neuron::Unrolled& unrolled = summary.words->unrolled;
  JsonWriter w;
  w.begin_object();
  w.member("image", summary.from);
  w.member("profile", summary.image->profile.name());
  w.member("records", unrolled.records);
  w.member("streams", summary.image->streams.size());
  w.member("instances", unrolled.instances);
  w.member_if("why", unrolled.why);
  if (summary.flips != nullptr) {
    w.key("flips");
    w.begin_object();
    w.member("every", summary.every);
    for (const auto fate : all_fates) {
      w.member(neuron::to_text(fate), summary.flips->counts[static_cast<std::size_t>(fate)]);
    }
    w.key("all");
    w.begin_array();
    for (const neuron::Flip& flip : summary.flips->flips) {
      w.begin_object();
      w.member("stream", neuron::entry(summary.image->streams[flip.stream].engine).word);
      w.member("record", flip.record);
      w.member("byte", flip.byte);
      w.member("bit", flip.bit);
      w.member("fate", neuron::to_text(flip.fate));
      w.member("why", flip.why);
      w.end_object();
    }
    w.end_array();
    w.end_object();
  }
  w.end_object();
  return w.finish();
}

}  // namespace counterpoint::report
