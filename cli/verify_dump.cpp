// What `lower --verify` does: the verifiers of a target over a compiler's dump.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/verify_dump.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/session.hpp"
#include "report/dump_verification.hpp"
#include "targets/neuron/codec/read_dump.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::string_view no_dump =
    "--verify looks at a compiler's dump: an image has its instructions in no order between engines";

Exit exit_of(neuron::DumpVerdict v) {
  switch (v) {
    case neuron::DumpVerdict::clean: return Exit::success;
    case neuron::DumpVerdict::undecided: return Exit::undecided;
    case neuron::DumpVerdict::findings: return Exit::refuted;
  }
  return Exit::undecided;
}

}  // namespace

Exit verify_dump_file(Session& session, const Source& source) {
  const std::size_t start = source.text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos || source.text[start] != '{') throw Failure(Exit::refused, std::string(no_dump));
  auto set = neuron::read_dump(source.text);
  if (!set) session.stop(std::move(set.error()), source);
  if (set->image) throw Failure(Exit::refused, std::string(no_dump));
  const neuron::DumpReport report = neuron::verify_dump(*set);
  Diagnostics said;
  for (const neuron::DumpReport::Said& s : report.said()) said.push_back(s.diagnostic);
  session.show(std::move(said), source);
  const report::OutcomeLine line = report::dump_verdict_line(report);
  const Exit exit = session.judge(line.word, exit_of(report.verdict()));
  if (session.json()) {
    session.out().write(report::json_dump_verification(report, line, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(report));
    session.out().write(report::render(line, session.color_out()));
  }
  return exit;
}

}  // namespace counterpoint::cli
