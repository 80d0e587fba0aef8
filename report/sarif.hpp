// Results of `check` and `certify` as SARIF 2.1.0, for code hosts and editors.
// SPDX-License-Identifier: Apache-2.0
//
// What. One run with one result for each finding; a good verdict has none, and the document is valid all the same. The
// rules are those of rules.def. A result points at the wait, or the statement that has none; consumer, producers and
// waits are related locations. The schedule that shows it is a code flow with one thread flow for each engine that
// takes a step, its locations numbered in the order of all engines. What was proved cannot be a result: verdict, bound,
// assumptions and the other facts of the verdict line are properties of the run, solvers extensions of the tool.
// Why this way. A thread flow of the standard is a path through one thread, which an engine is. What is not decided is
// a result of kind "open", never of level "error". Source: OASIS SARIF 2.1.0, sections 3.14 to 3.38.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "report/certification.hpp"
#include "report/verdict.hpp"

namespace counterpoint::report {

// `version`: of this tool. The summaries have their findings and their locator.
[[nodiscard]] std::string sarif_verdict(const VerdictSummary& summary, int exit, std::string_view version,
                                        const Diagnostics& diagnostics);
[[nodiscard]] std::string sarif_certification(const CertificationSummary& summary, int exit, std::string_view version,
                                              const Diagnostics& diagnostics);
// A command that failed: no results, its messages as notifications.
[[nodiscard]] std::string sarif_failure(std::string_view command, int exit, std::string_view message,
                                        std::string_view version, const Diagnostics& diagnostics);

// A file name as a URI reference: relative as it is, absolute with "file://"; other bytes than a URI may have escaped.
[[nodiscard]] std::string uri_of(std::string_view file);

// Our columns count bytes, those of SARIF units of UTF-16. They differ behind a character that is not ASCII, so only
// in files that are refused: elsewhere such stand in comments, which end their line. `text`: that of all messages.
void count_utf16(Diagnostics& diagnostics, std::string_view text);

}  // namespace counterpoint::report
