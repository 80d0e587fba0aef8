// Reads a dump's cores, functions, allocations and queues.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/read_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "targets/neuron/codec/dump_reader.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint32_t most_nested_in_dump = 64;

}  // namespace

DumpSet DumpReader::document() {
  const std::vector<Node> at = f_.of(JsonDocument::root(), {"functions", "cores", "counterpoint"});
  DumpSet set;
  set.image = at[2] != DumpFields::none;
  if (at[1] != DumpFields::none) {
    set.plain = false;
    for (const Node n : f_.list(at[1], "'cores'")) set.cores.push_back(core(n));
    if (set.cores.empty() && f_.problems().empty()) f_.missing(at[1], "functions");
  } else {
    set.cores.push_back(core(JsonDocument::root()));
  }
  return set;
}

Dump DumpReader::core(Node object) {
  const std::vector<Node> at = f_.of(object, {"functions", "queues"});
  Dump dump;
  locations_.clear();
  dma_blocks_.clear();
  if (at[0] == DumpFields::none && f_.document().kind(object) == JsonKind::object) f_.missing(object, "functions");
  for (const Node n : f_.list(at[0], "'functions'")) dump.functions.push_back(function(n));
  for (const Node n : f_.list(at[1], "'queues'")) dump.queues.push_back(queue(n));
  std::vector<std::string> locations;
  for (const DumpFunction& f : dump.functions)
    for (const DumpAllocation& a : f.allocations)
      for (const DumpLocation& l : a.locations) locations.push_back(l.name);
  resolve(locations_, std::move(locations), "memory location");
  std::vector<std::string> blocks;
  for (const DumpQueue& q : dump.queues)
    for (const DumpDmaBlock& b : q.blocks) blocks.push_back(b.name);
  resolve(dma_blocks_, std::move(blocks), "block of a queue");
  return dump;
}

DumpFunction DumpReader::function(Node object) {
  const std::vector<Node> at = f_.of(object, {"name", "allocations", "blocks", "shard_id", "core_id"});
  DumpFunction out;
  out.name = f_.text(at[0], object, "name", false);
  targets_.clear();
  std::vector<Mention> names;
  for (const Node n : f_.list(at[1], "'allocations'")) {
    out.allocations.push_back(allocation(n));
    const std::vector<Node> inside = f_.of(n, {"memorylocations"});
    for (const Node l : f_.list(inside[0], "'memorylocations'")) {
      out.allocations.back().locations.push_back(location(l, names));
    }
  }
  // An access means a location by its name, so a name must mean one.
  std::sort(names.begin(), names.end(),
            [](const Mention& a, const Mention& b) { return std::tie(a.name, a.at) < std::tie(b.name, b.at); });
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i].name != names[i - 1].name || f_.full()) continue;
    f_.report(Code::dump_name_twice, names[i].at,
              fmt::format("two memory locations are called '{}'", excerpt(names[i].name)));
  }
  if (at[2] == DumpFields::none && f_.document().kind(object) == JsonKind::object) f_.missing(object, "blocks");
  std::vector<std::string> blocks;
  for (const Node n : f_.list(at[2], "'blocks'")) {
    out.blocks.push_back(block(n));
    blocks.push_back(out.blocks.back().name);
  }
  resolve(targets_, std::move(blocks), "block of this function");
  // One number, or a list of them.
  if (at[3] != DumpFields::none && f_.document().kind(at[3]) == JsonKind::array) {
    out.shards = numbers(at[3], "'shard_id'");
  } else if (const auto shard = f_.maybe_number(at[3], "'shard_id'")) {
    out.shards.push_back(*shard);
  }
  out.core_id = f_.maybe_number(at[4], "'core_id'");
  return out;
}

DumpAllocation DumpReader::allocation(Node object) {
  const std::vector<Node> at = f_.of(object, {"name", "dtype", "kind"});
  DumpAllocation out;
  out.name = f_.text(at[0], object, "name", false);
  out.data_type = f_.text(at[1], object, "dtype", false);
  if (!out.data_type.empty()) out.bytes = element_bytes(at[1], out.data_type);
  out.kind = f_.text(at[2], object, "kind", false);
  return out;
}

