// Judges an image, flips its bits, and shows what was found.
// SPDX-License-Identifier: Apache-2.0
#include "cli/judge_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "core/text/text.hpp"
#include "report/table.hpp"
#include "report/verdict.hpp"
#include "targets/neuron/check/flips.hpp"
#include "targets/neuron/check/foreign_names.hpp"
#include "verify/decide.hpp"

namespace counterpoint::cli {
namespace {

neuron::CheckOptions read_check_options(const Session& session) {
  const Arguments& arguments = session.arguments();
  neuron::CheckOptions options;
  const auto found = std::ranges::find(all_deciders(), arguments.value("by"), &DeciderEntry::name);
  options.by = found->decider;
  if (arguments.given("width")) options.width = read_width(session);
  if (options.width > 32) throw Failure(Exit::usage, "counters and registers of the target have at most 32 bits");
  options.limit = std::min<std::uint64_t>(arguments.number("max-instances"), std::uint64_t{1} << 24U);
  options.states = arguments.number("max-states");
  return options;
}

// The unrolled pair as two files that `check` takes.
void write_pair(const std::string& prefix, const neuron::Unrolled& unrolled) {
  Output program(prefix + ".cp");
  Output implementation(prefix + ".impl.cp");
  program.write(print(unrolled.program));
  implementation.write(print(unrolled.implementation));
  program.commit();
  implementation.commit();
}

std::string judged(const Session& session, const neuron::JudgedWords& words) {
  const neuron::Unrolled& unrolled = words.unrolled;
  if (unrolled.fit != neuron::Fit::same) return fmt::format("  {}\n", unrolled.why);
  const report::Locator locator(&unrolled.program, unrolled.implementation, &*words.pairing, {}, {});
  report::VerdictSummary summary;
  summary.program = &unrolled.program;
  summary.implementation = &unrolled.implementation;
  summary.judgement = &words.judgement;
  summary.locator = &locator;
  summary.findings = report::findings_of(words.judgement, locator);
  return report::render(summary, session.verbose());
}

void show_flips(Session& session, const neuron::Image& image, const neuron::FlipReport& report) {
  std::string text = "flipped bits of fields that synchronise\n";
  for (const auto fate : {neuron::FlipFate::rejected, neuron::FlipFate::refuted, neuron::FlipFate::late,
                          neuron::FlipFate::harmless, neuron::FlipFate::open}) {
    text += fmt::format("  {:<9} {}\n", neuron::to_text(fate), report.counts[static_cast<std::size_t>(fate)]);
  }
  for (const neuron::Flip& flip : report.flips) {
    if (flip.fate != neuron::FlipFate::open && !session.verbose()) continue;
    text += fmt::format("  {}, record {}, byte 0x{:02x}, bit {}: {} ({})\n",
                        neuron::entry(image.streams[flip.stream].engine).name, flip.record, flip.byte, flip.bit,
                        neuron::to_text(flip.fate), flip.why);
  }
  session.out().write(text);
}

}  // namespace

Exit judge_image(Session& session, const Program& program, const neuron::Image& image, const std::string& words) {
  const Arguments& arguments = session.arguments();
  const neuron::CheckOptions options = read_check_options(session);
  const Trips trips = read_trips(session, program.tree);
  if (Diagnostics foreign = neuron::foreign_names(program, image); !foreign.empty()) {
    session.stop(std::move(foreign), {words, {}});
  }
  const neuron::JudgedWords result = [&] {
    const Progress progress(session, "judging words");
    return neuron::judge_words(program, image, trips, options);
  }();
  if (!result.judgement.disagreement.empty()) {
    throw InternalError(fmt::format("the engines do not agree on these words: {}", result.judgement.disagreement));
  }
  std::string text =
      fmt::format("{}: words of {}, profile {}, against the program\n", words, image.program, image.profile.name());
  text += fmt::format("  {} records executed on {} streams, {} instances\n", result.unrolled.records,
                      image.streams.size(), result.unrolled.instances);
  session.out().write(text + judged(session, result));
  if (arguments.given("unroll") && result.unrolled.fit == neuron::Fit::same) {
    write_pair(arguments.value("unroll"), result.unrolled);
  }
  if (arguments.given("flips")) {
    const Progress progress(session, "flipping bits");
    show_flips(session, image, neuron::flip_bits(program, image, trips, options, arguments.number("flips")));
  }
  report::VerdictBounds bounds;
  bounds.trips = trips_bound(session, program.tree);
  if (draws(session)) bounds.seed = arguments.value("seed");
  report::OutcomeLine line = report::verdict_line(result.judgement, bounds);
  report::add_last(line, result.judgement.verdict);
  const VerdictWord word = result.judgement.verdict.word;
  const Exit exit =
      session.judge(line.word, Exit{static_cast<std::uint8_t>(exit_code(word, arguments.given("exact")))});
  session.out().write(report::render(line, session.color_out()));
  return exit;
}

}  // namespace counterpoint::cli
