// Automatic choice between per-instruction and per-loop.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/automatic.hpp"

#include <fmt/format.h>

#include "core/allocation/counters.hpp"
#include "core/allocation/local_scheme.hpp"

namespace counterpoint {
namespace {

class AutomaticScheme : public LocalScheme {
 public:
  AutomaticScheme(const Program& program, const AllocationOptions& options)
      : LocalScheme(program, options, [this](const BodyOnEngine& place) { return shares(place); }),
        keep_(program.dependency_count() <= options.choices_up_to) {}

  void explain(std::vector<Choice>& choices) const override {
    for (const BodyOnEngine& place : places_) {
      const std::string subject =
          fmt::format("{} on {}", program().tree.scope_name(place.scope), program().tree.engine_name(place.engine));
      if (place.producers == 1) {
        choices.push_back({DependencyId::none(), subject, "per-instruction",
                           "one producer there: as many semaphores as per-loop, and nothing to decode"});
      } else {
        choices.push_back({DependencyId::none(), subject, "per-loop",
                           fmt::format("{} producers there share one semaphore", place.producers)});
      }
    }
  }

 private:
  bool shares(const BodyOnEngine& place) {
    if (place.producers > 0 && keep_) places_.push_back(place);
    return place.producers != 1;
  }

  std::vector<BodyOnEngine> places_;
  bool keep_;
};

}  // namespace

tl::expected<Allocation, Diagnostics> allocate_automatic(const Program& program, const AllocationOptions& options) {
  AutomaticScheme scheme(program, options);
  return allocate_counters(program, options, entry(Scheme::automatic).name, scheme);
}

}  // namespace counterpoint
