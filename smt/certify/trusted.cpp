// The list of what is trusted. Source: certification.md 8, proofs-notes/trusted.md.
// SPDX-License-Identifier: Apache-2.0
#include "smt/certify/trusted.hpp"

#include <array>

namespace counterpoint::smt {
namespace {

constexpr std::array parts{
    TrustedPart{"decomposition",
                "it suffices to compare at issue steps what the program asks for with what the waits say"},
    TrustedPart{"walk", "the cut points, ways and ghosts of each engine are those of the pair at hand"},
    TrustedPart{"producers", "who raises which semaphore, by how much and in which order is read off correctly"},
    TrustedPart{"structure", "what the argument does not cover is refused"},
    TrustedPart{"fifo", "an engine issues and retires in order"},
    TrustedPart{"terms", "simplifying a term keeps its meaning, and the text of an obligation means its terms"},
    TrustedPart{"solver", "a solver that says unsat is right; of two that were asked, one"},
    TrustedPart{"no-overflow", "no value leaves its range, unless a width was given and its bound is in the verdict"},
    TrustedPart{"uniform", "where the verdict assumes it: a scope declared so runs equally often on every engine"},
    TrustedPart{"induction", "steps that are proved one by one make the inductions that they are used as"},
};

}  // namespace

std::span<const TrustedPart> all_trusted_parts() { return parts; }

}  // namespace counterpoint::smt
