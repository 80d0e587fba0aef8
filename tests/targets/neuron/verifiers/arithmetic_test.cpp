// The statuses of waits against counting through several iterations, on random loops.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/arithmetic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace counterpoint::neuron {
namespace {

// An entry block and a body that loops: updates of semaphores 1 and 2 and waits for earlier updates by their own names,
// and perhaps a reset, at the body's end or in it.
DumpSet draw_loop(std::mt19937& random) {
  DumpSet set;
  set.cores.resize(1);
  set.cores[0].functions.resize(1);
  DumpFunction& f = set.cores[0].functions[0];
  f.blocks.resize(2);
  f.blocks[0].name = "entry";
  f.blocks[1].name = "body";
  int next = 0;
  std::vector<std::pair<std::string, std::int64_t>> made;
  for (int block = 0; block < 2; ++block) {
    const auto count = block == 0 ? random() % 3 : 2 + random() % 6;
    for (std::size_t k = 0; k < count; ++k) {
      DumpInstruction x;
      x.name = "i" + std::to_string(next++);
      x.engine = Engine::pe;
      x.opcode = "TensorCopy";
      if (block == 1 && !made.empty() && random() % 2 == 0) {
        const auto& [name, id] = made[random() % made.size()];
        x.sync.waits.push_back({name, id, DumpWaitMode::at_least, static_cast<std::int64_t>(1 + random() % 4)});
      } else {
        const auto id = static_cast<std::int64_t>(1 + random() % 2);
        x.sync.updates.push_back({id, DumpUpdateMode::add, static_cast<std::int64_t>(1 + random() % 2), {}});
        made.emplace_back(x.name, id);
      }
      f.blocks[static_cast<std::size_t>(block)].instructions.push_back(x);
    }
  }
  DumpInstruction last;
  last.name = "reset";
  last.engine = Engine::all;
  last.opcode = "GroupResetSemaphores";
  last.sema_group.emplace();
  for (const std::int64_t id : {1, 2})
    if (random() % 3 != 0) last.sema_group->push_back(id);
  if (!last.sema_group->empty()) {
    std::vector<DumpInstruction>& body = f.blocks[1].instructions;
    const auto at = random() % 2 == 0 ? body.size() : random() % (body.size() + 1);
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(at), last);
  }
  DumpInstruction back;
  back.name = "back";
  back.engine = Engine::pe;
  back.opcode = "CompareAndBranch";
  back.on_true = "body";
  f.blocks[1].instructions.push_back(back);
  return set;
}

std::string text_of(const DumpFunction& f) {
  std::string text;
  for (const DumpBlock& b : f.blocks) {
    text += b.name + ":";
    for (const DumpInstruction& x : b.instructions) {
      text += " " + x.name;
      for (const DumpWait& w : x.sync.waits)
        text += " waits " + w.from + " S" + std::to_string(w.id) + " >= " + std::to_string(w.value);
      for (const DumpUpdate& u : x.sync.updates) text += " S" + std::to_string(u.id) + " += " + std::to_string(u.value);
      for (const std::int64_t id : x.sema_group.value_or(std::vector<std::int64_t>{}))
        text += " S" + std::to_string(id) + " := 0";
      text += ";";
    }
  }
  return text;
}

// Counts through three iterations; "" where the wait is right in all of them.
std::map<std::string, std::string> count_through(const DumpFunction& f) {
  std::map<std::string, std::string> status;
  std::map<std::int64_t, std::int64_t> count;
  std::map<std::string, std::int64_t> reached;
  std::map<std::string, int> when;  // after how many resets of its semaphore
  std::map<std::int64_t, int> taken;
  std::map<std::int64_t, bool> resets;
  for (const DumpInstruction& x : f.blocks[1].instructions)
    if (x.sema_group)
      for (const std::int64_t id : *x.sema_group) resets[id] = true;
  const auto run = [&](const DumpBlock& block, int iteration) {
    for (const DumpInstruction& x : block.instructions) {
      for (const DumpWait& w : x.sync.waits) {
        const bool inside = std::any_of(block.instructions.begin(), block.instructions.end(),
                                        [&](const DumpInstruction& p) { return p.name == w.from; });
        // What a reset took away leaves what is there now: a hang is all that is possible.
        const bool gone = when[w.from] != taken[w.id];
        const std::int64_t seen = gone ? count[w.id] : reached[w.from];
        std::string s = w.value > seen ? "OVER-WAIT" : w.value < seen && !gone ? "UNSAFE-EARLY" : "OK";
        if (iteration > 1 && s != "OK")
          s = inside && !resets[w.id] ? std::string("ACCUMULATES") : s + " (iteration 2+)";
        std::string& known = status[x.name];
        if (known.empty() || known == "OK") known = s;
      }
      for (const DumpUpdate& u : x.sync.updates) {
        reached[x.name] = count[u.id] += u.value;
        when[x.name] = taken[u.id];
      }
      for (const std::int64_t id : x.sema_group.value_or(std::vector<std::int64_t>{})) {
        count[id] = 0;
        ++taken[id];
      }
    }
  };
  run(f.blocks[0], 0);
  for (int iteration = 1; iteration <= 3; ++iteration) run(f.blocks[1], iteration);
  return status;
}

// 5,000 loops; every status of the table that they can have comes up at least 10 times.
TEST(Arithmetic, AgreesWithCountingThroughIterations) {
  std::mt19937 random(5);
  std::map<std::string, int> seen;
  for (int round = 0; round < 5'000; ++round) {
    const DumpSet set = draw_loop(random);
    const Listing listing(set, 0, 0);
    const std::map<std::string, std::string> expected = count_through(set.cores[0].functions[0]);
    const WaitArithmetic waits = check_waits(listing, {});
    ASSERT_EQ(waits.waits.size(), expected.size());
    for (const WaitCheck& w : waits.waits) {
      const std::string& name = listing.at(w.waiter).name;
      ASSERT_EQ(status_text(w), expected.at(name)) << round << ": " << name << "\n"
                                                   << text_of(set.cores[0].functions[0]);
      ++seen[status_text(w)];
    }
  }
  for (const char* s :
       {"OK", "UNSAFE-EARLY", "OVER-WAIT", "ACCUMULATES", "UNSAFE-EARLY (iteration 2+)", "OVER-WAIT (iteration 2+)"})
    EXPECT_GT(seen[s], 10) << s;
}

}  // namespace
}  // namespace counterpoint::neuron
