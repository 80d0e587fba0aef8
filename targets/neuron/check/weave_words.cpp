// Waits and updates of words, in the language.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "targets/neuron/check/weave.hpp"

namespace counterpoint::neuron {

SemaphoreId Weave::counter(unsigned id) {
  const auto found = counters_.find(id);
  if (found != counters_.end()) return found->second;
  const auto named = std::ranges::find(image_.semaphores, id, &NamedSemaphore::id);
  const std::string name =
      named == image_.semaphores.end() ? fmt::format("S{}", id) : fmt::format("S{}.{}", id, named->name);
  return counters_[id] = builder_->add_semaphore(name);
}

SemaphoreId Weave::event(unsigned id) {
  const auto found = events_.find(id);
  if (found != events_.end()) return found->second;
  return events_[id] = builder_->add_semaphore(fmt::format("E{}", id), 0, true);
}

SemaphoreId Weave::turn(EngineId engine) {
  const auto found = turns_.find(engine.value);
  if (found != turns_.end()) return found->second;
  return turns_[engine.value] = builder_->add_semaphore(fmt::format("turn.{}", engine_name(engine)));
}

std::vector<Wait> Weave::waits_of(const Course& course, const Action& action) {
  std::vector<Wait> out;
  for (std::uint32_t w = action.first_wait; w < action.last_wait; ++w) {
    const CourseWait& wait = course.waits[w];
    switch (wait.mode) {
      case WaitMode::equal:
        out.push_back({counter(wait.index), {}, builder_->literal(wait.value), TestKind::equal});
        break;
      case WaitMode::at_least:
        out.push_back({counter(wait.index), {}, builder_->literal(wait.value), TestKind::at_least});
        break;
      case WaitMode::event_set: out.push_back({event(wait.index), {}, builder_->literal(1), TestKind::at_least}); break;
      case WaitMode::event_set_then_clear:
        out.push_back({event(wait.index), {}, builder_->literal(1), TestKind::take});
        break;
      default: give_up(fmt::format("wait mode 0x{:02X} has no counterpart", static_cast<unsigned>(wait.mode)));
    }
  }
  return out;
}

std::vector<Update> Weave::update_of(const CourseUpdate& update, bool queued) {
  if (update.mode == UpdateMode::none) return {};
  const UpdateTime time = queued && on_completion(update.mode) ? UpdateTime::retire : UpdateTime::issue;
  const Operand amount = builder_->literal(update.value);
  const auto action = static_cast<UpdateMode>(static_cast<unsigned>(update.mode) | 0x10U);
  switch (action) {
    case UpdateMode::increment:
    case UpdateMode::add: return {{counter(update.index), {}, amount, UpdateKind::add, time}};
    case UpdateMode::decrement:
    case UpdateMode::subtract: return {{counter(update.index), {}, amount, UpdateKind::subtract, time}};
    case UpdateMode::write: return {{counter(update.index), {}, amount, UpdateKind::set, time}};
    case UpdateMode::event_set: return {{event(update.index), {}, builder_->literal(1), UpdateKind::set, time}};
    default: give_up(fmt::format("update mode 0x{:02X} has no counterpart", static_cast<unsigned>(update.mode)));
  }
  return {};
}

}  // namespace counterpoint::neuron
