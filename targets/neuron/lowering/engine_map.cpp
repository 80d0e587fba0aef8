// Reads --engines, and places what it does not name.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/engine_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace counterpoint::neuron {
namespace {

constexpr std::array<Engine, datapath_engines> order_of_choice = {Engine::pe, Engine::activation, Engine::pool,
                                                                  Engine::dve, Engine::sp};

std::vector<std::string_view> split_at(std::string_view text, char by) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t at = text.find(by);
    out.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at + 1);
  }
}

std::optional<Queueing> queueing_named(std::string_view word) {
  if (word == "ring") return Queueing::any;
  if (word == "hwdge") return Queueing::hardware;
  if (word == "swdge") return Queueing::software;
  return std::nullopt;
}

class EngineMapper {
 public:
  explicit EngineMapper(const Tree& tree)
      : tree_(tree),
        places_(tree.engine_count()),
        transfers_(tree.engine_count(), false),
        idle_(tree.engine_count(), true) {
    for (const InstructionId i : tree.instructions()) {
      idle_[tree.engine_of(i).value] = false;
      if ((tree.timing(i).given & Timing::has_transfer) != 0) transfers_[tree.engine_of(i).value] = true;
    }
  }

  void read(std::string_view text) {
    if (text.empty()) return;
    const std::vector<std::string_view> entries = split_at(text, ',');
    const auto empty = std::ranges::count(entries, std::string_view());
    if (empty != 0) {
      Diagnostic& d = fault(Code::engine_map, "a comma has nothing before or behind it");
      d.expected = "NAME=ENGINE";
      d.found = "'" + excerpt(text) + "'";
    }
    for (const std::string_view entry : entries) {
      if (!entry.empty()) read_entry(entry);
    }
  }
  void place_others();
  void check();
  tl::expected<EngineMap, Diagnostics> finish() {
    if (!faults_.empty()) return tl::unexpected(std::move(faults_));
    return std::move(places_);
  }

 private:
  void read_entry(std::string_view entry);
  [[nodiscard]] bool moves_data(EngineId e) const;
  [[nodiscard]] bool computes(Engine stream) const {
    return std::ranges::any_of(places_, [&](const EnginePlace& p) { return p.stream == stream && !p.is_ring(); });
  }
  [[nodiscard]] bool placed(EngineId e) const { return places_[e].stream != Engine::unassigned; }
  Diagnostic& fault(Code code, std::string message) {
    return faults_.emplace_back(diagnose(code, {}, std::move(message)));
  }

  const Tree& tree_;
  EngineMap places_;
  std::vector<bool> transfers_;  // by engine: has it an instruction with a transfer time
  std::vector<bool> idle_;       // by engine: has it no instruction
  Diagnostics faults_;
};

void EngineMapper::read_entry(std::string_view entry) {
  const std::size_t equals = entry.find('=');
  const std::string_view name = entry.substr(0, equals);
  const std::string_view place = equals == std::string_view::npos ? "" : entry.substr(equals + 1);
  const std::size_t colon = place.find(':');
  const std::string_view stream = place.substr(0, colon);

  std::vector<std::string_view> names;
  for (const EngineId e : tree_.engines()) names.push_back(tree_.engine_name(e));
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    Diagnostic& d = fault(Code::engine_map, "the program has no such engine");
    d.found = excerpt(name);
    d.nearest = nearest_name(name, names);
    d.help = "--engines takes NAME=ENGINE or NAME=ENGINE:ring, separated by commas";
    return;
  }
  const std::optional<Engine> engine = engine_named(stream);
  if (!engine || !is_datapath(*engine)) {
    Diagnostic& d = fault(Code::engine_map, fmt::format("'{}' is to be an engine that a core does not have", name));
    d.expected = "pe, act, pool, dve or sp";
    d.found = excerpt(stream);
    d.nearest =
        nearest_name(stream, {"pe", "act", "pool", "dve", "sp", "Tensor", "Scalar", "GPSIMD", "Vector", "Sync"});
    return;
  }
  Queueing queueing = Queueing::none;
  if (colon != std::string_view::npos) {
    const std::optional<Queueing> read = queueing_named(place.substr(colon + 1));
    if (!read) {
      Diagnostic& d = fault(Code::engine_map, fmt::format("'{}' is to be a ring of a kind that there is not", name));
      d.expected = "ring, hwdge or swdge";
      d.found = excerpt(place.substr(colon + 1));
      d.nearest = nearest_name(place.substr(colon + 1), {"ring", "hwdge", "swdge"});
      return;
    }
    queueing = *read;
  }
  const EngineId e{static_cast<std::size_t>(found - names.begin())};
  if (placed(e)) {
    fault(Code::engine_map, fmt::format("'{}' is placed twice", name)).found = excerpt(entry);
    return;
  }
  places_[e] = {*engine, queueing};
}

