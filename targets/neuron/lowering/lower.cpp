// Walks an implementation and writes the streams of a core.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/allocation/passes/stream.hpp"
#include "core/allocation/passes/webs.hpp"
#include "core/program/pairing.hpp"
#include "targets/neuron/lowering/reduction.hpp"
#include "targets/neuron/lowering/shared_streams.hpp"
#include "targets/neuron/lowering/stream_writer.hpp"

namespace counterpoint::neuron {
namespace {

// Each register one purpose, and none that nothing depends on: then thresholds can be scaled and loops left out. Waits
// that the others of their stretch keep are left out, too.
Implementation tidied_for_core(const Implementation& from) {
  passes::Streams streams(from);
  streams.no_wait = superfluous_waits(from);
  for (const EngineId e : from.tree.engines()) {
    passes::split(streams, streams.engines[e]);
    passes::remove_dead(streams, streams.engines[e]);
  }
  return streams.build();
}

class Lowerer {
 public:
  Lowerer(const Program& program, const Implementation& from, const Pairing& pairing, const LowerOptions& options)
      : program_(program), from_(from), pairing_(pairing), options_(options), tree_(from.tree) {}

  tl::expected<Image, Diagnostics> run();

 private:
  using Streams = std::uint8_t;  // a set of streams, by their place

  bool place_engines();
  void find_scopes();
  void mark(ScopeId s, Streams streams);
  void count_as(EngineId e, std::uint32_t stream, ScopeId s);
  bool identify_semaphores();
  [[nodiscard]] Lowering shared();
  void walk(ScopeId s);
  void walk_block(const Block& block);
  void walk_loop(ScopeId s);
  void walk_conditional(ScopeId s);
  template <class F>
  void each(Streams set, F f) {
    for (std::size_t i = 0; i < writers_.size(); ++i) {
      if ((set >> i & 1U) != 0) f(writers_[i]);
    }
  }

