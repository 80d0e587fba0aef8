// Lays an image out as a dump, and asks what can be asked.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/verify_image.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <unordered_map>

#include "targets/neuron/codec/modes.hpp"
#include "targets/neuron/codec/sync_text.hpp"
#include "targets/neuron/codec/validate.hpp"
#include "targets/neuron/verifiers/legality.hpp"
#include "targets/neuron/verifiers/structure.hpp"

namespace counterpoint::neuron {
namespace {

DumpWait dump_wait(const WaitPart& w) {
  DumpWait out;
  out.id = w.index;
  out.value = w.value;
  if (on_semaphore(w.mode)) {
    out.mode = has_register(w.mode) ? DumpWaitMode::at_least_register : DumpWaitMode::at_least;
  } else {
    out.mode = DumpWaitMode::event_set_then_clear;
  }
  return out;
}

DumpUpdate dump_update(const UpdatePart& u) {
  DumpUpdate out;
  out.id = u.index;
  out.value = has_value(u.mode) ? u.value : 1;
  switch (static_cast<unsigned>(u.mode) & 0x0FU) {
    case 3: out.mode = DumpUpdateMode::increment; break;
    case 4: out.mode = DumpUpdateMode::decrement; break;
    case 5: out.mode = DumpUpdateMode::add; break;
    case 7: out.mode = DumpUpdateMode::subtract; break;
    case 9: out.mode = DumpUpdateMode::write; break;
    default: out.mode = DumpUpdateMode::event_set; break;
  }
  return out;
}

void add_sync(DumpSync& sync, const WaitPart& w, const UpdatePart& u) {
  if (w.mode != WaitMode::none && w.mode != WaitMode::unordered) sync.waits.push_back(dump_wait(w));
  if (u.mode != UpdateMode::none) sync.updates.push_back(dump_update(u));
}

std::vector<std::int64_t> group_of(const GroupReset& g) {
  std::vector<std::int64_t> ids;
  for (unsigned id = 0; id < semaphore_count; ++id) {
    const bool in_range = g.mode == ClearMode::range && id >= g.first && id <= g.last;
    if (in_range || ((g.mask[id >> 3U] >> (id & 7U)) & 1U) != 0) ids.push_back(id);
  }
  return ids;
}

std::string block_name(const Stream& s, std::uint64_t block) {
  return fmt::format("{}.b{}", entry(s.engine).word, block);
}

using RingOf = std::unordered_map<std::string_view, std::uint32_t>;  // by the name of a queue

DumpInstruction instruction_of(const Image& image, const RingOf& ring_of, const Stream& s, std::size_t block,
                               std::size_t at, const Record& r) {
  DumpInstruction out;
  out.name = fmt::format("{}-{}", entry(s.engine).word, at);
  out.engine = s.engine;
  out.opcode = entry(r.opcode).dump_name;
  add_sync(out.sync, wait_of(r.band), update_of(r.band));
  if (const auto* e = std::get_if<EventSemaphore>(&r.payload)) {
    add_sync(out.sync, {e->wait_mode, e->wait_index, e->wait_value},
             {e->update_mode, e->update_index, e->update_value});
  }
  out.has_sync = !out.sync.waits.empty() || !out.sync.updates.empty();
  if (const auto* p = std::get_if<Work>(&r.payload)) out.name = image.instructions[p->instruction];
  if (const auto* p = std::get_if<GroupReset>(&r.payload)) out.sema_group = group_of(*p);
  if (const auto* p = std::get_if<CoreBarrier>(&r.payload)) out.barrier_id = p->id;
  if (const auto* p = std::get_if<DmaTrigger>(&r.payload)) {
    out.queue = image.rings[ring_of.at(p->name)].name;
    out.name = p->name;
    out.dma_blocks = {p->name};
  }
  if (const auto* p = std::get_if<Branch>(&r.payload)) {
    if (p->compare == Compare::always) {
      out.opcode = "UnconditionalBranch";
      out.target = block_name(s, p->target);
    } else {
      out.on_true = block_name(s, p->target);
      if (block + 1 < s.block_starts.size()) out.on_false = block_name(s, block + 1);
    }
  }
  return out;
}

// "/functions/0/blocks/B/instructions/I..." as the stream and the number of the record.
std::string place_in(const Image& image, std::string_view pointer) {
  const auto number = [&](std::string_view key) -> std::optional<std::size_t> {
    const std::size_t at = pointer.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view digits = pointer.substr(at + key.size());
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return error == std::errc{} ? std::optional(n) : std::nullopt;
  };
  const auto block = number("/blocks/");
  const auto item = number("/instructions/");
  if (!block || !item || pointer.starts_with("/queues/")) return std::string(pointer);
  std::size_t left = *block;
  for (const Stream& s : image.streams) {
    if (left < s.block_starts.size()) {
      return fmt::format("stream {}, record {}", entry(s.engine).word, s.block_starts[left] + *item);
    }
    left -= s.block_starts.size();
  }
  return std::string(pointer);
}

}  // namespace

DumpSet dump_of(const Image& image) {
  Dump dump;
  DumpFunction& function = dump.functions.emplace_back();
  function.name = image.program;
  RingOf ring_of;
  for (const Queue& q : image.queues) ring_of.emplace(q.name, q.ring);
  for (const Stream& s : image.streams) {
    for (std::size_t b = 0; b < s.block_starts.size(); ++b) {
      DumpBlock& block = function.blocks.emplace_back();
      block.name = block_name(s, b);
      const std::size_t end = b + 1 < s.block_starts.size() ? s.block_starts[b + 1] : s.words.size();
      for (std::size_t i = s.block_starts[b]; i < end; ++i) {
        const auto record = decode(s.words[i], image.profile, Legality::hardware);
        block.instructions.push_back(record ? instruction_of(image, ring_of, s, b, i, *record) : DumpInstruction{});
      }
    }
  }
  for (const Ring& r : image.rings) {
    dump.queues.emplace_back();
    dump.queues.back().name = r.name;
    dump.queues.back().engine = r.trigger;
  }
  for (const Queue& q : image.queues) {
    DumpDmaBlock& block = dump.queues[q.ring].blocks.emplace_back();
    block.name = q.name;
    block.has_sync = q.updates;
    if (q.updates) block.sync.updates.push_back(dump_update({UpdateMode::add, q.semaphore, q.increment}));
  }
  DumpSet set;
  set.image = true;
  set.cores.push_back(std::move(dump));
  return set;
}

DumpReport verify_image(const Image& image) {
  DumpReport found;
  const DumpSet set = dump_of(image);
  check_queues(set, 0, found);
  const Listing listing(set, 0, 0);
  check_legality(listing, check_waits(listing, {}), found);
  check_structure(set, found);
  DumpReport report;
  for (Diagnostic& d : check_words(image, Legality::compiler)) report.add("legality", std::move(d));
  for (const DumpReport::Said& s : found.said()) {
    Diagnostic d = s.diagnostic;
    d.place = place_in(image, d.place);
    report.add(s.verifier, std::move(d));
  }
  return report;
}

std::string_view not_in_images(DumpVerifier verifier) {
  switch (verifier) {
    case DumpVerifier::arithmetic: return "an order between engines, and for which instruction a wait was made";
    case DumpVerifier::happens_before:
    case DumpVerifier::carried: return "addresses";
    case DumpVerifier::racecheck: return "addresses and dependencies";
    case DumpVerifier::bands: return "addresses and several cores";
    default: return {};
  }
}

}  // namespace counterpoint::neuron
