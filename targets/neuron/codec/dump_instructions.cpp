// Reads a dump's instructions: what they touch, wait for, update, depend on and branch to.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "targets/neuron/codec/dump_reader.hpp"

namespace counterpoint::neuron {
namespace {

// The dimensions of a descriptor are few; more is not a dump.
constexpr std::size_t most_pattern_dimensions = 16;
constexpr std::int64_t most_semaphore_value = 0xffffffffLL;

constexpr std::array<std::pair<std::string_view, unsigned>, 22> dump_data_types = {{
    {"float32", 4},  {"float32r", 4}, {"fp32", 4},     {"int32", 4},       {"uint32", 4},      {"bfloat16", 2},
    {"float16", 2},  {"int16", 2},    {"uint16", 2},   {"int8", 1},        {"uint8", 1},       {"bool", 1},
    {"float8e3", 1}, {"float8e4", 1}, {"float8e5", 1}, {"float8_e4m3", 1}, {"float8_e5m2", 1}, {"int64", 8},
    {"uint64", 8},   {"float64", 8},  {"tfloat32", 4}, {"bf16", 2},
}};

// The place of a word in a list, or a message that says which there are.
template <std::size_t n>
std::size_t word_place(DumpFields& f, JsonDocument::Node at, std::string_view what,
                       const std::array<std::string_view, n>& words) {
  if (!f.is(at, JsonKind::text, what)) return 0;
  const auto found = std::find(words.begin(), words.end(), f.document().text(at));
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  f.unknown_word(at, what, std::vector<std::string_view>(words.begin(), words.end()));
  return 0;
}

constexpr std::array<std::string_view, 3> dump_wait_modes = {"evt-set-then-clear", "sem-ge-imm", "sem-ge-reg"};
constexpr std::array<std::string_view, 6> dump_update_modes = {"evt-set", "sem-add-imm", "sem-sub-imm",
                                                               "sem-inc", "sem-dec",     "sem-wr-imm"};
constexpr std::array<std::string_view, 5> dump_edge_kinds = {"Invalid", "Ordered", "Anti", "Output", "Flow"};
constexpr std::array<std::string_view, 4> dump_access_kinds = {"physical_ap", "register_ap", "imm_value",
                                                               "register_access"};

}  // namespace

DumpInstruction DumpReader::instruction(Node object) {
  const std::vector<Node> at = f_.of(object, {"name", "engine", "opcode", "ins", "outs", "sync_info", "dependencies",
                                              "loop_carried_dependencies", "queue", "dma_blocks", "sema_group",
                                              "on_true", "on_false", "target", "id", "cores", "sync_domain", "debug"});
  DumpInstruction i;
  i.name = f_.text(at[0], object, "name", true);
  if (at[1] != DumpFields::none)
    i.engine = engine(at[1]);
  else if (f_.document().kind(object) == JsonKind::object)
    f_.missing(object, "engine");
  i.opcode = f_.text(at[2], object, "opcode", true);
  i.ins = accesses(at[3], "'ins'");
  i.outs = accesses(at[4], "'outs'");
  i.has_sync = at[5] != DumpFields::none;
  if (i.has_sync) i.sync = sync(at[5]);
  i.dependencies = dependencies(at[6]);
  i.loop_carried = dependencies(at[7]);
  i.queue = f_.text(at[8], object, "queue", false);
  for (const Node n : f_.list(at[9], "'dma_blocks'")) {
    i.dma_blocks.push_back(f_.text(n, n, "a DMA block", true));
    dma_blocks_.push_back({i.dma_blocks.back(), n});
  }
  if (at[10] != DumpFields::none) i.sema_group = numbers(at[10], "'sema_group'");
  branches(i, at);
  i.barrier_id = f_.maybe_number(at[14], "'id'");
  i.cores = numbers(at[15], "'cores'");
  i.sync_domain = f_.maybe_number(at[16], "'sync_domain'");
  if (at[17] != DumpFields::none) {
    const std::vector<Node> debug = f_.of(at[17], {"lineno", "op_name"});
    i.line = f_.number(debug[0], "'lineno'", -1, DumpFields::largest, 0);
    i.op_name = f_.text(debug[1], at[17], "op_name", false);
  }
  return i;
}

void DumpReader::branches(DumpInstruction& i, const std::vector<Node>& fields) {
  const std::array<std::pair<Node, std::string*>, 3> targets = {
      {{fields[11], &i.on_true}, {fields[12], &i.on_false}, {fields[13], &i.target}}};
  for (const auto& [n, into] : targets) {
    if (n == DumpFields::none) continue;
    *into = f_.text(n, n, "a branch's target", true);
    if (!into->empty()) targets_.push_back({*into, n});
  }
}

Engine DumpReader::engine(Node n) {
  if (!f_.is(n, JsonKind::text, "'engine'")) return Engine::unassigned;
  if (const std::optional<Engine> e = engine_named(f_.document().text(n))) return *e;
  std::vector<std::string_view> names;
  for (const EngineEntry& e : all_engines()) names.push_back(e.name);
  f_.unknown_word(n, "this engine", names);
  return Engine::unassigned;
}

DumpSync DumpReader::sync(Node n) {
  const std::vector<Node> at = f_.of(n, {"on_wait", "on_update"});
  DumpSync out;
  for (const Node w : f_.list(at[0], "'on_wait'")) out.waits.push_back(wait(w));
  for (const Node u : f_.list(at[1], "'on_update'")) out.updates.push_back(update(u));
  return out;
}

DumpWait DumpReader::wait(Node object) {
  const std::vector<Node> at = f_.of(object, {"from", "id", "wait_value", "mode", "reg"});
  DumpWait out;
  out.from = f_.text(at[0], object, "from", false);
  if (at[1] == DumpFields::none && f_.document().kind(object) == JsonKind::object) f_.missing(object, "id");
  out.id = f_.number(at[1], "the semaphore", -DumpFields::largest, DumpFields::largest, 0);
  if (at[3] != DumpFields::none) {
    out.mode = static_cast<DumpWaitMode>(word_place(f_, at[3], "this mode of a wait", dump_wait_modes));
  } else if (at[4] != DumpFields::none) {
    out.mode = DumpWaitMode::at_least_register;
  }
  if (out.mode == DumpWaitMode::at_least_register) {
    out.value = f_.number(at[4], "the register", 0, 63, 0);
  } else {
    if (out.mode == DumpWaitMode::at_least && at[2] == DumpFields::none &&
        f_.document().kind(object) == JsonKind::object)
      f_.missing(object, "wait_value");
    out.value = f_.number(at[2], "the value", -most_semaphore_value, most_semaphore_value, 0);
  }
  return out;
}

DumpUpdate DumpReader::update(Node object) {
  const std::vector<Node> at = f_.of(object, {"id", "update_value", "mode", "target_core"});
  DumpUpdate out;
  if (at[0] == DumpFields::none && f_.document().kind(object) == JsonKind::object) f_.missing(object, "id");
  out.id = f_.number(at[0], "the semaphore", -DumpFields::largest, DumpFields::largest, 0);
  if (at[2] != DumpFields::none) {
    out.mode = static_cast<DumpUpdateMode>(word_place(f_, at[2], "this mode of an update", dump_update_modes));
  }
  const bool needs =
      out.mode == DumpUpdateMode::add || out.mode == DumpUpdateMode::subtract || out.mode == DumpUpdateMode::write;
  if (needs && at[1] == DumpFields::none && f_.document().kind(object) == JsonKind::object)
    f_.missing(object, "update_value");
  out.value = f_.number(at[1], "the value", -most_semaphore_value, most_semaphore_value, 1);
  out.target_core = f_.maybe_number(at[3], "'target_core'");
  return out;
}

std::vector<DumpAccess> DumpReader::accesses(Node n, std::string_view what) {
  std::vector<DumpAccess> out;
  for (const Node a : f_.list(n, what)) out.push_back(access(a));
  return out;
}

DumpAccess DumpReader::access(Node object) {
  const std::vector<Node> at = f_.of(object, {"kind", "memref", "memsetref", "dtype", "ap", "offset", "reg"});
  DumpAccess out;
  if (at[0] == DumpFields::none) {
    if (f_.document().kind(object) == JsonKind::object) f_.missing(object, "kind");
    return out;
  }
  out.kind = static_cast<AccessKind>(word_place(f_, at[0], "this kind of operand", dump_access_kinds));
  if (at[6] != DumpFields::none) {
    const JsonDocument& d = f_.document();
    out.reg =
        d.kind(at[6]) == JsonKind::integer ? std::to_string(d.integer(at[6])) : f_.text(at[6], object, "reg", false);
  }
  if (out.kind == AccessKind::immediate || out.kind == AccessKind::reg) return out;
  const bool physical = out.kind == AccessKind::physical;
  const Node named = physical ? at[1] : at[2] != DumpFields::none ? at[2] : at[1];
  out.location = f_.text(named, object, physical ? "memref" : "memsetref", true);
  if (physical && named != DumpFields::none) locations_.push_back({out.location, named});
  out.data_type = f_.text(at[3], object, "dtype", true);
  if (at[3] != DumpFields::none) out.bytes = element_bytes(at[3], out.data_type);
  if (physical && at[4] == DumpFields::none && f_.document().kind(object) == JsonKind::object) f_.missing(object, "ap");
  out.pattern = pattern(at[4]);
  out.offset = physical ? f_.number(at[5], "the offset", 0, DumpFields::largest, 0) : 0;
  return out;
}

std::vector<DumpStride> DumpReader::pattern(Node n) {
  std::vector<DumpStride> out;
  for (const Node pair : f_.list(n, "'ap'")) {
    const std::vector<Node> both = f_.list(pair, "a dimension of 'ap'");
    if (both.size() != 2) {
      f_.report(Code::json_item, pair, "a dimension of an access pattern is a step and a count").expected =
          "[step, count]";
      continue;
    }
    out.push_back({f_.number(both[0], "the step", -DumpFields::largest, DumpFields::largest, 0),
                   f_.number(both[1], "the count", 0, DumpFields::largest, 0)});
  }
  if (out.size() > most_pattern_dimensions) {
    f_.report(Code::dump_number, n, "this access pattern has too many dimensions").expected =
        fmt::format("at most {}", most_pattern_dimensions);
    out.resize(most_pattern_dimensions);
  }
  return out;
}

// [name, kind], or [name, kind, [distance, ...]].
std::vector<DumpDependency> DumpReader::dependencies(Node n) {
  std::vector<DumpDependency> out;
  for (const Node d : f_.list(n, "the dependencies")) {
    const std::vector<Node> parts = f_.list(d, "a dependency");
    if (parts.size() < 2 || parts.size() > 3) {
      f_.report(Code::json_item, d, "a dependency is a name, a kind and perhaps distances").expected = "[name, kind]";
      continue;
    }
    DumpDependency one;
    one.name = f_.text(parts[0], d, "name", true);
    one.kind = static_cast<EdgeKind>(word_place(f_, parts[1], "this kind of dependency", dump_edge_kinds));
    if (parts.size() == 3) one.distance = numbers(parts[2], "the distances");
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<std::int64_t> DumpReader::numbers(Node n, std::string_view what) {
  std::vector<std::int64_t> out;
  for (const Node v : f_.list(n, what)) {
    out.push_back(f_.number(v, what, -DumpFields::largest, DumpFields::largest, 0));
  }
  return out;
}

unsigned DumpReader::element_bytes(Node n, std::string_view name) {
  for (const auto& [word, bytes] : dump_data_types)
    if (word == name) return bytes;
  if (f_.document().kind(n) != JsonKind::text) return 0;  // said already
  std::vector<std::string_view> names;
  for (const auto& [word, bytes] : dump_data_types) names.push_back(word);
  f_.unknown_word(n, "this type of data", names);
  return 0;
}

}  // namespace counterpoint::neuron
