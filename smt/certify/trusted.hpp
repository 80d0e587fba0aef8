// What a proof rests on that nothing in it checks: one table for certificates, the command and the documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace counterpoint::smt {

struct TrustedPart {
  std::string_view name;
  std::string_view what;  // what is believed
};
[[nodiscard]] std::span<const TrustedPart> all_trusted_parts();

}  // namespace counterpoint::smt
