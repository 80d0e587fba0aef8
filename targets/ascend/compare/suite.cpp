// Reads the programs that are built in, and compares the schemes on one of them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/compare/suite.hpp"

#include <fmt/format.h>

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

void compare_all(ComparedProgram& out, Program program, const TripsOf& trips, const CompareOptions& options) {
  const auto shared = std::make_shared<const Program>(std::move(program));
  for (const ComparedScheme& s : all_compared()) out.rows.push_back(compare(shared, s, trips, options));
}

}  // namespace

std::size_t suite_size() { return pipe_programs().size() + all_kernels().size(); }

ComparedProgram compare_in_suite(std::size_t number) {
  ComparedProgram out;
  if (number < pipe_programs().size()) {
    const PipeProgram& p = pipe_programs()[number];
    Program program = read(p.text, p.file);
    out.name = program.tree.name();
    out.trips = fmt::format("{} for each loop", loop_trips);
    compare_all(out, std::move(program), [](const Tree& tree) { return Trips(tree, loop_trips); }, {});
    return out;
  }
  const counterpoint::Kernel& k = all_kernels()[number - pipe_programs().size()];
  out.kernel = true;
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
      out, std::move(*program), [&](const Tree& tree) { return trips_of_size(tree, k.sizes.front().trips); }, options);
  return out;
}

}  // namespace counterpoint::ascend
