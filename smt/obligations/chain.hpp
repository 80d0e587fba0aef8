// A chain of dependencies within one body that keeps another one.
// SPDX-License-Identifier: Apache-2.0
//
// What. The consumer c stands in body S, as everything on the chain does. A step goes from something that has issued to
// the producer of one of its dependencies, `k` S-iterations back, or to an earlier consumer of its engine (in the same
// iteration if it stands before it in the text, else one back), and at last perhaps from a producer that has retired to
// one before it on the same engine (or after it, then one iteration back). If the steps go back K iterations together
// and T_S > K, then R(p) >= E_S - K: no step leaves the trip. Steps on other engines than c's count iterations on
// those, which is the same where S is uniform (proofs-notes, the chain lemma). The path is searched for by
// core/dependence/reach and only its steps are trusted here, each checked again. Source: certification.md 1 (H(3),
// H(4)), semantics.md 5.11.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/dependence/reach.hpp"

namespace counterpoint::smt {

struct Chain {
  ScopeId body;
  std::int64_t distance = 0;  // K
  bool uniform = false;       // needs uniform trips
};

// What a path from c to the producer shows within the body of c; none if a step of it is none of the above, or if it
// does not end at the producer.
[[nodiscard]] std::optional<Chain> chain_of(const Program& program, InstructionId consumer, InstructionId producer,
                                            const std::vector<PathStep>& path);

}  // namespace counterpoint::smt
