// The engines that decide agree with each other, with random runs, and with their own witnesses.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution. Programs of at most seven instructions and trips of at most two; implementations by hand (3/4) or
// allocated (1/4), see verify/generate/implementation.hpp; a window of 1 to 3 (1/4); registers and semaphores of 3 or 4
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

// A pair and how it is asked about.
struct Asked {
  const Drawn& drawn;
  const Posed& posed;
  Question question;
  std::string text;

  void fail(const std::string& what) const { RC_FAIL(what + text); }
};

template <class Look>
void ask_about_pairs(Campaign& campaign, bool options, Look look) {
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, small());
    Implementation made = choices.chance(1, 4) ? generate_implementation(choices, drawn.program)
                                               : generate_by_hand(choices, drawn.program);
    const Posed posed(drawn.program, std::move(made), drawn.options);
    Question q = posed.question();
    q.states = 4'000;
    if (options) {
      if (choices.chance(1, 4)) q.window = 1 + choices.below(3);
      if (choices.chance(1, 16)) q.width = 3 + choices.below(2);
      if (choices.chance(1, 4)) q.compare = choices.below(2) == 0 ? Comparison::as_unsigned : Comparison::difference;
      if (choices.chance(1, 8)) q.property = Property::deadlock;
    }
    campaign.count_program(drawn.program, drawn.options);
    if (two_writers(posed.implementation())) campaign.count("two writers");
    const std::string text = testing::report(drawn, &posed.implementation(), "") + " --window " +
                             std::to_string(q.window) + " --width " + std::to_string(q.width) + " --compare " +
                             std::to_string(static_cast<int>(q.compare)) + " --property " +
                             std::to_string(static_cast<int>(q.property)) + "\n";
    look(Asked{drawn, posed, q, text}, choices);
  });
}

void count_verdict(Campaign& campaign, const Verdict& v) {
  campaign.count(std::string(to_text(v.word)) + (v.faults.empty() ? "" : ", fault"));
}

// `decide` compares the words and takes every witness on both machines.
TEST(Properties, engines_that_decide_a_pair_agree_and_their_witnesses_show_what_they_say) {
  Campaign campaign(12'000, 400);
  ask_about_pairs(campaign, true, [&](const Asked& asked, Choices&) {
    const Judgement judged = decide(asked.question, Decider::all);
    if (!judged.disagreement.empty()) asked.fail(judged.disagreement);
    count_verdict(campaign, judged.verdict);
    const Verdict* first = nullptr;
    for (const DeciderAnswer& a : judged.answers) {
      if (!a.verdict || a.verdict->word == VerdictWord::undecided) continue;
      campaign.count(std::string(a.by) + " decides");
      if (first != nullptr && a.by == "explore") {
        campaign.count("both decide: " + std::string(to_text(first->word)));
        if (a.verdict->reason != first->reason) {
          asked.fail(std::string(first->by) + " gives " + first->reason + ", explore " + a.verdict->reason);
        }
      }
      if (first == nullptr) first = &*a.verdict;
    }
  });
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
      {"equivalent", 3400},
      {"refines", 190},
      {"deadlock", 1500},
      {"unsafe", 850},
      {"unsafe, fault", 22},
      {"clean", 400},
      {"both decide: equivalent", 1900},
      {"both decide: refines", 110},
      {"both decide: deadlock", 380},
      {"both decide: unsafe", 230},
  });
}

TEST(Properties, what_the_relation_proves_for_all_trips_holds_for_those_drawn) {
  Campaign campaign(6'000, 400);
  ask_about_pairs(campaign, true, [&](const Asked& asked, Choices&) {
    const Question& q = asked.question;
    const RelationOptions options{.width = q.width, .compare = q.compare};
    const Verdict proved = decide_by_relation(q.program, q.implementation, q.pairing, options);
    if (proved.word != VerdictWord::equivalent || q.property != Property::all) return;
    const Verdict v = decide(q).verdict;
    if (v.word == VerdictWord::undecided) return;
    if (v.word != VerdictWord::equivalent) asked.fail("the relation proves what is " + std::string(to_text(v.word)));
    campaign.count("proved");
  });
  campaign.expect_at_least({{"proved", 850}});
}

TEST(Properties, a_random_run_of_either_machine_on_the_other_never_contradicts_a_verdict) {
  Campaign campaign(6'000, 400);
  ask_about_pairs(campaign, true, [&](const Asked& asked, Choices& choices) {
    if (asked.question.property != Property::all) return;
    const Verdict v = decide(asked.question).verdict;
    if (v.word == VerdictWord::undecided) return;
    count_verdict(campaign, v);
    const Machines machines = machines_of(asked.question);
    MutualReplayOptions runs;
    runs.runs = 4;
    runs.seed = 4 * std::uint64_t{choices.below(256)};
    runs.compare_data = false;
    const auto result = replay_mutually(machines.program, machines.implementation, asked.question.pairing, runs);
    if (!result.difference) return;
    // Where internal steps disable others, what the follower could not do may be its choice.
    if (result.eager && !result.difference->implementation_leads) return;
    const DifferenceKind kind = result.difference->kind;
    campaign.count("a random run is " + std::string(difference_name(kind)));
    const bool shows_unsafe = kind == DifferenceKind::early || kind == DifferenceKind::fault;
    const bool possible = v.word == VerdictWord::unsafe || (v.word == VerdictWord::deadlock && !shows_unsafe) ||
                          (v.word == VerdictWord::refines && kind == DifferenceKind::late);
    if (!possible)
      asked.fail(std::string(to_text(v.word)) + ", and a random run is " + std::string(difference_name(kind)));
  });
  campaign.expect_at_least({
      {"equivalent", 3400},
      {"refines", 190},
      {"deadlock", 1400},
      {"unsafe", 850},
      {"a random run is early", 750},
      {"a random run is late", 120},
      {"a random run is stuck", 1500},
      {"a random run is fault", 9},
  });
}

TEST(Properties, texts_and_json_are_read_back_as_the_same_pair_with_the_same_verdict_and_witness) {
  Campaign campaign(4'000, 400);
  ask_about_pairs(campaign, false, [&](const Asked& asked, Choices&) {
    const Implementation& made = asked.posed.implementation();
    const auto program = parse_program(print(asked.drawn.program), "p");
    const auto json_program = parse_program(print_json(asked.drawn.program), "p");
    auto read = parse_implementation(print(made), "i");
    const auto json = parse_implementation(print_json(made), "i");
    if (!program || !json_program || !read || !json) asked.fail("is not read back");
    if (!same_program(*program, asked.drawn.program) || !same_program(*json_program, asked.drawn.program)) {
      asked.fail("the program is read back as another");
    }
    if (!same_implementation(*read, made) || !same_implementation(*json, made)) asked.fail("is read back as another");
    if (print(*program) != print(asked.drawn.program) || print(*read) != print(made))
      asked.fail("is printed otherwise");
    const Posed again(*program, std::move(*read), asked.drawn.options);
    Question same = again.question();
    same.states = asked.question.states;
    const Verdict before = decide(asked.question).verdict;
    const Verdict after = decide(same).verdict;
    count_verdict(campaign, before);
    if (after.word != before.word || after.by != before.by || after.states != before.states ||
        after.instances != before.instances || after.witness != before.witness) {
      asked.fail("the verdict is another when read back");
    }
  });
  campaign.expect_at_least({
      {"equivalent", 3800},
      {"refines", 210},
      {"deadlock", 1500},
      {"unsafe", 900},
      {"two writers", 650},
  });
}

}  // namespace
}  // namespace counterpoint
