// Whether an engine comes to each of its statements as soon with other register operations as with those it had.
// SPDX-License-Identifier: Apache-2.0
//
// What. Instructions, waits alone, signals, fences and barriers are *stops*: there an engine waits for others, or
// others for it. A path from the start or a stop to the next stop runs some register operations. A stream keeps the
// pace of another one with the same stops if no such path, whatever the branches and trips, runs more of them than it
// did. Each loop that is visited is taken to run at least once, as in expense.hpp. Why. When a stop is reached is a
// maximum of sums: of the stop before plus the operations in between, and of what is waited for. It grows with each of
// the terms. So if no path grows no stop is later, on any machine on which operations take the same time, for all trips
// and costs. If one path grows there are costs for which its stop is later, those where all else waits for it, and what
// is saved on other paths does not make up for that. Two limits. Behind the last stop nobody waits for the engine:
// operations there are not compared. And transfers that share bandwidth may meet in another order if one of them starts
// earlier; then a run can take longer although no engine has done more. How. A part of the stream is a sum in the
// algebra of maximum and plus: operations more from its start to its first stop, from its last one to its end, and from
// start to end without a stop. Parts follow one another, may be left out, or repeat. Cost: linear in both streams.
#pragma once

#include "core/allocation/passes/stream.hpp"

namespace counterpoint::passes {

// By how many operations paths of `stream` are longer than those of `was`, all such paths together; 0: it keeps the
// pace. Both are of the same engine and have the same nodes but for operations.
[[nodiscard]] std::int64_t lost_pace(const Streams& streams, const EngineStream& stream, const EngineStream& was);

}  // namespace counterpoint::passes
