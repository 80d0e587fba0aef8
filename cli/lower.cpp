// The command `lower`: an image of a target, read in one form and written in another.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/lower_program.hpp"
#include "cli/session.hpp"
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

}  // namespace

Exit run_lower(Session& session) {
  const Arguments& arguments = session.arguments();
  const bool from = arguments.given("from");
  if (from != arguments.operands.empty()) {
    throw Failure(Exit::usage, from ? "'--from' reads an image, and a program is given too"
                                    : "'lower' needs a program, or an image with --from FILE");
  }
  if (!from) {
    const Image image = lower_program(session, read_profile(session, Profile::page()));
    const bool to_file = write_image(session, image, {arguments.operands[0], {}});
    if (to_file) {
      session.out().write(report::render_image(image));
    } else {
      session.note(report::render_image(image));
    }
    return Exit::success;
  }
  const Source source = read_source(arguments.value("from"));
  Image image = read_image(session, source);
  const Profile profile = read_profile(session, image.profile);
  if (auto changed = neuron::change_profile(image, profile); !changed) {
    session.stop(std::move(changed.error()), source);
  }
  write_image(session, image, source);
  return Exit::success;
}

}  // namespace counterpoint::cli
