// Mutants of several implementations, on several threads, and of random programs.
// SPDX-License-Identifier: Apache-2.0
//
// Each implementation is one piece of work for one thread, and random ones are a pure function of the seed and their
// number, so the result does not depend on how many threads there are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "verify/generate/shape.hpp"
#include "verify/mutate/mutate.hpp"

namespace counterpoint::mutation {

struct Subject {
  std::string name;  // "flash_attention, per-loop", "random program 17, per-engine"
  Implementation implementation;
};

struct CampaignOptions {
  MutateOptions mutate;
  unsigned jobs = 1;
  // Called about once a second by the calling thread: implementations done, mutants made so far. May be empty.
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
};

struct CampaignResult {
  struct Part {
    std::string name;
    MutationResult result;
  };
  std::vector<Tally> tallies;
  std::vector<Part> parts;  // in the order of the subjects; of random programs only those with something to say
  std::uint64_t implementations = 0;
  std::uint64_t assignments = 0;  // of all implementations together
  std::uint64_t redrawn = 0;      // random programs thrown away since no allocation keeps them
  std::uint64_t contradictions = 0;

  [[nodiscard]] Tally total() const;
};

// Every subject must pair up with the program.
[[nodiscard]] CampaignResult mutate_each(const Program& program, const std::vector<Subject>& subjects,
                                         const CampaignOptions& options);

struct RandomPrograms {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  Shape shape;
  std::vector<Scheme> schemes;  // one of them for each program; empty: drawn, with all other options of allocation
};
[[nodiscard]] CampaignResult mutate_random(const RandomPrograms& programs, const CampaignOptions& options);

}  // namespace counterpoint::mutation