DumpLocation DumpReader::location(Node object, std::vector<Mention>& names) {
  const std::vector<Node> at = f_.of(object, {"name", "type", "addr", "dims", "bank", "base"});
  DumpLocation out;
  out.name = f_.text(at[0], object, "name", true);
  names.push_back({out.name, at[0] == DumpFields::none ? object : at[0]});
  const std::string type = f_.text(at[1], object, "type", true);
  static const std::vector<std::string_view> types = {"SB", "PSUM", "DRAM"};
  const auto which = std::find(types.begin(), types.end(), type);
  if (which != types.end()) {
    out.space = static_cast<MemorySpace>(which - types.begin());
  } else if (at[1] != DumpFields::none && f_.document().kind(at[1]) == JsonKind::text) {
    f_.unknown_word(at[1], "this type of memory", types);
  }
  out.address = f_.number(at[2], "the address", 0, DumpFields::largest, 0);
  for (const Node n : f_.list(at[3], "'dims'")) {
    out.dims.push_back(f_.number(n, "a dimension", 0, DumpFields::largest, 0));
  }
  out.bank = f_.number(at[4], "the bank", 0, 255, 0);
  out.base = f_.number(at[5], "the first partition", 0, 255, 0);
  const bool rows = out.space != MemorySpace::dram;
  if (rows && f_.problems().empty() && (out.dims.size() < 2 || out.dims[1] == 0)) {
    f_.report(Code::dump_number, object, "a location in SBUF or PSUM needs its partitions and the bytes of a row")
        .expected = "\"dims\": [partitions, bytes]";
  }
  return out;
}

DumpBlock DumpReader::block(Node object) {
  const std::vector<Node> at = f_.of(object, {"name", "instructions"});
  DumpBlock out;
  out.name = f_.text(at[0], object, "name", true);
  for (const Node n : f_.list(at[1], "'instructions'")) out.instructions.push_back(instruction(n));
  return out;
}

DumpQueue DumpReader::queue(Node object) {
  const std::vector<Node> at = f_.of(object, {"name", "kind", "engine", "blocks", "engines"});
  DumpQueue out;
  out.name = f_.text(at[0], object, "name", false);
  out.kind = f_.text(at[1], object, "kind", false);
  if (at[2] != DumpFields::none) out.engine = engine(at[2]);
  if (at[4] != DumpFields::none) {
    out.candidates.emplace();
    for (const Node e : f_.list(at[4], "'engines'")) out.candidates->push_back(engine(e));
  }
  for (const Node b : f_.list(at[3], "'blocks'")) {
    const std::vector<Node> inside = f_.of(b, {"instructions"});
    for (const Node n : f_.list(inside[0], "'instructions'")) queue_block(n, out);
  }
  return out;
}

// A block of a queue holds its descriptors in blocks of its own.
void DumpReader::queue_block(Node object, DumpQueue& into) {
  const std::vector<Node> at = f_.of(object, {"name", "dma_trigger", "sync_info", "blocks", "ins", "outs"});
  DumpDmaBlock out;
  out.name = f_.text(at[0], object, "name", true);
  out.trigger = f_.text(at[1], object, "dma_trigger", false);
  out.has_sync = at[2] != DumpFields::none;
  if (out.has_sync) out.sync = sync(at[2]);
  out.ins = accesses(at[4], "'ins'");
  out.outs = accesses(at[5], "'outs'");
  for (const Node b : f_.list(at[3], "'blocks'")) {
    const std::vector<Node> inside = f_.of(b, {"instructions"});
    for (const Node n : f_.list(inside[0], "'instructions'")) {
      const std::vector<Node> moves = f_.of(n, {"ins", "outs"});
      for (DumpAccess& a : accesses(moves[0], "'ins'")) out.ins.push_back(std::move(a));
      for (DumpAccess& a : accesses(moves[1], "'outs'")) out.outs.push_back(std::move(a));
    }
  }
  into.blocks.push_back(std::move(out));
}

void DumpReader::resolve(std::vector<Mention>& said, std::vector<std::string> known, std::string_view what) {
  std::sort(known.begin(), known.end());
  for (const Mention& m : said) {
    if (f_.full()) break;
    if (std::binary_search(known.begin(), known.end(), m.name)) continue;
    Diagnostic& d = f_.report(Code::dump_unknown_name, m.at, fmt::format("no {} is called so", what));
    d.found = fmt::format("'{}'", excerpt(m.name));
    d.nearest = nearest_name(m.name, std::vector<std::string_view>(known.begin(), known.end()));
  }
  said.clear();
}

tl::expected<DumpSet, Diagnostics> read_dump(std::string_view text) {
  Diagnostic problem;
  const std::optional<JsonDocument> document = JsonDocument::read(text, most_nested_in_dump, problem);
  if (!document) return tl::unexpected(Diagnostics{problem});
  DumpReader reader(*document);
  DumpSet set = reader.document();
  if (!reader.problems().empty()) return tl::unexpected(std::move(reader.problems()));
  return set;
}

bool is_image_document(std::string_view text) {
  if (text.find("\"counterpoint\"") == std::string_view::npos) return false;  // nearly always, without reading it all
  Diagnostic ignored;
  const std::optional<JsonDocument> document = JsonDocument::read(text, most_nested_in_dump, ignored);
  if (!document || document->kind(JsonDocument::root()) != JsonKind::object) return false;
  for (auto n = document->first(JsonDocument::root()); n != JsonDocument::none; n = document->next(n)) {
    if (document->key(n) == "counterpoint") return document->kind(n) != JsonKind::null;
  }
  return false;
}

}  // namespace counterpoint::neuron
