// Results as JSON: one document for each command, with the facts of the text and from the same result objects.
// SPDX-License-Identifier: Apache-2.0
//
// Every document has "schema": "counterpoint-result/1", "command" and "exit". Keys come in a fixed order; integers that
// may exceed 2^53 (seeds, digests, all facts of an outcome) are strings. No document holds a time of day or a duration
// of the tool itself.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/allocation/passes/passes.hpp"
#include "core/dependence/derive.hpp"
#include "core/dependence/explain.hpp"
#include "core/diagnostic/diagnostic.hpp"
#include "report/certification.hpp"
#include "report/fuzz.hpp"
#include "report/mutate.hpp"
#include "report/pair.hpp"
#include "report/run.hpp"
#include "report/verdict.hpp"

namespace counterpoint::report {

// A command that failed: its exit code, its message ("" if all is in the diagnostics).
[[nodiscard]] std::string json_failure(std::string_view command, int exit, std::string_view message,
                                       const Diagnostics& diagnostics);
// The table entry of a diagnostic code.
[[nodiscard]] std::string json_code(const CodeEntry& entry);
[[nodiscard]] std::string json_versions(const std::vector<std::pair<std::string, std::string>>& versions);

// An allocation, its cost and its choices; the implementation itself ("schema": "counterpoint/1") only if asked for.
[[nodiscard]] std::string json_allocation(const Allocation& allocation, const Cost& cost, bool with_implementation,
                                          const Diagnostics& diagnostics);

// What passes made of an implementation, and what each saved; the implementation itself only if asked for.
[[nodiscard]] std::string json_optimization(const Optimized& optimized, bool with_implementation,
                                            const Diagnostics& diagnostics);

// Conflicts between accesses; with the program that has the missing dependencies, unless null.
[[nodiscard]] std::string json_conflicts(const Program& program, const Derivation& derivation, const Program* complete);
// How dependencies are synchronised.
[[nodiscard]] std::string json_explanations(const Program& program, const std::vector<Explanation>& explanations,
                                            const Diagnostics& diagnostics);

// A run: the facts of the outcome line, then the race, the deadlock or the fault.
[[nodiscard]] std::string json_run(const RunSummary& summary, int exit, const Diagnostics& diagnostics);
[[nodiscard]] std::string json_pair(const PairSummary& summary, int exit, const Diagnostics& diagnostics);

// A verdict: the facts of the verdict line, the witness and what it shows, the excess, and what each engine said.
[[nodiscard]] std::string json_verdict(const VerdictSummary& summary, int exit, const Diagnostics& diagnostics);

// What was proved for all trip counts, or what refutes it, or what is open.
[[nodiscard]] std::string json_certification(const CertificationSummary& summary, int exit,
                                             const Diagnostics& diagnostics);

// An outcome with lists of lines under names of their own: the complaints about a certificate, the parts of a
// simulation.
using NamedLines = std::vector<std::pair<std::string, std::vector<std::string>>>;
[[nodiscard]] std::string json_outcome(std::string_view command, int exit, const OutcomeLine& line,
                                       const NamedLines& parts, const Diagnostics& diagnostics);

// Mutants by operator, then one by one: those that survive, or all.
[[nodiscard]] std::string json_mutation(const MutationSummary& summary, int exit, const Diagnostics& diagnostics);
// A campaign: what was tested how often, and what failed.
[[nodiscard]] std::string json_fuzz(const FuzzSummary& summary, int exit);

[[nodiscard]] std::string json_library_version();

}  // namespace counterpoint::report
