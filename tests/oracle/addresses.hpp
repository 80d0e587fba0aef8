// What the oracle calls the statements of a program: positions in bodies, addresses, places.
// SPDX-License-Identifier: Apache-2.0
//
// Source: proofs-notes/rocq/Program.v. A body is a list in which a block, each of its instructions, a loop and each
// branch of a conditional take one position, from 0. An address is the positions from the root down, "0.2.1"; an entry
// of a scope is a place, with an iteration at each position: "0:1.2:3". The root is "-".
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/program/program.hpp"

namespace counterpoint::rocq {

class Addresses {
 public:
  // The tree must outlive the addresses. Linear in the tree.
  explicit Addresses(const Tree& tree);

  // In the body that the scope, or the instruction, stands in.
  [[nodiscard]] std::uint32_t position(ScopeId s) const { return scopes_[s]; }
  [[nodiscard]] std::uint32_t position(InstructionId i) const { return instructions_[i]; }
  [[nodiscard]] std::string of(ScopeId s) const;
  [[nodiscard]] std::string of(InstructionId i) const;
  // The entry of `s` with these iterations, one for each scope below the root down to `s`.
  [[nodiscard]] std::string place(ScopeId s, std::span<const std::uint32_t> iterations) const;

 private:
  const Tree& tree_;
  IdVector<ScopeId, std::uint32_t> scopes_;
  IdVector<InstructionId, std::uint32_t> instructions_;
};

}  // namespace counterpoint::rocq
