// Who acts where, and in which turn.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/weave.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint::neuron {
namespace {

std::bitset<semaphore_count> completed_by_transfers(const Image& image) {
  std::bitset<semaphore_count> out;
  for (const Queue& q : image.queues) {
    if (q.updates) out.set(q.semaphore);
  }
  return out;
}

constexpr std::int64_t unclaimed = std::int64_t{1} << 40U;

}  // namespace

Weave::Weave(const Image& image, std::span<const Course> courses) : image_(image), courses_(courses) {
  if (image.barrier_semaphore >= 0) {
    fences_ = find_fences(courses, static_cast<unsigned>(image.barrier_semaphore), completed_by_transfers(image));
  }
}

bool Weave::barriers_found() const { return fences_.has_value() || image_.barrier_semaphore < 0; }

std::string Weave::claim(EngineId engine, std::int64_t place) {
  if (claimed_[engine] == unclaimed) claimed_[engine] = place;
  if (claimed_[engine] == place) return {};
  return fmt::format("engine {} is served from two streams or rings", tree_->engine_name(engine));
}

std::string Weave::assign_instance(std::size_t stream, const Action& action,
                                   IdVector<EngineId, std::vector<InstructionId>>& issued) {
  const bool fires = action.kind == ActionKind::fire;
  const std::uint32_t ring = fires ? image_.queues[action.subject].ring : 0;
  const InstructionId i = instructions_[fires ? image_.queues[action.subject].instruction : action.subject];
  const EngineId e = tree_->engine_of(i);
  EngineId& served = fires ? ring_engines_[ring] : places_[stream].home;
  if (served.valid() && served != e) {
    return fmt::format("{} and {} share a {}", tree_->engine_name(served), tree_->engine_name(e),
                       fires ? "ring" : "stream");
  }
  served = e;
  const std::int64_t place = fires ? -1 - static_cast<std::int64_t>(ring) : static_cast<std::int64_t>(stream);
  if (std::string why = claim(e, place); !why.empty()) return why;
  if (!places_[stream].any.valid()) places_[stream].any = e;
  issued[e].push_back(i);
  return {};
}

// A stream without an instance still ends, late or never, and so does its engine. It may be one of the program's; else
// it is a relay, which passes counts on or only meets the others.
void Weave::assign_without_instances(std::size_t stream) {
  Place& place = places_[stream];
  for (const EngineId e : tree_->engines()) {
    if (tree_->engine_name(e) != trips_engine(image_.streams[stream]) || claimed_[e] != unclaimed) continue;
    claimed_[e] = static_cast<std::int64_t>(stream);
    place.home = place.any = e;
    return;
  }
  std::string name(entry(image_.streams[stream].engine).word);
  const auto taken = [&] {
    bool any = false;
    for (const EngineId e : tree_->engines()) any = any || tree_->engine_name(e) == name;
    return any;
  };
  while (taken()) name += "_";
  place.home = place.any = EngineId{tree_->engine_count() + relays_.size()};
  relays_.push_back(std::move(name));
}

std::string Weave::assign(const Tree& tree, std::vector<InstructionId> instructions,
                          IdVector<EngineId, std::vector<InstructionId>>& issued) {
  tree_ = &tree;
  instructions_ = std::move(instructions);
  places_.assign(courses_.size(), {});
  ring_engines_.assign(image_.rings.size(), EngineId::none());
  claimed_ = IdVector<EngineId, std::int64_t>(tree.engine_count(), unclaimed);
  for (std::size_t s = 0; s < courses_.size(); ++s) {
    for (const Action& a : courses_[s].actions) {
      if (a.kind != ActionKind::work && a.kind != ActionKind::fire) continue;
      if (std::string why = assign_instance(s, a, issued); !why.empty()) return why;
    }
    if (places_[s].home.valid()) places_[s].any = places_[s].home;
  }
  for (std::size_t s = 0; s < courses_.size(); ++s) {
    if (!places_[s].any.valid() && !courses_[s].actions.empty()) assign_without_instances(s);
  }
  return {};
}

bool Weave::serves(EngineId e) const { return claimed_[e] != unclaimed; }

std::string_view Weave::engine_name(EngineId e) const {
  const std::size_t own = tree_->engine_count();
  return e.value < own ? tree_->engine_name(e) : std::string_view(relays_[e.value - own]);
}

// The engine acts next: after whoever acted last in the stream.
void Weave::at(Place& place, EngineId engine) {
  if (place.holder == engine) return;
  if (place.holder.valid()) {
    const SemaphoreId s = turn(place.holder);
    const std::int64_t taken = ++turns_taken_[place.holder.value];
    const Update update{s, {}, builder_->literal(1), UpdateKind::add, UpdateTime::issue};
    builder_->signal(engines_[place.holder], std::span(&update, 1));
    const Wait wait{s, {}, builder_->literal(taken), TestKind::at_least};
    builder_->wait(engines_[engine], std::span(&wait, 1));
  }
  place.holder = engine;
}

void Weave::flush(std::size_t stream, EngineId engine) {
  Place& place = places_[stream];
  at(place, engine);
  for (const Action* a : place.pending) builder_->wait(engines_[engine], waits_of(courses_[stream], *a));
  place.pending.clear();
}

void Weave::act(std::size_t stream, const Action& action) {
  switch (action.kind) {
    case ActionKind::control: return control(stream, action);
    case ActionKind::work: return work(stream, action);
    case ActionKind::fire: return fire(stream, action);
    case ActionKind::drain: return drain(stream, action);
    case ActionKind::reset: return reset(stream, action);
  }
}

