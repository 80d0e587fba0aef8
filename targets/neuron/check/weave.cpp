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

std::string Weave::assign(const Tree& tree, const std::unordered_map<std::string, InstructionId>& by_name,
                          IdVector<EngineId, std::vector<InstructionId>>& issued) {
  tree_ = &tree;
  places_.assign(courses_.size(), {});
  ring_engines_.assign(image_.rings.size(), EngineId::none());
  claimed_ = IdVector<EngineId, std::int64_t>(tree.engine_count(), unclaimed);
  for (const std::string& name : image_.instructions) {
    const auto found = by_name.find(name);
    instructions_.push_back(found == by_name.end() ? InstructionId::none() : found->second);
  }
  for (std::size_t s = 0; s < courses_.size(); ++s) {
    for (const Action& a : courses_[s].actions) {
      if (a.kind != ActionKind::work && a.kind != ActionKind::fire) continue;
      const bool fires = a.kind == ActionKind::fire;
      const std::uint32_t number = fires ? image_.queues[a.subject].instruction : a.subject;
      const InstructionId i = number < instructions_.size() ? instructions_[number] : InstructionId::none();
      if (!i.valid()) return "the image names an instruction that the program has not";
      const EngineId e = tree.engine_of(i);
      EngineId& served = fires ? ring_engines_[image_.queues[a.subject].ring] : places_[s].home;
      if (served.valid() && served != e) {
        return fmt::format("{} and {} share a {}", tree.engine_name(served), tree.engine_name(e),
                           fires ? "ring" : "stream");
      }
      served = e;
      const std::int64_t place =
          fires ? -1 - static_cast<std::int64_t>(image_.queues[a.subject].ring) : static_cast<std::int64_t>(s);
      if (std::string why = claim(e, place); !why.empty()) return why;
      if (!places_[s].any.valid()) places_[s].any = e;
      issued[e].push_back(i);
    }
    if (places_[s].home.valid()) places_[s].any = places_[s].home;
  }
  // A stream without an instance still ends, late or never, and so does its engine.
  for (std::size_t s = 0; s < courses_.size(); ++s) {
    if (places_[s].any.valid() || courses_[s].actions.empty()) continue;
    for (const EngineId e : tree.engines()) {
      if (tree.engine_name(e) != image_.streams[s].counts_as || claimed_[e] != unclaimed) continue;
      claimed_[e] = static_cast<std::int64_t>(s);
      places_[s].home = places_[s].any = e;
    }
  }
  return {};
}

bool Weave::serves(EngineId e) const { return claimed_[e] != unclaimed; }

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
  Place& place = places_[stream];
  const Course& course = courses_[stream];
  const bool waits = action.first_wait != action.last_wait;
  if (action.kind == ActionKind::work || action.kind == ActionKind::fire) {
    const bool fires = action.kind == ActionKind::fire;
    const InstructionId i = instructions_[fires ? image_.queues[action.subject].instruction : action.subject];
    const EngineId e = tree_->engine_of(i);
    flush(stream, e);
    std::vector<Update> updates;
    if (fires && image_.queues[action.subject].updates) {
      const Queue& q = image_.queues[action.subject];
      updates.push_back(
          {counter(q.semaphore), {}, builder_->literal(q.increment), UpdateKind::add, UpdateTime::retire});
    } else if (!fires) {
      updates = update_of(action.update, true);
    }
    (void)builder_->instruction(engines_[e], name_(i, ++ordinals_[i]), tree_->line_of(i), waits_of(course, action),
                                updates);
    if (!fires) return;
    if (std::ranges::find(place.fired, e) == place.fired.end()) place.fired.push_back(e);
    if (action.update.mode == UpdateMode::none) return;
    at(place, place.any);
    builder_->signal(engines_[place.any], update_of(action.update, place.home.valid()));
    return;
  }
  if (waits) place.pending.push_back(&action);
  if (action.kind == ActionKind::drain) {
    flush(stream, place.any);
    if (place.home.valid()) builder_->fence(engines_[place.home]);
    for (const EngineId ring : place.fired) {
      at(place, ring);
      builder_->fence(engines_[ring]);
    }
    place.fired.clear();
  }
  if (action.kind == ActionKind::reset) {
    flush(stream, place.any);
    std::vector<Update> zeros;
    for (const auto& [id, semaphore] : counters_) {
      if (course.resets[action.subject][id]) {
        zeros.push_back({semaphore, {}, builder_->literal(0), UpdateKind::set, UpdateTime::issue});
      }
    }
    if (!zeros.empty()) builder_->signal(engines_[place.any], zeros);
  }
  if (action.update.mode != UpdateMode::none) {
    flush(stream, place.any);
    builder_->signal(engines_[place.any], update_of(action.update, place.home.valid()));
  }
}

void Weave::segment(std::size_t stream, std::uint32_t from, std::uint32_t to) {
  Place& place = places_[stream];
  const auto& actions = courses_[stream].actions;
  const bool only_drains = std::all_of(actions.begin() + from, actions.begin() + to, [](const Action& a) {
    return a.kind == ActionKind::drain && a.first_wait == a.last_wait && a.update.mode == UpdateMode::none;
  });
  if (!place.any.valid()) {
    // Nothing is in flight in a stream that works for nobody.
    if (only_drains) return;
    return give_up(fmt::format("stream {} works for no engine of the program, yet does more than meet the others",
                               entry(image_.streams[stream].engine).name));
  }
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

std::optional<Implementation> Weave::implementation(
    const Tree& tree, const std::function<std::string(InstructionId, std::uint32_t)>& name) {
  name_ = name;
  builder_.emplace(tree.name());
  builder_->set_scheme("words");
  engines_.resize(tree.engine_count());
  ordinals_.resize(tree.instruction_count());
  for (const EngineId e : tree.engines()) {
    if (claimed_[e] != unclaimed) engines_[e] = builder_->tree.add_engine(tree.engine_name(e), tree.engine(e).inorder);
  }
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
