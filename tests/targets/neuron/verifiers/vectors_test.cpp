// Clocks and bands of the published vectors, number by number.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "targets/neuron/codec/read_dump.hpp"
#include "targets/neuron/verifiers/bands.hpp"
#include "targets/neuron/verifiers/racecheck.hpp"

namespace counterpoint::neuron {
namespace {

DumpSet dump_of(std::string_view instructions) {
  const auto read =
      read_dump(R"({"functions":[{"blocks":[{"name":"b","instructions":[)" + std::string(instructions) + "]}]}]}");
  EXPECT_TRUE(read.has_value());
  return read ? *read : DumpSet{};
}

// E0: a1, a2; E1: b1 waits for a1.
TEST(PublishedVectors, TheRacecheckClocksOfVector33) {
  const DumpSet set = dump_of(R"({"name":"a1","engine":"PE","opcode":"Matmult"},
    {"name":"a2","engine":"PE","opcode":"Matmult"},
    {"name":"b1","engine":"Pool","opcode":"TensorCopy","dependencies":[["a1","Flow"]]})");
  const Listing listing(set, 0, 0);
  const Footprints footprints(listing);
  const std::vector<BlockClock> clocks = block_clocks(listing, {}, footprints.parts());
  EXPECT_EQ(clocks[0], (BlockClock{1, 0}));
  EXPECT_EQ(clocks[1], (BlockClock{2, 0}));
  EXPECT_EQ(clocks[2], (BlockClock{1, 1}));
  EXPECT_TRUE(concurrent(clocks[1], clocks[2]));
  EXPECT_FALSE(concurrent(clocks[0], clocks[2]));
  EXPECT_FALSE(concurrent(clocks[1], clocks[1]));  // equal clocks are not
}

// i0 B1 i1 B2 i2 in [0, 3].
TEST(PublishedVectors, TheBandsOfVector34) {
  const DumpSet set = dump_of(R"({"name":"i0","engine":"Pool","opcode":"TensorCopy"},
    {"name":"B1","engine":"Pool","opcode":"CoreBarrier","id":1},
    {"name":"i1","engine":"Pool","opcode":"TensorCopy"},
    {"name":"B2","engine":"Pool","opcode":"CoreBarrier","id":2},
    {"name":"i2","engine":"Pool","opcode":"TensorCopy"})");
  const Listing listing(set, 0, 0);
  const WaitArithmetic waits = check_waits(listing, {});
  const std::vector<EngineBands> bands = barrier_bands(listing, waits, 0, 3);
  const auto pool = static_cast<std::size_t>(Engine::pool);
  EXPECT_EQ(bands[0][pool], (BarrierBand{0, 1}));
  EXPECT_EQ(bands[2][pool], (BarrierBand{1, 2}));
  EXPECT_EQ(bands[4][pool], (BarrierBand{2, 3}));
  EXPECT_EQ(bands[2][static_cast<std::size_t>(Engine::pe)], (BarrierBand{0, 3}));
  EXPECT_TRUE(separated(bands[0], bands[2]));
  EXPECT_FALSE(separated(bands[2], bands[2]));
}

}  // namespace
}  // namespace counterpoint::neuron
