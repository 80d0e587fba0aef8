// The timeline of a run in Chrome's trace format, for chrome://tracing, Perfetto and the like.
// SPDX-License-Identifier: Apache-2.0
//
// What. One JSON object. "traceEvents" has, for each engine, a track of its waits and one track for every slot that
// instructions in flight need: they overlap, and slices of one track must not. A flow arrow leads from the end of the
// instruction whose update released a wait into that wait. "otherData" states format version and time unit: 1 us of
// the viewer is one unit of the program (or one step). "counterpoint" holds the visible steps and the options of the
// run, so that the file replays.
// Why this way. Viewers draw overlapping slices of a track wrongly, bind a flow event to the slice around its time
// stamp, and draw only what is a slice; hence slots as tracks, flow events a quarter of a unit before the end of their
// slice (where the next one may begin), and waits as slices.
// Invariant. Slices of one track do not overlap; every "s" has one "f" of the same id, not before it; both lie inside
// a slice of their track (a wait and an instruction of no duration have the event at their start); each instance is
// one slice. tests/report/check_trace.py checks them.
// Cost. O((slices + waits) log slots), written in pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/step.hpp"
#include "core/program/tree.hpp"
#include "core/text/text.hpp"

namespace counterpoint::report {

struct Timeline {
  // One instance, from its issue to its retirement.
  struct Slice {
    InstructionId instruction;
    std::uint64_t ordinal = 0;  // of the instances of this instruction, from 1
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  // An engine stands before something it may not do yet.
  struct Stall {
    EngineId engine;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string what;             // "qk: s_kv_dma1 >= 3"
    bool barrier = false;         // what it stands before is a barrier
    InstructionId instruction{};  // whose issue is held; none for a statement that stands alone:
    std::string alone = {};       // "wait 3", "visit 2 1" (scope and engine), of a timed run
  };
  // The update of an instance makes a test hold for which an engine waits.
  struct Release {
    std::size_t slice = 0;   // into slices
    std::size_t stall = 0;   // into stalls
    std::uint64_t time = 0;  // within the stall, not before the end of the slice
  };

  std::string unit;           // "" if time is counted in steps
  std::vector<Slice> slices;  // of each engine: in the order of their begin
  std::vector<Stall> stalls;  // of each engine: in the order of time, not overlapping
  std::vector<Release> releases;
};

// The track of every slice among those of its engine, from 0: the lowest that is free. Slices as in Timeline.
[[nodiscard]] std::vector<std::uint32_t> assign_tracks(const Tree& tree, std::span<const Timeline::Slice> slices);

// `options`: the words that make the run again ("--trips", "kv=3").
void write_timeline(const Tree& tree, const Timeline& timeline, std::span<const Step> steps,
                    std::span<const std::string> options, const Sink& sink);

// A JSON string with its quotes; control characters escaped, bytes that are no UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

// The bytes of the first character of UTF-8, 0 if the text does not start with one.
[[nodiscard]] std::size_t character_length(std::string_view text);

}  // namespace counterpoint::report
