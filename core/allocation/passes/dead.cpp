// What nothing depends on: operations, registers, semaphores.
// SPDX-License-Identifier: Apache-2.0
//
// What. An operation stays if a wait, the index of an update, or an operation that stays reads what it assigned; a
// counter that only counts itself goes (webs.hpp). A register that nothing assigns any more is not declared. A
// semaphore that nobody waits for or takes from goes with its updates, unless these may fault: setting a flag twice
// does, and so does an index beyond an array. Cost: linear. Source: semantics.md 5.10.
#include "core/allocation/passes/engine_pass.hpp"

namespace counterpoint::passes {

Implementation run_dead(const Implementation& implementation, const Budget& /*budget*/) {
  Streams streams(implementation);
  for (EngineStream& stream : streams.engines) remove_dead(streams, stream);
  std::vector<bool> dropped(implementation.semaphores.size());
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    const Semaphore& s = implementation.semaphores[SemaphoreId{i}];
    dropped[i] = !s.flag && !s.array;
  }
  for (const Wait& w : implementation.waits) dropped[w.semaphore.value] = false;
  for (const Wait& w : implementation.alone_waits) dropped[w.semaphore.value] = false;
  return streams.build(dropped);
}

}  // namespace counterpoint::passes
