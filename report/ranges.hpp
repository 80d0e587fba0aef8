// Up to where the numbers of an implementation stay within their width, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/program/tree.hpp"
#include "smt/certify/certify.hpp"

namespace counterpoint::report {

// "2*kv + q <= 2147483647": the conditions over the entries (or trips) of loops, strictest first; none without a width.
[[nodiscard]] std::vector<std::string> condition_texts(const smt::Certification& c, const Tree& tree);

// That nothing bounds the lag which a proof by wrapped difference assumes to be bounded, with the run that shows it.
[[nodiscard]] std::string lag_text(const smt::Certification& c, const Program& program);

// The bound, the conditions it comes from, and what a small width shows past its own. "" without a width.
[[nodiscard]] std::string ranges_text(const smt::Certification& c, std::uint32_t width, const Tree& tree);

}  // namespace counterpoint::report
