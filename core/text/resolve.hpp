// Dependencies as written, resolved when the whole file is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/program/program_builder.hpp"
#include "core/text/lexer.hpp"
#include "core/text/name_index.hpp"
#include "core/text/problems.hpp"

namespace counterpoint {

// The scopes of a file by name. Both branches of a conditional are found, by NAME and NAME.else.
struct ScopeNames {
  NameIndex index;
  std::vector<ScopeId> scope;     // by number in the index: a loop or then branch; none while it is not open yet
  std::vector<bool> conditional;  // by number in the index
  // none if no scope has that name.
  [[nodiscard]] ScopeId find(std::string_view name, const TreeBuilder& tree) const;
};

// The instructions of a file by name, declared or only spoken of.
struct InstructionNames {
  NameIndex index;
  std::vector<InstructionId> instruction;  // by number in the index; none while it is only spoken of
  [[nodiscard]] std::uint32_t intern(std::uint32_t begin, std::uint32_t end) {
    const auto [number, fresh] = index.intern(begin, end);
    if (fresh) instruction.emplace_back();
    return number;
  }
};

// A producer mentioned in an `after` list. Its distances are read again from the text when it is resolved.
struct Reference {
  std::uint32_t consumer = 0;  // InstructionId, or ScopeId of the loop or then branch
  std::uint32_t producer = 0;  // number in InstructionNames
  std::uint32_t offset = 0;    // where the producer's name stands
};

struct References {
  std::vector<Reference> of_instructions;
  std::vector<Reference> of_scopes;
};

// Checks every reference and gives the builder those that are right, in the order of the text. Every scope but the
// root is closed. Source: language.md "DEP", semantics.md 1. Linear in the text of the references.
void resolve(std::string_view text, const References& references, const ScopeNames& scopes,
             const InstructionNames& instructions, ProgramBuilder& builder, Problems& problems);

}  // namespace counterpoint
