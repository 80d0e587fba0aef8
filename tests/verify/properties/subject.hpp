// A generated program with trips, and pairs of it with an implementation, ready to be asked about and to be reported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/verdict.hpp"
#include "verify/generate/program.hpp"
#include "verify/generate/trips.hpp"
#include "verify/question.hpp"

namespace counterpoint::testing {

// A program and one assignment of trips.
struct Drawn {
  Program program;
  std::vector<std::string> options;
  Trips trips;
};
[[nodiscard]] Drawn draw(Choices& choices, const Shape& shape);
// All engines run every scope equally often.
[[nodiscard]] bool uniform_trips(const Drawn& drawn);

// A pair. The program must outlive it.
class Posed {
 public:
  Posed(const Program& program, Implementation implementation, const std::vector<std::string>& options);
  [[nodiscard]] Question question() const {
    return {program_, *implementation_, *pairing_, program_trips_, *implementation_trips_};
  }
  [[nodiscard]] const Implementation& implementation() const { return *implementation_; }
  [[nodiscard]] const Pairing& pairing() const { return *pairing_; }
  // Nothing if a precondition fails.
  [[nodiscard]] std::optional<Verdict> by_order() const;
  // Nothing if there are more than so many states.
  [[nodiscard]] std::optional<Verdict> by_exploration(std::uint64_t states) const;

 private:
  const Program& program_;
  std::unique_ptr<Implementation> implementation_;
  std::unique_ptr<Pairing> pairing_;
  Trips program_trips_;
  std::unique_ptr<Trips> implementation_trips_;
};

// For messages: the texts, and the options of the command.
[[nodiscard]] std::string report(const Drawn& drawn, const Implementation* implementation, const std::string& what);

}  // namespace counterpoint::testing
