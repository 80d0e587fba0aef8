// Random programs and implementations that use the whole language.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/generate.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/program/implementation_builder.hpp"
#include "core/program/program_builder.hpp"

namespace counterpoint {

std::uint64_t Dice::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, std::uint32_t size, TreeBuilder& tree) : random_(seed), size_(size), tree_(tree) {}
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  virtual ~Generator() = default;

  void declare() {
    if (random_.one_in(2)) tree_.set_unit(name());
    const std::uint32_t engines = 1 + random_.below(4);
    for (std::uint32_t e = 0; e < engines; ++e) engines_.push_back(tree_.add_engine(name(), random_.one_in(3)));
    const std::uint32_t buffers = random_.below(4);
    for (std::uint32_t b = 0; b < buffers; ++b) {
      slots_.push_back(random_.one_in(8) ? 0x7fffffffU : 1 + random_.below(4));
      tree_.add_buffer(name(), slots_.back());
    }
  }

  // The recursion is as deep as the size.
  void body(std::uint32_t depth) {
    const std::uint32_t items = random_.below(5);
    for (std::uint32_t i = 0; i < items; ++i) {
      const std::uint32_t kind = random_.below(6);
      if (kind == 5) {
        barrier();
      } else if (kind <= 2 || depth == 0) {
        const std::uint32_t statements = 1 + random_.below(5);
        for (std::uint32_t s = 0; s < statements; ++s) statement();
      } else if (kind == 3) {
        loop(depth);
      } else {
        conditional(depth);
      }
    }
  }

 protected:
  virtual void statement() = 0;
  virtual void barrier() {}
  virtual void control(ScopeId scope) { (void)scope; }

  [[nodiscard]] std::string name() {
    static constexpr std::array<std::string_view, 8> stems = {"a", "loop_", "R", "_x.", "If", "pe", "long.name.", "t"};
    return std::string(stems[random_.below(stems.size())]) + std::to_string(named_++) +
           (random_.one_in(16) ? std::string(40, 'n') : "");
  }
  [[nodiscard]] EngineId engine() { return engines_[random_.below(static_cast<std::uint32_t>(engines_.size()))]; }
  [[nodiscard]] std::int64_t integer() {
    if (!random_.one_in(8)) return static_cast<std::int64_t>(random_.below(20)) - 5;
    static constexpr std::array<std::int64_t, 6> edges = {INT64_MAX,  INT64_MIN, (1 << 29) - 1,
                                                          -(1 << 29), 1 << 29,   -(1 << 29) - 1};
    return edges[random_.below(edges.size())];
  }
  [[nodiscard]] std::uint32_t count() { return random_.one_in(8) ? 0x7fffffffU : random_.below(4); }

  void options() {
    Timing t;
    const auto number = [&](std::uint8_t bit, std::uint64_t& value) {
      if (!random_.one_in(4)) return;
      t.given |= bit;
      value = random_.one_in(8) ? static_cast<std::uint64_t>(INT64_MAX) : random_.below(1000);
    };
    number(Timing::has_cost, t.cost);
    t.interval = t.cost;
    number(Timing::has_interval, t.interval);
    number(Timing::has_transfer, t.transfer);
    if (random_.one_in(4)) {
      t.given |= Timing::has_op;
      t.op = tree_.add_name(name());
    }
    if (t.given != 0) tree_.set_timing(t);
    if (slots_.empty() || !random_.one_in(4)) return;
    const std::uint32_t accesses = 1 + random_.below(3);
    const std::uint32_t writes = random_.below(accesses + 1);
    for (std::uint32_t n = 0; n < accesses; ++n) tree_.add_access(access(n + writes >= accesses));
  }

  Dice random_;
  std::uint32_t size_;
  TreeBuilder& tree_;
  std::vector<EngineId> engines_;
  std::vector<std::uint32_t> slots_;

 private:
  void loop(std::uint32_t depth) {
    const std::uint32_t kind = random_.below(3);
    const ScopeId scope = kind == 0   ? tree_.open_loop(name(), TripKind::constant, count(), 0)
                          : kind == 1 ? tree_.open_loop(name(), TripKind::dynamic, 0, 0)
                                      : tree_.open_loop(name(), TripKind::divergent, 0, 0);
    control(scope);
    body(depth - 1);
    tree_.close();
  }
  void conditional(std::uint32_t depth) {
    control(tree_.open_conditional(name(), random_.one_in(2) ? TripKind::dynamic : TripKind::divergent, 0));
    body(depth - 1);
    if (random_.one_in(2)) {
      tree_.open_else();
      body(depth - 1);
    }
    tree_.close();
  }
  [[nodiscard]] Access access(bool write) {
    const std::uint32_t buffer = random_.below(static_cast<std::uint32_t>(slots_.size()));
    Access a;
    a.buffer = BufferId{std::size_t{buffer}};
    a.write = write;
    std::vector<ScopeId> loops;
    for (ScopeId s = tree_.current(); s != Tree::root(); s = tree_.scope(s).parent) {
      if (tree_.scope(s).is_loop()) loops.push_back(s);
    }
    if (!loops.empty() && random_.one_in(2)) {
      a.kind = SlotKind::rotating;
      a.loop = loops[random_.below(static_cast<std::uint32_t>(loops.size()))];
      a.shift = random_.one_in(8) ? 0x7fffffff : static_cast<std::int32_t>(random_.below(5)) - 2;
    } else if (slots_[buffer] > 1 || random_.one_in(2)) {
      a.kind = SlotKind::constant;
      a.slot = random_.one_in(2) ? slots_[buffer] - 1 : random_.below(slots_[buffer]);
    }
    return a;
  }

  std::uint32_t named_ = 0;
};

