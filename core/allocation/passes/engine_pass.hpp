// What a pass that works on one engine at a time has to say, and the guard around it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/allocation/passes/expense.hpp"
#include "core/allocation/passes/webs.hpp"

namespace counterpoint::passes {

// Most registers of each engine.
using Budget = IdVector<EngineId, std::size_t>;

// One engine as it was, waits and all.
class Snapshot {
 public:
  Snapshot(Streams& streams, const EngineStream& stream);
  void restore(Streams& streams) const;
  [[nodiscard]] const EngineStream& stream() const { return stream_; }

 private:
  EngineStream stream_;
  std::vector<Operand> operands_;
};

// target := from + by.
[[nodiscard]] RegisterOperation moved_by(RegisterId target, RegisterId from, std::int64_t by, Literals& literals);

// Applies `change` to every engine, and takes it back where it needs more registers than the budget (and than before),
// costs more operations for some trip counts, or more between two statements that others may wait for (pace.hpp).
void change_engines(Streams& streams, const Budget& budget, const std::function<void(EngineStream&)>& change);

#define GIVEN(identifier, word, level, summary)
#define X(identifier, word, level, summary) \
  [[nodiscard]] Implementation run_##identifier(const Implementation& implementation, const Budget& budget);
#include "core/allocation/passes/passes.def"
#undef X

}  // namespace counterpoint::passes
