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
    blocks_ = blocks_of_conditions(*run.implementation);
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
  words.before = r.instruction.valid() ? std::string(tree.instruction_name(r.instruction))
                 : r.scope.valid()     ? fmt::format("start of {}", tree.scope_name(r.scope))
                                       : "a statement of its own";
  if (run_.implementation == nullptr) {  // the n-th test is the n-th dependency
    const Program& program = *facts_.program;
    const auto all =
        r.instruction.valid() ? program.dependencies_of(r.instruction) : program.control_dependencies_of(r.scope);
    const DependencyId d{all.first + r.test};
    words.test = producer_text(program, d);
    words.formula = explainer_->explain(d).formula;
    words.releasers = on(program.dependency(d).producer);
    const std::uint32_t line = r.instruction.valid() ? tree.line_of(r.instruction) : tree.scope(r.scope).line;
    if (line != 0) words.place = fmt::format("{}:{}", facts_.source.name, line);
    return words;
  }
  // Nothing was held here: who counts on it, the first by name.
  const auto any_of = [&](const std::vector<InstructionId>& updaters) {
    if (updaters.empty()) return std::string("nothing");
    return updaters.size() == 1 ? on(updaters[0]) : fmt::format("{} or {} more", on(updaters[0]), updaters.size() - 1);
  };
  const Implementation& of = *run_.implementation;
  const bool alone = !r.instruction.valid();
  const Wait& wait = alone ? of.condition(r.condition)[r.test] : of.waits_of(r.instruction)[r.test];
  words.test = test_text(of, r.engine, wait);
  words.formula =
      alone ? wait_formula(of, blocks_[r.condition], r.condition, wait) : wait_formula(of, r.instruction, wait);
  words.releasers = r.released_by.valid() ? on(r.released_by) : any_of(updaters_[wait.semaphore]);
  if (!run_.locator->implementation_file().empty()) {
    words.place = location_text(
        (alone ? run_.locator->condition(r.engine, r.condition) : run_.locator->waits_of(r.instruction))[r.test]);
  } else if (!alone) {
    words.place = location_text(run_.locator->instruction(PlaceRole::consumer, r.instruction));
  }
  return words;
}

}  // namespace counterpoint::report
