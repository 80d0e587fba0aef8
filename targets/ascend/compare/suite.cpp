// Reads the programs that are built in, and compares the schemes on one of them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/compare/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/diagnostic/internal_error.hpp"
#include "core/evaluation/kernels.hpp"
#include "core/text/text.hpp"
#include "targets/ascend/kernel/on_pipes.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::uint32_t loop_trips = 4;  // of programs of pipes: enough for slots to rotate
// A kernel has hundreds of instructions: fewer assignments than for a program of pipes.
constexpr std::size_t kernel_assignments = 8;

Program read(std::string_view text, std::string_view file) {
  auto program = parse_program(text, file);
  require(program.has_value(), program ? "" : to_string(program.error().front()).c_str());
  return std::move(*program);
}

// "m=8 n=2", each as in --trips.
Trips trips_of_size(const Tree& tree, std::string_view text) {
  Trips trips(tree);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto done = trips.set(tree, text.substr(0, end));
    require(done.has_value(), done ? "" : to_string(done.error()).c_str());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return trips;
}

void compare_all(ComparedProgram& out, const std::shared_ptr<const Program>& program, const TripsOf& trips,
                 const CompareOptions& options) {
  for (const ComparedScheme& s : all_compared()) out.rows.push_back(compare(program, s, trips, options));
}

ComparedProgram compare_pipe_text(const PipeText& text, SuiteGroup group) {
  ComparedProgram out;
  const auto program = std::make_shared<const Program>(read(text.text, text.file));
  const TripsOf trips = [](const Tree& tree) { return Trips(tree, loop_trips); };
  out.name = program->tree.name();
  out.group = group;
  out.cases = cases_of(text.file);
  out.trips = fmt::format("{} for each loop", loop_trips);
  CompareOptions options;
  options.parallel = marked_loops(text.file);
  compare_all(out, program, trips, options);
  for (const KernelByHand& k : all_kernels_by_hand()) {
    if (k.program != text.file) continue;
    const auto hand = std::ranges::find(kernels_by_hand(), k.file, &PipeText::file);
    require(hand != kernels_by_hand().end(), "a kernel of the table of cases is built in");
    out.by_hand.push_back(compare_by_hand(program, k.file, hand->text, trips, options));
  }
  return out;
}

}  // namespace

std::string_view group_name(SuiteGroup group) {
  constexpr std::array<std::string_view, 3> names = {"programs", "cases", "kernels"};
  return names[static_cast<std::size_t>(group)];
}

std::size_t suite_size() { return pipe_programs().size() + case_programs().size() + all_kernels().size(); }

ComparedProgram compare_in_suite(std::size_t number) {
  if (number < pipe_programs().size()) return compare_pipe_text(pipe_programs()[number], SuiteGroup::programs);
  number -= pipe_programs().size();
  if (number < case_programs().size()) return compare_pipe_text(case_programs()[number], SuiteGroup::cases);
  const counterpoint::Kernel& k = all_kernels()[number - case_programs().size()];
  ComparedProgram out;
  out.group = SuiteGroup::kernels;
  auto program = on_pipes(read(k.text, k.file));
  out.name = fmt::format("{} {}", k.id, k.file.substr(0, k.file.find('.')));
  out.trips = k.sizes.front().trips;
  if (!program) {
    out.unfit = program.error().front().message;
    return out;
  }
  CompareOptions options;
  options.assignments = kernel_assignments;
  compare_all(
      out, std::make_shared<const Program>(std::move(*program)),
      [&](const Tree& tree) { return trips_of_size(tree, k.sizes.front().trips); }, options);
  return out;
}

}  // namespace counterpoint::ascend
