// Timelines of several runs on one time axis, as SVG.
// SPDX-License-Identifier: Apache-2.0
#include "report/timeline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/svg.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

constexpr double lanes_left = 104;
constexpr double lanes_width = 1080;
constexpr double strip = 9;  // of waits, above the lanes
constexpr double lane_height = 13;
constexpr double gap = 7;

// 1, 2 or 5 times a power of ten, so that about `parts` fit.
std::uint64_t round_step(std::uint64_t whole, std::uint64_t parts) {
  std::uint64_t step = 1;
  while (whole / step > parts) {
    if (whole / (2 * step) <= parts) return 2 * step;
    if (whole / (5 * step) <= parts) return 5 * step;
    step *= 10;
  }
  return step;
}

class TimelineDrawing {
 public:
  TimelineDrawing(const Tree& program, std::span<const TimelinePanel> panels)
      : program_(program),
        panels_(panels),
        svg_(fmt::format("Timelines of {}", program.name()),
             "A panel for each run, a band for each engine. Hatched: the engine waits; an arrow leads from what "
             "released "
             "it.") {
    for (const TimelinePanel& p : panels) longest_ = std::max(longest_, p.makespan);
  }

  std::string draw(bool standalone) {
    for (const TimelinePanel& p : panels_) panel(p);
    axis();
    const double width = lanes_left + lanes_width + 24;
    const double height = y_ + 40;
    return standalone ? svg_.standalone_file(width, height) : svg_.inline_element(width, height);
  }

 private:
  [[nodiscard]] double x(std::uint64_t time) const {
    return lanes_left +
           lanes_width * static_cast<double>(time) / static_cast<double>(std::max<std::uint64_t>(longest_, 1));
  }

  void panel(const TimelinePanel& p) {
    const ShownTimeline s = shown(p);
    const std::string unit = p.timeline.unit.empty() ? "steps" : p.timeline.unit;
    std::string title = fmt::format("{}: {} {}", p.name, p.makespan, unit);
    if (s.cut) title += fmt::format(" (the first {} of {} instances are drawn)", s.slices, p.timeline.slices.size());
    svg_.text(lanes_left, y_ + 16, title, "strong");
    y_ += 24;
    std::vector<double> top;
    for (const EngineId e : program_.engines()) {
      top.push_back(y_);
      svg_.text(lanes_left - 8, y_ + strip + 11, program_.engine_name(e), "end");
      svg_.path(fmt::format("M {} {} H {}", coordinate(lanes_left), coordinate(y_ + strip),
                            coordinate(lanes_left + lanes_width)),
                "row");
      y_ += strip + lane_height * s.height[e.value] + gap;
    }
    slices(p, s, top);
    stalls(p, s, top);
    releases(p, s, top);
    y_ += 8;
  }

  void slices(const TimelinePanel& p, const ShownTimeline& s, const std::vector<double>& top) {
    for (std::size_t i = 0; i < s.slices; ++i) {
      const Timeline::Slice& slice = p.timeline.slices[i];
      const EngineId e = p.engine[p.tree->engine_of(slice.instruction)];
      const std::string_view name = p.tree->instruction_name(slice.instruction);
      const double y = top[e.value] + strip + lane_height * s.lanes[i];
      const double width = std::max(0.5, x(slice.end) - x(slice.begin));
      svg_.rectangle(x(slice.begin), y, width, lane_height - 1, fmt::format("slice e{}", e.value % 8), "",
                     fmt::format("{} {}: {} to {}", name, slice.ordinal, slice.begin, slice.end));
      if (width > 6.5 * static_cast<double>(name.size()) + 4) {
        svg_.text(x(slice.begin) + width / 2, y + 10, name, "small middle");
      }
    }
  }

  void stalls(const TimelinePanel& p, const ShownTimeline& s, const std::vector<double>& top) {
    for (const Timeline::Stall& stall : p.timeline.stalls) {
      if (stall.begin > s.until) continue;
      const double width = std::max(0.5, x(stall.end) - x(stall.begin));
      svg_.rectangle(x(stall.begin), top[p.engine[stall.engine].value], width, strip - 1,
                     stall.barrier ? "stall barrier" : "stall", "",
                     fmt::format("{} waits from {} to {}: {}", p.tree->engine_name(stall.engine), stall.begin,
                                 stall.end, stall.what));
    }
  }

  // Where the wait can be seen at all.
  void releases(const TimelinePanel& p, const ShownTimeline& s, const std::vector<double>& top) {
    for (const Timeline::Release& r : p.timeline.releases) {
      const Timeline::Stall& stall = p.timeline.stalls[r.stall];
      if (r.slice >= s.slices || stall.begin > s.until || x(stall.end) - x(stall.begin) < 3) continue;
      const Timeline::Slice& by = p.timeline.slices[r.slice];
      const EngineId from = p.engine[p.tree->engine_of(by.instruction)];
      const double y1 = top[from.value] + strip + lane_height * s.lanes[r.slice] + lane_height / 2;
      const double y2 = top[p.engine[stall.engine].value] + strip / 2;
      svg_.path(
          fmt::format("M {0} {1} C {2} {1} {3} {4} {5} {4}", coordinate(x(by.end)), coordinate(y1),
                      coordinate(x(by.end) + 9), coordinate(x(r.time) - 9), coordinate(y2), coordinate(x(r.time))),
          "release", "",
          fmt::format("{} {} on {} releases {}", p.tree->instruction_name(by.instruction), by.ordinal,
                      p.tree->engine_name(p.tree->engine_of(by.instruction)), p.tree->engine_name(stall.engine)));
    }
  }

  void axis() {
    svg_.path(fmt::format("M {} {} H {}", coordinate(lanes_left), coordinate(y_), coordinate(lanes_left + lanes_width)),
              "axis");
    const std::uint64_t step = round_step(longest_, 10);
    for (std::uint64_t t = 0; t <= longest_; t += step) {
      svg_.path(fmt::format("M {} {} v 5", coordinate(x(t)), coordinate(y_)), "axis");
      svg_.text(x(t), y_ + 18, std::to_string(t), "soft small middle");
    }
    svg_.text(lanes_left + lanes_width + 20, y_ + 32, panels_.empty() ? "" : panels_[0].timeline.unit,
              "soft small end");
  }

  const Tree& program_;
  std::span<const TimelinePanel> panels_;
  Svg svg_;
  std::uint64_t longest_ = 0;
  double y_ = 8;
};

}  // namespace

ShownTimeline shown(const TimelinePanel& panel) {
  const std::vector<Timeline::Slice>& slices = panel.timeline.slices;
  ShownTimeline result;
  result.slices = std::min(slices.size(), most_slices);
  result.cut = result.slices < slices.size();
  result.until = result.cut ? slices[result.slices].begin : panel.makespan;
  result.lanes = assign_tracks(*panel.tree, std::span(slices).first(result.slices));
  result.height.assign(panel.tree->engine_count(), 1);
  for (std::size_t i = 0; i < result.slices; ++i) {
    std::uint32_t& height = result.height[panel.engine[panel.tree->engine_of(slices[i].instruction)].value];
    height = std::max(height, result.lanes[i] + 1);
  }
  return result;
}

std::string timelines_svg(const Tree& program, std::span<const TimelinePanel> panels, bool standalone) {
  return TimelineDrawing(program, panels).draw(standalone);
}

}  // namespace counterpoint::report
