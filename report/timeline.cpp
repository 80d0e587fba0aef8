// Writes timelines in Chrome's trace format.
// SPDX-License-Identifier: Apache-2.0
#include "report/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>
#include <set>

namespace counterpoint::report {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U;

// Collects text and hands it on in pieces.
class Writer {
 public:
  explicit Writer(const Sink& sink) : sink_(sink) {}
  ~Writer() = default;

  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
    if (buffer_.size() >= piece) flush();
  }
  void flush() {
    sink_(buffer_);
    buffer_.clear();
  }
  // The next element of the array at hand: with a comma before all but the first.
  void separate() {
    write("{}\n", first_ ? "" : ",");
    first_ = false;
  }
  void start_array() { first_ = true; }

 private:
  const Sink& sink_;
  std::string buffer_;
  bool first_ = true;
};

// Thread ids of the viewer: for each engine its waits, then its slots.
class Tracks {
 public:
  Tracks(const Tree& tree, const Timeline& timeline)
      : slot_(assign_tracks(tree, timeline.slices)), slots_(tree.engine_count(), 1), first_(tree.engine_count()) {
    for (std::size_t i = 0; i < slot_.size(); ++i) {
      std::uint32_t& count = slots_[tree.engine_of(timeline.slices[i].instruction).value];
      count = std::max(count, slot_[i] + 1);
    }
    std::uint32_t next = 1;
    for (std::size_t e = 0; e < slots_.size(); ++e) {
      first_[e] = next;
      next += slots_[e] + 1;
    }
  }
  [[nodiscard]] std::uint32_t waits(EngineId e) const { return first_[e.value]; }
  [[nodiscard]] std::uint32_t slot(EngineId e, std::uint32_t s) const { return first_[e.value] + 1 + s; }
  [[nodiscard]] std::uint32_t slots(EngineId e) const { return slots_[e.value]; }
  [[nodiscard]] std::uint32_t of_slice(EngineId e, std::size_t slice) const { return slot(e, slot_[slice]); }

 private:
  std::vector<std::uint32_t> slot_;   // by slice
  std::vector<std::uint32_t> slots_;  // by engine
  std::vector<std::uint32_t> first_;  // by engine
};

void write_name(Writer& out, std::uint32_t track, std::string_view name) {
  out.separate();
  out.write(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":{}}}}},)", track, json_string(name));
  out.write("\n");
  out.write(R"({{"ph":"M","pid":1,"tid":{0},"name":"thread_sort_index","args":{{"sort_index":{0}}}}})", track);
}

void write_names(Writer& out, const Tree& tree, const Tracks& tracks) {
  out.separate();
  out.write(R"({{"ph":"M","pid":1,"name":"process_name","args":{{"name":{}}}}})", json_string(tree.name()));
  for (const EngineId e : tree.engines()) {
    write_name(out, tracks.waits(e), fmt::format("{} waits", tree.engine_name(e)));
    for (std::uint32_t s = 0; s < tracks.slots(e); ++s) {
      write_name(out, tracks.slot(e, s),
                 s == 0 ? std::string(tree.engine_name(e)) : fmt::format("{} +{}", tree.engine_name(e), s));
    }
  }
}

void write_slices(Writer& out, const Tree& tree, const Timeline& timeline, const Tracks& tracks) {
  for (std::size_t i = 0; i < timeline.slices.size(); ++i) {
    const Timeline::Slice& s = timeline.slices[i];
    out.separate();
    out.write(R"({{"ph":"X","pid":1,"tid":{},"ts":{},"dur":{},"cat":"instruction","name":{},)"
              R"("args":{{"instance":{},"line":{}}}}})",
              tracks.of_slice(tree.engine_of(s.instruction), i), s.begin, s.end - s.begin,
              json_string(tree.instruction_name(s.instruction)), s.ordinal, tree.line_of(s.instruction));
  }
  for (const Timeline::Stall& s : timeline.stalls) {
    out.separate();
    out.write(R"({{"ph":"X","pid":1,"tid":{},"ts":{},"dur":{},"cat":"wait","name":{}}})", tracks.waits(s.engine),
              s.begin, s.end - s.begin, json_string(s.what));
  }
}

