// The closed clocks of a whole run, kept.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/recorded.hpp"

namespace counterpoint {

tl::expected<RecordedClocks, NotApplicable> closed_clocks(const Machine& machine, std::uint64_t limit) {
  Clocks clocks(machine, limit, {});
  RecordedClocks out;
  out.engine_count = machine.tree().engine_count();
  out.engines.resize(out.engine_count);
  struct Copied {
    std::uint32_t from = ~0U;  // the engine's version copied last
    std::uint32_t to = 0;
  };
  IdVector<EngineId, Copied> last(out.engine_count);
  for (bool more = true; more;) {
    more = clocks.round();
    if (!clocks.why_not().empty()) return tl::unexpected(NotApplicable{clocks.why_not(), clocks.bounded()});
    for (const EngineId e : machine.tree().engines()) {
      for (; clocks.ready(e) != 0; clocks.take(e)) {
        ClockedEvent event = clocks.next(e);
        Copied& copied = last[e];
        if (copied.from != event.version) {
          const auto words = clocks.version(e, event.version);
          copied = {event.version, static_cast<std::uint32_t>(out.versions.size() / words.size())};
          out.versions.insert(out.versions.end(), words.begin(), words.end());
        }
        event.version = copied.to;
        EngineClocks& mine = out.engines[e];
        if (event.kind == ClockedEvent::Kind::end) {
          mine.ended = true;
          mine.end = event;
        } else {
          mine.events.push_back(event);
        }
      }
    }
  }
  out.fault = clocks.fault();
  return out;
}

}  // namespace counterpoint
