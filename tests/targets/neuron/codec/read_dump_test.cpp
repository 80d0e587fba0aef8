// The reader of dumps: what it takes, and that nothing it is given makes it fall.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/read_dump.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "targets/neuron/verifiers/verify_dump.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view whole_dump = R"({"functions":[{"name":"f","allocations":[{"name":"t_set","dtype":"float32",
"kind":"Internal","memorylocations":[{"name":"t","type":"SB","addr":64,"dims":[128,1024],"bank":0,"base":32}]}],
"blocks":[{"name":"b","instructions":[{"name":"p","engine":"PE","opcode":"Matmult","outs":[{"kind":"physical_ap",
"memref":"t","dtype":"float32","ap":[[256,128],[-1,4]],"offset":8}],"sync_info":{"on_wait":[{"from":"d","id":3,
"mode":"sem-ge-reg","reg":7}],"on_update":[{"id":2,"mode":"sem-inc","target_core":1}]},"dependencies":[["d","Anti"]],
"loop_carried_dependencies":[["p","Flow",[1,0]]],"debug":{"lineno":12,"op_name":"dot"},"unknown":{"key":[1]}},
{"name":"r","engine":"ALL","opcode":"GroupResetSemaphores","sema_group":[1,2]},{"name":"d","engine":"SP",
"opcode":"DMATrigger","queue":"q","dma_blocks":["k"]},{"name":"j","engine":"PE","opcode":"UnconditionalBranch",
"target":"b"}]}]}],"queues":[{"name":"q","kind":"hwdge","engine":"SP","blocks":[{"instructions":[{"name":"k",
"sync_info":{"on_update":[{"id":9,"update_value":16}]},"blocks":[{"instructions":[{"ins":[
{"kind":"imm_value"}]}]}]}]}]}]})";

TEST(ReadDump, TakesEveryKeyOfTheShape) {
  const auto set = read_dump(whole_dump);
  ASSERT_TRUE(set.has_value()) << to_string(set.error().front());
  ASSERT_EQ(set->cores.size(), 1U);
  const DumpFunction& f = set->cores[0].functions[0];
  const DumpLocation& t = f.allocations[0].locations[0];
  EXPECT_EQ(t.base, 32);
  EXPECT_EQ(t.address, 64);
  const DumpInstruction& p = f.blocks[0].instructions[0];
  EXPECT_EQ(p.engine, Engine::pe);
  EXPECT_EQ(p.outs[0].pattern[1].step, -1);
  EXPECT_EQ(p.sync.waits[0].mode, DumpWaitMode::at_least_register);
  EXPECT_EQ(p.sync.waits[0].value, 7);
  EXPECT_EQ(p.sync.updates[0].mode, DumpUpdateMode::increment);
  EXPECT_EQ(p.sync.updates[0].target_core, 1);
  EXPECT_EQ(p.dependencies[0].kind, EdgeKind::anti);
  EXPECT_EQ(p.loop_carried[0].distance, (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(p.line, 12);
  EXPECT_EQ(f.blocks[0].instructions[1].sema_group, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(set->cores[0].queues[0].blocks[0].sync.updates[0].value, 16);
}

TEST(ReadDump, EveryTruncationIsAnErrorAndNothingMore) {
  for (std::size_t n = 0; n < whole_dump.size(); ++n) {
    const auto set = read_dump(whole_dump.substr(0, n));
    ASSERT_FALSE(set.has_value()) << n;
    ASSERT_FALSE(set.error().empty());
  }
}

// Each value of the document, one after the other, replaced by others: what is read is verified without a fault, what
// is not says where.
TEST(ReadDump, AnyValueInPlaceOfAnyOtherIsReadOrRefusedWithItsPlace) {
  const std::vector<std::string> others = {
      "null",    "true", "-1",     "0",    "4611686018427387904", "99999999999999999999", "1.5", "\"\"", "\"PE\"", "[]",
      "[[1,1]]", "{}",   "[null]", "\"b\""};
  std::size_t read = 0;
  std::size_t refused = 0;
  for (std::size_t at = 0; at + 1 < whole_dump.size(); ++at) {
    if (whole_dump[at] != ':' && whole_dump[at] != '[' && whole_dump[at] != ',') continue;
    const std::size_t start = at + 1;
    if (whole_dump[start] == '{' || whole_dump[start] == '[' || whole_dump[start] == ']') continue;
    const std::size_t end = std::min(whole_dump.find_first_of(",]}:", start), whole_dump.size());
    for (const std::string& other : others) {
      std::string text(whole_dump);
      text.replace(start, end - start, other);
      const auto set = read_dump(text);
      if (!set) {
        ++refused;
        for (const Diagnostic& d : set.error()) ASSERT_FALSE(d.place.empty() && d.position.line == 0) << to_string(d);
        continue;
      }
      ++read;
      EXPECT_LE(verify_dump(*set).verdict(), DumpVerdict::findings);
    }
  }
  EXPECT_GT(read, 100U);
  EXPECT_GT(refused, 500U);
}

TEST(ReadDump, KeepsAtMostAHundredProblems) {
  std::string text = R"({"functions":[{"blocks":[{"name":"b","instructions":[{})";
  for (int i = 0; i < 500; ++i) text += ",{}";
  const auto set = read_dump(text + "]}]}]}");
  ASSERT_FALSE(set.has_value());
  EXPECT_EQ(set.error().size(), 100U);
}

}  // namespace
}  // namespace counterpoint::neuron
