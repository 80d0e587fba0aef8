// Draws cases.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/case.hpp"

#include "core/machine/random.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"
#include "verify/generate/trips.hpp"

namespace counterpoint::fuzzing {
namespace {

void draw_hardware(Choices& choices, Case& drawn) {
  if (choices.chance(1, 6)) {
    static constexpr Comparison comparisons[] = {Comparison::as_signed, Comparison::as_unsigned,
                                                 Comparison::difference};
    drawn.compare = comparisons[choices.below(3)];
    drawn.width = choices.below(3) == 0 ? 0 : 2 + choices.below(5);
  }
  if (choices.chance(1, 6)) drawn.window = 1 + choices.below(3);
}

// Whether the options give an implementation. A fault of the allocator is one for the oracles to find.
bool allocates(const Subject& subject, const Program& program, const AllocationOptions& options) {
  try {
    return subject.allocate(program, options).has_value();
  } catch (const std::exception&) {
    return true;
  }
}

}  // namespace

Subject this_version() {
  return {[](const Program& program, const AllocationOptions& options) { return allocate(program, options); },
          [](const Question& question) { return decide(question, Decider::all); }};
}

Case draw_case(Choices& choices, const Subject& subject) {
  Shape shape;
  if (choices.chance(1, 3)) {
    shape.buffers = 2;
    shape.inorder = true;
  }
  Case drawn;
  drawn.program = generate_program(choices, shape);
  drawn.trips = generate_trips(choices, drawn.program.tree, shape).options;
  draw_hardware(choices, drawn);
  if (choices.below(2) == 0) {
    drawn.options = generate_options(choices);
    if (allocates(subject, drawn.program, *drawn.options)) return drawn;
    drawn.options.reset();
  }
  drawn.by_hand = generate_by_hand(choices, drawn.program);
  return drawn;
}

Case draw_case(std::uint64_t seed, std::uint64_t index, const Subject& subject) {
  Choices choices(mix(seed) ^ mix(~index));
  return draw_case(choices, subject);
}

}  // namespace counterpoint::fuzzing
