// What Equation 1 asks of a consumer for one dependency: from when on, and which iterations of the producer's scope.
// SPDX-License-Identifier: Apache-2.0
//
// What. The class of a dependency (core/dependence/classify.hpp) says up to which iteration entries of the producer's
// scope are counted. A target names that iteration; how many entries that are is left to a ghost (smt/walk), except
// for loops of constant trips, where the table of semantics.md 4 has a closed form (proofs-notes, lemma "static").
// All identifiers are the implementation's. Source: semantics.md 1 and 4, certification.md 2.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/dependence/classify.hpp"
#include "core/program/pairing.hpp"
#include "core/program/program.hpp"

namespace counterpoint::smt {

enum class TargetKind : std::uint8_t {
  now,        // up to the end of the current iteration of `scope`
  back,       // up to the end of the iteration of `scope` `distance` before the current one
  two_level,  // up to the iteration of `inner_scope` `inner` before T of now, in the iteration of `scope` `distance`
              // ago
  closed,     // constant trips: a closed form
  bounded,    // as `back`, and that is more than is asked
  never,      // nothing is ever owed
  future      // not decided here: the count lies in the consumer's future
};

struct Target {
  TargetKind kind = TargetKind::future;
  ScopeId scope{};
  ScopeId inner_scope{};
  std::int64_t distance = 0;
  std::int64_t inner = 0;
  std::int64_t factor = 1;
  ScopeId producer_scope{};  // P
  InstructionId producer{};
  EngineId producer_engine{};
  ScopeId common{};                                           // S
  std::vector<std::pair<ScopeId, std::int64_t>> owed{};       // nothing is owed unless T > distance, for all of them
  std::vector<std::pair<ScopeId, std::int64_t>> distances{};  // closed: of every common scope strictly below `scope`
  friend bool operator==(const Target&, const Target&) = default;
};

[[nodiscard]] Target target_of(const Program& program, const Implementation& implementation, const Pairing& pairing,
                               DependencyId d);

}  // namespace counterpoint::smt
