// Each fault in an allocation is refused by the clause it breaks, and is a fault.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "tests/verify/pair.hpp"
#include "verify/explore/explore.hpp"
#include "verify/order/order.hpp"
#include "verify/relation/relation.hpp"

namespace counterpoint {
namespace {

// Dependencies of classes direct, two-level, nested-forward and history, of which none follows from the others.
constexpr const char* program =
    "program p\nengine e0 e1 e2\nloop Q trips dynamic {\n e0: y after d@Q-2\n loop S trips dynamic {\n"
    "  e0: x after c@S-1\n  e0: p\n  e1: c after p@Q-1@S+1\n  e2: f after x\n"
    "  loop L trips dynamic { e2: d after p } }\n e1: g after y, d }\n";

constexpr const char* good =
    "implementation p\nengine e0 e1 e2\nsemaphore sy sp sc sd other\nloop Q trips dynamic {\n"
    " e0: h1 := h0\n e0: h0 := rL\n e0: tS := 0\n e1: rQ := rQ + 1\n e1: q1 := q0\n e1: q0 := rS\n e1: tS := 0\n"
    " e0: y wait sd >= h1 signal sy += 1\n"
    " loop S trips dynamic {\n"
    "  e0: rS := rS + 1\n  e0: tS := tS + 1\n  e1: rS := rS + 1\n  e1: tS := tS + 1\n  e2: rS := rS + 1\n"
    "  e0: m := gt(tS, 1)\n  e0: v := rS - 1\n  e0: v := v * m\n"
    "  e0: x wait sc >= v signal sp += 1\n  e0: p signal sp += 1\n"
    "  e1: b := q1 + tS\n  e1: b := b + 1\n  e1: b := min(b, q0)\n  e1: b := b * 2\n"
    "  e1: c wait sp >= b signal sc += 1\n"
    "  e2: a := rS * 2\n  e2: a := a - 1\n  e2: f wait sp >= a\n  e2: k := rS * 2\n"
    "  loop L trips dynamic { e0: rL := rL + 1\n e1: rL := rL + 1\n e2: d wait sp >= k signal sd += 1 } }\n"
    " e1: g wait sy >= rQ, sd >= rL }\n";

const std::vector<std::vector<std::string>>& runs() {
  static const std::vector<std::vector<std::string>> all = {{"Q=4", "S=2,1,3,2", "L=1,0,2,1,3"},
                                                            {"Q=3", "S=1,3", "L=2"},
                                                            {"Q=4", "S=3,1,2,1", "L=0,1"},
                                                            {"Q=3", "S=4", "L=0"}};
  return all;
}

Verdict judge_text(const std::string& implementation) {
  const Pair pair(program, implementation);
  const Question q = pair.question();
  return decide_by_relation(q.program, q.implementation, q.pairing, {});
}

// Whether closed clocks, or all states, find some run on which the pair is not equivalent.
bool is_fault(const std::string& implementation) {
  for (const auto& trips : runs()) {
    const Pair pair(program, implementation, trips);
    const auto v = decide_by_order(pair.question());
    if (!v || v->word != VerdictWord::equivalent) return true;
  }
  return false;
}

TEST(RelationFaults, begin_from_a_pair_that_is_proved) {
  const Verdict v = judge_text(good);
  EXPECT_EQ(to_text(v.word), "equivalent") << v.reason << ": " << v.explanation;
  EXPECT_FALSE(is_fault(good));
}

struct Fault {
  const char* name;
  const char* find;
  const char* replace;
  const char* clause;
  const char* names;  // what the explanation must name
  const char* also_find = "";
  const char* also_replace = "";
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = {
      {"threshold one more", "a := a - 1", "a := a - 0", "waits", "e2: f wait sp >= a"},
      {"threshold one less", "a := a - 1", "a := a - 2", "waits", "e2: f wait sp >= a"},
      {"distance one less", "v := rS - 1", "v := rS - 0", "waits", "e0: x wait sc >= v"},
      {"N one less", "a := rS * 2", "a := rS * 1", "waits", "the dependency on x"},
      {"mask dropped", "v := v * m", "v := v * 1", "waits", "e0: x wait sc >= v"},
      {"mask inverted", "e0: v := v * m", "e0: m := 1 - m\n e0: v := v * m", "waits", "e0: x wait sc >= v"},
      {"mask of another bound", "gt(tS, 1)", "gt(tS, 2)", "waits", "gt(t(S), 2)"},
      {"mask by entries of all trips", "gt(tS, 1)", "gt(rS, 1)", "waits", "gt(r(S), 1)"},
      {"trip reset dropped", "e1: tS := 0\n", "", "waits", "e1: c"},
      {"trip reset moved into the loop", "e1: tS := 0\n", "", "waits", "e1: c wait sp >= b", "e1: tS := tS + 1\n",
       "e1: tS := 0\n e1: tS := tS + 1\n"},
      {"trip reset moved behind its reader", "e0: tS := tS + 1\n", "e0: tS := tS + 1\n e0: tS := 0\n", "registers",
       "'tS'"},
      {"counter of the outer loop behind the inner one", "e1: rQ := rQ + 1\n", "", "waits", "e1: g",
       " e1: g wait sy >= rQ, sd >= rL", " e1: g wait sy >= rQ, sd >= rL\n e1: rQ := rQ + 1\n"},
      {"counter behind the nested loop", "e2: rS := rS + 1\n", "", "waits", "e2: f", "sd += 1 } }",
       "sd += 1 }\n e2: rS := rS + 1\n }"},
      {"counter twice", "e1: rQ := rQ + 1\n", "e1: rQ := rQ + 1\n e1: rQ := rQ + 1\n", "waits", "e1: g wait sy >= rQ"},
      {"counter of another scope", "sd >= rL }", "sd >= rS }", "waits", "r(S)"},
      {"history not shifted", "e0: h1 := h0\n e0: h0 := rL", "e0: h0 := rL\n e0: h1 := h0", "waits",
       "e0: y wait sd >= h1"},
      {"history one short", "sd >= h1", "sd >= h0", "waits", "e0: y wait sd >= h0"},
      {"history noted after the count", "e1: q0 := rS\n", "e1: q0 := rS + 1\n", "waits", "e1: c"},
      {"minimum dropped", "b := min(b, q0)", "b := min(b, b)", "waits", "e1: c wait sp >= b"},
      {"maximum for minimum", "b := min(b, q0)", "b := max(b, q0)", "waits", "e1: c"},
      {"wait dropped", "wait sc >= v ", "", "dependency", "x <- c@S-1"},
      {"wait of two levels dropped", "wait sp >= b ", "", "dependency", "c <- p@Q-1@S+1"},
      {"wait on another semaphore", "wait sc >= v", "wait sd >= v", "waits",
       "no producer of this consumer adds to 'sd'"},
      {"wait added", "e0: p signal", "e0: p wait sc >= v signal", "waits",
       "no producer of this consumer adds to \'sc\'"},
      {"update dropped", "signal sc += 1", "", "waits", "'sc'"},
      {"update doubled", "e0: p signal sp += 1", "e0: p signal sp += 2", "waits", "e1: c wait sp >= b"},
      {"update twice", "e0: p signal sp += 1", "e0: p signal sp += 1, sp += 1", "semaphores",
       "one instruction updates it twice (by p"},
      {"update moved to issue", "signal sd += 1", "signal sd += 1 at issue", "semaphores",
       "it is updated at issue (by d"},
      {"update of another semaphore", "e0: x wait sc >= v signal sp += 1", "e0: x wait sc >= v signal other += 1",
       "waits", "e1: c wait sp >= b"},
      {"semaphores merged", "signal sd += 1", "signal sp += 1", "semaphores", "two engines update it (by d"},
      {"update sets", "signal sy += 1", "signal sy := 1", "semaphores", "sy"},
      {"semaphore starts at one", "semaphore sy sp sc", "semaphore sy = 1 sp sc", "waits", "e1: g"},
      {"register clobbered", "e2: k := rS * 2\n", "e2: k := rS * 2\n e2: rS := k\n", "registers", "'rS'"},
      {"semaphore of two engines", "sd += 1 } }\n", "sd += 1, sy += 1 } }\n", "semaphores",
       "two engines update it (by d"},
      {"equality", "wait sc >= v", "wait sc == v", "construct", "only 'wait S >= V'"},
      {"take", "wait sd >= h1", "take sd >= h1", "construct", "only 'wait S >= V'"},
      {"barrier", " e1: g wait", " barrier\n e1: g wait", "construct", "barrier"},
      {"fence", " e1: g wait", " e1: fence\n e1: g wait", "construct", "fence"},
      {"signal alone", " e1: g wait", " e1: signal other += 1\n e1: g wait", "construct", "signal"},
  };
  return all;
}

void replace_in(std::string& text, std::string_view find, std::string_view by) {
  const std::size_t at = text.find(find);
  if (at == std::string::npos) throw std::runtime_error("nothing to replace: " + std::string(find));
  text.replace(at, find.size(), by);
}

std::string spoil(const Fault& f) {
  std::string text(good);
  replace_in(text, f.find, f.replace);
  if (*f.also_find != '\0') replace_in(text, f.also_find, f.also_replace);
  return text;
}

TEST(RelationFaults, are_undecided_by_the_clause_they_break_with_the_statement) {
  // Too much for the relation, though no run shows a difference.
  const std::set<std::string> harmless = {"wait added", "signal alone"};
  for (const Fault& f : faults()) {
    const Verdict v = judge_text(spoil(f));
    EXPECT_EQ(v.reason, f.clause) << f.name << ": " << v.explanation;
    EXPECT_NE(v.explanation.find(f.names), std::string::npos) << f.name << ": " << v.explanation;
    EXPECT_EQ(is_fault(spoil(f)), !harmless.contains(f.name)) << f.name;
  }
}

}  // namespace
}  // namespace counterpoint
