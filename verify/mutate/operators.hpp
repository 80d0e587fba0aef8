// The table of fault operators: each lists where it applies in an implementation, and what it does there.
// SPDX-License-Identifier: Apache-2.0
//
// An operator is one function. It walks the lines of a draft, with what each operation is for, and adds an edit for
// every place where its fault can be made; an edit is applied to a fresh copy of the draft. The result must differ from
// the original, and is as good an implementation as one that a person could have written: it is printed and read again
// before it is judged. A new operator is a function in verify/mutate/operators/ and a line in operators.def.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/mutate/draft.hpp"
#include "verify/mutate/roles.hpp"

namespace counterpoint::mutation {

struct Edit {
  static constexpr std::size_t everywhere = ~std::size_t{0};
  std::size_t line = everywhere;  // where in the draft, for reports
  std::function<void(Draft&)> apply;
};

// What an operator reads, and where it puts its edits.
class Sites {
 public:
  Sites(const Draft& of, const Roles& its_roles) : draft(of), roles(its_roles) {}

  const Draft& draft;
  const Roles& roles;

  void add(std::size_t line, std::function<void(Draft&)> apply) { edits_.push_back({line, std::move(apply)}); }
  [[nodiscard]] const std::vector<Edit>& edits() const { return edits_; }

 private:
  std::vector<Edit> edits_;
};

// The next semaphore of the same kind and size, after the last the first; nothing if there is no other.
[[nodiscard]] std::optional<SemaphoreId> another_semaphore(const Draft& draft, SemaphoreId s);
// The line of the next instruction of the same engine, further down in the text.
[[nodiscard]] std::optional<std::size_t> next_instruction(const Draft& draft, std::size_t line);

struct OperatorEntry {
  std::string_view name;     // "threshold-plus"
  std::string_view summary;  // one line: the fault
  void (*find)(Sites&);
};
[[nodiscard]] std::span<const OperatorEntry> all_operators();
[[nodiscard]] const OperatorEntry* find_operator(std::string_view name);

#define X(identifier, word, summary) void identifier(Sites& sites);
#include "verify/mutate/operators.def"
#undef X

}  // namespace counterpoint::mutation
