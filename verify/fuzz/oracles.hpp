// What must be true of every case, one line of a table each.
// SPDX-License-Identifier: Apache-2.0
//
// What. An oracle looks at a case and says that it holds, that it does not speak of this case, or what is wrong. None
// of them knows the right answer beforehand: each compares two ways of getting one, or states what semantics.md 4 and 5
// promise. Whatever is thrown is a failure too.
// Why a table. Names, help, reports and the choice of --oracles read it; a new oracle is one line and one function.
// How. The oracles of a case share what is made from it (implementation, pairing, machines, judgement), each made when
// first asked for.
// Cost: that of deciding a pair with at most `limits.states` states a few times.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/program/pairing.hpp"
#include "verify/fuzz/case.hpp"
#include "verify/mutual_replay.hpp"

namespace counterpoint::fuzzing {

struct Limits {
  std::uint64_t states = 20'000;        // exploration of one pair
  std::uint64_t instances = 1'000'000;  // closed clocks
  std::uint64_t replay_steps = 20'000;  // of a random run
  std::uint64_t replays = 3;            // random runs with either leader
};

// A case ready to be asked about. All references must outlive it.
class Examination {
 public:
  Examination(const Case& tested, const Subject& subject, const Limits& limits);
  // It refers to its own parts.
  Examination(const Examination&) = delete;
  Examination& operator=(const Examination&) = delete;

  [[nodiscard]] const Case& tested() const { return case_; }
  [[nodiscard]] const Subject& subject() const { return subject_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  // Null where the allocator refuses the program.
  [[nodiscard]] const Implementation* implementation();
  // An implementation is there.
  [[nodiscard]] Question question();
  [[nodiscard]] const Judgement& judgement();
  // The verdict, if anyone has asked for the judgement.
  [[nodiscard]] std::optional<VerdictWord> known_word() const {
    return judgement_ ? std::optional(judgement_->verdict.word) : std::nullopt;
  }
  // Judges another implementation of the same program, with the same trips and hardware.
  [[nodiscard]] Judgement judge(const Implementation& other);

 private:
  // A pair: references between its parts stay good.
  struct Posed {
    Implementation implementation;
    Pairing pairing;
    Trips trips;
  };
  [[nodiscard]] std::unique_ptr<Posed> pose(const Implementation& implementation) const;
  [[nodiscard]] Question question_of(const Posed& posed) const;

  const Case& case_;
  const Subject& subject_;
  const Limits& limits_;
  bool made_ = false;
  std::optional<Implementation> allocated_;
  Trips program_trips_;
  std::unique_ptr<Posed> posed_;
  std::optional<Judgement> judgement_;
};

enum class Said : std::uint8_t { holds, not_applicable, fails };

struct Finding {
  Said said = Said::holds;
  std::string what;                     // fails: what is wrong, in words
  std::optional<VerdictWord> expected;  // fails: the verdict that `check` should give, if that is known
  bool thrown = false;                  // fails: by an exception
};

struct OracleEntry {
  std::string_view name;
  std::string_view summary;  // one line
  Finding (*ask)(Examination&);
};
[[nodiscard]] std::span<const OracleEntry> all_oracles();

// The same, but an exception is a failure that says what was thrown.
[[nodiscard]] Finding ask(const OracleEntry& oracle, Examination& examination);

}  // namespace counterpoint::fuzzing
