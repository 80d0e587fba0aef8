// Runs campaigns.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace counterpoint::fuzzing {
namespace {

using Clock = std::chrono::steady_clock;

class Campaign {
 public:
  Campaign(const CampaignOptions& options, const Subject& subject) : options_(options), subject_(subject) {
    require(!options.oracles.empty() && options.shard < options.shards, "a campaign has oracles and a shard");
    if (options_.time) until_ = Clock::now() + *options_.time;
  }

  CampaignResult run() {
    std::vector<CampaignResult> parts(std::max(options_.jobs, 1U));
    for (CampaignResult& part : parts) {
      for (const OracleEntry* o : options_.oracles) part.oracles.push_back({o});
    }
    working_ = parts.size();
    std::vector<std::thread> threads;
    for (CampaignResult& part : parts) threads.emplace_back([this, &part] { work(part); });
    watch();
    for (std::thread& t : threads) t.join();
    if (thrown_) std::rethrow_exception(thrown_);
    CampaignResult result = std::move(parts.front());
    for (std::size_t p = 1; p < parts.size(); ++p) add(result, parts[p]);
    std::ranges::stable_sort(result.failures, {}, &Failure::index);
    result.interrupted = stopped_;
    return result;
  }

 private:
  // The number of the next case; none if there is no more, or no more time.
  [[nodiscard]] std::optional<std::uint64_t> next() {
    if (end_ || (until_ && Clock::now() >= *until_)) return std::nullopt;
    // The first number of this shard at or after `first`, then every `shards`-th.
    const std::uint64_t skip = (options_.shard + options_.shards - options_.first % options_.shards) % options_.shards;
    const std::uint64_t offset = skip + options_.shards * taken_++;
    if (options_.cases && offset >= *options_.cases) return std::nullopt;
    return options_.first + offset;
  }

  void work(CampaignResult& part) {
    try {
      while (const auto index = next()) {
        one(part, *index);
        ++done_;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      end_ = true;
    }
    const std::lock_guard lock(mutex_);
    --working_;
    ended_.notify_one();
  }

  void one(CampaignResult& part, std::uint64_t index) {
    const Case tested = draw_case(options_.seed, index, subject_);
    const Examined examined = examine_case(tested, subject_, options_.oracles, options_.limits);
    ++part.cases;
    if (tested.options) ++part.allocated;
    if (examined.word) ++part.verdicts[*examined.word];
    for (std::size_t o = 0; o < examined.findings.size(); ++o) {
      const Finding& f = examined.findings[o];
      OracleTally& tally = part.oracles[o];
      ++(f.said == Said::holds ? tally.held : f.said == Said::fails ? tally.failed : tally.not_applicable);
      if (f.said == Said::fails) part.failures.push_back({index, options_.oracles[o], f});
    }
  }

  // Until all threads have ended: shows how far it is, and asks whether to go on.
  void watch() {
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, std::chrono::milliseconds(100), [this] { return working_ == 0; })) {
      lock.unlock();
      if (options_.progress) options_.progress(done_);
      if (options_.stop && options_.stop()) {
        stopped_ = true;
        end_ = true;
      }
      lock.lock();
    }
  }

  static void add(CampaignResult& sum, CampaignResult& part) {
    sum.cases += part.cases;
    sum.allocated += part.allocated;
    for (const auto& [word, count] : part.verdicts) sum.verdicts[word] += count;
    for (std::size_t o = 0; o < sum.oracles.size(); ++o) {
      sum.oracles[o].held += part.oracles[o].held;
      sum.oracles[o].not_applicable += part.oracles[o].not_applicable;
      sum.oracles[o].failed += part.oracles[o].failed;
    }
    std::ranges::move(part.failures, std::back_inserter(sum.failures));
  }

  const CampaignOptions& options_;
  const Subject& subject_;
  std::optional<Clock::time_point> until_;
  std::atomic<std::uint64_t> taken_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> end_ = false;
  bool stopped_ = false;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t working_ = 0;
  std::exception_ptr thrown_;
};

}  // namespace

std::uint64_t CampaignResult::failing_cases() const {
  std::uint64_t count = 0;
  for (std::size_t f = 0; f < failures.size(); ++f) {
    if (f == 0 || failures[f].index != failures[f - 1].index) ++count;
  }
  return count;
}

Examined examine_case(const Case& tested, const Subject& subject, const std::vector<const OracleEntry*>& oracles,
                      const Limits& limits) {
  Examination examination(tested, subject, limits);
  Examined out;
  for (const OracleEntry* oracle : oracles) out.findings.push_back(ask(*oracle, examination));
  out.word = examination.known_word();
  return out;
}

CampaignResult run_campaign(const CampaignOptions& options, const Subject& subject) {
  return Campaign(options, subject).run();
}

}  // namespace counterpoint::fuzzing
