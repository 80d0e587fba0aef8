// Kernels that name pipes and events which a core has not: refused by name, or judged, each of them.
// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/kernel/positions.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

constexpr std::string_view program = "program p\nengine s mte2\nbuffer a slots 1\nmte2: ld writes a\n";

// Of every call there is: what it is for each pipe, each pair of pipes, each position of a queue.
struct NamingCall {
  std::string listing;
  Direction names;
  bool event = false;  // else pipes alone
  bool flag = false;   // of an event: nothing where a missing event is nothing
};

std::vector<NamingCall> every_call(Architecture architecture) {
  std::vector<NamingCall> out;
  for (const Pipe p : all_pipes) {
    const std::string name(pipe_name(p));
    if (p != Pipe::s) out.push_back({"bar " + name + "\nld\n", {p, p}});
    if (architecture == Architecture::c310) out.push_back({"get " + name + " #0\nrls " + name + " #0\nld\n", {p, p}});
    for (const Pipe q : all_pipes) {
      const std::string event = name + ">" + std::string(pipe_name(q));
      out.push_back({"set " + event + " #0\nwait " + event + " #0\nld\n", {p, q}, p != q, true});
      if (p == q) continue;
      out.push_back({"e = fetch " + event + "\nld\n", {p, q}, true, true});
      out.push_back({"e = fetch " + event + "\nset " + event + " #e\nwait " + event + " #e\nld\n", {p, q}, true, true});
    }
  }
  for (const PositionEntry& at : all_positions()) {
    for (const char* shape : {"", " depth 2 num 2", " depth 0 num 2"}) {
      const std::string queue = "q = queue " + std::string(at.word) + shape + "\n";
      const std::string back = std::string(shape).find("depth 0") == std::string::npos ? "" : " a";
      const Direction event{at.producer, at.consumer};
      out.push_back({queue + "a = alloc q\nld\nfree q a\n", event, true});
      out.push_back({queue + "a = alloc q\nld\nenque q a\nb = deque q" + back + "\nfree q b\n", event, true});
    }
  }
  return out;
}

bool refuses_with(const Refusals& all, Code code) {
  return std::ranges::any_of(all, [&](const Refusal& r) { return r.code == code && r.op.valid(); });
}

// About 200 kernels on each of six cores, none drawn: every pipe, every pair, every position.
TEST(AscendMissingPipes, every_call_on_every_core_is_judged_or_refused_at_the_call) {
  std::size_t refused = 0;
  std::size_t judged = 0;
  for (const Architecture architecture : {Architecture::c220, Architecture::c310}) {
    for (const char* core : {"any", "vector", "cube"}) {
      Machine machine(architecture);
      ASSERT_TRUE(machine.set(std::string("core=") + core).has_value());
      const Primitives primitives = primitives_of(machine);
      for (const NamingCall& call : every_call(architecture)) {
        Listing text(program, call.listing, architecture);
        const auto judge = KernelJudge::make(text.kernel(), primitives);
        const bool pipes = primitives.has_pipe(call.names.from) && primitives.has_pipe(call.names.to);
        const bool has = pipes && primitives.has_event(call.names.from, call.names.to) &&
                         primitives.has_event(call.names.to, call.names.from);
        SCOPED_TRACE(machine.name() + ": " + call.listing);
        if (!judge) {
          ++refused;
          EXPECT_FALSE(has && call.names.from != call.names.to) << judge.error().front().why;
          EXPECT_TRUE(refuses_with(judge.error(), AscendCode::no_event) ||
                      refuses_with(judge.error(), AscendCode::pipe_not_on_core) ||
                      refuses_with(judge.error(), AscendCode::barrier_of_s))
              << judge.error().front().why;
          continue;
        }
        ++judged;
        const bool nothing = call.event && call.flag && primitives.missing_event_is_nothing;
        EXPECT_TRUE(pipes || nothing);
        EXPECT_TRUE(!call.event || nothing || primitives.has_event(call.names.from, call.names.to));
        const BoundedVerdict v = judge->everywhere({});
        EXPECT_EQ(v.undecided, 0U);
        (void)check_rules(text.kernel(), judge->required(), primitives);
      }
    }
  }
  EXPECT_GT(refused, 200U);
  EXPECT_GT(judged, 400U);
}

}  // namespace
}  // namespace counterpoint::ascend::testing
