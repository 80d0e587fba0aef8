// Traces of steps, one a line, and their replay on both machines.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/implementation_machine.hpp"
#include "core/machine/replay.hpp"
#include "core/machine/specification.hpp"
#include "tests/fuzz/target.hpp"

namespace {

constexpr std::string_view program_text =
    "program p\nengine dma pe\nloop kv trips dynamic {\n  dma: load after qk@kv-2\n  pe: qk after load\n}\n";
constexpr std::string_view implementation_text =
    "implementation p\nengine dma pe\nsemaphore full free = 2\nloop kv trips dynamic {\n"
    "  dma: load take free >= 1 signal full += 1\n  pe: qk take full >= 1 signal free += 1\n}\n";

void replay_on(const counterpoint::Machine& machine, std::string_view text) {
  const auto steps = counterpoint::parse_trace(machine.tree(), text);
  if (!steps || steps->size() > 1000) return;
  const auto done = counterpoint::replay(machine, *steps);
  counterpoint::require(done.performed <= steps->size(), "no more steps are taken than there are");
  counterpoint::require(done.refused.has_value() != done.reason.empty(), "a step that is refused has a reason");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  static const Program program = parse_program(program_text, "p").value();
  static const Implementation implementation = parse_implementation(implementation_text, "i").value();
  const Trips trips(program.tree);
  replay_on(specification_machine(program, trips), text_of_input(data, size));
  replay_on(implementation_machine(implementation, trips), text_of_input(data, size));
  return 0;
}
