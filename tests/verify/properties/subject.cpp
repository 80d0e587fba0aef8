// A generated program with trips, and pairs of it with an implementation.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/properties/subject.hpp"

#include <algorithm>

#include "core/text/text.hpp"
#include "verify/explore/explore.hpp"
#include "verify/order/order.hpp"

namespace counterpoint::testing {

Drawn draw(Choices& choices, const Shape& shape) {
  Program program = generate_program(choices, shape);
  DrawnTrips trips = generate_trips(choices, program.tree, shape);
  return {std::move(program), std::move(trips.options), std::move(trips.trips)};
}

bool uniform_trips(const Drawn& drawn) {
  return std::ranges::none_of(drawn.options, [](const std::string& o) { return o.find('@') != std::string::npos; });
}

Posed::Posed(const Program& program, Implementation implementation, const std::vector<std::string>& options)
    : program_(program),
      implementation_(std::make_unique<Implementation>(std::move(implementation))),
      program_trips_(trips_from(program.tree, options)) {
  auto pairing = pair_up(program_, *implementation_);
  require(pairing.has_value(), "an implementation of this program");
  pairing_ = std::make_unique<Pairing>(std::move(*pairing));
  implementation_trips_ = std::make_unique<Trips>(trips_from(implementation_->tree, options));
}

std::optional<Verdict> Posed::by_order() const {
  auto verdict = decide_by_order(question());
  if (!verdict) return std::nullopt;
  return std::move(*verdict);
}

std::optional<Verdict> Posed::by_exploration(std::uint64_t states) const {
  Question q = question();
  q.limit = states;
  Verdict verdict = decide_by_exploration(q);
  if (verdict.word == VerdictWord::undecided) return std::nullopt;
  return verdict;
}

std::string report(const Drawn& drawn, const Implementation* implementation, const std::string& what) {
  std::string text = what + "\n" + print(drawn.program);
  for (const std::string& option : drawn.options) text += " --trips " + option;
  if (implementation != nullptr) text += "\n" + print(*implementation);
  return text;
}

}  // namespace counterpoint::testing