  const Program& program_;
  const Implementation& from_;
  const Pairing& pairing_;
  const LowerOptions& options_;
  const Tree& tree_;
  EngineMap places_;                      // by the implementation's engine
  std::vector<std::uint32_t> stream_of_;  // by the implementation's engine; none_value: it says nothing
  std::vector<Engine> streams_;           // ascending
  std::vector<bool> computes_;            // by stream
  std::vector<EngineId> counts_as_;       // by stream: the implementation's engine
  std::vector<bool> counts_divergent_;    // by stream
  std::vector<Streams> needed_;           // by scope
  bool barriers_ = false;
  bool resets_ = false;
  bool barriers_in_scopes_ = false;
  bool starts_ = false;  // a semaphore starts at another value than the bank's
  Identifiers identifiers_;
  ScaledRegisters scaled_;
  std::vector<StreamWriter> writers_;
  Image image_;
  Diagnostics refused_;
};

bool Lowerer::place_engines() {
  const tl::expected<EngineMap, Diagnostics> map = map_engines(program_.tree, options_.engines);
  if (!map) {
    refused_ = map.error();
    return false;
  }
  if (const auto stops = stops_in_a_stream(program_, *map)) {
    refused_.push_back(*stops);
    return false;
  }
  places_.resize(tree_.engine_count());
  for (const EngineId e : tree_.engines()) places_[e] = (*map)[pairing_.engine_to_program[e]];
  std::vector<bool> speaks(tree_.engine_count(), false);
  for (const Statement& s : from_.statements) speaks[s.engine().value] = true;
  for (const EngineId e : tree_.engines()) {
    if (speaks[e.value]) streams_.push_back(places_[e].stream);
  }
  std::ranges::sort(streams_);
  streams_.erase(std::ranges::unique(streams_).begin(), streams_.end());
  stream_of_.assign(tree_.engine_count(), EngineId::none_value);
  computes_.assign(streams_.size(), false);
  counts_as_.assign(streams_.size(), EngineId::none());
  counts_divergent_.assign(streams_.size(), false);
  for (const EngineId e : tree_.engines()) {
    if (!speaks[e.value]) continue;
    const auto at = static_cast<std::uint32_t>(std::ranges::find(streams_, places_[e].stream) - streams_.begin());
    stream_of_[e.value] = at;
    if (!places_[e].is_ring()) computes_[at] = true;
    if (!counts_as_[at].valid() || !places_[e].is_ring()) counts_as_[at] = e;
  }
  return true;
}

void Lowerer::mark(ScopeId s, Streams streams) {
  for (; s.valid() && (needed_[s.value] & streams) != streams; s = tree_.scope(s).parent) needed_[s.value] |= streams;
}

// A stream reads the trip counts of one engine of the program; that matters only where engines may differ.
void Lowerer::count_as(EngineId e, std::uint32_t stream, ScopeId s) {
  if (counts_divergent_[stream] && counts_as_[stream] != e) {
    Diagnostic d = diagnose(Code::divergent_shared, {tree_.scope(s).line, 0},
                            fmt::format("'{}' and '{}' share {}, and may run {} a different number of times",
                                        tree_.engine_name(counts_as_[stream]), tree_.engine_name(e),
                                        entry(streams_[stream]).word, tree_.scope_name(s)));
    d.help = "fire one of them from another engine: --engines NAME=act:ring";
    refused_.push_back(std::move(d));
    return;
  }
  counts_divergent_[stream] = true;
  counts_as_[stream] = e;
}

void Lowerer::find_scopes() {
  needed_.assign(tree_.scope_count(), 0);
  std::vector<bool> uniform(tree_.scope_count());
  for (const ScopeId s : tree_.scopes()) uniform[s.value] = tree_.uniform(s);
  for (const BlockId b : tree_.blocks()) {
    const ScopeId s = tree_.block(b).scope;
    std::uint32_t last = EngineId::none_value;
    for (const Statement& x : from_.statements_of(b)) {
      if (x.engine().value == last) continue;
      last = x.engine().value;
      const std::uint32_t stream = stream_of_[last];
      mark(s, static_cast<Streams>(1U << stream));
      if (!uniform[s.value] && refused_.size() < 20) count_as(x.engine(), stream, s);
    }
  }
  const auto all = static_cast<Streams>((1U << streams_.size()) - 1);
  for (const ScopeId s : tree_.scopes()) {
    for (const Item& item : tree_.items(s)) {
      if (item.kind != ItemKind::barrier) continue;
      barriers_ = true;
      resets_ = resets_ || item.reset;
      barriers_in_scopes_ = barriers_in_scopes_ || s != Tree::root();
      mark(s, all);
    }
  }
}

bool Lowerer::identify_semaphores() {
  for (const Semaphore& s : from_.semaphores) starts_ = starts_ || s.initial != 0;
  const bool meet = barriers_ || (starts_ && streams_.size() > 1);
  auto identified = identify(from_, places_, options_.profile, options_.semaphores, meet);
  if (!identified) {
    refused_.push_back(identified.error());
    return false;
  }
  identifiers_ = std::move(*identified);
  for (const ElementPlace& x : identifiers_.elements) {
    const bool fits = std::in_range<std::int32_t>(x.initial) && std::in_range<std::int32_t>(x.initial * x.scale);
    if (!x.used || fits) continue;
    refused_.push_back(diagnose(Code::number_range, {},
                                fmt::format("a semaphore starts at {}, which does not fit in its "
                                            "32 bits in steps of {}",
                                            x.initial, x.scale)));
  }
  scaled_ = scaled_registers(from_, identifiers_);
  const auto flag = std::ranges::find_if(from_.semaphores, [](const Semaphore& s) { return s.flag; });
  if (resets_ && flag != from_.semaphores.end()) {
    Diagnostic d = diagnose(Code::not_lowered, {},
                            fmt::format("barrier reset: the flag '{}' is an event, which no reset clears", flag->name));
    d.help = "make it a semaphore";
    refused_.push_back(std::move(d));
  }
  return true;
}

Lowering Lowerer::shared() {
  std::optional<Engine> drains;
  if (options_.profile.drain_on_pool()) {
    const bool pool = std::ranges::find(streams_, Engine::pool) != streams_.end();
    drains = pool ? Engine::pool : streams_.front();
  }
  std::vector<std::uint32_t> ring_of(tree_.engine_count(), 0);
  for (const EngineId p : program_.tree.engines()) {
    const EngineId e = pairing_.engine_to_implementation[p];
    if (stream_of_[e.value] == EngineId::none_value || !places_[e].is_ring()) continue;
    ring_of[e.value] = static_cast<std::uint32_t>(image_.rings.size());
    image_.rings.push_back({std::string(program_.tree.engine_name(p)), places_[e].stream});
  }
  return Lowering{from_,
                  pairing_,
                  places_,
                  identifiers_,
                  scaled_,
                  options_.profile,
                  options_.legality,
                  static_cast<std::uint32_t>(streams_.size()),
                  barriers_in_scopes_,
                  drains,
                  std::move(ring_of),
                  image_,
                  refused_};
}

void Lowerer::walk_block(const Block& block) {
  for (std::uint32_t at = block.first; at < block.last; ++at) {
    const Statement& s = from_.statements[at];
    const EngineId e = s.engine();
    StreamWriter& w = writers_[stream_of_[e.value]];
    switch (s.kind()) {
      case StatementKind::operation: w.operation(e, from_.operations[s.index], block.scope); break;
      case StatementKind::instruction: w.instruction(e, InstructionId{std::size_t{s.index}}); break;
      case StatementKind::wait: w.wait(e, from_.condition(s.index), block.scope); break;
      case StatementKind::signal: w.signal(e, from_.signal(s.index), block.scope); break;
      case StatementKind::fence: w.fence(); break;
    }
  }
}

void Lowerer::walk_loop(ScopeId s) {
  const Scope& scope = tree_.scope(s);
  if (scope.trip_kind == TripKind::constant && scope.trips == 0) return;
  each(needed_[s.value], [&](StreamWriter& w) { w.open_loop(s); });
  walk(s);
  each(needed_[s.value], [&](StreamWriter& w) { w.close_loop(s); });
}

void Lowerer::walk_conditional(ScopeId first) {
  const ScopeId other = tree_.scope(first).sibling;
  const Streams in_first = needed_[first.value];
  const Streams in_other = needed_[other.value];
  const auto either = static_cast<Streams>(in_first | in_other);
  for (std::size_t i = 0; i < writers_.size(); ++i) {
    if ((either >> i & 1U) == 0) continue;
    writers_[i].open_conditional(first, (in_first >> i & 1U) != 0, (in_other >> i & 1U) != 0);
  }
  walk(first);
  each(either, [](StreamWriter& w) { w.open_other(); });
  walk(other);
  each(either, [](StreamWriter& w) { w.close_conditional(); });
}

// Recursion over scopes is bounded by the nesting limit of the language.
void Lowerer::walk(ScopeId s) {
  for (const Item& item : tree_.items(s)) {
    switch (item.kind) {
      case ItemKind::block: walk_block(tree_.block(BlockId{std::size_t{item.index}})); break;
      case ItemKind::loop: walk_loop(ScopeId{std::size_t{item.index}}); break;
      case ItemKind::conditional: walk_conditional(ScopeId{std::size_t{item.index}}); break;
      case ItemKind::barrier:
        for (StreamWriter& w : writers_) {
          if (item.reset) {
            w.fence_with_reset();
          } else {
            w.barrier();
          }
        }
        break;
    }
  }
}

tl::expected<Image, Diagnostics> Lowerer::run() {
  if (!place_engines()) return tl::unexpected(refused_);
  find_scopes();
  if (!identify_semaphores() || !refused_.empty()) return tl::unexpected(refused_);
  image_.program = program_.tree.name();
  image_.profile = options_.profile;
  image_.semaphores = identifiers_.names;
  image_.barrier_semaphore = identifiers_.barrier;
  for (const InstructionId i : program_.tree.instructions()) {
    image_.instructions.emplace_back(program_.tree.instruction_name(i));
  }
  for (const ScopeId s : program_.tree.scopes()) image_.scopes.push_back(program_.tree.scope_name(s));

  Lowering all = shared();
  for (std::size_t i = 0; i < streams_.size(); ++i) writers_.emplace_back(all, streams_[i], computes_[i]);
  if (starts_ && !writers_.empty()) {
    for (const ElementPlace& x : identifiers_.elements) {
      if (x.used && x.initial != 0) writers_.front().start_value(x);
    }
    if (writers_.size() > 1) {
      for (StreamWriter& w : writers_) w.barrier();
    }
  }
  walk(Tree::root());
  for (std::size_t i = 0; i < writers_.size() && refused_.empty(); ++i) {
    const EngineId counted = pairing_.engine_to_program[counts_as_[i]];
    auto stream = writers_[i].finish(program_.tree.engine_name(counted));
    if (stream) {
      image_.streams.push_back(std::move(*stream));
    } else {
      refused_.push_back(stream.error());
    }
  }
  if (!refused_.empty()) return tl::unexpected(refused_);
  return std::move(image_);
}

}  // namespace

tl::expected<Image, Diagnostics> lower(const Program& program, const Implementation& implementation,
                                       const LowerOptions& options) {
  const tl::expected<Pairing, Diagnostics> pairing = pair_up(program, implementation);
  if (!pairing) return tl::unexpected(pairing.error());
  const Implementation from = tidied_for_core(implementation);
  return Lowerer(program, from, *pairing, options).run();
}

}  // namespace counterpoint::neuron
