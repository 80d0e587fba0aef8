// The command `lower`: an image of a target, read in one form and written in another.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/judge_words.hpp"
#include "cli/lower_kernel.hpp"
#include "cli/lower_modes.hpp"
#include "cli/lower_program.hpp"
#include "cli/session.hpp"
#include "cli/simulate.hpp"
#include "report/lowering.hpp"
#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/codec/convert.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::cli {
namespace {

using neuron::Illegal;
using neuron::Image;
using neuron::Legality;
using neuron::Profile;

// --profile and --set; `from` is what holds where neither is given.
Profile read_profile(Session& session, Profile from) {
  const Arguments& arguments = session.arguments();
  if (arguments.given("profile")) from = *Profile::named(arguments.value("profile"));
  for (const std::string& assignment : arguments.values("set")) {
    if (const auto set = from.set(assignment); !set) session.stop(set.error());
  }
  return from;
}

Image read_image(Session& session, const Source& source) {
  const Arguments& arguments = session.arguments();
  const Illegal illegal = arguments.given("keep-illegal") ? Illegal::kept : Illegal::refused;
  auto image = neuron::read_any_form(source.text, illegal);
  if (!image) session.stop(std::move(image.error()), source);
  if (arguments.value("legality") == "compiler") {
    Diagnostics wrong = neuron::check_words(*image, Legality::compiler);
    if (!wrong.empty()) session.stop(std::move(wrong), source);
  }
  return std::move(*image);
}

std::string form_text(Session& session, const Image& image, const Source& source) {
  const Arguments& arguments = session.arguments();
  const Illegal illegal = arguments.given("keep-illegal") ? Illegal::kept : Illegal::refused;
  auto text = neuron::write_form(image, *neuron::form_named(arguments.value("emit")), illegal);
  if (!text) session.stop(std::move(text.error()), source);
  return std::move(*text);
}

void write_file(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.commit();
}

// Writes the image, then says what it is: nothing is said to be there that is not. `left` is null for an image that was
// read, of which nobody asks what it is.
Exit show_image(Session& session, const Image& image, const Source& source,
                const std::vector<neuron::EventLeft>* left) {
  const Arguments& arguments = session.arguments();
  const std::string text = form_text(session, image, source);
  const bool to_file = arguments.value("output") != "-";
  if (to_file || !session.json()) write_file(arguments.value("output"), text);
  const Exit exit = session.judge("lowered", Exit::success);
  if (session.json()) {
    report::ImageSummary summary{&image, left, arguments.value("emit"), to_file ? std::string_view() : text};
    session.out().write(report::json_image(summary, static_cast<int>(exit), session.diagnostics()));
  } else if (left != nullptr) {
    const std::string table = report::render_image(image, *left);
    if (to_file) {
      session.out().write(table);
    } else {
      session.note(table);
    }
  }
  return exit;
}

// A program into words; with --check they are written only where a file is named.
Exit lower_image(Session& session, LowerMode mode) {
  const Arguments& arguments = session.arguments();
  const std::optional<TraceFile> trace = adopt_simulated_trace(session);
  std::optional<neuron::CheckOptions> checks;
  if (mode == LowerMode::check) checks = read_check_options(session);
  const LoweredProgram lowered = lower_program(session, read_profile(session, Profile::page()));
  if (simulates(session)) return simulate(session, lowered.image, {arguments.operands[0], {}}, trace);
  const Source& source = lowered.program.source;
  if (!checks) return show_image(session, lowered.image, source, &lowered.events_left);
  WordsToJudge words{lowered.program.content, lowered.image, arguments.operands[0],
                     report::render_image(lowered.image, lowered.events_left)};
  if (arguments.given("output")) {
    words.write = [&] { write_file(arguments.value("output"), form_text(session, lowered.image, source)); };
  }
  return judge_image(session, *checks, words);
}

Exit convert_image(Session& session, LowerMode mode) {
  const Arguments& arguments = session.arguments();
  const std::optional<TraceFile> trace = adopt_simulated_trace(session);
  std::optional<neuron::CheckOptions> checks;
  if (mode == LowerMode::check) checks = read_check_options(session);
  const Source source = read_source(arguments.value("from"));
  if (mode == LowerMode::verify) return verify_dump_file(session, source);
  Image image = read_image(session, source);
  const Profile profile = read_profile(session, image.profile);
  if (auto changed = neuron::changed_meaning(image, profile)) session.show({std::move(*changed)}, source);
  if (auto changed = neuron::change_profile(image, profile); !changed) {
    session.stop(std::move(changed.error()), source);
  }
  if (simulates(session)) return simulate(session, image, source, trace);
  if (!checks) return show_image(session, image, source, nullptr);
  const auto program = read_program(session, arguments.operands[0]);
  WordsToJudge words{program.content, image, arguments.value("from"), {}};
  if (arguments.given("output")) {
    words.write = [&] { write_file(arguments.value("output"), form_text(session, image, source)); };
  }
  return judge_image(session, *checks, words);
}

}  // namespace

Exit run_lower(Session& session) {
  if (lowers_kernel(session)) return lower_kernel(session);
  refuse_kernel_forms(session);
  const LowerMode mode = read_lower_mode(session.arguments());
  return session.arguments().given("from") ? convert_image(session, mode) : lower_image(session, mode);
}

}  // namespace counterpoint::cli
