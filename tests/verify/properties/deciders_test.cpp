// The engines that decide agree with each other, with random runs, and with their own witnesses.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. Programs of at most seven instructions and trips of at most two; implementations by hand (3/4) or
// allocated (1/4), see verify/generate/implementation.hpp; a window of 1 to 3 (1/8); registers and semaphores of 3 or 4
// bits (1/16), compared unsigned or by difference (1/4 of all), one in eight asked for deadlocks only. Exploration is
// the definition of semantics.md 3, up to a bound of states; the others are compared with it wherever they can answer.
#include <set>

#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/decide.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/machines.hpp"
#include "verify/mutual_replay.hpp"
#include "verify/relation/relation.hpp"

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

    if (choices.chance(1, 8)) q.property = Property::deadlock;
    q.states = states;
    const Judgement judged = decide(q, Decider::all);
    if (!judged.disagreement.empty()) fail(judged.disagreement);
    agree(judged);
    if (judged.verdict.word == VerdictWord::undecided) return;
    campaign_.count(std::string(to_text(judged.verdict.word)) + (judged.verdict.faults.empty() ? "" : ", fault"));
    if (q.property == Property::all) proves(q, judged.verdict);
    if (q.property == Property::all) replays(q, judged.verdict, choices.below(256));
    read_back(drawn, posed.implementation(), q, judged);
  }

 private:
  void fail(const std::string& what) { RC_FAIL(what + text_); }

  // `decide` has compared the words and taken the witnesses on both machines.
  void agree(const Judgement& judged) {
    const Verdict* first = nullptr;
    for (const DeciderAnswer& a : judged.answers) {
      if (!a.verdict || a.verdict->word == VerdictWord::undecided) continue;
      campaign_.count(std::string(a.by) + " decides");
      if (first != nullptr) {
        campaign_.count("both decide: " + std::string(to_text(first->word)));
        if (a.by == "explore" && a.verdict->reason != first->reason) {
          fail("order gives " + first->reason + ", explore " + a.verdict->reason);
        }
      }
      first = &*a.verdict;
    }
  }

  // What the relation proves for all trips holds for these.
  void proves(const Question& q, const Verdict& v) {
    const RelationOptions options{.width = q.width, .compare = q.compare};
    if (decide_by_relation(q.program, q.implementation, q.pairing, options).word != VerdictWord::equivalent) return;
    campaign_.count("the relation proves it");
    if (v.word != VerdictWord::equivalent) fail("the relation proves what is " + std::string(to_text(v.word)));
  }

  void replays(const Question& q, const Verdict& v, std::uint64_t seed) {
    const Machines machines = machines_of(q);
    MutualReplayOptions runs;
    runs.runs = 4;
    runs.seed = seed * 4;
    runs.compare_data = false;
    const MutualReplayResult r = replay_mutually(machines.program, machines.implementation, q.pairing, runs);
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

  void read_back(const Drawn& drawn, const Implementation& made, const Question& q, const Judgement& judged) {
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
    same.property = q.property;
    same.states = q.states;
    const Verdict& before = judged.verdict;
    const Verdict after = decide(same, Decider::all).verdict;
    if (after.word != before.word || after.by != before.by || after.states != before.states ||
        after.instances != before.instances || after.witness != before.witness) {
      fail("the verdict is another when read back");
    }
  }

  static constexpr std::uint64_t states = 4'000;
  Campaign& campaign_;
  std::string text_;
};

TEST(Properties, deciders_agree_and_random_runs_and_witnesses_bear_them_out) {
  Campaign campaign(14'000, 400);
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
      {"the relation proves it", 950},
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
