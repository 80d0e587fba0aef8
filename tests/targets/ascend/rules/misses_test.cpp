// What each static rule finds and misses, and its false alarms: the table in targets/ascend/README.md.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>

#include "targets/ascend/rules/rules.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/execution/drawn_kernel.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

// What the deciders say of a kernel over all trips of the bound; a flag left set counts where nothing is worse.
enum class Fate : std::uint8_t { early, set_twice, stuck, leak, safe };
constexpr std::array<std::string_view, 5> fates = {"early", "double set", "deadlock", "flag left", "safe"};

Fate fate_of(const BoundedVerdict& v) {
  const Verdict& x = v.verdict.judgement.verdict;
  EXPECT_EQ(v.undecided, 0U);
  if (x.word == VerdictWord::deadlock) return Fate::stuck;
  if (x.word == VerdictWord::unsafe) return x.reason == "double-set" ? Fate::set_twice : Fate::early;
  return v.left.empty() ? Fate::safe : Fate::leak;
}

// By fate: kernels, kernels of which each of these rules has something to say, and those of which none has.
struct Tally {
  std::array<int, 5> all{};
  std::array<std::array<int, 5>, 3> by_rule{};  // order, flags, run_ahead
  std::array<int, 5> silent{};
};

TEST(AscendRules, the_table_of_what_each_rule_misses_is_what_drawn_kernels_show) {
  Tally t;
  // Never more than the table is of; of fewer only that every one has a fate.
  const std::uint64_t cases = std::min<std::uint64_t>(counterpoint::testing::property_cases(1000), 1000);
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    const DrawnKernel drawn = KernelDrawer(seed).draw();
    Listing text(drawn.program, drawn.listing, Architecture::c220);
    const auto judge = KernelJudge::make(text.kernel(), {});
    ASSERT_TRUE(judge.has_value());
    const auto fate = static_cast<std::size_t>(fate_of(judge->everywhere()));
    const auto findings = check_rules(text.kernel(), judge->required(), {});
    ++t.all[fate];
    if (findings.empty()) ++t.silent[fate];
    for (const Rule rule : {Rule::order, Rule::flags, Rule::run_ahead}) {
      if (std::ranges::any_of(findings, [&](const Finding& f) { return f.rule == rule; })) {
        ++t.by_rule[static_cast<std::size_t>(rule)][fate];
      }
    }
  }
  if (cases != 1000) return;  // the table is of that many
  std::string table;
  for (std::size_t f = 0; f < fates.size(); ++f) {
    table += fmt::format("| {} | {} | {} | {} | {} | {} |\n", fates[f], t.all[f], t.by_rule[0][f], t.by_rule[1][f],
                         t.by_rule[2][f], t.silent[f]);
  }
  std::ifstream readme(std::string(COUNTERPOINT_SOURCE_DIR) + "/targets/ascend/README.md");
  const std::string page{std::istreambuf_iterator<char>(readme), {}};
  EXPECT_NE(page.find(table), std::string::npos) << table;
}

}  // namespace
}  // namespace counterpoint::ascend::testing
