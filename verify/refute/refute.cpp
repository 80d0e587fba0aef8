// The search: candidates, the worst verdict, and that one made small.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/refute.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/refute/attempts.hpp"
#include "verify/refute/candidates.hpp"
#include "verify/refute/minimise.hpp"

namespace counterpoint {
namespace {

using refuting::Attempts;
using refuting::Candidates;
using refuting::Minimised;
using refuting::Outcome;

constexpr std::uint64_t first_states = std::uint64_t{1} << 11U;  // of the first pass, where exploration is needed

class Search {
 public:
  Search(const Program& program, const Implementation& implementation, const Pairing& pairing,
         const RefuteOptions& options)
      : options_(options),
        attempts_(program, implementation, pairing, options),
        candidates_(program, implementation, options) {
    attempts_.allow(options.work);
  }

  RefuteResult run() {
    out_.assignments = candidates_.size();
    first_pass();
    // What small explorations left open is explored further, in the same order.
    if (first_states < options_.states) second_pass();
    out_.undecided = open_.size();
    if (found_ && out_.disagreement.empty()) conclude();
    tell();
    return std::move(out_);
  }

 private:
  struct Found {
    Assignment assignment;
    VerdictWord word = VerdictWord::equivalent;
    std::size_t tried = 0;
    std::uint64_t states = 0;
  };

  [[nodiscard]] bool enough() const {
    return !out_.disagreement.empty() || (found_ && severity(found_->word) >= severity(options_.at_least));
  }
  [[nodiscard]] bool ends() {
    if (enough()) return true;
    ended_by_ = attempts_.over();
    return !ended_by_.empty();
  }

  void first_pass() {
    std::size_t n = 0;
    for (; n < candidates_.size() && !ends(); ++n) {
      Assignment a = candidates_.at(n);
      if (candidates_.is_hint(n)) cut(a);
      if (!look_at(a, std::min(first_states, options_.states))) open_.push_back(n);
    }
    out_.left = candidates_.size() - n;
  }

  void second_pass() {
    std::vector<std::size_t> still_open;
    for (const std::size_t n : open_) {
      Assignment a = candidates_.at(n);
      if (candidates_.is_hint(n)) cut(a);
      if (ends() || !look_at(a, options_.states)) still_open.push_back(n);
    }
    open_ = std::move(still_open);
  }

  // Whether that is settled: decided, or too large for ever.
  bool look_at(const Assignment& a, std::uint64_t states) {
    const Outcome outcome = attempts_.attempt(a, states);
    ++tried_;
    const Judgement& judged = outcome.judgement;
    if (!judged.disagreement.empty()) {
      out_.disagreement = fmt::format("{} (trips: {})", judged.disagreement, to_text(attempts_.tree(), a));
      return true;
    }
    if (outcome.status == Outcome::Status::too_large) {
      ++out_.too_large;
      return true;
    }
    const bool decided = outcome.status == Outcome::Status::decided;
    if (decided) ++out_.decided;
    const VerdictWord word = judged.verdict.word;
    if (severity(word) > 0 && (!found_ || severity(word) > severity(found_->word))) {
      found_ = Found{a, word, tried_, states};
    }
    return decided;
  }

  // A count of a model may be any number: the largest bound on all counts with which the run is short enough.
  void cut(Assignment& a) {
    if (attempts_.fits(a)) return;
    const auto at_most = [&](std::uint32_t most) {
      Assignment lower = a;
      for (TripChoice& c : lower) {
        for (std::uint32_t& n : c.counts) n = std::min(n, most);
      }
      return lower;
    };
    std::uint32_t fits = 0;
    std::uint32_t large = 0x7fffffffU;
    while (large - fits > 1) {
      const std::uint32_t middle = fits + (large - fits) / 2;
      (attempts_.fits(at_most(middle)) ? fits : large) = middle;
    }
    a = at_most(fits);
  }

  void conclude() {
    attempts_.allow(options_.work / 4);
    const Minimised small = minimise(attempts_, found_->assignment, found_->word, found_->states);
    out_.disagreement = small.disagreement;
    Refutation& r = out_.refutation.emplace(Refutation{{},
                                                       small.assignment,
                                                       trip_options(attempts_.tree(), small.assignment),
                                                       attempts_.program_trips(small.assignment),
                                                       attempts_.implementation_trips(small.assignment),
                                                       found_->tried,
                                                       small.fixpoint});
    r.judgement = attempts_.thorough(small.assignment, small.word, found_->states);
    out_.worst = r.judgement.verdict.word;
    if (out_.disagreement.empty() && !r.judgement.disagreement.empty()) {
      out_.disagreement =
          fmt::format("{} (trips: {})", r.judgement.disagreement, to_text(attempts_.tree(), small.assignment));
    }
  }

  void tell() {
    if (!found_ && out_.decided != 0) out_.worst = VerdictWord::equivalent;
    out_.bound = fmt::format("{}; {} of {} decided", candidates_.bound(), out_.decided, out_.assignments);
    const auto also = [&](std::size_t count, const std::string& what) {
      if (count != 0) out_.bound += fmt::format("; {} of {} {}", count, out_.assignments, what);
    };
    also(out_.too_large, fmt::format("have more than {} instances or entries", options_.instances));
    also(out_.undecided, fmt::format("not decided within {} states", options_.states));
    if (!ended_by_.empty()) {
      out_.bound += fmt::format("; {} of {} not tried: {}", out_.left, out_.assignments,
                                ended_by_ == "work"   ? fmt::format("the work of {} was used up", options_.work)
                                : ended_by_ == "time" ? "the time was used up"
                                                      : "the search was stopped");
    }
  }

  const RefuteOptions& options_;
  Attempts attempts_;
  Candidates candidates_;
  RefuteResult out_;
  std::optional<Found> found_;
  std::size_t tried_ = 0;
  std::vector<std::size_t> open_;
  std::string ended_by_;
};

}  // namespace

RefuteResult refute(const Program& program, const Implementation& implementation, const Pairing& pairing,
                    const RefuteOptions& options) {
  return Search(program, implementation, pairing, options).run();
}

}  // namespace counterpoint