class ProgramGenerator : public Generator {
 public:
  ProgramGenerator(std::uint64_t seed, std::uint32_t size, ProgramBuilder& builder)
      : Generator(seed, size, builder.tree), b_(builder) {}

  void dependencies() {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const InstructionId consumer{std::size_t{i}};
      for (std::uint32_t n = random_.below(4); n > 0; --n) {
        const InstructionId p = producer();
        const bool star = draw_distances(tree_.scope_of(consumer), tree_.scope_of(p));
        b_.add_dependency(consumer, p, distances_, star);
      }
    }
    for (const ScopeId s : controlled_) {
      if (count_ == 0) return;
      const InstructionId p = producer();
      const bool star = draw_distances(tree_.scope(s).parent, tree_.scope_of(p));
      b_.add_control_dependency(s, p, distances_, star);
    }
  }

 protected:
  void statement() override {
    tree_.add_instruction(engine(), name(), 0);
    options();
    ++count_;
  }
  void control(ScopeId scope) override {
    while (random_.one_in(4)) controlled_.push_back(scope);
  }

 private:
  [[nodiscard]] InstructionId producer() { return InstructionId{std::size_t{random_.below(count_)}}; }
  // Fills distances_, lexicographically >= 0 and without zeros; true if it may end in `@*`.
  [[nodiscard]] bool draw_distances(ScopeId a, ScopeId b) {
    std::vector<ScopeId> loops;
    while (a != b)
      (tree_.scope(a).depth >= tree_.scope(b).depth ? a : b) =
          tree_.scope(tree_.scope(a).depth >= tree_.scope(b).depth ? a : b).parent;
    for (; a != Tree::root(); a = tree_.scope(a).parent) {
      if (tree_.scope(a).is_loop()) loops.push_back(a);
    }
    std::ranges::reverse(loops);
    distances_.clear();
    for (const ScopeId loop : loops) {
      if (random_.one_in(2)) continue;
      const auto size = static_cast<std::int32_t>(std::max(1U, count()));
      distances_.push_back({loop, !distances_.empty() && random_.one_in(3) ? -size : size});
    }
    return distances_.size() == 1 && random_.one_in(3);
  }

  ProgramBuilder& b_;
  std::uint32_t count_ = 0;
  std::vector<ScopeId> controlled_;
  std::vector<Distance> distances_;
};

class ImplementationGenerator : public Generator {
 public:
  ImplementationGenerator(std::uint64_t seed, std::uint32_t size, ImplementationBuilder& builder)
      : Generator(seed, size, builder.tree), b_(builder) {}

