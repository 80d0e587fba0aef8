// Whether an implementation has the tree and the streams of a program.
// SPDX-License-Identifier: Apache-2.0
//
// What. Engines are matched by name, scopes one by one, then the instructions of every gap. A gap is the stretch of a
// body between two scopes (or its ends); the scopes agree, so gaps have the same numbers on both sides. In a gap, each
// engine must have the same instructions in the same order; how engines are interleaved in the text does not matter.
// Cost: O(scopes + instructions log(engines)).
#include "core/program/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/program/tree_builder.hpp"

namespace counterpoint {
namespace {

constexpr std::size_t most_errors_of_pairing = 100;

// The instructions of a tree by gap, and in a gap by engine (of the program), in stream order.
struct Gaps {
  std::vector<std::uint32_t> start;  // one a gap and one more
  std::vector<InstructionId> order;
};

class Pairer {
 public:
  Pairer(const Program& program, const Implementation& implementation) : p_(program.tree), i_(implementation.tree) {}

  tl::expected<Pairing, Diagnostics> run() {
    match_engines();
    match_scopes();
    // Without the same engines and scopes there is no telling which instruction should be which.
    if (errors_.empty()) {
      match_instructions();
      match_options();
    }
    if (errors_.empty()) return std::move(result_);
    std::ranges::stable_sort(errors_, {}, [](const Diagnostic& d) { return d.position.line; });
    return tl::unexpected(std::move(errors_));
  }

 private:
  Diagnostic& report(Code code, std::uint32_t line, std::string message) {
    errors_.push_back(diagnose(code, {line, 0}, std::move(message)));
    return errors_.back();
  }
  [[nodiscard]] bool full() const { return errors_.size() >= most_errors_of_pairing; }

  void match_engines() {
    std::unordered_map<std::string_view, EngineId> by_name;
    for (const EngineId e : p_.engines()) by_name.emplace(p_.engine_name(e), e);
    result_.engine_to_program.resize(i_.engine_count());
    result_.engine_to_implementation.resize(p_.engine_count());
    for (const EngineId e : i_.engines()) {
      const auto found = by_name.find(i_.engine_name(e));
      if (found == by_name.end()) {
        std::vector<std::string_view> names;
        for (const EngineId x : p_.engines()) names.push_back(p_.engine_name(x));
        report(Code::different_engines, 0, fmt::format("the program has no engine '{}'", i_.engine_name(e))).nearest =
            nearest_name(i_.engine_name(e), names);
        continue;
      }
      result_.engine_to_program[e] = found->second;
      result_.engine_to_implementation[found->second] = e;
    }
    for (const EngineId e : p_.engines()) {
      if (full() || result_.engine_to_implementation[e].valid()) continue;
      report(Code::different_engines, 0,
             fmt::format("the program's engine '{}' is not declared in the implementation", p_.engine_name(e)));
    }
  }

  static std::string describe(const Tree& t, ScopeId s) {
    const Scope& x = t.scope(s);
    const char* divergent = x.trip_kind == TripKind::divergent ? " divergent" : "";
    switch (x.kind) {
      case ScopeKind::root: return "the root";
      case ScopeKind::then_branch: return fmt::format("if {}{}", t.text(x.name), divergent);
      case ScopeKind::else_branch: return fmt::format("the else of {}", t.text(x.name));
      case ScopeKind::loop: break;
    }
    if (x.trip_kind == TripKind::constant) return fmt::format("loop {} trips {}", t.text(x.name), x.trips);
    return fmt::format("loop {} trips{}", t.text(x.name), *divergent != 0 ? divergent : " dynamic");
  }

  // A scope that differs makes all that follow differ, so only the first is reported.
  void match_scopes() {
    const std::size_t both = std::min(p_.scope_count(), i_.scope_count());
    for (std::size_t n = 0; n < both; ++n) {
      const ScopeId s{n};
      const Scope& a = p_.scope(s);
      const Scope& b = i_.scope(s);
      const std::string expected = describe(p_, s);
      const std::string found = describe(i_, s);
      if (a.parent == b.parent && expected == found) continue;
      auto& d =
          report(Code::different_scopes, b.line, "the implementation has another tree of scopes than the program");
      d.expected = fmt::format("{} in {}", expected, a.parent.valid() ? p_.scope_name(a.parent) : "nothing");
      d.found = fmt::format("{} in {}", found, b.parent.valid() ? i_.scope_name(b.parent) : "nothing");
      return;
    }
    if (p_.scope_count() > both) {
      report(Code::different_scopes, 0, fmt::format("{} is missing", describe(p_, ScopeId{both})));
    } else if (i_.scope_count() > both) {
      report(Code::different_scopes, i_.scope(ScopeId{both}).line,
             fmt::format("the program has no {}", describe(i_, ScopeId{both})));
    }
  }