bool EngineMapper::moves_data(EngineId e) const {
  const std::string_view name = tree_.engine_name(e);
  const auto is = [](char c, char lower) { return std::tolower(static_cast<unsigned char>(c)) == lower; };
  if (name.size() >= 3 && is(name[0], 'd') && is(name[1], 'm') && is(name[2], 'a')) return true;
  return transfers_[e.value];
}

void EngineMapper::place_others() {
  for (const EngineId e : tree_.engines()) {
    if (placed(e)) continue;
    const std::optional<Engine> own = engine_named(tree_.engine_name(e));
    if (own && is_datapath(*own) && !computes(*own)) places_[e] = {*own, Queueing::none};
  }
  for (const EngineId e : tree_.engines()) {
    if (!placed(e) && moves_data(e)) places_[e] = {Engine::sp, Queueing::any};
  }
  std::vector<std::string_view> left_over;
  for (const EngineId e : tree_.engines()) {
    if (placed(e)) continue;
    const auto* const free = std::ranges::find_if(order_of_choice, [&](Engine x) { return !computes(x); });
    if (idle_[e.value]) continue;
    if (free == order_of_choice.end()) {
      left_over.push_back(tree_.engine_name(e));
    } else {
      places_[e] = {*free, Queueing::none};
    }
  }
  // One without instructions may still have waits to make; any stream will do.
  for (const EngineId e : tree_.engines()) {
    if (!placed(e) && idle_[e.value]) places_[e] = {Engine::sp, Queueing::any};
  }
  if (left_over.empty()) return;
  Diagnostic& d =
      fault(Code::too_many_engines, fmt::format("a core computes on {} engines, and no more are left for {}",
                                                datapath_engines, fmt::join(left_over, ", ")));
  d.help = fmt::format("say which engines only move data: --engines {}=sp:ring", left_over.front());
}

void EngineMapper::check() {
  std::size_t rings = 0;
  std::size_t hardware = 0;
  std::array<EngineId, 8> computing{};  // by engine of the core: the first that computes there
  for (const EngineId e : tree_.engines()) {
    const EnginePlace& p = places_[e];
    const std::string_view name = tree_.engine_name(e);
    if (!p.is_ring()) {
      EngineId& first = computing[static_cast<std::size_t>(p.stream)];
      if (placed(e) && first.valid()) {
        fault(Code::engine_shared, fmt::format("'{}' and '{}' both compute, and cannot share {}",
                                               tree_.engine_name(first), name, entry(p.stream).word))
            .help = "give one of them another engine, or make one that only moves data a ring";
      }
      if (!first.valid()) first = e;
      continue;
    }
    ++rings;
    const bool on_pool = p.stream == Engine::pool;
    if (p.queueing == Queueing::software && !on_pool) {
      fault(Code::ring_place, fmt::format("'{}' is a software ring, which only pool fires", name)).help =
          fmt::format("--engines {}=pool:swdge", name);
    }
    if (p.queueing == Queueing::hardware) {
      ++hardware;
      if (on_pool || p.stream == Engine::pe) {
        fault(Code::ring_place, fmt::format("'{}' is a hardware ring, which only act, dve and sp fire", name)).help =
            fmt::format("--engines {}=sp:hwdge", name);
      }
    }
  }
  if (hardware > hardware_ring_limit) {
    fault(Code::ring_place, fmt::format("{} hardware rings, where a core has {}", hardware, hardware_ring_limit)).help =
        "make others `ring`, or software rings on pool";
  }
  if (rings > ring_limit) {
    fault(Code::ring_place, fmt::format("{} rings, where a core has {}", rings, ring_limit)).help =
        "let engines that move data share a name";
  }
}

}  // namespace

tl::expected<EngineMap, Diagnostics> map_engines(const Tree& tree, std::string_view text) {
  EngineMapper mapper(tree);
  mapper.read(text);
  mapper.place_others();
  mapper.check();
  return mapper.finish();
}

}  // namespace counterpoint::neuron
