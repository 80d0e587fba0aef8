// Random programs: from choices to a Program.
// SPDX-License-Identifier: Apache-2.0
#include "verify/generate/program.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/program/program_builder.hpp"

namespace counterpoint {
namespace {

// Where a dependency's consumer stands: an instruction, or the start of a scope.
struct Consumer {
  ScopeId control;  // none for an instruction
  InstructionId instruction;
  ScopeId scope;             // that it stands in
  std::uint32_t before = 0;  // instructions of a smaller number come before it in the text
};

class ProgramDrawing {
 public:
  ProgramDrawing(Choices& choices, const Shape& shape) : choices_(choices), shape_(shape), tree_(builder_.tree) {
    require(shape.engines >= 1 && shape.depth <= 16, "a shape has an engine, and no more than 16 scopes in each other");
  }

  Program draw() {
    declare();
    body(1 + choices_.below(4));
    if (places_.empty()) instruction();
    if (shape_.dependencies > 0) {
      for (std::uint32_t left = choices_.below(shape_.dependencies + 1); left > 0; --left) {
        const InstructionId c = any_instruction();
        depend({ScopeId::none(), c, places_[c], c.value});
      }
    }
    if (shape_.control) {
      for (const Consumer& c : scopes_) {
        if (choices_.chance(1, 8)) depend(c);
      }
    }
    return builder_.finish();
  }

 private:
  void declare() {
    std::uint32_t engines = 1;
    if (shape_.engines > 1 && choices_.below(8) != 0) engines = 2 + choices_.below(shape_.engines - 1);
    for (std::uint32_t e = 0; e < engines; ++e) {
      tree_.add_engine("e" + std::to_string(e), shape_.inorder && choices_.chance(1, 3));
    }
    if (shape_.buffers == 0) return;
    const std::uint32_t buffers = choices_.below(shape_.buffers + 1);
    for (std::uint32_t b = 0; b < buffers; ++b) {
      slots_.push_back(1 + choices_.below(3));
      tree_.add_buffer("b" + std::to_string(b), slots_.back());
    }
  }

  [[nodiscard]] std::uint32_t inner_items() { return static_cast<std::uint32_t>(choices_.weighted({2, 6, 5, 3})); }
  // As deep as the shape allows.
  void body(std::uint32_t items) {
    for (std::uint32_t i = 0; i < items; ++i) {
      const bool nest = tree_.depth() < shape_.depth && scopes_.size() < shape_.scopes;
      switch (nest ? choices_.weighted({4, 3, shape_.conditionals ? 1U : 0U}) : 0) {
        case 0:
          for (std::uint32_t n = 1 + choices_.below(3); n > 0; --n) instruction();
          break;
        case 1: loop(); break;
        default: conditional();
      }
    }
  }
  [[nodiscard]] std::string name(const char* stem) const { return stem + std::to_string(scopes_.size()); }
  void remember(ScopeId scope) {
    scopes_.push_back({scope, {}, tree_.scope(scope).parent, static_cast<std::uint32_t>(places_.size())});
  }
  void loop() {
    const std::size_t kind = choices_.weighted({7, shape_.constant ? 5U : 0U, shape_.divergent ? 3U : 0U});
    const TripKind trips = kind == 0 ? TripKind::dynamic : kind == 1 ? TripKind::constant : TripKind::divergent;
    const std::uint32_t count = kind == 1 ? choices_.below(shape_.trips + 1) : 0;
    remember(tree_.open_loop(name("L"), trips, count, 0));
    body(inner_items());
    tree_.close();
  }
  void conditional() {
    const bool divergent = shape_.divergent && choices_.chance(1, 4);
    remember(tree_.open_conditional(name("A"), divergent ? TripKind::divergent : TripKind::dynamic, 0));
    body(inner_items());
    if (choices_.chance(1, 2)) {
      tree_.open_else();
      body(inner_items());
    }
    tree_.close();
  }

