// What wrap-safe allocations promise: the same verdict after counters have wrapped, as long as the lag is bounded.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. Programs as in verify/generate/program.hpp with at most 2 engines, 5 instructions and 3 scopes. Engines
// that run far apart break the bound, so in seven programs of eight dependencies are added that hold them together
// (`tightened`). Widths 4 to 6, evenly; trips up to one less than half the range, so that nested loops wrap their
// counters many times. Every counting scheme at a level and a count that are drawn. Whether the lag stays within the
// bound is worked out by lag.hpp, from an allocation that does not wrap.
// Source: semantics.md 5.8. The verdict at a width is exploration's: closed clocks do not take wraps.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/lag.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/explore/explore.hpp"
#include "verify/machines.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Drawn;
using testing::LagRange;
using testing::Posed;
using testing::report;

constexpr std::uint64_t most_states = 4'000;

// At a width, by wrapped difference; nothing if there are too many states.
std::optional<VerdictWord> word_at(const Posed& posed, std::uint32_t width) {
  Question q = posed.question();
  q.width = width;
  q.compare = Comparison::difference;
  q.limit = most_states;
  const VerdictWord word = decide_by_exploration(q).word;
  if (word == VerdictWord::undecided) return std::nullopt;
  return word;
}

Shape small_and_long(std::uint32_t width) {
  Shape shape;
  shape.engines = 2;
  shape.depth = 3;
  shape.scopes = 3;
  shape.instructions = 5;
  shape.trips = (1U << (width - 1)) - 1;
  return shape;
}

std::string to_text(const testing::Span& span) { return fmt::format("{} to {}", span.least, span.most); }

// How an allocation waits that is right after its counters have wrapped.
void count_kinds(Campaign& campaign, const Allocation& allocation, const Program& program, std::string_view scheme) {
  campaign.count(fmt::format("wraps by {}", scheme));
  std::set<std::string> kinds;
  for (const Choice& c : allocation.choices) {
    if (!c.dependency.valid() || c.decision == "nothing") continue;
    if (c.decision.starts_with("per-engine")) kinds.insert(fmt::format("wraps in {}", c.decision));
    kinds.insert(fmt::format("wraps with class {}", class_name(classify(program, c.dependency).kind)));
    if (program.dependency(c.dependency).distance_count > 1) kinds.insert("wraps with several distances");
  }
  for (const std::string& kind : kinds) campaign.count(kind);
}

// The same program with more dependencies: in every body later instructions wait for earlier ones of other engines, and
// in a loop each engine's first one for the last one of each other engine, 1 to 3 iterations back.
Program tightened(const Program& program, Choices& choices) {
  const Tree& tree = program.tree;
  std::map<std::string, std::string> more;  // by consumer
  for (const ScopeId s : tree.scopes()) {
    std::vector<InstructionId> body;
    for (const InstructionId i : tree.instructions()) {
      if (tree.scope_of(i) == s) body.push_back(i);
    }
    const bool loop = s != Tree::root() && tree.scope(s).is_loop();
    for (std::size_t at = 0; at < body.size(); ++at) {
      std::string& dependencies = more[std::string(tree.instruction_name(body[at]))];
      const EngineId e = tree.engine_of(body[at]);
      const auto other = [&](InstructionId i) { return tree.engine_of(i) != e; };
      if (at > 0 && other(body[at - 1])) {
        dependencies += fmt::format(" after {}", tree.instruction_name(body[at - 1]));
      }
      const bool first = std::all_of(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(at), other);
      const auto last = std::find_if(body.rbegin(), body.rend(), other);
      if (!loop || !first || last == body.rend()) continue;
      dependencies +=
          fmt::format(" after {}@{}-{}", tree.instruction_name(*last), tree.scope_name(s), 1 + choices.below(3));
    }
  }
  std::istringstream lines(print(program));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    for (const auto& [consumer, dependencies] : more) {
      const auto at = line.find(": " + consumer);
      const auto end = at + 2 + consumer.size();
      if (at != std::string::npos && (end == line.size() || line[end] == ' ')) line += dependencies;
    }
    text += line + "\n";
  }
  auto parsed = parse_program(text, "tightened");
  require(parsed.has_value(), "a program with more dependencies is a program");
  return std::move(*parsed);
}

