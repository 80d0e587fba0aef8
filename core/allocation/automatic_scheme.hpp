// One choice of `auto`: per-instruction or per-loop for each body and engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/allocation/local_scheme.hpp"

namespace counterpoint {

// Bodies of one producer are per-instruction; those of several are per-loop unless they are among `own`.
class AutomaticScheme : public LocalScheme {
 public:
  // Why a body of several producers is as it is; by its number among these.
  using Why = std::function<std::string(std::size_t region, const BodyOnEngine& place)>;

  // `own`: of the bodies with several producers, in the order in which they are met, those whose producers share
  // nothing; none if shorter.
  AutomaticScheme(const Program& program, const AllocationOptions& options, std::vector<bool> own, Why why = {});

  void explain(std::vector<Choice>& choices) const override;
  // The bodies with several producers, in the order in which they were met. After `number`.
  [[nodiscard]] std::vector<BodyOnEngine> regions() const;

 private:
  [[nodiscard]] bool owns(std::size_t region) const { return region < own_.size() && own_[region]; }
  bool shares(const BodyOnEngine& place);

  std::vector<BodyOnEngine> places_;  // with producers
  std::vector<bool> own_;
  Why why_;
  std::size_t met_ = 0;
};

}  // namespace counterpoint
