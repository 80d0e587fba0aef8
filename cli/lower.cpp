// The command `lower`: an image of a target, read in one form and written in another.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/judge_words.hpp"
#include "cli/lower_program.hpp"
#include "cli/session.hpp"
#include "cli/simulate.hpp"
#include "report/lowering.hpp"
#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/codec/binary.hpp"
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

// Whether it went to a file.
bool write_image(Session& session, const Image& image, const Source& source) {
  const Arguments& arguments = session.arguments();
  const Illegal illegal = arguments.given("keep-illegal") ? Illegal::kept : Illegal::refused;
  auto text = neuron::write_form(image, *neuron::form_named(arguments.value("emit")), illegal);
  if (!text) session.stop(std::move(text.error()), source);
  Output output(arguments.value("output"));
  output.write(*text);
  output.commit();
  return !output.standard();
}

// A program into words; with --check or --simulate they are written only where a file is named.
Exit lower_image(Session& session) {
  const Arguments& arguments = session.arguments();
  const std::optional<TraceFile> trace = adopt_simulated_trace(session);
  const LoweredProgram lowered = lower_program(session, read_profile(session, Profile::page()));
  if (simulates(session)) return simulate(session, lowered.image, {arguments.operands[0], {}}, trace);
  const bool checks = arguments.given("check");
  const bool written = !checks || arguments.given("output");
  const bool to_file = written && write_image(session, lowered.image, lowered.program.source);
  if (to_file) {
    session.out().write(report::render_image(lowered.image));
  } else {
    session.note(report::render_image(lowered.image));
  }
  return checks ? judge_image(session, lowered.program.content, lowered.image, arguments.operands[0]) : Exit::success;
}

Exit convert_image(Session& session) {
  const Arguments& arguments = session.arguments();
  const std::optional<TraceFile> trace = adopt_simulated_trace(session);
  const Source source = read_source(arguments.value("from"));
  if (arguments.given("verify")) return verify_dump_file(session, source);
  Image image = read_image(session, source);
  const Profile profile = read_profile(session, image.profile);
  if (auto changed = neuron::change_profile(image, profile); !changed) {
    session.stop(std::move(changed.error()), source);
  }
  if (simulates(session)) return simulate(session, image, source, trace);
  if (!arguments.given("check") || arguments.given("output")) write_image(session, image, source);
  if (!arguments.given("check")) return Exit::success;
  const auto program = read_program(session, arguments.operands[0]);
  return judge_image(session, program.content, image, arguments.value("from"));
}

}  // namespace

Exit run_lower(Session& session) {
  const Arguments& arguments = session.arguments();
  const bool from = arguments.given("from");
  const bool checks = arguments.given("check");
  const std::size_t operands = arguments.operands.size();
  if (!from && operands == 0) throw Failure(Exit::usage, "'lower' needs a program, or an image with --from FILE");
  if (from && operands > (checks ? 1U : 0U)) {
    throw Failure(Exit::usage, "'--from' reads an image; a program goes with it to be checked against, with --check");
  }
  if (from && checks && operands == 0) throw Failure(Exit::usage, "'--check' needs the program of the image");
  if (!from && arguments.given("verify"))
    throw Failure(Exit::usage, "'--verify' looks at a dump, given with --from FILE");
  if (checks && simulates(session)) throw Failure(Exit::usage, "'--check' and '--simulate' do not go together");
  return from ? convert_image(session) : lower_image(session);
}

}  // namespace counterpoint::cli