  Gaps gaps(const Tree& t, bool implementation) const {
    // A body with n scopes has n + 1 gaps.
    std::vector<std::uint32_t> first(t.scope_count() + 1, 0);
    std::vector<std::uint32_t> gap_of_block(t.block_count(), 0);
    for (const ScopeId s : t.scopes()) {
      std::uint32_t gap = first[s.value];
      for (const Item& item : t.items(s)) {
        if (item.kind == ItemKind::block) gap_of_block[item.index] = gap;
        if (item.kind == ItemKind::loop || item.kind == ItemKind::conditional) ++gap;
      }
      first[s.value + 1] = gap + 1;
    }
    Gaps g;
    g.start.assign(first.back() + 1, 0);
    for (const InstructionId x : t.instructions()) ++g.start[gap_of_block[t.block_of(x).value] + 1];
    for (std::size_t n = 1; n < g.start.size(); ++n) g.start[n] += g.start[n - 1];
    g.order.resize(t.instruction_count());
    std::vector<std::uint32_t> next(g.start.begin(), g.start.end() - 1);
    for (const InstructionId x : t.instructions()) g.order[next[gap_of_block[t.block_of(x).value]]++] = x;
    const auto engine = [&](InstructionId x) {
      return implementation ? result_.engine_to_program[t.engine_of(x)] : t.engine_of(x);
    };
    for (std::size_t n = 0; n + 1 < g.start.size(); ++n) {
      std::stable_sort(g.order.begin() + g.start[n], g.order.begin() + g.start[n + 1],
                       [&](InstructionId x, InstructionId y) { return engine(x) < engine(y); });
    }
    return g;
  }

  void match_instructions() {
    const Gaps a = gaps(p_, false);
    const Gaps b = gaps(i_, true);
    result_.to_program.resize(i_.instruction_count());
    result_.to_implementation.resize(p_.instruction_count());
    for (std::size_t n = 0; n + 1 < a.start.size() && !full(); ++n) match_gap(a, b, n);
  }

  // The instructions of one engine in one gap: [first, last) of Gaps::order, both in stream order.
  struct Stream {
    const Tree& tree;
    const Gaps& gaps;
    std::uint32_t at;
    std::uint32_t last;
    [[nodiscard]] InstructionId next() const { return at < last ? gaps.order[at] : InstructionId::none(); }
  };

  void match_gap(const Gaps& a, const Gaps& b, std::size_t gap) {
    Stream program{p_, a, a.start[gap], a.start[gap + 1]};
    Stream implementation{i_, b, b.start[gap], b.start[gap + 1]};
    // Both are sorted by engine of the program, so each engine's streams are met at the same time.
    while (program.next().valid() || implementation.next().valid()) {
      const EngineId e = std::min(engine_at(program), engine_at(implementation));
      bool same = true;
      while (engine_at(program) == e || engine_at(implementation) == e) {
        const InstructionId x = engine_at(program) == e ? program.next() : InstructionId::none();
        const InstructionId y = engine_at(implementation) == e ? implementation.next() : InstructionId::none();
        program.at += x.valid() ? 1 : 0;
        implementation.at += y.valid() ? 1 : 0;
        // After the first difference the rest of the engine's instructions is shifted.
        if (same) same = match_instruction(x, y);
      }
    }
  }
  // The program's engine of the next instruction; none (the largest value) at the end.
  [[nodiscard]] EngineId engine_at(const Stream& s) const {
    if (!s.next().valid()) return EngineId::none();
    const EngineId e = s.tree.engine_of(s.next());
    return &s.tree == &p_ ? e : result_.engine_to_program[e];
  }

  [[nodiscard]] bool match_instruction(InstructionId x, InstructionId y) {
    if (x.valid() && y.valid() && p_.instruction_name(x) == i_.instruction_name(y)) {
      result_.to_program[y] = x;
      result_.to_implementation[x] = y;
      return true;
    }
    if (full()) return false;
    const auto name = [](const Tree& t, InstructionId v) {
      return v.valid() ? fmt::format("{}: {}", excerpt(t.engine_name(t.engine_of(v))), excerpt(t.instruction_name(v)))
                       : "nothing more of this engine";
    };
    auto& d = report(Code::different_instructions, y.valid() ? i_.line_of(y) : 0,
                     fmt::format("the instructions of {} differ from the program's",
                                 excerpt(place(x.valid() ? p_ : i_, x.valid() ? x : y))));
    d.expected = name(p_, x);
    d.found = name(i_, y);
    return false;
  }

  static std::string place(const Tree& t, InstructionId v) { return t.scope_name(t.scope_of(v)); }

  void differ(std::uint32_t line, std::string what, std::string expected, std::string found) {
    if (full()) return;
    auto& d = report(Code::different_option, line, std::move(what));
    d.expected = std::move(expected);
    d.found = std::move(found);
  }

