// Slow and obvious machines, to compare the fast one with.
// SPDX-License-Identifier: Apache-2.0
//
// Each engine's stream is unrolled into one explicit list, with every number in it: a guard's number is counted out of
// the list of all entries of P, a wait's is what the registers held. Nothing is compiled, shared, pruned or cached.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/machine/machine.hpp"

namespace counterpoint::reference {

enum class Kind : std::uint8_t { issue, visit, wait, signal, late_signal, fence, barrier, end, fault };

struct Ask {
  std::size_t cell = 0;
  TestKind kind = TestKind::at_least;
  std::int64_t value = 0;
  bool flag = false;
};

struct Tell {
  std::size_t cell = 0;
  UpdateKind kind = UpdateKind::add;
  std::int64_t amount = 0;
  bool flag = false;
};

// A statement of a stream, once for each time it runs.
struct Item {
  Kind kind = Kind::end;
  std::uint32_t subject = 0;
  std::vector<Ask> asks;
  std::vector<Tell> now;    // at issue, or a signal in stream order
  std::vector<Tell> later;  // at retirement
  bool bad_index = false;   // of an update: the step faults
  bool reset = false;
  std::vector<std::uint32_t> iterations;
};

using Stream = std::vector<Item>;

[[nodiscard]] std::vector<Stream> unroll(const Program& program, const Trips& trips);
[[nodiscard]] std::vector<Stream> unroll(const Implementation& implementation, const Trips& trips,
                                         const MachineOptions& options);

class Machine {
 public:
  Machine(const Tree& tree, std::vector<Stream> streams, std::vector<std::int64_t> cells, MachineOptions options);
  // Every enabled step, engine by engine: stream, commits, retirement. None after a fault.
  [[nodiscard]] std::vector<Step> enabled() const;
  void apply(const Step& step);
  [[nodiscard]] bool faulted() const { return faulted_; }
  [[nodiscard]] bool complete() const;

 private:
  struct Entry {
    std::size_t item = 0;
    bool committed = false;
  };
  struct Engine {
    std::size_t at = 0;
    std::vector<Entry> flying;
    bool arrived = false;
    bool ended = false;
  };
  [[nodiscard]] const Item& next(std::size_t e) const { return streams_[e][engines_[e].at]; }
  [[nodiscard]] std::size_t instances(std::size_t e) const;
  [[nodiscard]] bool holds(const std::vector<Ask>& asks) const;
  [[nodiscard]] bool can_stream(std::size_t e) const;
  void tell(const std::vector<Tell>& tells);
  void pass(std::size_t e);
  void stream(std::size_t e);

  const Tree& tree_;
  std::vector<Stream> streams_;
  std::vector<std::int64_t> cells_;
  MachineOptions options_;
  std::vector<Engine> engines_;
  bool faulted_ = false;
};

[[nodiscard]] Machine specification(const Program& program, const Trips& trips, const MachineOptions& options);
[[nodiscard]] Machine implementation(const Implementation& implementation, const Trips& trips,
                                     const MachineOptions& options);

}  // namespace counterpoint::reference