// Its waits stand before whatever the stream does next.
void Weave::hold(Place& place, const Action& action) {
  if (action.first_wait != action.last_wait) place.pending.push_back(&action);
}

void Weave::post(std::size_t stream, const Action& action) {
  if (action.update.mode == UpdateMode::none) return;
  const Place& place = places_[stream];
  flush(stream, place.any);
  builder_->signal(engines_[place.any], update_of(action.update, place.home.valid()));
}

void Weave::control(std::size_t stream, const Action& action) {
  hold(places_[stream], action);
  post(stream, action);
}

void Weave::instance(std::size_t stream, const Action& action, InstructionId i, const std::vector<Update>& updates) {
  const EngineId e = tree_->engine_of(i);
  flush(stream, e);
  (void)builder_->instruction(engines_[e], name_(i, ++ordinals_[i]), tree_->line_of(i),
                              waits_of(courses_[stream], action), updates);
}

void Weave::work(std::size_t stream, const Action& action) {
  instance(stream, action, instructions_[action.subject], update_of(action.update, true));
}

// The record's own update is the trigger's; the queue's, the transfer's.
void Weave::fire(std::size_t stream, const Action& action) {
  Place& place = places_[stream];
  const Queue& q = image_.queues[action.subject];
  const InstructionId i = instructions_[q.instruction];
  const EngineId ring = tree_->engine_of(i);
  std::vector<Update> updates;
  if (q.updates) {
    updates.push_back({counter(q.semaphore), {}, builder_->literal(q.increment), UpdateKind::add, UpdateTime::retire});
  }
  instance(stream, action, i, updates);
  if (std::ranges::find(place.fired, ring) == place.fired.end()) place.fired.push_back(ring);
  post(stream, action);
}

void Weave::drain(std::size_t stream, const Action& action) {
  Place& place = places_[stream];
  hold(place, action);
  flush(stream, place.any);
  if (place.home.valid()) builder_->fence(engines_[place.home]);
  for (const EngineId ring : place.fired) {
    at(place, ring);
    builder_->fence(engines_[ring]);
  }
  place.fired.clear();
  post(stream, action);
}

void Weave::reset(std::size_t stream, const Action& action) {
  Place& place = places_[stream];
  hold(place, action);
  flush(stream, place.any);
  const std::bitset<semaphore_count>& named = courses_[stream].resets[action.subject];
  std::vector<Update> zeros;
  for (const auto& [id, semaphore] : counters_) {
    if (named[id]) zeros.push_back({semaphore, {}, builder_->literal(0), UpdateKind::set, UpdateTime::issue});
  }
  if (!zeros.empty()) builder_->signal(engines_[place.any], zeros);
  post(stream, action);
}

void Weave::segment(std::size_t stream, std::uint32_t from, std::uint32_t to) {
  Place& place = places_[stream];
  for (std::uint32_t i = from; i < to; ++i) act(stream, courses_[stream].actions[i]);
  if (!place.pending.empty()) flush(stream, place.holder.valid() ? place.holder : place.any);
}

void Weave::barrier(const Fences& fences, std::size_t k) {
  bool resets = false;
  for (const auto& stream : fences.streams) resets = resets || (!stream.empty() && stream[k].resets);
  builder_->tree.add_barrier(resets);
  if (resets) turns_taken_.clear();
  for (Place& place : places_) place.fired.clear();
}

void Weave::add_engines(const Tree& tree) {
  engines_.resize(tree.engine_count() + relays_.size());
  for (const EngineId e : tree.engines()) {
    if (claimed_[e] != unclaimed) engines_[e] = builder_->tree.add_engine(tree.engine_name(e), tree.engine(e).inorder);
  }
  for (std::size_t r = 0; r < relays_.size(); ++r) {
    engines_[EngineId{tree.engine_count() + r}] = builder_->tree.add_engine(relays_[r], false);
  }
}

std::optional<Implementation> Weave::implementation(
    const Tree& tree, const std::function<std::string(InstructionId, std::uint32_t)>& name) {
  name_ = name;
  builder_.emplace(tree.name());
  builder_->set_scheme("words");
  add_engines(tree);
  ordinals_.resize(tree.instruction_count());
  // Every counter is known before the first reset is written.
  for (const Course& course : courses_) {
    for (const CourseWait& w : course.waits) {
      if (!on_event(w.mode)) (void)counter(w.index);
    }
    for (const Action& a : course.actions) {
      if (a.update.mode != UpdateMode::none && !on_event(a.update.mode)) (void)counter(a.update.index);
    }
  }
  const std::size_t meetings =
      fences_ ? std::ranges::max(fences_->streams, {}, &std::vector<BarrierGroup>::size).size() : 0;
  for (std::size_t k = 0; k <= meetings; ++k) {
    for (std::size_t s = 0; s < courses_.size(); ++s) {
      if (courses_[s].actions.empty()) continue;
      const bool after_reset = k > 0 && fences_->streams[s][k - 1].resets;
      const std::uint32_t from = k == 0 ? 0 : fences_->streams[s][k - 1].last;
      const auto to =
          k == meetings ? static_cast<std::uint32_t>(courses_[s].actions.size()) : fences_->streams[s][k].first;
      if (!after_reset) segment(s, from, to);
    }
    if (k < meetings) barrier(*fences_, k);
  }
  if (!unexpressed_.empty()) return std::nullopt;
  return builder_->finish();
}

}  // namespace counterpoint::neuron
