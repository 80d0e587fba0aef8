// Puts a case to the extracted checker and compares it with ours.
// SPDX-License-Identifier: Apache-2.0
//
// What. Dependency by dependency the class (expected.hpp); statement by statement and instance by instance what
// Equation 1 owes (the specification machine against the definition of proofs-notes/rocq/Program.v); whether the
// program completes; for an allocation by scheme, instance by instance and semaphore by semaphore the threshold; and
// the verdict of closed clocks, of the implementation at hand, right or wrong, whoever made it. How. The extracted
// allocator allocates by itself, from the program. For the verdict the oracle is given what our machine waits for and
// increments (waits.hpp), so that any implementation that can be said as such a list is compared. Thresholds are
// compared as what is left of them: the largest of a semaphore, none where it holds from the start. The two may write a
// mask or leave it out, keep a wait that another implies or not, wait alone or at the instance. Source: README.md of
// proofs-notes/rocq, "Proved, tested, trusted". Why the fuzzer's interface: cases, their printed form, the shrinker and
// saved cases are there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/answer.hpp"
#include "tests/oracle/conversation.hpp"
#include "verify/fuzz/oracles.hpp"

namespace counterpoint::rocq {

// What the last comparison looked at.
struct Seen {
  std::vector<std::string> classes;  // ours, by dependency
  std::vector<std::string> waiting;  // of every dependency with a threshold that was compared, once for each instance
  std::size_t choices = 0;           // classes where the table leaves a choice
  std::size_t owing = 0;             // instances that owe something
  std::size_t thresholds = 0;        // thresholds that were compared, more than 0
  std::size_t instances = 0;         // instances with waits, of the program's or the allocation's
  bool thresholds_compared = false;
  bool completes = false;
  std::string not_listed;  // why the verdict was not compared; "" if it was
  std::string verdict;
};

// Everything of this version, except that dependencies without an implementation are left out before allocation, as
// the extracted allocator does.
[[nodiscard]] fuzzing::Subject subject_without_rejected();

class Agreement {
 public:
  explicit Agreement(std::string command) : conversation_(std::move(command)) {}

  // What differs, in the program's own names.
  [[nodiscard]] fuzzing::Finding compare(fuzzing::Examination& examination);
  [[nodiscard]] const Seen& seen() const { return seen_; }
  // The lines that the oracle was asked last.
  [[nodiscard]] const std::string& question() const { return question_; }

 private:
  Conversation conversation_;
  Seen seen_;
  std::string question_;
};

}  // namespace counterpoint::rocq
