// The engines that decide agree with each other, with random runs, and with their own witnesses.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. Programs of at most seven instructions and trips of at most two; implementations by hand (3/4) or
// allocated (1/4), see verify/generate/implementation.hpp; a window of 1 to 3 (1/8); registers and semaphores of 3 or 4
// bits (1/16), compared unsigned or by difference (1/4 of all). Exploration is the definition of semantics.md 3, and
// decides up to a bound of states; order is compared with it wherever its preconditions hold.
#include <set>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/replay.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/explore/explore.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/mutual_replay.hpp"
#include "verify/order/order.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Drawn;
using testing::Posed;

Shape small() {
  Shape shape;
  shape.instructions = 7;
  shape.dependencies = 8;
  shape.trips = 2;
  return shape;
}

bool two_writers(const Implementation& made) {
  std::vector<std::set<std::uint32_t>> writers(made.semaphores.size());
  for (const Statement& s : made.statements) {
    if (s.kind() != StatementKind::instruction && s.kind() != StatementKind::signal) continue;
    const auto updates =
        s.kind() == StatementKind::signal ? made.signal(s.index) : made.updates_of(InstructionId{std::size_t{s.index}});
    for (const Update& u : updates) writers[u.semaphore.value].insert(s.engine().value);
  }
  return std::ranges::any_of(writers, [](const auto& w) { return w.size() > 1; });
}

class Deciders {
 public:
  explicit Deciders(Campaign& campaign) : campaign_(campaign) {}

  void check(Choices& choices) {
    const Drawn drawn = testing::draw(choices, small());
    Implementation made = choices.chance(1, 4) ? generate_implementation(choices, drawn.program)
                                               : generate_by_hand(choices, drawn.program);
    const Posed posed(drawn.program, std::move(made), drawn.options);
    Question q = posed.question();
    if (choices.chance(1, 8)) q.window = 1 + choices.below(3);
    if (choices.chance(1, 16)) q.width = 3 + choices.below(2);
    if (choices.chance(1, 4)) q.compare = choices.below(2) == 0 ? Comparison::as_unsigned : Comparison::difference;
    text_ = testing::report(drawn, &posed.implementation(), "") + " --window " + std::to_string(q.window) +
            " --width " + std::to_string(q.width) + " --compare " + std::to_string(static_cast<int>(q.compare)) + "\n";
    campaign_.count_program(drawn.program, drawn.options);
    if (two_writers(posed.implementation())) campaign_.count("two writers");

    q.limit = states;
    const Verdict explored = decide_by_exploration(q);
    q.limit = std::uint64_t{1} << 26U;
    const auto order = decide_by_order(q);
    const bool decided = explored.word != VerdictWord::undecided;
    if (!decided && !order) return;
    const Verdict& verdict = decided ? explored : *order;
    campaign_.count(std::string(to_text(verdict.word)) + (verdict.faults.empty() ? "" : ", fault"));
    if (decided && order) agree(explored, *order);
    if (decided) witness(q, explored);
    if (order) witness(q, *order);
    replays(q, posed.pairing(), verdict, choices.below(256));
    read_back(drawn, posed.implementation(), q, verdict);
  }

 private:
  void fail(const std::string& what) { RC_FAIL(what + text_); }

  void agree(const Verdict& explored, const Verdict& order) {
    campaign_.count("both decide");
    campaign_.count("both decide: " + std::string(to_text(order.word)));
    if (order.word != explored.word) {
      fail("order " + std::string(to_text(order.word)) + ", explore " + std::string(to_text(explored.word)));
    }
    if (order.reason != explored.reason) fail("order gives " + order.reason + ", explore " + explored.reason);
  }

  // The implementation performs the witness; the program refuses its last step (unsafe), or could go on (deadlock).
  void witness(const Question& q, const Verdict& v) {
    if (v.word != VerdictWord::unsafe && v.word != VerdictWord::deadlock) return;
    MachineOptions options;
    options.window = q.window;
    const Machine spec = specification_machine(q.program, q.program_trips, options);
    options.width = q.width;
    options.compare = q.compare;
    options.visits = control_scopes(q.program);
    const Machine impl = implementation_machine(q.implementation, q.implementation_trips, options);
    RunOptions run;
    run.data = false;
    const Replayed i = replay(impl, v.witness, run);
    const Replayed s = replay(spec, v.witness, run);
    std::string by = "the witness of " + v.by;
    for (const Step& step : v.witness) by += ", " + to_text(q.implementation.tree, step);
    if (i.refused) fail(by + " is not performed by the implementation: " + i.reason);
    if (v.word == VerdictWord::deadlock) {
      if (i.result.outcome != Outcome::deadlock) fail(by + " does not end in a deadlock");
      if (s.refused || s.result.outcome != Outcome::limit) fail(by + " stops the program, too");
    } else if (v.faults.empty()) {
      if (!s.refused || *s.refused + 1 != v.witness.size())
        fail(by + " is not refused at its last step by the program");
    } else if (i.result.outcome != Outcome::fault) {
      fail(by + " does not end in a fault");
    }
  }

