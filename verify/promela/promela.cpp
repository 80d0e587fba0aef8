// Writes Promela models.
// SPDX-License-Identifier: Apache-2.0
#include "verify/promela/promela.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "core/machine/volume.hpp"
#include "verify/explore/linear.hpp"
#include "verify/machines.hpp"

namespace counterpoint {
namespace {

Diagnostic too_large(std::string message, std::string help) {
  Diagnostic d = diagnose(Code::promela_too_large, {}, std::move(message));
  d.help = std::move(help);
  return d;
}

// The range of a cell, all updates taken together: which type it has in the model.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

class Model {
 public:
  Model(const Question& q, const Machine& machine, LinearStreams implementation, const LinearStreams& program)
      : q_(q), machine_(machine), streams_(std::move(implementation)) {
    index_producers(program);
  }

  tl::expected<std::string, Diagnostics> write(const LinearStreams& program) {
    if (auto bad = find_ranges()) return tl::unexpected(Diagnostics{std::move(*bad)});
    put("/* {} against its program. SPDX-License-Identifier: Apache-2.0 */\n", machine_.tree().name());
    declare();
    for (const EngineId e : machine_.tree().engines()) {
      stream(e, program, q_.pairing.engine_to_program[e]);
      retirements(e);
    }
    return std::move(out_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> form, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), form, std::forward<Args>(args)...);
  }

  // Entries of the implementation's engine that have retired once so many instances of it have.
  [[nodiscard]] std::size_t entries_for(EngineId e, std::uint64_t instances) const {
    const auto& before = streams_.engines[e].instances_before;
    return static_cast<std::size_t>(std::ranges::lower_bound(before, instances) - before.begin());
  }

  // Where the n-th instance of each producer stands among the instances of its engine.
  void index_producers(const LinearStreams& program) {
    ordinals_.resize(program.initial.size());
    engine_of_.resize(program.initial.size());
    for (const EngineId f : q_.program.tree.engines()) {
      const LinearStream& s = program.engines[f];
      for (std::size_t n = 0; n < s.entry_event.size(); ++n) {
        const LinearEvent& x = s.events[s.entry_event[n]];
        for (std::uint32_t c = x.retire_change; c < x.last_change; ++c) {
          ordinals_[program.changes[c].cell].push_back(n + 1);
          engine_of_[program.changes[c].cell] = q_.pairing.engine_to_implementation[f];
        }
      }
    }
  }

  std::optional<Diagnostic> find_ranges() {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    for (const std::int64_t v : streams_.initial) ranges_.push_back({std::min<std::int64_t>(v, 0), v});
    const auto widen = [&](std::uint32_t cell, std::int64_t by) {
      std::int64_t& end = by < 0 ? ranges_[cell].low : ranges_[cell].high;
      end = std::clamp(end + std::clamp(by, -2 * most, 2 * most), -2 * most, 2 * most);
    };
    for (const LinearChange& c : streams_.changes) {
      if (c.kind == UpdateKind::set) {
        ranges_[c.cell].low = std::min(ranges_[c.cell].low, c.amount);
        ranges_[c.cell].high = std::max(ranges_[c.cell].high, c.amount);
      } else {
        widen(c.cell, c.kind == UpdateKind::add ? c.amount : -std::clamp(c.amount, -2 * most, 2 * most));
      }
    }
    for (const LinearTest& t : streams_.tests) {
      if (t.kind == TestKind::take && t.value < 0) widen(t.cell, std::min(-t.value, 2 * most));
      if (t.value > most || t.value < -most) return number(t.cell);
    }
    for (std::uint32_t c = 0; c < ranges_.size(); ++c) {
      if (ranges_[c].high > most) return number(c);
      if (ranges_[c].low < -most) return number(c);
    }
    return std::nullopt;
  }

  [[nodiscard]] Diagnostic number(std::uint32_t cell) const {
    return too_large(fmt::format("{} may go beyond the 32 bits of a number of Promela", machine_.cell_name(cell)),
                     "smaller updates or thresholds, or fewer trips");
  }