// A time inside the slice, as near to its end as the next slice of the track allows.
std::string near_end(std::uint64_t begin, std::uint64_t end) {
  return begin == end ? std::to_string(begin) : fmt::format("{}.75", end - 1);
}

void write_flows(Writer& out, const Tree& tree, const Timeline& timeline, const Tracks& tracks) {
  std::size_t id = 0;
  for (const Timeline::Release& release : timeline.releases) {
    const Timeline::Slice& slice = timeline.slices[release.slice];
    const Timeline::Stall& stall = timeline.stalls[release.stall];
    ++id;
    out.separate();
    out.write(R"({{"ph":"s","pid":1,"tid":{},"ts":{},"id":{},"cat":"release","name":"releases"}},)",
              tracks.of_slice(tree.engine_of(slice.instruction), release.slice), near_end(slice.begin, slice.end), id);
    out.write("\n");
    const std::string arrival =
        release.time < stall.end ? std::to_string(release.time) : near_end(stall.begin, stall.end);
    out.write(R"({{"ph":"f","bp":"e","pid":1,"tid":{},"ts":{},"id":{},"cat":"release","name":"releases"}})",
              tracks.waits(stall.engine), arrival, id);
  }
}

}  // namespace

std::vector<std::uint32_t> assign_tracks(const Tree& tree, std::span<const Timeline::Slice> slices) {
  struct Taken {
    std::uint64_t end;
    std::uint32_t track;
    bool operator>(const Taken& other) const { return std::pair(end, track) > std::pair(other.end, other.track); }
  };
  struct Engine {
    std::priority_queue<Taken, std::vector<Taken>, std::greater<>> taken;
    std::set<std::uint32_t> free;
    std::uint32_t tracks = 0;
  };
  std::vector<Engine> engines(tree.engine_count());
  std::vector<std::uint32_t> result;
  result.reserve(slices.size());
  for (const Timeline::Slice& s : slices) {
    Engine& engine = engines[tree.engine_of(s.instruction).value];
    while (!engine.taken.empty() && engine.taken.top().end <= s.begin) {
      engine.free.insert(engine.taken.top().track);
      engine.taken.pop();
    }
    if (engine.free.empty()) engine.free.insert(engine.tracks++);
    const std::uint32_t track = *engine.free.begin();
    engine.free.erase(engine.free.begin());
    engine.taken.push({s.end, track});
    result.push_back(track);
  }
  return result;
}

void write_timeline(const Tree& tree, const Timeline& timeline, std::span<const Step> steps,
                    std::span<const std::string> options, const Sink& sink) {
  Writer out(sink);
  const Tracks tracks(tree, timeline);
  const std::string unit = timeline.unit.empty() ? "step" : timeline.unit;
  out.write(R"({{"displayTimeUnit":"ns","otherData":{{"format":"counterpoint-timeline/1","program":{},"unit":{},)",
            json_string(tree.name()), json_string(unit));
  out.write(R"("time":{}}},)", json_string(fmt::format("1 us in the viewer is 1 {}; time is logical", unit)));
  out.write("\n\"traceEvents\":[");
  write_names(out, tree, tracks);
  write_slices(out, tree, timeline, tracks);
  write_flows(out, tree, timeline, tracks);
  out.write("\n],\n\"counterpoint\":{{\"options\":[");
  out.start_array();
  for (const std::string& option : options) {
    out.separate();
    out.write("{}", json_string(option));
  }
  out.write("],\n\"steps\":[");
  out.start_array();
  for (const Step& step : steps) {
    out.separate();
    out.write("{}", json_string(to_text(tree, step)));
  }
  out.write("\n]}}}}\n");
  out.flush();
}

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  }
  // Forms that are too long, surrogates, and what lies beyond the last character.
  if (length > 2) {
    const unsigned char second = byte(1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f)) {
      return 0;
    }
  }
  return length;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char c = text[0];
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + "\"";
}

}  // namespace counterpoint::report
