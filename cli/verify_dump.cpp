// What `lower --verify` does: the verifiers of a target over a compiler's dump, or those that an image can be asked.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/verify_dump.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/session.hpp"
#include "report/dump_verification.hpp"
#include "targets/neuron/codec/convert.hpp"
#include "targets/neuron/codec/read_dump.hpp"
#include "targets/neuron/verifiers/verify_image.hpp"

namespace counterpoint::cli {
namespace {

Exit exit_of(neuron::DumpVerdict v) {
  switch (v) {
    case neuron::DumpVerdict::clean: return Exit::success;
    case neuron::DumpVerdict::undecided: return Exit::undecided;
    case neuron::DumpVerdict::findings: return Exit::refuted;
  }
  return Exit::undecided;
}

Exit show(Session& session, const Source& source, const neuron::DumpReport& report, bool image) {
  Diagnostics said;
  for (const neuron::DumpReport::Said& s : report.said()) said.push_back(s.diagnostic);
  session.show(std::move(said), source);
  const report::OutcomeLine line = report::dump_verdict_line(report, image);
  const Exit exit = session.judge(line.word, exit_of(report.verdict()));
  if (session.json()) {
    session.out().write(
        report::json_dump_verification(report, image, line, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(report, image));
    session.out().write(report::render(line, session.color_out()));
  }
  return exit;
}

Exit verify_image_file(Session& session, const Source& source) {
  const auto image = neuron::read_any_form(source.text, neuron::Illegal::refused);
  if (!image) session.stop(image.error(), source);
  return show(session, source, neuron::verify_image(*image), true);
}

}  // namespace

Exit verify_dump_file(Session& session, const Source& source) {
  // An image in JSON has words for more waits than a dump, so it is read as what it is.
  const bool json = neuron::form_of(source.text) == neuron::Form::json;
  if (!json || neuron::is_image_document(source.text)) return verify_image_file(session, source);
  auto set = neuron::read_dump(source.text);
  if (!set) session.stop(std::move(set.error()), source);
  return show(session, source, neuron::verify_dump(*set), false);
}

}  // namespace counterpoint::cli