  void declare() {
    for (std::uint32_t c = 0; c < ranges_.size(); ++c) {
      const Range& r = ranges_[c];
      const char* type = r.low >= 0 && r.high < 256 ? "byte" : r.low > -32768 && r.high < 32768 ? "short" : "int";
      put("{} c{} = {};  /* {} */\n", type, c, streams_.initial[c], machine_.cell_name(c));
    }
    std::size_t barriers = 0;
    for (const EngineId e : machine_.tree().engines()) {
      const LinearStream& s = streams_.engines[e];
      const char* type = s.entry_event.size() < 256 ? "byte" : s.entry_event.size() < 32768 ? "short" : "int";
      put("{} i{};  /* entries of {} in flight or retired */\n", type, e.value, machine_.tree().engine_name(e));
      put("{} r{};  /* and retired */\n", type, e.value);
      barriers = std::max<std::size_t>(barriers, std::ranges::count(s.events, LinearKind::barrier, &LinearEvent::kind));
    }
    meets_ = barriers != 0;
    if (meets_) put("byte arrived;\nbool resets;\n{} met;\n", barriers < 256 ? "byte" : "short");
  }

  void tests(const LinearEvent& x, std::vector<std::string>& guard) const {
    for (std::uint32_t t = x.first_test; t < x.last_test; ++t) {
      const LinearTest& test = streams_.tests[t];
      guard.push_back(fmt::format("c{} {} {}", test.cell, test.kind == TestKind::equal ? "==" : ">=", test.value));
      if (test.kind != TestKind::take) continue;
      std::int64_t sum = 0;
      for (std::uint32_t u = x.first_test; u < x.last_test; ++u) {
        const LinearTest& other = streams_.tests[u];
        if (other.kind == TestKind::take && other.cell == test.cell) sum += other.value;
      }
      guard.push_back(fmt::format("c{} >= {}", test.cell, sum));
    }
  }

  void changes(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const LinearChange& c = streams_.changes[i];
      const bool sets = c.kind == UpdateKind::set ? c.amount != 0 : c.kind == UpdateKind::add && c.amount > 0;
      if (c.flag && sets) put(" assert(c{} == 0);", c.cell);
      if (c.kind == UpdateKind::set) {
        put(" c{} = {};", c.cell, c.amount);
      } else {
        put(" c{0} = c{0} {1} ({2});", c.cell, c.kind == UpdateKind::add ? '+' : '-', c.amount);
      }
      if (c.flag) put(" assert(c{0} >= 0 && c{0} <= 1);", c.cell);
    }
  }

  // Equation 1 at a visible event of the program.
  void asserts(const LinearStreams& program, const LinearEvent& x) {
    for (std::uint32_t t = x.first_test; t < x.last_test; ++t) {
      const LinearTest& test = program.tests[t];
      if (test.value <= 0) continue;
      const auto& all = ordinals_[test.cell];
      if (static_cast<std::uint64_t>(test.value) > all.size()) {
        put(" assert(false);");
        continue;
      }
      const EngineId f = engine_of_[test.cell];
      put(" assert(r{} >= {});", f.value, entries_for(f, all[static_cast<std::size_t>(test.value) - 1]));
    }
  }

  // What holds back the event at position n of the engine, in full.
  [[nodiscard]] std::string guard(EngineId e, std::size_t n, std::size_t barriers) const {
    const LinearStream& s = streams_.engines[e];
    const LinearEvent& x = s.events[n];
    std::vector<std::string> all;
    if (barriers != 0) all.push_back(fmt::format("met >= {}", barriers));
    tests(x, all);
    const bool drains = x.kind == LinearKind::fence || x.kind == LinearKind::barrier || x.kind == LinearKind::end;
    if (drains) all.push_back(fmt::format("r{} == {}", e.value, s.entries_before[n]));
    const std::uint64_t before = s.instances_before[s.entries_before[n]];
    if (x.kind == LinearKind::issue && q_.window != 0 && before >= q_.window) {
      all.push_back(fmt::format("r{} >= {}", e.value, entries_for(e, before - q_.window + 1)));
    }
    return all.empty() ? "true" : fmt::format("{}", fmt::join(all, " && "));
  }