  void instruction() {
    if (places_.size() >= shape_.instructions && !places_.empty()) return;
    const EngineId e{std::size_t{choices_.below(static_cast<std::uint32_t>(tree_.engine_count()))}};
    tree_.add_instruction(e, "i" + std::to_string(places_.size()), 0);
    places_.push_back(tree_.current());
    if (shape_.timing) timing();
    if (slots_.empty()) return;
    for (std::uint32_t n = choices_.below(3); n > 0; --n) access(false);
    for (std::uint32_t n = choices_.below(2); n > 0; --n) access(true);
  }
  void timing() {
    Timing t;
    const auto number = [&](std::uint8_t bit, std::uint64_t& value) {
      if (!choices_.chance(1, 4)) return;
      t.given |= bit;
      value = choices_.below(20);
    };
    number(Timing::has_cost, t.cost);
    t.interval = t.cost;
    number(Timing::has_interval, t.interval);
    number(Timing::has_transfer, t.transfer);
    if (choices_.chance(1, 8)) {
      t.given |= Timing::has_op;
      t.op = tree_.add_name(choices_.below(2) == 0 ? "load" : "mul");
    }
    if (t.given != 0) tree_.set_timing(t);
  }
  void access(bool write) {
    const std::uint32_t buffer = choices_.below(static_cast<std::uint32_t>(slots_.size()));
    Access a;
    a.buffer = BufferId{std::size_t{buffer}};
    a.write = write;
    const std::vector<ScopeId> loops = loops_around(tree_.current());
    if (!loops.empty() && slots_[buffer] > 1 && choices_.below(4) != 0) {
      a.kind = SlotKind::rotating;
      a.loop = loops[loops.size() - 1 - choices_.below(static_cast<std::uint32_t>(loops.size()))];
      if (choices_.chance(1, 4)) a.shift = choices_.chance(1, 3) ? -1 : 1;
    } else if (slots_[buffer] > 1) {
      a.kind = SlotKind::constant;
      a.slot = choices_.below(slots_[buffer]);
    }
    tree_.add_access(a);
  }

  // Outermost first.
  [[nodiscard]] std::vector<ScopeId> loops_around(ScopeId s) const {
    std::vector<ScopeId> loops;
    for (; s != Tree::root(); s = tree_.scope(s).parent) {
      if (tree_.scope(s).is_loop()) loops.push_back(s);
    }
    std::ranges::reverse(loops);
    return loops;
  }
  // The innermost common scope; `apart` if it holds a conditional with one in either branch.
  [[nodiscard]] ScopeId common(ScopeId a, ScopeId b, bool& apart) const {
    ScopeId below_a;
    ScopeId below_b;
    while (a != b) {
      const bool up_a = tree_.scope(a).depth >= tree_.scope(b).depth;
      (up_a ? below_a : below_b) = up_a ? a : b;
      (up_a ? a : b) = tree_.scope(up_a ? a : b).parent;
    }
    apart = below_a.valid() && below_b.valid() && tree_.scope(below_a).sibling == below_b;
    return a;
  }
  [[nodiscard]] InstructionId any_instruction() {
    return InstructionId{std::size_t{choices_.below(static_cast<std::uint32_t>(places_.size()))}};
  }

  void depend(Consumer c) {
    InstructionId p = any_instruction();
    if (!c.control.valid() && choices_.chance(1, 10)) p = c.instruction;
    bool apart = false;
    const ScopeId s = common(c.scope, places_[p], apart);
    const std::vector<ScopeId> loops = loops_around(s);
    draw_distances(loops);
    if (distances_.empty() && p.value >= c.before && !apart && !stays_backward(s, places_[p])) {
      if (!loops.empty()) {
        distances_.push_back({loops[loops.size() - 1 - choices_.below(static_cast<std::uint32_t>(loops.size()))], 1});
      } else if (c.control.valid() || p == c.instruction) {
        return;
      } else {
        std::swap(p, c.instruction);
      }
    }
    const bool star = shape_.star && distances_.size() == 1 && distances_[0].distance > 0 && choices_.chance(1, 4);
    if (c.control.valid()) {
      builder_.add_control_dependency(c.control, p, distances_, star);
    } else {
      builder_.add_dependency(c.instruction, p, distances_, star);
    }
  }
  // Whether distance 0 on something later in the body of s is left as it is: half of what is static, few others.
  [[nodiscard]] bool stays_backward(ScopeId s, ScopeId producer) {
    if (!shape_.backward) return false;
    bool constant = producer != s;
    for (; producer != s; producer = tree_.scope(producer).parent) {
      constant = constant && tree_.scope(producer).trip_kind == TripKind::constant;
    }
    return constant ? choices_.chance(1, 2) : choices_.chance(1, 16);
  }
  void draw_distances(const std::vector<ScopeId>& loops) {
    distances_.clear();
    if (shape_.distance == 0) return;
    for (const ScopeId loop : loops) {
      std::int32_t k = 0;
      switch (choices_.weighted({8, 4, 2, 1})) {
        case 0: break;
        case 1: k = 1; break;
        case 2: k = std::min(2, static_cast<std::int32_t>(shape_.distance)); break;
        default: k = 1 + static_cast<std::int32_t>(choices_.below(shape_.distance));
      }
      if (k == 0) continue;
      if (!distances_.empty() && shape_.negative && choices_.chance(1, 2)) k = -k;
      distances_.push_back({loop, k});
    }
  }

  Choices& choices_;
  const Shape& shape_;
  ProgramBuilder builder_{"generated"};
  TreeBuilder& tree_;
  std::vector<std::uint32_t> slots_;  // by buffer
  IdVector<InstructionId, ScopeId> places_;
  std::vector<Consumer> scopes_;  // loops and then branches
  std::vector<Distance> distances_;
};

}  // namespace

Program generate_program(Choices& choices, const Shape& shape) { return ProgramDrawing(choices, shape).draw(); }

}  // namespace counterpoint
