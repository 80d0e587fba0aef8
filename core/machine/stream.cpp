// Takes an engine from one event of its stream to the next.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/stream.hpp"

#include "core/machine/arithmetic.hpp"

namespace counterpoint {
namespace {

// What the loop below keeps at hand.
struct Frame {
  const std::int64_t* files[2];  // registers, constants
  std::int64_t* registers;
  Counter* counters;
  [[nodiscard]] std::int64_t read(std::uint32_t bits) const { return files[bits >> 30U][bits & 0x3fffffffU]; }
};

// Control: where the engine goes next.
std::uint32_t control(const MachineCode& code, const Trips& trips, MachineState& state, EngineId engine,
                      const Frame& frame, const Op& op, std::uint32_t pc) {
  Counter& counter = frame.counters[op.a];
  switch (op.code) {
    case OpCode::enter:
      counter.iteration = 0;
      counter.limit = trips.at(code.engines[engine].scopes[op.a], engine, frame.counters[op.c].entries);
      return counter.limit == 0 ? op.b : pc + 1;
    case OpCode::iterate:
      ++counter.entries;
      ++counter.iteration;
      if (op.b != op.c) start_iteration(code, trips, state, op.b, op.c);
      return pc + 1;
    default:  // next
      return counter.iteration < counter.limit ? op.b : pc + 1;
  }
}

// `Checked`: width 0. Both are one function, so that they cannot drift apart, but the test of the width is gone.
template <bool Checked>
void run(const MachineCode& code, const Trips& trips, std::uint32_t width, MachineState& state, EngineId engine) {
  const EngineCode& own = code.engines[engine];
  EngineState& e = state.engines[engine];
  std::int64_t* const registers = state.registers.data() + own.first_register;
  const Frame frame{{registers, code.constants.data()}, registers, state.counters.data() + own.first_counter};
  const Op* const ops = own.ops.data();
  std::uint32_t pc = e.pc;
  std::uint32_t operations = 0;
  std::uint32_t controls = 0;
  std::uint32_t branches = 0;
  e.status = EngineStatus::control;
  while (operations + controls < stretch) {
    const Op& op = ops[pc];
    if (is_event(op.code)) {
      e.status = EngineStatus::ready;
      break;
    }
    if (op.code < OpCode::copy) {
      ++controls;
      const std::uint32_t to = control(code, trips, state, engine, frame, op, pc);
      branches += to == pc + 1 ? 0 : 1;
      pc = to;
      continue;
    }
    const std::int64_t right = op.code == OpCode::copy ? 0 : frame.read(op.c);
    const Computed r = compute(op.code, frame.read(op.b), right, Checked ? 0 : width);
    if (r.fault) [[unlikely]] {
      state.fault = Fault{r.kind, engine, pc, frame.read(op.b), right, Fault::no_cell};
      break;
    }
    registers[op.a] = r.value;
    ++operations;
    ++pc;
  }
  e.pc = pc;
  e.operations += operations;
  e.control_steps += controls;
  e.branches += branches;
}

// An index of a test of the event at hand that is out of range is a fault as soon as the event is reached.
void check_indices(const MachineCode& code, MachineState& state, EngineId engine) {
  const EngineCode& own = code.engines[engine];
  const EngineState& e = state.engines[engine];
  const Event& event = code.events[own.ops[e.pc].a];
  for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
    const Test& t = code.tests[i];
    if (t.index.is_none()) continue;
    const auto file = static_cast<ValueSource::File>(t.index.file());
    const std::int64_t index = file == ValueSource::File::registers
                                   ? state.registers[own.first_register + t.index.index()]
                                   : code.constants[t.index.index()];
    const std::uint32_t size = code.semaphores[SemaphoreId{std::size_t{code.owner[t.cell]}}].size;
    if (index >= 0 && index < size) continue;
    state.fault = Fault{FaultKind::index, engine, e.pc, index, size, t.cell};
    return;
  }
}

}  // namespace

void advance(const MachineCode& code, const Trips& trips, std::uint32_t width, MachineState& state, EngineId engine) {
  if (width == 0) {
    run<true>(code, trips, width, state, engine);
  } else {
    run<false>(code, trips, width, state, engine);
  }
  const EngineState& e = state.engines[engine];
  if (e.status == EngineStatus::ready && code.events[code.engines[engine].ops[e.pc].a].indexed_tests) {
    check_indices(code, state, engine);
  }
}

}  // namespace counterpoint
