// Parts of statements as they are written, for reports.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/statement_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace counterpoint {

std::string operand_text(const Implementation& implementation, EngineId e, Operand o) {
  if (o.is_register()) return std::string(implementation.register_name(e, o.reg()));
  return o.is_literal() ? fmt::format("{}", implementation.literal(o)) : "";
}

std::string test_text(const Implementation& implementation, EngineId e, const Wait& w) {
  const std::string index = w.index.is_none() ? "" : fmt::format("[{}]", operand_text(implementation, e, w.index));
  return fmt::format("{}{} {} {}", implementation.semaphores[w.semaphore].name, index,
                     w.kind == TestKind::equal ? "==" : ">=", operand_text(implementation, e, w.value));
}

std::string operation_text(const Implementation& implementation, EngineId e, const RegisterOperation& x) {
  constexpr std::array<std::string_view, 9> patterns = {"{} := {}",         "{} := {} + {}",     "{} := {} - {}",
                                                        "{} := {} * {}",    "{} := {} mod {}",   "{} := {} div {}",
                                                        "{} := gt({}, {})", "{} := min({}, {})", "{} := max({}, {})"};
  return fmt::format(fmt::runtime(patterns[static_cast<std::size_t>(x.operation)]),
                     implementation.register_name(e, x.target), operand_text(implementation, e, x.a),
                     operand_text(implementation, e, x.b));
}

}  // namespace counterpoint