  void match_options() {
    if (!i_.unit().empty() && i_.unit() != p_.unit()) {
      differ(0, "the implementation has another unit than the program", fmt::format("unit {}", p_.unit()),
             fmt::format("unit {}", i_.unit()));
    }
    for (const EngineId e : i_.engines()) {
      if (i_.engine(e).inorder && !p_.engine(result_.engine_to_program[e]).inorder) {
        differ(0, fmt::format("engine {} is in order here and not in the program", i_.engine_name(e)), {}, {});
      }
    }
    std::unordered_map<std::string_view, BufferId> buffers;
    for (const BufferId b : p_.buffers()) buffers.emplace(p_.buffer_name(b), b);
    for (const BufferId b : i_.buffers()) {
      const auto found = buffers.find(i_.buffer_name(b));
      if (found == buffers.end()) {
        differ(0, fmt::format("the program has no buffer '{}'", i_.buffer_name(b)), {}, {});
      } else if (p_.buffer(found->second).slots != i_.buffer(b).slots) {
        differ(0, fmt::format("buffer {} has another number of slots than in the program", i_.buffer_name(b)),
               std::to_string(p_.buffer(found->second).slots), std::to_string(i_.buffer(b).slots));
      } else {
        match_place(found->second, b);
      }
    }
    for (const InstructionId y : i_.instructions()) match_options(y);
  }

  // What the implementation says of the place of a buffer is what the program says.
  void match_place(BufferId x, BufferId y) {
    const Buffer& a = p_.buffer(x);
    const Buffer& b = i_.buffer(y);
    const auto number = [&](const char* word, const std::optional<std::uint64_t>& want,
                            const std::optional<std::uint64_t>& have) {
      if (!have || want == have) return;
      differ(0, fmt::format("buffer {} has another '{}' than in the program", i_.buffer_name(y), word),
             want ? std::to_string(*want) : std::string(), std::to_string(*have));
    };
    const auto known = [](std::uint64_t bytes) {
      return bytes == 0 ? std::nullopt : std::optional<std::uint64_t>(bytes);
    };
    number("at", a.at, b.at);
    number("bytes", known(a.bytes), known(b.bytes));
    const std::string_view space = i_.buffer_space(y);
    if (space.empty() || space == p_.buffer_space(x)) return;
    differ(0, fmt::format("buffer {} lies in another memory than in the program", i_.buffer_name(y)),
           std::string(p_.buffer_space(x)), std::string(space));
  }

  void match_options(InstructionId y) {
    const InstructionId x = result_.to_program[y];
    if (!x.valid()) return;  // reported already
    const Timing& a = p_.timing(x);
    const Timing& b = i_.timing(y);
    const auto number = [&](std::uint8_t given, const char* word, std::uint64_t want, std::uint64_t have) {
      if ((b.given & given) == 0 || want == have) return;
      differ(i_.line_of(y), fmt::format("{} has another {} than in the program", i_.instruction_name(y), word),
             fmt::format("{} {}", word, want), fmt::format("{} {}", word, have));
    };
    number(Timing::has_cost, "cost", a.cost, b.cost);
    number(Timing::has_interval, "interval", a.interval, b.interval);
    number(Timing::has_transfer, "transfer", a.transfer, b.transfer);
    if ((b.given & Timing::has_op) != 0 && (!a.op.valid() || p_.text(a.op) != i_.text(b.op))) {
      differ(i_.line_of(y), fmt::format("{} has another op than in the program", i_.instruction_name(y)),
             a.op.valid() ? fmt::format("op {}", p_.text(a.op)) : "none", fmt::format("op {}", i_.text(b.op)));
    }
    // Reads and writes are each given wholly or not at all.
    for (const bool write : {false, true}) {
      const auto have = list(i_, y, write);
      const auto want = list(p_, x, write);
      const bool same = std::ranges::equal(have, want, [&](const Access& u, const Access& v) {
        return i_.buffer_name(u.buffer) == p_.buffer_name(v.buffer) && u.kind == v.kind && u.slot == v.slot &&
               u.loop == v.loop && u.shift == v.shift;
      });
      if (have.empty() || same) continue;
      differ(i_.line_of(y),
             fmt::format("{} has other {} than in the program", i_.instruction_name(y), write ? "writes" : "reads"), {},
             {});
    }
  }

  static std::vector<Access> list(const Tree& t, InstructionId v, bool write) {
    std::vector<Access> out;
    for (const Access& a : t.accesses(v)) {
      if (a.write == write) out.push_back(a);
    }
    return out;
  }

  const Tree& p_;
  const Tree& i_;
  Pairing result_;
  Diagnostics errors_;
};

}  // namespace

tl::expected<Pairing, Diagnostics> pair_up(const Program& program, const Implementation& implementation) {
  return Pairer(program, implementation).run();
}

Implementation complete(const Program& program, const Implementation& implementation, const Pairing& pairing) {
  Implementation full = implementation;
  full.tree = TreeBuilder::adopt(implementation.tree, program.tree, pairing.to_program, pairing.engine_to_program);
  return full;
}

}  // namespace counterpoint
