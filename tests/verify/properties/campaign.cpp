// A property on thousands of generated programs, with counts of what they were.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/properties/campaign.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>

#include "core/dependence/classify.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/verify/generate/digest.hpp"

namespace counterpoint::testing {
namespace {

void kinds_of_tree(const Tree& tree, std::set<std::string>& kinds) {
  std::vector<bool> works(tree.engine_count(), false);
  for (const InstructionId i : tree.instructions()) works[tree.engine_of(i).value] = true;
  for (const bool w : works) {
    if (!w) kinds.insert("engine without work");
  }
  if (tree.has_accesses()) kinds.insert("buffers");
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.depth >= 3) kinds.insert("three levels");
    if (scope.trip_kind == TripKind::divergent) kinds.insert("divergent");
    if (scope.is_loop() && scope.trip_kind == TripKind::constant) kinds.insert("constant trips");
    if (scope.trip_kind == TripKind::constant && scope.trips == 0) kinds.insert("zero trips");
    if (scope.is_loop() && tree.items(s).empty()) kinds.insert("empty loop");
    if (scope.kind != ScopeKind::then_branch) continue;
    const bool either = tree.items(s).empty() || tree.items(scope.sibling).empty();
    kinds.insert(either ? "empty branch" : "both branches");
    for (ScopeId up = scope.parent; up != Tree::root(); up = tree.scope(up).parent) {
      if (tree.scope(up).is_branch()) kinds.insert("nested conditional");
    }
  }
}

void kinds_of_dependency(const Program& program, DependencyId d, std::set<std::string>& kinds) {
  const Dependency& x = program.dependency(d);
  const Classification c = classify(program, d);
  kinds.insert("class " + std::string(class_name(c.kind)));
  if (x.control) kinds.insert("control dependency");
  if (x.star) kinds.insert("@*");
  if (exclusive(program, d)) kinds.insert("exclusive");
  for (const Distance& k : program.distances_of(d)) {
    if (k.distance < 0) kinds.insert("negative distance");
  }
  if (x.control) return;
  const InstructionId consumer{std::size_t{x.consumer}};
  if (consumer == x.producer) {
    kinds.insert("of itself");
  } else if (program.tree.engine_of(consumer) == program.tree.engine_of(x.producer)) {
    kinds.insert("same engine");
  }
}

}  // namespace

std::vector<std::string> kinds_of(const Program& program, const std::vector<std::string>& trips) {
  std::set<std::string> kinds;
  kinds_of_tree(program.tree, kinds);
  for (const DependencyId d : program.all_dependencies()) kinds_of_dependency(program, d, kinds);
  for (const InstructionId i : program.tree.instructions()) {
    if (program.dependencies_of(i).size() > 1) kinds.insert("several dependencies");
  }
  for (const std::string& option : trips) {
    const std::string counts = "," + option.substr(option.find('=') + 1) + ",";
    if (option.front() == 'L' && counts.find(",0,") != std::string::npos) kinds.insert("zero trips");
    if (option.find('@') != std::string::npos) kinds.insert("divergent trips");
  }
  return {kinds.begin(), kinds.end()};
}

void Campaign::count_program(const Program& program, const std::vector<std::string>& trips) {
  count("programs");
  for (const std::string& kind : kinds_of(program, trips)) count(kind);
}

void Campaign::run(const std::function<void(Choices&)>& property) {
  rc::detail::TestParams parameters;
  parameters.maxSuccess = static_cast<int>(programs_ * property_factor());
  parameters.disableShrinking = std::getenv("COUNTERPOINT_PROPERTY_UNSHRUNK") != nullptr;
  // Each test has programs of its own.
  parameters.seed = digest(::testing::UnitTest::GetInstance()->current_test_info()->name());
  const auto result = rc::detail::checkTestable(
      [&] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        const auto bytes = *rc::gen::container<std::vector<std::uint8_t>>(bytes_, byte);
        Choices choices(bytes);
        property(choices);
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
}

void Campaign::expect_at_least(const std::map<std::string, std::uint64_t>& floors) {
  if (::testing::Test::HasFatalFailure()) return;  // the property failed: there were fewer programs, and shrunk ones
  const std::uint64_t programs = counts_["programs"];
  std::cout << programs << " programs; of these, in per cent (more than 100: several a program)\n";
  for (const auto& [kind, times] : counts_) {
    if (kind == "programs") continue;
    std::cout << fmt::format("  {:6.2f}  {}\n", 100.0 * static_cast<double>(times) / static_cast<double>(programs),
                             kind);
  }
  for (const auto& [kind, floor] : floors) {
    const double least = least_count(static_cast<double>(floor * programs) / 10'000);
    EXPECT_GE(static_cast<double>(counts_[kind]), least) << kind << " is hardly tested";
  }
}

}  // namespace counterpoint::testing
