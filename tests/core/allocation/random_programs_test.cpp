// Every scheme on random programs and trips, decided by closed clocks.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of programs and trips: draw.hpp. Each program is decided for two assignments of trips and each scheme,
// with a count (all, producers), an optimisation level (0, 1) and extensions (all, none) that are drawn with it. What
// is expected, from semantics.md 4 and 5: counting schemes are equivalent if every dependency is exact; with
// strengthened ones or barriers in it an allocation is never unsafe, and adds no deadlock where trips are uniform and
// the sequential order satisfies every dependency. Floors at the end keep the distribution honest.
#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"
#include "tests/core/allocation/draw.hpp"
#include "tests/core/property_factor.hpp"

namespace counterpoint {
namespace {

using testing::Bytes;
using testing::Case;
using testing::Word;

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

// What a program is, as far as expectations depend on it.
struct Shape {
  bool exact = true;    // every dependency
  bool uniform = true;  // every scope
  bool ordered = true;  // distance 0 goes forward or is exclusive, and no cycle inside a block
  bool rejected = false;
};

// Whether following program order and distance 0 inside blocks comes back to where it started.
bool blocks_without_cycle(const Program& program) {
  const Tree& tree = program.tree;
  std::vector<std::vector<std::uint32_t>> after(tree.instruction_count());  // what must come before i
  for (const BlockId b : tree.blocks()) {
    std::map<std::uint32_t, std::uint32_t> last;
    for (std::uint32_t i = tree.block(b).first; i < tree.block(b).last; ++i) {
      const std::uint32_t e = tree.engine_of(InstructionId{std::size_t{i}}).value;
      if (last.contains(e)) after[i].push_back(last[e]);
      last[e] = i;
    }
  }
  for (const DependencyId d : program.all_dependencies()) {
    const Dependency& x = program.dependency(d);
    if (x.control || x.distance_count > 0) continue;
    if (tree.block_of(InstructionId{std::size_t{x.consumer}}) == tree.block_of(x.producer)) {
      after[x.consumer].push_back(x.producer.value);
    }
  }
  std::vector<bool> done(after.size(), false);
  for (std::size_t left = after.size(); left > 0;) {
    const std::size_t before = left;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (done[i] || !std::ranges::all_of(after[i], [&](std::uint32_t x) { return done[x]; })) continue;
      done[i] = true;
      --left;
    }
    if (left == before) return false;
  }
  return true;
}

Shape shape_of(const Program& program) {
  Shape out;
  for (const DependencyId d : program.all_dependencies()) {
    const Classification c = classify(program, d);
    out.exact = out.exact && c.exact;
    out.rejected = out.rejected || (c.kind == DependenceClass::rejected);
    const bool zero = program.dependency(d).distance_count == 0;
    const bool same_block = !program.dependency(d).control &&
                            program.tree.block_of(InstructionId{std::size_t{program.dependency(d).consumer}}) ==
                                program.tree.block_of(program.dependency(d).producer);
    if (zero && !same_block && !exclusive(program, d) && !producer_first(program, d)) out.ordered = false;
  }
  for (const ScopeId s : program.tree.scopes()) out.uniform = out.uniform && program.tree.uniform(s);
  out.ordered = out.ordered && blocks_without_cycle(program);
  return out;
}

bool has_barrier(const Implementation& x) { return x.tree.barrier_count() > 0; }

void record(const Case& c, const AllocationOptions& options, const Allocation& a, Word word) {
  std::ostringstream what;
  what << entry(options.scheme).name << (options.extensions == Extensions::none ? " base" : "") << " " << word;
  ++tally()[what.str()];
  for (const Choice& choice : a.choices) {
    const std::string decision = choice.decision.starts_with("barrier at") ? "barrier" : choice.decision;
    ++tally()[std::string(entry(options.scheme).name) + ": " + decision];
  }
  if (options.scheme != Scheme::per_loop || options.extensions == Extensions::none) return;
  for (const DependencyId d : c.program.all_dependencies()) {
    const Dependency& x = c.program.dependency(d);
    const std::string name(class_name(classify(c.program, d).kind));
    ++tally()[name];
    if (x.control) ++tally()[name + " control"];
    if (!x.control && InstructionId{std::size_t{x.consumer}} == x.producer) ++tally()["of itself"];
    if (!x.control &&
        c.program.tree.engine_of(InstructionId{std::size_t{x.consumer}}) == c.program.tree.engine_of(x.producer)) {
      ++tally()["on one engine"];
    }
  }
}

void expect(const Case& c, const AllocationOptions& options, const Shape& shape, const Allocation& a) {
  const testing::Judgement j = testing::judge(c.program, a.implementation, c.trips);
  record(c, options, a, j.word);
  const bool baseline = options.scheme == Scheme::barrier || options.scheme == Scheme::barrier_lean;
  std::ostringstream message;
  message << entry(options.scheme).name << (options.extensions == Extensions::none ? ", no extensions" : "")
          << (options.count == Counted::producers ? ", producers" : "") << ", optimize " << options.optimize << ": "
          << j.word << "\n"
          << testing::notation(c);
  if (!baseline && shape.exact && !has_barrier(a.implementation)) {
    if (j.word != Word::equivalent) RC_FAIL(message.str());
  }
  if (j.word == Word::unsafe) RC_FAIL(message.str());
  if (j.word == Word::deadlock && shape.uniform && shape.ordered) RC_FAIL(message.str());
}

void try_all(const std::vector<std::uint8_t>& tape) {
  Bytes bytes(tape);
  testing::ProgramDraw draw(bytes);
  const std::uint32_t variant = bytes.below(8);
  Case c = draw.finish();
  const Shape shape = shape_of(c.program);
  for (const SchemeEntry& scheme : all_schemes()) {
    AllocationOptions options;
    options.scheme = scheme.scheme;
    options.count = (variant & 1U) != 0 ? Counted::producers : Counted::all;
    options.optimize = (variant & 2U) != 0 ? 0 : 1;
    options.extensions = (variant & 4U) != 0 && bytes.one_in(2) ? Extensions::none : Extensions::all;
    const auto a = allocate(c.program, options);
    if (!a) {
      ++tally()[std::string(scheme.name) + (options.extensions == Extensions::none ? " base" : "") + " refused"];
      const bool counting = scheme.scheme != Scheme::barrier && scheme.scheme != Scheme::barrier_lean;
      if (counting && options.extensions == Extensions::all) RC_ASSERT(shape.rejected);
      continue;
    }
    for (int round = 0; round < 2; ++round) {
      expect(c, options, shape, *a);
      draw.draw_trips(c.program.tree, c.trips);
    }
  }
}

TEST(RandomPrograms, get_the_verdict_that_their_classes_and_the_scheme_promise) {
  tally().clear();
  const auto cases = testing::property_cases(4'000);
  rc::detail::TestParams parameters;
  parameters.maxSuccess = static_cast<int>(cases);
  parameters.seed = 20'260'813;
  const auto result = rc::detail::checkTestable(
      [] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        try_all(*rc::gen::container<std::vector<std::uint8_t>>(400, byte));
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
  // About half of what this seed gives.
  const std::map<std::string, int> floors = {
      {"direct", 8000},
      {"direct control", 500},
      {"exclusive", 900},
      {"exclusive control", 70},
      {"history", 1900},
      {"history control", 200},
      {"nested-backward", 450},
      {"nested-backward control", 90},
      {"nested-forward", 3500},
      {"nested-forward control", 800},
      {"static", 550},
      {"static control", 100},
      {"strengthened", 350},
      {"strengthened control", 20},
      {"through", 240},
      {"two-level", 1200},
      {"two-level control", 20},
      {"of itself", 2400},
      {"on one engine", 8000},
      {"per-engine: per-engine, sum form", 9000},
      {"per-engine: per-engine, snapshot form", 6000},
      {"per-engine: per-loop", 5500},
      {"per-loop: barrier", 400},
      {"per-loop: nothing", 250},
      {"auto: per-instruction", 20000},
      {"auto: per-loop", 12000},
      {"per-loop equivalent", 2500},
      {"per-loop refines", 8},
      {"per-loop base refines", 70},
      {"per-loop base deadlock", 15},
      {"barrier equivalent", 300},
      {"barrier refines", 220},
      {"barrier deadlock", 70},
      {"barrier-lean refines", 200},
  };
  for (const auto& [name, least] : floors) {
    EXPECT_GE(tally()[name], testing::least_of(least, cases, 4'000)) << name << " is hardly tested";
  }
}

}  // namespace
}  // namespace counterpoint
