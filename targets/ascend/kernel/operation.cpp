// Kinds of operations by name, else by engine; directions by memory.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/operation.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::ascend {
namespace {

// As a name is written in a program, in any case of letters.
bool same_word(std::string_view a, std::string_view b) {
  const auto low = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return low(x) == low(y); });
}

std::optional<PipeWorkKind> kind_named(std::string_view name) {
  static constexpr std::pair<std::string_view, PipeWorkKind> named_kinds[] = {
#define X(identifier, name, meaning) {name, PipeWorkKind::identifier},
#include "targets/ascend/kernel/operations.def"
#undef X
  };
  for (const auto& [word, kind] : named_kinds) {
    if (same_word(word, name)) return kind;
  }
  return std::nullopt;
}

// What reads and writes an instruction has, in and out of global memory.
struct Sides {
  bool reads_global = false;
  bool writes_global = false;
  bool reads_local = false;
  bool writes_local = false;
};

Sides sides_of(const Tree& tree, InstructionId i) {
  Sides s;
  for (const Access& a : tree.accesses(i)) {
    const bool global = in_global_memory(tree, a.buffer);
    (a.write ? (global ? s.writes_global : s.writes_local) : (global ? s.reads_global : s.reads_local)) = true;
  }
  return s;
}

CopyDirection direction_of(const Sides& s) {
  const bool from_global = s.reads_global || !s.reads_local;
  const bool to_global = s.writes_global || !s.writes_local;
  if (from_global == to_global) return CopyDirection::none;
  return from_global ? CopyDirection::load : CopyDirection::store;
}

// Of an instruction without `op`: the engine says it.
PipeWork by_engine(Pipe engine, const Sides& sides) {
  const bool writes = sides.writes_global || sides.writes_local;
  const bool reads = sides.reads_global || sides.reads_local;
  switch (engine) {
    case Pipe::s:
      return {writes  ? PipeWorkKind::set_value
              : reads ? PipeWorkKind::get_value
                      : PipeWorkKind::scalar,
              CopyDirection::none};
    case Pipe::m: return {PipeWorkKind::mmad, CopyDirection::none};
    case Pipe::mte1: return {PipeWorkKind::copy_to_l0, CopyDirection::none};
    case Pipe::mte2: return {PipeWorkKind::data_copy, CopyDirection::load};
    case Pipe::mte3: return {PipeWorkKind::data_copy, CopyDirection::store};
    case Pipe::fix: return {PipeWorkKind::fixpipe, CopyDirection::none};
    case Pipe::v:
    case Pipe::all: break;
  }
  return {};
}

}  // namespace

bool in_global_memory(const Tree& tree, BufferId buffer) { return same_word(tree.buffer_space(buffer), "gm"); }

PipeWork operation_of(const Tree& tree, InstructionId i) {
  const Timing& timing = tree.timing(i);
  const Sides sides = sides_of(tree, i);
  if ((timing.given & Timing::has_op) == 0) {
    const auto engine = core_pipe_named(tree.engine_name(tree.engine_of(i)));
    require(engine.has_value(), "an instruction of a kernel is on a pipe");
    return by_engine(engine->pipe, sides);
  }
  const PipeWorkKind kind = kind_named(tree.text(timing.op)).value_or(PipeWorkKind::vector);
  return {kind, kind == PipeWorkKind::data_copy ? direction_of(sides) : CopyDirection::none};
}

Pipe believed_pipe(const PipeWork& operation, bool bias_on_vector) {
  switch (operation.kind) {
    case PipeWorkKind::copy_to_l0: return Pipe::mte1;
    case PipeWorkKind::fixpipe: return Pipe::fix;
    case PipeWorkKind::data_copy:
      return operation.direction == CopyDirection::load    ? Pipe::mte2
             : operation.direction == CopyDirection::store ? Pipe::mte3
                                                           : Pipe::v;
    case PipeWorkKind::get_value:
    case PipeWorkKind::set_value:
    case PipeWorkKind::scalar: return Pipe::s;
    case PipeWorkKind::mmad: return Pipe::m;
    case PipeWorkKind::mmad_with_bias: return bias_on_vector ? Pipe::v : Pipe::m;
    case PipeWorkKind::vector: break;
  }
  return Pipe::v;
}

}  // namespace counterpoint::ascend
