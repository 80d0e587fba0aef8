// Words for the bounds of a width.
// SPDX-License-Identifier: Apache-2.0
#include "report/ranges.hpp"

#include <fmt/format.h>

namespace counterpoint::report {
namespace {

std::string condition_text(const smt::RangeCondition& c, const Tree& tree) {
  std::string text;
  for (const auto& [scope, factor] : c.sum) {
    if (!text.empty()) text += " + ";
    text += factor == 1 ? tree.scope_name(scope) : fmt::format("{}*{}", factor, tree.scope_name(scope));
  }
  return fmt::format("{} <= {}", text, c.at_most);
}

}  // namespace

std::vector<std::string> condition_texts(const smt::Certification& c, const Tree& tree) {
  std::vector<std::string> all;
  if (!c.proof.ranges) return all;
  for (const smt::RangeCondition& x : c.proof.ranges->conditions) all.push_back(condition_text(x, tree));
  return all;
}

std::string ranges_text(const smt::Certification& c, std::uint32_t width, const Tree& tree) {
  if (!c.proof.ranges) return "";
  const smt::Ranges& r = *c.proof.ranges;
  if (!r.open.empty()) return "";
  if (!r.entries && c.proof.wrapped) return fmt::format("counters may wrap at {} bits; nothing is compared\n", width);
  if (!r.entries) return fmt::format("every number fits {} bits, whatever the trip counts\n", width);
  std::string out;
  if (c.proof.wrapped) {
    out = fmt::format("counters may wrap at {} bits; what is compared fits while no trip is longer than {}:\n", width,
                      *r.entries);
  } else {
    out = fmt::format("every number fits {} bits while no loop is entered more than {} times on any engine:\n", width,
                      *r.entries);
  }
  for (const smt::RangeCondition& x : r.conditions) {
    out += fmt::format("  {}  ({})\n", condition_text(x, tree), x.what);
  }
  if (c.beyond) {
    std::string trips;
    for (const std::string& t : c.beyond->trip_options) trips += " --trips " + t;
    out += fmt::format("at {} bits that bound is {}; past it {} is '{}'\n", c.beyond->width, c.beyond->entries,
                       trips.empty() ? "the pair" : "`check --width " + std::to_string(c.beyond->width) + trips + "`",
                       to_text(c.beyond->word));
  }
  return out;
}

std::string lag_text(const smt::Certification& c, const Program& program) {
  if (!c.lag) return "";
  const smt::GrowingLag& l = *c.lag;
  const std::string_view producer = program.tree.instruction_name(l.producer);
  const std::string_view consumer = program.tree.instruction_name(l.consumer);
  return fmt::format(
      "the lag is only assumed to be bounded, and nothing in the program bounds it: with --default-trips {} '{}' is {} "
      "retirements\nbeyond what the first '{}' is owed once all steps but that one are taken, with --default-trips {} "
      "it is {}\n",
      l.fewer, producer, l.at_fewer, consumer, l.more, l.at_more);
}

}  // namespace counterpoint::report