  void declare_semaphores() {
    if (random_.one_in(2)) b_.set_scheme(random_.one_in(2) ? "barrier" : "per-loop");
    const std::uint32_t semaphores = 1 + random_.below(5);
    for (std::uint32_t s = 0; s < semaphores; ++s) {
      const bool flag = random_.one_in(3);
      const bool array = random_.one_in(3);
      const std::uint32_t size = array ? 1 + random_.below(4) : 1;
      b_.add_semaphore(name(), flag ? random_.below(2) : integer(), flag, array, size);
      semaphores_.push_back({flag, array, size});
    }
    read_.resize(engines_.size());
  }
  // A register that is read must be assigned somewhere on its engine.
  void assign_registers() {
    for (std::size_t e = 0; e < read_.size(); ++e) {
      for (const RegisterId r : read_[e]) b_.operation(EngineId{e}, r, Operation::copy, b_.literal(integer()));
    }
  }

 protected:
  void statement() override {
    const EngineId e = engine();
    switch (random_.below(8)) {
      case 0: b_.wait(e, waits(e)); break;
      case 1: b_.signal(e, updates(e)); break;
      case 2: b_.fence(e); break;
      case 3:
      case 4: operation(e); break;
      default: {
        b_.instruction(e, name(), 0, {}, {});
        options();
        if (random_.one_in(2)) {
          for (const Wait& w : waits(e)) b_.add_wait(w);
        }
        if (random_.one_in(2)) {
          for (const Update& u : updates(e)) b_.add_update(u);
        }
      }
    }
  }
  void barrier() override { tree_.add_barrier(random_.one_in(2)); }

 private:
  struct Kind {
    bool flag;
    bool array;
    std::uint32_t size;
  };

  [[nodiscard]] RegisterId target(EngineId e) { return b_.reg(e, "r" + std::to_string(random_.below(3))); }
  [[nodiscard]] Operand operand(EngineId e) { return random_.one_in(2) ? b_.literal(integer()) : register_operand(e); }
  [[nodiscard]] Operand register_operand(EngineId e) {
    const RegisterId r = target(e);
    if (std::ranges::find(read_[e.value], r) == read_[e.value].end()) read_[e.value].push_back(r);
    return Operand::of(r);
  }
  void operation(EngineId e) {
    static constexpr std::array all = {Operation::copy,     Operation::add,     Operation::subtract,
                                       Operation::multiply, Operation::modulo,  Operation::divide,
                                       Operation::greater,  Operation::minimum, Operation::maximum};
    const Operation o = all[random_.below(all.size())];
    const Operand a = operand(e);
    b_.operation(e, target(e), o, a, o == Operation::copy ? Operand{} : operand(e));
  }
  template <class Element>
  void draw_element(EngineId e, Element& element) {
    const std::uint32_t s = random_.below(static_cast<std::uint32_t>(semaphores_.size()));
    element.semaphore = SemaphoreId{std::size_t{s}};
    if (!semaphores_[s].array) return;
    element.index = random_.one_in(2) ? b_.literal(random_.below(semaphores_[s].size)) : register_operand(e);
  }
  [[nodiscard]] std::vector<Wait> waits(EngineId e) {
    std::vector<Wait> out(1 + random_.below(3));
    for (Wait& w : out) {
      draw_element(e, w);
      w.value = operand(e);
      w.kind = static_cast<TestKind>(random_.below(3));
    }
    return out;
  }
  [[nodiscard]] std::vector<Update> updates(EngineId e) {
    std::vector<Update> out(1 + random_.below(3));
    for (Update& u : out) {
      draw_element(e, u);
      u.kind = static_cast<UpdateKind>(random_.below(3));
      u.time = static_cast<UpdateTime>(random_.below(2));
      u.amount = b_.literal(semaphores_[u.semaphore.value].flag ? random_.below(2) : integer());
    }
    return out;
  }

  ImplementationBuilder& b_;
  std::vector<Kind> semaphores_;
  std::vector<std::vector<RegisterId>> read_;  // by engine
};

}  // namespace

Program generate_program(std::uint64_t seed, std::uint32_t size) {
  ProgramBuilder builder("p");
  ProgramGenerator generator(seed, size, builder);
  generator.declare();
  generator.body(size);
  generator.dependencies();
  return builder.finish();
}

Implementation generate_implementation(std::uint64_t seed, std::uint32_t size) {
  ImplementationBuilder builder("p");
  ImplementationGenerator generator(seed, size, builder);
  generator.declare();
  generator.declare_semaphores();
  generator.body(size);
  generator.assign_registers();
  return builder.finish();
}

}  // namespace counterpoint
