// Numbers semaphores and flags.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/identifiers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint::neuron {
namespace {

bool is_reserved_event(const Profile& profile, unsigned id) {
  return profile.at(Switch::reserved_ids) == 1 ? id < reserved_events : id >= event_count - reserved_events;
}

// Marks what each element is used for.
class ElementCensus {
 public:
  ElementCensus(const Implementation& from, const EngineMap& places, std::uint32_t increment)
      : from_(from),
        places_(places),
        increment_(increment),
        elements_(from.element_count()),
        updated_(elements_.size(), false) {
    for (const Semaphore& s : from_.semaphores) {
      for (std::uint32_t i = 0; i < s.size; ++i) {
        elements_[s.first + i].event = s.flag;
        elements_[s.first + i].initial = s.initial;
      }
    }
  }

  std::vector<ElementPlace> run() {
    for (const Statement& s : from_.statements) {
      switch (s.kind()) {
        case StatementKind::instruction: {
          const InstructionId i{std::size_t{s.index}};
          for (const Wait& w : from_.waits_of(i)) wait(w);
          for (const Update& u : from_.updates_of(i)) update(u, places_[s.engine()].is_ring(), i);
          break;
        }
        case StatementKind::wait:
          for (const Wait& w : from_.condition(s.index)) wait(w);
          break;
        case StatementKind::signal:
          for (const Update& u : from_.signal(s.index)) update(u, false, InstructionId::none());
          break;
        default: break;
      }
    }
    return std::move(elements_);
  }

 private:
  [[nodiscard]] ElementPlace* element(SemaphoreId s, Operand index) {
    const Semaphore& x = from_.semaphores[s];
    if (index.is_none()) return &elements_[x.first];
    if (index.is_register()) return nullptr;
    const std::int64_t at = from_.literal(index);
    return at >= 0 && at < x.size ? &elements_[x.first + static_cast<std::uint32_t>(at)] : nullptr;
  }
  void wait(const Wait& w) {
    ElementPlace* e = element(w.semaphore, w.index);
    if (e == nullptr) return;
    e->used = true;
    if (w.kind == TestKind::take) e->falls = true;
  }
  void update(const Update& u, bool transfer, InstructionId by) {
    ElementPlace* e = element(u.semaphore, u.index);
    if (e == nullptr) return;
    const bool counts = u.kind == UpdateKind::add && from_.literal(u.amount) == 1 && u.time == UpdateTime::retire;
    e->producer = counts && !updated_[static_cast<std::size_t>(e - elements_.data())] ? by : InstructionId::none();
    updated_[static_cast<std::size_t>(e - elements_.data())] = true;
    e->used = true;
    if (u.kind != UpdateKind::add || from_.literal(u.amount) < 0) e->falls = true;
    if (transfer && u.time == UpdateTime::retire && !e->event) e->scale = increment_;
  }

  const Implementation& from_;
  const EngineMap& places_;
  std::uint32_t increment_;
  std::vector<ElementPlace> elements_;
  std::vector<bool> updated_;
};

Diagnostic too_many_needed(std::size_t needed, std::size_t budget, bool barrier, std::string_view what) {
  Diagnostic d = diagnose(Code::semaphores_short, {},
                          fmt::format("the implementation needs {} {}{}, and may have {}", needed, what,
                                      barrier ? ", the barrier's own counter included" : "", budget));
  d.help = "lower the program itself with --semaphores, so that it is allocated to fit; or --scheme per-engine";
  return d;
}

}  // namespace

std::string element_name(const Semaphore& semaphore, std::uint32_t element) {
  if (!semaphore.array) return semaphore.name;
  return fmt::format("{}[{}]", semaphore.name, element - semaphore.first);
}

tl::expected<Identifiers, Diagnostic> identify(const Implementation& implementation, const EngineMap& places,
                                               const Profile& profile, std::size_t budget, bool barrier) {
  Identifiers out;
  out.elements = ElementCensus(implementation, places, profile.dma_increment()).run();
  std::size_t semaphores = barrier ? 1 : 0;
  std::size_t events = 0;
  for (const ElementPlace& e : out.elements) {
    if (e.used) ++(e.event ? events : semaphores);
  }
  const std::size_t most = std::min(budget, usable_semaphores);
  if (semaphores > most) return tl::unexpected(too_many_needed(semaphores, most, barrier, "semaphores"));
  if (events > event_count - reserved_events) {
    return tl::unexpected(too_many_needed(events, event_count - reserved_events, false, "events"));
  }
  unsigned next = 0;
  unsigned next_event = 0;
  const auto take = [&] {
    while (is_reserved(profile, next)) ++next;
    return static_cast<std::uint8_t>(next++);
  };
  for (const Semaphore& s : implementation.semaphores) {
    for (std::uint32_t i = s.first; i < s.first + s.size; ++i) {
      ElementPlace& e = out.elements[i];
      if (!e.used) continue;
      if (e.event) {
        while (is_reserved_event(profile, next_event)) ++next_event;
        e.id = static_cast<std::uint8_t>(next_event++);
        continue;
      }
      e.id = take();
      out.names.push_back({e.id, element_name(s, i)});
      out.group.push_back(e.id);
    }
  }
  if (barrier) {
    const std::uint8_t id = take();
    out.barrier = id;
    out.names.push_back({id, "barrier"});
  }
  return out;
}

}  // namespace counterpoint::neuron