  void replays(const Question& q, const Pairing& pairing, const Verdict& v, std::uint64_t seed) {
    MachineOptions options;
    options.window = q.window;
    const Machine spec = specification_machine(q.program, q.program_trips, options);
    options.width = q.width;
    options.compare = q.compare;
    options.visits = control_scopes(q.program);
    const Machine impl = implementation_machine(q.implementation, q.implementation_trips, options);
    MutualReplayOptions runs;
    runs.runs = 4;
    runs.seed = seed * 4;
    runs.compare_data = false;
    const MutualReplayResult r = replay_mutually(spec, impl, pairing, runs);
    if (!r.difference) return;
    // Where internal steps disable others, what the follower could not do may be its choice.
    if (r.eager && !r.difference->implementation_leads) return;
    const std::string kind(difference_name(r.difference->kind));
    campaign_.count("a random run is " + kind);
    const bool shows_unsafe = kind == "early" || kind == "fault";
    const bool possible = v.word == VerdictWord::unsafe || (v.word == VerdictWord::deadlock && !shows_unsafe) ||
                          (v.word == VerdictWord::refines && kind == "late");
    if (!possible) fail(v.by + " says " + std::string(to_text(v.word)) + ", a random run is " + kind);
  }

  void read_back(const Drawn& drawn, const Implementation& made, const Question& q, const Verdict& v) {
    const auto program = parse_program(print(drawn.program), "p");
    auto read = parse_implementation(print(made), "i");
    const auto json = parse_implementation(print_json(made), "i");
    if (!program || !read || !json) fail("is not read back");
    if (!same_program(*program, drawn.program)) fail("the program is read back as another");
    if (!same_implementation(*read, made) || !same_implementation(*json, made)) fail("is read back as another");
    const Posed again(*program, std::move(*read), drawn.options);
    Question same = again.question();
    same.window = q.window;
    same.width = q.width;
    same.compare = q.compare;
    if (v.by == "order") {
      const auto order = decide_by_order(same);
      if (!order || order->word != v.word || order->witness != v.witness) fail("the verdict is another when read back");
      return;
    }
    same.limit = states;
    const Verdict explored = decide_by_exploration(same);
    if (explored.word != v.word || explored.states != v.states || explored.witness != v.witness) {
      fail("the verdict is another when read back");
    }
  }

  static constexpr std::uint64_t states = 4'000;
  Campaign& campaign_;
  std::string text_;
};

TEST(Properties, deciders_agree_and_random_runs_and_witnesses_bear_them_out) {
  Campaign campaign(8'000, 400);
  Deciders deciders(campaign);
  campaign.run([&](Choices& choices) { deciders.check(choices); });
  campaign.expect_at_least({
      {"zero trips", 3800},
      {"both branches", 900},
      {"nested conditional", 850},
      {"divergent trips", 2200},
      {"three levels", 2900},
      {"several dependencies", 3400},
      {"of itself", 2300},
      {"same engine", 3800},
      {"exclusive", 390},
      {"@*", 1350},
      {"empty loop", 2700},
      {"empty branch", 2500},
      {"engine without work", 1600},
      {"control dependency", 1300},
      {"negative distance", 450},
      {"two writers", 650},
      {"equivalent", 3800},
      {"refines", 210},
      {"deadlock", 1600},
      {"unsafe", 950},
      {"unsafe, fault", 25},
      {"both decide: equivalent", 2100},
      {"both decide: refines", 130},
      {"both decide: deadlock", 380},
      {"both decide: unsafe", 260},
      {"a random run is early", 850},
      {"a random run is late", 140},
      {"a random run is stuck", 1700},
  });
}

}  // namespace
}  // namespace counterpoint