// One scheme, level and count at a width.
void look_at(Campaign& campaign, const Drawn& drawn, AllocationOptions options, std::uint32_t width) {
  const auto ordinary = allocate(drawn.program, options);
  if (!ordinary) return;
  options.wrap_safe = width;
  const auto safe = allocate(drawn.program, options);
  if (!safe) return campaign.count("refused");
  const Posed plain(drawn.program, ordinary->implementation, drawn.options);
  const Posed posed(drawn.program, safe->implementation, drawn.options);
  const auto expected = plain.by_order();
  RC_ASSERT(expected.has_value());
  const auto found = word_at(posed, width);
  if (!found) return campaign.count("too many states");
  options.wrap_safe = 32;
  const Posed ideal(drawn.program, allocate(drawn.program, options).value().implementation, drawn.options);
  const LagRange lag = testing::lag_range(machines_of(ideal.question()).implementation);
  const bool wraps = lag.largest_value >> width > 0;
  if (!lag.within(width)) {
    campaign.count(wraps ? "lag beyond, wraps" : "lag beyond");
    if (*found != expected->word) campaign.count("lag beyond, another verdict");
    return;
  }
  campaign.count(wraps ? "lag within, wraps" : "lag within");
  if (*found != expected->word) {
    RC_FAIL(
        report(drawn, &safe->implementation,
               fmt::format("{} at {} bits is {}, not {}; lag {}, where nothing is owed {}", entry(options.scheme).name,
                           width, to_text(*found), to_text(expected->word), to_text(lag.owed), to_text(lag.free))));
  }
  if (!wraps) return;
  count_kinds(campaign, *safe, drawn.program, entry(options.scheme).name);
  if (word_at(plain, width) != *found) campaign.count("the ordinary one is wrong");
}

TEST(WrapSafe, a_wrap_safe_allocation_has_the_verdict_of_the_ordinary_one_while_the_lag_is_bounded) {
  Campaign campaign(4'000, 200);
  campaign.run([&](Choices& choices) {
    const std::uint32_t width = 4 + choices.below(3);
    Drawn drawn = testing::draw(choices, small_and_long(width));
    if (choices.chance(7, 8)) drawn.program = tightened(drawn.program, choices);
    AllocationOptions options;
    options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
    options.optimize = choices.chance(1, 4) ? 0 : 1;
    campaign.count_program(drawn.program, drawn.options);
    for (const SchemeEntry& scheme : all_schemes()) {
      if (scheme.scheme == Scheme::barrier || scheme.scheme == Scheme::barrier_lean) continue;
      options.scheme = scheme.scheme;
      look_at(campaign, drawn, options, width);
    }
  });
  campaign.expect_at_least({
      {"lag within, wraps", 800},
      {"lag beyond, wraps", 1500},
      {"the ordinary one is wrong", 480},
      {"wraps by per-instruction", 150},
      {"wraps by per-loop", 200},
      {"wraps by per-engine", 200},
      {"wraps by auto", 200},
      {"wraps in per-engine, sum form", 180},
      {"wraps in per-engine, snapshot form", 20},
      {"wraps with class direct", 780},
      {"wraps with class nested-forward", 200},
      {"wraps with class nested-backward", 90},
      {"wraps with class exclusive", 15},
      {"wraps with class history", 110},
      {"wraps with class through", 50},
      {"wraps with class two-level", 140},
      {"wraps with class strengthened", 20},
      {"wraps with several distances", 70},
  });
}

TEST(WrapSafe, a_wrap_safe_allocation_for_a_wide_machine_has_the_verdict_of_the_ordinary_one) {
  Campaign campaign(4'000, 300);
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, {});
    AllocationOptions options;
    options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
    options.optimize = choices.chance(1, 4) ? 0 : 1;
    campaign.count_program(drawn.program, drawn.options);
    for (const SchemeEntry& scheme : all_schemes()) {
      options.scheme = scheme.scheme;
      options.wrap_safe = 0;
      const auto ordinary = allocate(drawn.program, options);
      options.wrap_safe = 32;
      const auto safe = allocate(drawn.program, options);
      RC_ASSERT(ordinary.has_value() == safe.has_value());
      if (!safe) continue;
      const auto expected = Posed(drawn.program, ordinary->implementation, drawn.options).by_order();
      const auto found = Posed(drawn.program, safe->implementation, drawn.options).by_order();
      RC_ASSERT(expected.has_value() && found.has_value());
      campaign.count(fmt::format("{} by {}", to_text(found->word), scheme.name));
      for (const Choice& c : safe->choices) {
        if (c.reason.find("run zero times, and") != std::string::npos) campaign.count("a snapshot would stay behind");
        if (c.reason.find("stays as it is") != std::string::npos) campaign.count("a threshold would stay behind");
      }
      if (found->word == expected->word) continue;
      RC_FAIL(report(drawn, &safe->implementation,
                     fmt::format("{} is {}, not {}", scheme.name, to_text(found->word), to_text(expected->word))));
    }
  });
  campaign.expect_at_least({
      {"equivalent by per-loop", 8500},
      {"equivalent by per-engine", 8500},
      {"refines by per-loop", 30},
      {"a snapshot would stay behind", 5000},
      {"a threshold would stay behind", 7000},
  });
}

}  // namespace
}  // namespace counterpoint
