// Copies the tree with other engines, in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/on_pipes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/program/program_builder.hpp"
#include "targets/ascend/kernel/fitness.hpp"
#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {
namespace {

struct EnginePipes {
  std::string_view engine;
  Pipe writes;
  Pipe reads;
};
constexpr std::array table = {
#define X(engine, writes, reads, why) EnginePipes{engine, Pipe::writes, Pipe::reads},
#include "targets/ascend/kernel/engines.def"
#undef X
};

const EnginePipes* pipes_of(std::string_view engine) {
  for (const EnginePipes& e : table) {
    if (e.engine.ends_with('_') ? engine.starts_with(e.engine) : engine == e.engine) return &e;
  }
  return nullptr;
}

Diagnostics without_pipes(const Program& program) {
  const Tree& tree = program.tree;
  Diagnostics out;
  for (const EngineId e : tree.engines()) {
    if (pipes_of(tree.engine_name(e)) != nullptr) continue;
    std::vector<std::string_view> names;
    for (const EnginePipes& p : table) names.push_back(p.engine);
    Diagnostic d =
        diagnose(AscendCode::engine_no_pipe, {}, fmt::format("engine {} stands for no pipe", tree.engine_name(e)));
    d.found = tree.engine_name(e);
    d.nearest = nearest_name(tree.engine_name(e), names);
    out.push_back(std::move(d));
  }
  for (Diagnostic& d : divergent_scopes(tree)) out.push_back(std::move(d));
  for (Diagnostic& d : counted_by_instruction(program)) out.push_back(std::move(d));
  return out;
}

class PipeMaker {
 public:
  explicit PipeMaker(const Program& program) : from_(program.tree), builder_(program.tree.name()) {}

  Program run() {
    if (!from_.unit().empty()) builder_.tree.set_unit(from_.unit());
    name_pipes();
    for (const BufferId b : from_.buffers()) {
      const Buffer& x = from_.buffer(b);
      const BufferId made = builder_.tree.add_buffer(from_.buffer_name(b), x.slots);
      require(made == b, "buffers keep their numbers");
      if (x.space.valid() || x.at || x.bytes != 0) {
        builder_.tree.place_buffer(made, from_.buffer_space(b), x.at, x.bytes);
      }
    }
    copy();
    return builder_.finish();
  }

 private:
  struct Frame {
    ScopeId scope;
    std::size_t next = 0;
  };

  [[nodiscard]] Pipe pipe_of(InstructionId i) const {
    const EnginePipes& pipes = *pipes_of(from_.engine_name(from_.engine_of(i)));
    return std::ranges::any_of(from_.accesses(i), &Access::write) ? pipes.writes : pipes.reads;
  }

  // Pipes that some instruction is on, in the order of the table.
  void name_pipes() {
    std::array<bool, pipe_count> used{};
    for (const InstructionId i : from_.instructions()) {
      if (!from_.accesses(i).empty()) used[static_cast<std::size_t>(pipe_of(i))] = true;
    }
    for (const EnginePipes& e : table) {
      for (const Pipe p : {e.writes, e.reads}) {
        EngineId& engine = engines_[static_cast<std::size_t>(p)];
        if (used[static_cast<std::size_t>(p)] && !engine.valid())
          engine = builder_.tree.add_engine(pipe_name(p), false);
      }
    }
  }

  void copy() {
    open_.push_back({Tree::root(), 0});
    while (!open_.empty()) {
      const auto items = from_.items(open_.back().scope);
      if (open_.back().next < items.size()) {
        item(items[open_.back().next++]);
        continue;
      }
      leave();
    }
  }

  void item(const Item& item) {
    require(item.kind != ItemKind::barrier, "a program has no barrier");
    if (item.kind == ItemKind::block) {
      const Block& block = from_.block(BlockId{item.index});
      for (std::uint32_t i = block.first; i < block.last; ++i) instruction(InstructionId{i});
      return;
    }
    const ScopeId inner{item.index};
    const Scope& x = from_.scope(inner);
    const std::string_view name = from_.text(x.name);
    const ScopeId made = item.kind == ItemKind::loop ? builder_.tree.open_loop(name, x.trip_kind, x.trips, x.line)
                                                     : builder_.tree.open_conditional(name, x.trip_kind, x.line);
    require(made == inner, "scopes keep their numbers");
    open_.push_back({inner, 0});
  }

  // From a then branch into its else branch, from anything else outwards.
  void leave() {
    const ScopeId left = open_.back().scope;
    open_.pop_back();
    if (from_.scope(left).kind == ScopeKind::then_branch) {
      const ScopeId other = builder_.tree.open_else();
      require(other == from_.scope(left).sibling, "scopes keep their numbers");
      open_.push_back({other, 0});
    } else if (left != Tree::root()) {
      builder_.tree.close();
    }
  }

  void instruction(InstructionId i) {
    if (from_.accesses(i).empty()) return;
    builder_.tree.add_instruction(engines_[static_cast<std::size_t>(pipe_of(i))], from_.instruction_name(i),
                                  from_.line_of(i));
    Timing timing = from_.timing(i);
    timing.op = {};
    timing.given &= static_cast<std::uint8_t>(~unsigned{Timing::has_op});
    builder_.tree.set_timing(timing);
    for (const Access& a : from_.accesses(i)) builder_.tree.add_access(a);
  }

  const Tree& from_;
  ProgramBuilder builder_;
  std::array<EngineId, pipe_count> engines_;
  std::vector<Frame> open_;
};

}  // namespace

tl::expected<Program, Diagnostics> on_pipes(const Program& program) {
  if (Diagnostics no = without_pipes(program); !no.empty()) return tl::unexpected(std::move(no));
  return PipeMaker(program).run();
}

}  // namespace counterpoint::ascend
