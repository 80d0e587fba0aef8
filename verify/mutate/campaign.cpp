// Spreads implementations over threads.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/random.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"

namespace counterpoint::mutation {
namespace {

constexpr std::uint64_t most_redraws = 1000;

// Calls work(n) for n in 0 .. count-1 on so many threads; progress() about once a second on this one. The exception of
// the lowest n that threw one is thrown again.
template <class Work, class Report>
void on_threads(std::uint64_t count, unsigned jobs, Work work, Report report) {
  std::atomic<std::uint64_t> next = 0;
  std::atomic<unsigned> running = 0;
  std::mutex mutex;
  std::uint64_t failed_at = ~std::uint64_t{0};
  std::exception_ptr failure;
  const auto loop = [&] {
    for (std::uint64_t n = next++; n < count; n = next++) {
      try {
        work(n);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (n < failed_at) {
          failed_at = n;
          failure = std::current_exception();
        }
      }
    }
    --running;
  };
  const auto threads =
      static_cast<unsigned>(std::min<std::uint64_t>(std::max(jobs, 1U), std::max<std::uint64_t>(count, 1)));
  running = threads;
  {
    std::vector<std::jthread> pool;
    for (unsigned t = 0; t < threads; ++t) pool.emplace_back(loop);
    for (unsigned waited = 0; running != 0; ++waited) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (waited % 200 == 199) report(std::min<std::uint64_t>(next, count));
    }
  }
  if (failure) std::rethrow_exception(failure);
}

struct Drawn {
  Program program;
  Allocation allocation;
  std::uint64_t redrawn = 0;
};

// The n-th random program that some allocation keeps.
Drawn draw(const RandomPrograms& programs, std::uint64_t n) {
  for (std::uint64_t k = 0; k < most_redraws; ++k) {
    Choices choices(mix(mix(programs.seed) ^ (n * most_redraws + k)));
    Program program = generate_program(choices, programs.shape);
    AllocationOptions options;
    if (programs.schemes.empty()) {
      options = generate_options(choices);
    } else {
      options.scheme = programs.schemes[n % programs.schemes.size()];
    }
    auto made = allocate(program, options);
    if (made) return {std::move(program), std::move(*made), k};
  }
  throw InternalError("no random program can be allocated");
}

void gather(CampaignResult& all, CampaignResult::Part part, bool keep) {
  const MutationResult& r = part.result;
  if (all.tallies.empty()) {
    all.tallies = r.tallies;
  } else {
    for (std::size_t n = 0; n < r.tallies.size(); ++n) all.tallies[n].add(r.tallies[n]);
  }
  ++all.implementations;
  all.assignments += r.assignments;
  all.contradictions += r.contradictions.size();
  if (keep || !r.mutants.empty() || !r.contradictions.empty()) all.parts.push_back(std::move(part));
}

}  // namespace

Tally CampaignResult::total() const {
  Tally sum;
  for (const Tally& t : tallies) sum.add(t);
  return sum;
}

CampaignResult mutate_each(const Program& program, const std::vector<Subject>& subjects,
                           const CampaignOptions& options) {
  std::vector<MutationResult> results(subjects.size());
  std::atomic<std::uint64_t> mutants = 0;
  MutateOptions each = options.mutate;
  each.progress = &mutants;
  on_threads(
      subjects.size(), options.jobs,
      [&](std::uint64_t n) { results[n] = mutate(program, subjects[n].implementation, each); },
      [&](std::uint64_t done) {
        if (options.progress) options.progress(done, mutants);
      });
  CampaignResult all;
  for (std::size_t n = 0; n < subjects.size(); ++n) gather(all, {subjects[n].name, std::move(results[n])}, true);
  return all;
}

CampaignResult mutate_random(const RandomPrograms& programs, const CampaignOptions& options) {
  struct Result {
    CampaignResult::Part part;
    std::uint64_t redrawn = 0;
  };
  std::vector<Result> results(programs.count);
  std::atomic<std::uint64_t> mutants = 0;
  MutateOptions each = options.mutate;
  each.progress = &mutants;
  on_threads(
      programs.count, options.jobs,
      [&](std::uint64_t n) {
        const Drawn d = draw(programs, n);
        const Implementation& i = d.allocation.implementation;
        results[n] = {{fmt::format("random program {}, {}", n, i.scheme), mutate(d.program, i, each)}, d.redrawn};
      },
      [&](std::uint64_t done) {
        if (options.progress) options.progress(done, mutants);
      });
  CampaignResult all;
  for (Result& r : results) {
    all.redrawn += r.redrawn;
    gather(all, std::move(r.part), false);
  }
  return all;
}

}  // namespace counterpoint::mutation
