// What was proved of a pair for all trip counts, or what refutes it, or what is open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/findings.hpp"
#include "report/run.hpp"
#include "smt/certify/certify.hpp"

namespace counterpoint::report {

// All references must outlive it.
struct CertificationSummary {
  const Program* program = nullptr;
  const Implementation* implementation = nullptr;
  const smt::Certification* certification = nullptr;
  std::uint32_t width = 0;           // bits, as asked; 0: none
  std::vector<std::string> solvers;  // "Z3 4.8.12", as asked
  OutcomeLine line;
  bool saved = false;       // the schedule that refutes it is in the file of --trace
  std::string certificate;  // the file it was written to, "" if none
  const Locator* locator = nullptr;
  std::vector<Finding> findings;  // of the certification, by that locator
};

// The facts of the verdict line, in the order that never changes. A pair that a run refutes is bounded by its trips.
// Without the options of the machine (width, compare), which the caller adds, and without `assume`.
[[nodiscard]] OutcomeLine certification_line(const smt::Certification& c);

// Whether the verdict is that of a run which was found, not of the proof.
[[nodiscard]] bool refuted_by_run(const smt::Certification& c);

// "T.kv" = 3 of a model, in words: "kv has run 3 times in its trip".
[[nodiscard]] std::string count_text(const std::string& name, std::int64_t value);

// What was proved and how; the run that refutes it or shows where it waits for more; what is open. Without the verdict
// line. `verbose`: what each solver took, every obligation, what the proof rests on.
[[nodiscard]] std::string render(const CertificationSummary& summary, bool verbose);

}  // namespace counterpoint::report
