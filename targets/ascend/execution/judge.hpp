// What a kernel is worth: its synchronisation against what its accesses need, for given trips or for many.
// SPDX-License-Identifier: Apache-2.0
//
// What. The kernel becomes an implementation of its program (execute.hpp), and the pair is decided. First in counting
// form, by closed clocks: linear, and with a schedule for what is wrong. Flags are one bit, so it is also asked whether
// some set may find its flag set (clocks.hpp); the past of the first such set, then the set itself, is the schedule.
// Every schedule is taken on the machine with one-bit flags, and the verdict stands only if it shows there what it
// says. Where the counting form cannot be had (keys without their destination) or has no answer, every state is
// visited. Without trips: every assignment of verify/assignments, which has zero trips and both ways of every branch;
// the first that fails, else the worst word. Source: ascend.md 1.8, 7; semantics.md 3, 6.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/program/pairing.hpp"
#include "targets/ascend/execution/clocks.hpp"
#include "targets/ascend/execution/execute.hpp"
#include "targets/ascend/execution/reaching.hpp"
#include "verify/assignments/assignments.hpp"
#include "verify/decide.hpp"

namespace counterpoint::ascend {

struct KernelQuestion {
  std::uint64_t limit = std::uint64_t{1} << 20U;  // instances of a run
  std::uint64_t states = 1'000'000;               // of an exploration
  std::uint64_t memory = std::uint64_t{2} << 30U;
  bool by_exploration = false;  // visit every state, whatever else could answer
};

struct KernelVerdict {
  Judgement judgement;            // in the names of the required program; its schedule is one of `implementation`
  std::vector<std::string> left;  // flags that are set at the end: "mte2_v[0]:1"
  std::string double_set;         // which set may find its flag set; "" if none, or flags count
  [[nodiscard]] bool fails() const { return severity(judgement.verdict.word) >= 2; }
};

struct BoundedVerdict {
  KernelVerdict verdict;         // of the first assignment that fails, else of the worst
  std::optional<Assignment> at;  // where that is
  std::string trips;             // "k=2 c=0": the same in words
  std::optional<Assignment> leaks_at;
  std::vector<std::string> left;  // of the first assignment that leaves a flag set
  std::vector<Step> leak;         // a run of `implementation` with that assignment, to its end
  std::string leaks_where;        // "k=0": the assignment in words
  std::size_t tried = 0;
  std::size_t undecided = 0;
  std::string bound;  // what was tried, in words

  // Of the kernel as a whole. One that is right but for flags that it leaves set is `unsafe`, `flag-left`: the kernel
  // that runs next finds them, so a wait there passes before its set, and a set there is a second one.
  [[nodiscard]] VerdictWord word() const;
  [[nodiscard]] std::string reason() const;
  [[nodiscard]] bool only_leaves_flags() const { return !verdict.fails() && !left.empty(); }
};

// A kernel made ready to be judged at any trips.
class KernelJudge {
 public:
  [[nodiscard]] static tl::expected<KernelJudge, Refusals> make(const Kernel& kernel, const Primitives& primitives);

  [[nodiscard]] const Required& required() const { return *required_; }
  [[nodiscard]] const Implementation& implementation() const { return *flags_; }  // with the hardware's flags
  [[nodiscard]] const Implementation* counting() const {
    return counting_.get();
  }  // none with keys without destination

  [[nodiscard]] KernelVerdict at(const Trips& trips, const KernelQuestion& question = {}) const;
  // The steps of a run to its end; none if it does not get there.
  [[nodiscard]] std::vector<Step> complete_run(const Trips& trips) const;
  // At most `most` assignments of each kind: small counts, lists of them, and what reaches each dependency.
  [[nodiscard]] BoundedVerdict everywhere(const KernelQuestion& question = {}, std::size_t most = 256) const;

 private:
  [[nodiscard]] Question ask(const Implementation& implementation, const Pairing& pairing, const Trips& trips,
                             const KernelQuestion& how) const;
  [[nodiscard]] Judgement explore(const Trips& trips, const KernelQuestion& how) const;
  // Fills in `out`; false where closed clocks have no answer.
  [[nodiscard]] bool by_clocks(const Trips& trips, const KernelQuestion& how, KernelVerdict& out) const;
  [[nodiscard]] std::optional<Judgement> show_double_set(const DoubleSet& which, const StreamClocks& clocks,
                                                         const Trips& trips, const KernelQuestion& how) const;

  Primitives primitives_;
  std::shared_ptr<const Required> required_;
  std::shared_ptr<const Implementation> flags_;
  std::shared_ptr<const Implementation> counting_;
  std::shared_ptr<const Pairing> pairing_;  // of both: they have the same streams
  std::vector<Rotation> rotations_;
};

}  // namespace counterpoint::ascend
