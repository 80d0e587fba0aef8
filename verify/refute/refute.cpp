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
constexpr std::size_t most_begun = 16;  // runs that are too large of which the beginning is looked at

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
    third_pass();
    out_.undecided = open_.size();
    out_.too_large = large_.size();
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
    const std::uint64_t states = std::min(first_states, options_.states);
    std::size_t n = 0;
    for (; n < candidates_.size() && !ends(); ++n) {
      const Outcome::Status status = look_at(n, states);
      if (status == Outcome::Status::undecided) open_.push_back(n);
      if (status == Outcome::Status::too_large) large_.push_back(n);
    }
    out_.left = candidates_.size() - n;
  }

  void second_pass() {
    std::vector<std::size_t> still_open;
    for (const std::size_t n : open_) {
      if (ends() || look_at(n, options_.states) == Outcome::Status::undecided) still_open.push_back(n);
    }
    open_ = std::move(still_open);
  }

  // Loops with large numbers in the text may make the runs too large even for small counts. Of these the beginning.
  void third_pass() {
    attempts_.begin_large_runs();
    std::size_t begun = 0;
    for (const std::size_t n : large_) {
      if (n >= candidates_.first_after_probes() || begun == most_begun || ends()) break;
      (void)look_at(n, options_.states);
      ++begun;
    }
  }

  Outcome::Status look_at(std::size_t n, std::uint64_t states) {
    Assignment a = candidates_.at(n);
    if (candidates_.is_hint(n)) cut(a);
    const Outcome outcome = attempts_.attempt(a, states);
    ++tried_;
    if (outcome.status == Outcome::Status::decided) ++out_.decided;
    const Judgement& judged = outcome.judgement;
    if (!judged.disagreement.empty()) {
      out_.disagreement = fmt::format("{} (trips: {})", judged.disagreement, to_text(attempts_.tree(), a));
      return outcome.status;
    }
    const VerdictWord word = judged.verdict.word;
    if (severity(word) > 0 && (!found_ || severity(word) > severity(found_->word))) {
      found_ = Found{std::move(a), word, tried_, states};
    }
    return outcome.status;
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
    also(out_.undecided,
         ended_by_.empty() ? fmt::format("not decided within {} states", options_.states) : std::string("not decided"));
    if (!ended_by_.empty()) {
      out_.bound += fmt::format(
          "; {}since {}", out_.left == 0 ? "ended, " : fmt::format("{} of {} not tried, ", out_.left, out_.assignments),
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
  std::vector<std::size_t> open_;   // candidates not decided
  std::vector<std::size_t> large_;  // candidates whose run is too large
  std::string ended_by_;
};

}  // namespace

RefuteResult refute(const Program& program, const Implementation& implementation, const Pairing& pairing,
                    const RefuteOptions& options) {
  return Search(program, implementation, pairing, options).run();
}

}  // namespace counterpoint
