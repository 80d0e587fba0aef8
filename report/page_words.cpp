// Waits and times in the words of the page.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/dependence/wording.hpp"
#include "core/text/statement_text.hpp"
#include "report/page.hpp"
#include "report/svg.hpp"
#include "report/wait_formula.hpp"

namespace counterpoint::report {
namespace {

// From the third digit on in threes, with thin blanks between them.
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, "\xe2\x80\x89");
  }
  return digits;
}

}  // namespace

std::string verdict_badge(const OutcomeLine& line) {
  return fmt::format("<span class=\"badge {}\">{}</span>",
                     line.color() == 32   ? "good"
                     : line.color() == 33 ? "open"
                                          : "bad",
                     escaped(line.word));
}

TimeWords::TimeWords(std::span<const PageRun> runs) : unit_(runs.front().panel.timeline.unit) {
  constexpr std::array<std::string_view, 5> units = {"ps", "ns", "\xc2\xb5s", "ms", "s"};
  std::uint64_t longest = 0;
  for (const PageRun& r : runs) longest = std::max(longest, r.panel.makespan);
  const auto* unit = std::ranges::find(units, std::string_view(unit_ == "us" ? units[2] : unit_));
  for (; unit != units.end() && unit + 1 != units.end() && longest / divisor_ >= 10'000; ++unit) divisor_ *= 1000;
  if (divisor_ != 1) unit_ = *unit;
}

std::string TimeWords::text(std::int64_t time) const {
  return fmt::format("{} {}", number(time), time == 1 && unit_ == "units" ? "unit" : unit_);
}

std::string TimeWords::number(std::int64_t time) const {
  const std::string_view sign = time < 0 ? "-" : "";
  const auto size = static_cast<std::uint64_t>(std::abs(time));
  if (divisor_ == 1) return fmt::format("{}{}", sign, grouped(size));
  if (size % divisor_ == 0) return fmt::format("{}{}", sign, size / divisor_);
  const std::uint64_t thousandths = divisor_ == 1000 ? size : (size + divisor_ / 2000) / (divisor_ / 1000);
  return fmt::format("{}{}.{:03}", sign, thousandths / 1000, thousandths % 1000);
}

TestWording::TestWording(const PageFacts& facts, const PageRun& run) : facts_(facts), run_(run) {
  if (run.implementation != nullptr) {
    updaters_ = updaters_of(*run.implementation);
  } else {
    explainer_.emplace(*facts.program);
  }
}

TestWords TestWording::words(const TestRecord& r) const {
  TestWords words;
  const Tree& tree = run_.machine->tree();
  const auto on = [&](InstructionId i) {
    return fmt::format("{} on {}", tree.instruction_name(i), tree.engine_name(tree.engine_of(i)));
  };
  if (run_.implementation == nullptr) {  // the n-th test is the n-th dependency
    const DependencyId d{facts_.program->dependencies_of(r.instruction).first + r.test};
    const Explanation e = explainer_->explain(d);
    words = {producer_text(*facts_.program, d), e.formula, on(facts_.program->dependency(d).producer), ""};
    if (tree.line_of(r.instruction) != 0)
      words.place = fmt::format("{}:{}", facts_.source.name, tree.line_of(r.instruction));
    return words;
  }
  // Nothing was held here: who counts on it, the first by name.
  const auto any_of = [&](const std::vector<InstructionId>& updaters) {
    if (updaters.empty()) return std::string("nothing");
    return updaters.size() == 1 ? on(updaters[0]) : fmt::format("{} or {} more", on(updaters[0]), updaters.size() - 1);
  };
  const Wait& wait = run_.implementation->waits_of(r.instruction)[r.test];
  words.test = test_text(*run_.implementation, tree.engine_of(r.instruction), wait);
  words.formula = wait_formula(*run_.implementation, r.instruction, wait);
  words.releasers = r.released_by.valid() ? on(r.released_by) : any_of(updaters_[wait.semaphore]);
  words.place = location_text(run_.locator->implementation_file().empty()
                                  ? run_.locator->instruction(PlaceRole::consumer, r.instruction)
                                  : run_.locator->waits_of(r.instruction)[r.test]);
  return words;
}

}  // namespace counterpoint::report
