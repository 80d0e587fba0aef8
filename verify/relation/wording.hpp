// Forms in the notation of semantics.md 4, and why the relation gives up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/relation/form.hpp"
#include "verify/relation/layout.hpp"

namespace counterpoint::relation {

// Which part of the relation does not hold.
enum class Clause : std::uint8_t {
  question,    // what the relation does not answer: widths, other comparisons
  construct,   // barriers, takes, ==, fences, stand-alone signals, windows of flags
  registers,   // a register operation whose result may be of any size
  semaphores,  // who adds to a semaphore, when, how much
  waits,       // what a consumer waits for
  dependency   // a dependency of a class without an exact decoding, or that no wait keeps
};
[[nodiscard]] std::string_view to_text(Clause c);

struct Failure {
  Clause clause = Clause::construct;
  std::string statement;  // "dma: load wait s >= w", in the names of the implementation
  std::string where;      // "line 12", "in kv", ""
  std::string why;
};

// "2 * r(kv) - 1", "gt(t(kv), 2) * (...)", in names of scopes and registers; "an unknown value" if there is no form.
class Wording {
 public:
  Wording(const Implementation& implementation, const Minima& minima)
      : implementation_(implementation), tree_(implementation.tree), minima_(minima) {}
  [[nodiscard]] std::string form(const MaybeForm& form) const;
  // The statement of one engine, as it is written, at most 100 characters.
  [[nodiscard]] std::string instruction(InstructionId i) const;
  [[nodiscard]] std::string operation(EngineId e, const RegisterOperation& x) const;
  [[nodiscard]] std::string wait(EngineId e, const Wait& w) const;
  [[nodiscard]] std::string operand(EngineId e, Operand o) const;
  // "line 12", or "in kv" where the text has no lines.
  [[nodiscard]] std::string place(InstructionId i) const;
  [[nodiscard]] std::string place(ScopeId body) const;

 private:
  [[nodiscard]] std::string base(const Base& b) const;
  [[nodiscard]] std::string register_name(std::uint32_t reg) const;
  [[nodiscard]] std::string sum(const Form& form, std::uint32_t depth) const;

  const Implementation& implementation_;
  const Tree& tree_;
  const Minima& minima_;
};

}  // namespace counterpoint::relation