  void meet(bool reset) {
    put(" arrived++; resets = resets || {}; if :: arrived == {} -> arrived = 0; met++; if :: resets ->", reset,
        machine_.tree().engine_count());
    for (std::uint32_t c = 0; c < ranges_.size(); ++c) put(" c{} = 0;", c);
    put(" skip :: else -> skip fi; resets = false :: else -> skip fi;");
  }

  void stream(EngineId e, const LinearStreams& program, EngineId there) {
    put("\nactive proctype e{}() {{  /* {} */\n", e.value, machine_.tree().engine_name(e));
    const LinearStream& s = streams_.engines[e];
    const auto& theirs = program.engines[there].events;
    std::size_t visible = 0;
    std::size_t barriers = 0;
    for (std::size_t n = 0; n < s.events.size(); ++n) {
      const LinearEvent& x = s.events[n];
      if (x.kind == LinearKind::gather) continue;  // a guard of the next event
      if (x.kind == LinearKind::fault) {
        put("  assert(false);\n");
        continue;
      }
      put("  d_step {{ {} ->", guard(e, n, barriers));
      if (x.kind == LinearKind::issue || x.kind == LinearKind::visit) asserts(program, theirs[visible++]);
      for (std::uint32_t t = x.first_test; t < x.last_test; ++t) {
        const LinearTest& test = streams_.tests[t];
        if (test.kind == TestKind::take) put(" c{0} = c{0} - ({1});", test.cell, test.value);
      }
      changes(x.first_change, x.retire_change);
      if (x.faults) put(" assert(false);");
      if (x.kind == LinearKind::issue || x.kind == LinearKind::signal_at_retire) put(" i{}++;", e.value);
      if (x.kind == LinearKind::barrier) {
        meet(x.reset);
        ++barriers;
      }
      put(" skip }}{}\n", note(x));
    }
    put("end: false\n}}\n");
  }

  [[nodiscard]] std::string note(const LinearEvent& x) const {
    if (x.kind == LinearKind::issue) {
      return fmt::format("  /* {} */", machine_.tree().instruction_name(InstructionId{std::size_t{x.subject}}));
    }
    return x.kind == LinearKind::visit
               ? fmt::format("  /* visit {} */", machine_.tree().scope_name(ScopeId{std::size_t{x.subject}}))
               : "";
  }

  void retirements(EngineId e) {
    const LinearStream& s = streams_.engines[e];
    if (s.entry_event.empty()) return;
    put("active proctype q{}() {{\n", e.value);
    for (std::size_t n = 0; n < s.entry_event.size(); ++n) {
      const LinearEvent& x = s.events[s.entry_event[n]];
      put("  d_step {{ i{0} > {1} -> r{0}++;", e.value, n);
      changes(x.retire_change, x.last_change);
      put(" skip }}\n");
    }
    put("end: false\n}}\n");
  }

  const Question& q_;
  const Machine& machine_;
  LinearStreams streams_;
  std::vector<std::vector<std::size_t>> ordinals_;  // by cell of the program
  std::vector<EngineId> engine_of_;                 // of the implementation
  std::vector<Range> ranges_;
  bool meets_ = false;
  std::string out_;
};

}  // namespace

tl::expected<std::string, Diagnostics> write_promela(const Question& q) {
  const auto refuse = [&] {
    return tl::unexpected(Diagnostics{
        too_large(fmt::format("the streams hold more than {} events, and a Promela model writes them all out", q.limit),
                  "fewer trips, by --trips or --resize")});
  };
  // Loops without events are walked through too.
  const Volume all = volume(q.program.tree, q.program_trips, 100 * q.limit);
  if (all.instances > q.limit || all.entries > 100 * q.limit) return refuse();
  const Machines machines = machines_of(q);
  auto implementation = write_out(machines.implementation, q.limit);
  const auto program = write_out(machines.program, q.limit);
  if (!implementation || !program) return refuse();
  return Model(q, machines.implementation, std::move(*implementation), *program).write(*program);
}

}  // namespace counterpoint
