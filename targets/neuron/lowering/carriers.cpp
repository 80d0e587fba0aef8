// Distributes waits and updates over bands, EventSemaphores and NoOps.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/carriers.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron {
namespace {

bool takes_semaphore(const PlannedWait& w) { return w.take.mode != UpdateMode::none; }

// The band of a wait and an update, if one dword is enough for both.
std::optional<Band> band_for(const PlannedWait& w, const PlannedUpdate& u) {
  return shared_band({w.mode, w.index, w.value}, {u.mode, u.index, u.value});
}

void put_band(DraftRecord& r, const PlannedWait& w, const PlannedUpdate& u) {
  const std::optional<Band> band = band_for(w, u);
  require(band.has_value(), "the band has been asked whether it holds both");
  r.record.band = *band;
  r.first = w.threshold;
}

DraftRecord event_semaphore(const PlannedWait* first, const PlannedWait* second) {
  DraftRecord r;
  r.record.opcode = Opcode::event_semaphore;
  EventSemaphore p;
  if (first != nullptr) put_band(r, *first, {});
  if (second != nullptr) {
    p.wait_mode = second->mode;
    p.wait_index = second->index;
    p.wait_value = second->value;
    r.second = second->threshold;
    p.update_mode = second->take.mode;
    p.update_index = second->take.index;
    p.update_value = second->take.value;
  }
  r.record.payload = p;
  return r;
}

// Those that last first.
void lasting_first(std::vector<PlannedWait>& waits) {
  std::ranges::stable_partition(waits, [](const PlannedWait& w) { return w.lasts; });
  // The one that takes is the last of all.
  std::ranges::stable_partition(waits, [](const PlannedWait& w) { return !takes_semaphore(w); });
}

// The place of the wait that the band carries, or none.
std::optional<std::size_t> inline_wait(const std::vector<PlannedWait>& waits, const PlannedUpdate& update) {
  if (waits.empty()) return std::nullopt;
  const auto fits = [&](const PlannedWait& w) { return !takes_semaphore(w) && band_for(w, update).has_value(); };
  if (!waits.back().lasts) {
    const bool another = waits.size() > 1 && !waits[waits.size() - 2].lasts;
    if (another || !fits(waits.back())) return std::nullopt;
    return waits.size() - 1;
  }
  for (std::size_t i = waits.size(); i-- > 0;) {
    if (fits(waits[i])) return i;
  }
  return std::nullopt;
}

}  // namespace

UpdateMode at_issue(UpdateMode mode) { return static_cast<UpdateMode>(static_cast<unsigned>(mode) & ~0x10U); }

bool polled_at_once(const std::vector<PlannedWait>& waits) {
  const auto passing = std::ranges::count_if(waits, [](const PlannedWait& w) { return !w.lasts; });
  const auto takes = std::ranges::count_if(waits, takes_semaphore);
  const auto events = std::ranges::count_if(waits, [](const PlannedWait& w) { return on_event(w.mode) && !w.lasts; });
  return takes <= 1 && (passing <= 1 || (passing == 2 && events == 0));
}

void carry_waits(Draft& draft, std::vector<PlannedWait> waits) {
  lasting_first(waits);
  std::vector<const PlannedWait*> pending;
  const auto flush = [&] {
    if (pending.empty()) return;
    const bool one = pending.size() == 1;
    const bool behind = one && takes_semaphore(*pending[0]);  // the update is in the second half
    if (one) {
      draft.add(behind ? event_semaphore(nullptr, pending[0]) : event_semaphore(pending[0], nullptr));
    } else {
      draft.add(event_semaphore(pending[0], pending[1]));
    }
    pending.clear();
  };
  // An odd one out goes alone at the front, so that two that must be polled at once are a pair.
  std::size_t counted = 0;
  for (const PlannedWait& w : waits) counted += on_event(w.mode) ? 0 : 1;
  for (const PlannedWait& w : waits) {
    if (on_event(w.mode)) {
      flush();
      DraftRecord noop;
      noop.record.opcode = Opcode::no_op;
      put_band(noop, w, {});
      draft.add(noop);
      continue;
    }
    pending.push_back(&w);
    if (counted % 2 == 1 || pending.size() == 2) {
      flush();
      counted = 0;
    }
  }
  flush();
}

void carry_update(Draft& draft, const PlannedUpdate& update) {
  DraftRecord r;
  if (on_event(update.mode)) {
    r.record.opcode = Opcode::no_op;
    put_band(r, {}, update);
  } else {
    r.record.opcode = Opcode::event_semaphore;
    EventSemaphore p;
    p.update_mode = update.mode;
    p.update_index = update.index;
    p.update_value = update.value;
    r.record.payload = p;
  }
  draft.add(r);
}

void carry(Draft& draft, DraftRecord core, bool band, std::vector<PlannedWait> waits,
           const std::vector<PlannedUpdate>& updates) {
  lasting_first(waits);
  const PlannedUpdate inline_update = band && !updates.empty() ? updates.front() : PlannedUpdate{};
  PlannedWait inside;
  if (band) {
    if (const auto place = inline_wait(waits, inline_update)) {
      inside = waits[*place];
      waits.erase(waits.begin() + static_cast<std::ptrdiff_t>(*place));
    }
    put_band(core, inside, inline_update);
  }
  carry_waits(draft, std::move(waits));
  draft.add(core);
  for (std::size_t i = band && !updates.empty() ? 1 : 0; i < updates.size(); ++i) carry_update(draft, updates[i]);
}

}  // namespace counterpoint::neuron
