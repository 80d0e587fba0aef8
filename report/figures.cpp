// Draws the figures of the evaluation.
// SPDX-License-Identifier: Apache-2.0
#include "report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "report/svg.hpp"

namespace counterpoint::report {
namespace {

constexpr std::uint64_t width = 760;
constexpr std::uint64_t left = 150;
constexpr std::uint64_t right = 110;
constexpr std::uint64_t plot = width - left - right;

class Drawing {
 public:
  explicit Drawing(std::string_view title) { label(left, 20, title, "t"); }
  void box(std::uint64_t x, std::uint64_t y, std::uint64_t w, std::uint64_t h, std::string_view kind) {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>\n", x, y, w, h, kind);
  }
  void line(std::uint64_t x1, std::uint64_t y1, std::uint64_t x2, std::uint64_t y2, std::string_view kind) {
    body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"/>\n", x1, y1, x2, y2, kind);
  }
  void label(std::uint64_t x, std::uint64_t y, std::string_view text, std::string_view kind) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, kind, escaped(text));
  }
  void path(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& points, std::string_view kind) {
    body_ += "<polyline points=\"";
    for (const auto& [x, y] : points) body_ += fmt::format("{},{} ", x, y);
    body_ += fmt::format("\" class=\"{}\"/>\n", kind);
  }
  [[nodiscard]] std::string finish(std::uint64_t height) const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n<style>\n"
        "text{{font:12px sans-serif;fill:#222;stroke:none !important}} .t{{font-weight:bold}} .e{{text-anchor:end}} "
        ".m{{text-anchor:middle}}\n"
        "line{{stroke:#888}} .p{{stroke:#c00;stroke-dasharray:4 3}} .k{{stroke:#222;stroke-width:2}}\n"
        "polyline{{fill:none;stroke-width:2}} rect{{stroke:none}} .g{{stroke:#ccc}}\n"
        ".c0{{fill:#888;stroke:#888}} .c1{{fill:#1668b8;stroke:#1668b8}} .c2{{fill:#d97a07;stroke:#d97a07}}\n"
        ".c3{{fill:#2a8a3e;stroke:#2a8a3e}} .run{{fill:#1668b8}} .held{{fill:#e6b8b8}} polyline{{fill:none}}\n"
        "@media (prefers-color-scheme: dark){{text{{fill:#ddd}} .k{{stroke:#ddd}} .g{{stroke:#444}} "
        ".held{{fill:#6b3a3a}}}}\n</style>\n{2}</svg>\n",
        width, height, body_);
  }

 private:
  std::string body_;
};

struct Shown {
  Variant variant;
  std::string_view kind;
};
constexpr std::array plotted = {Shown{Variant::barrier, "c0"}, Shown{Variant::per_loop, "c1"},
                                Shown{Variant::bound, "c3"}, Shown{Variant::unrolled, "c2"}};

std::uint64_t published_of(const Kernel& kernel, std::string_view size, Variant v) {
  const PublishedRow* row = published_for(kernel.id, size);
  if (row == nullptr) return 0;
  return v == Variant::per_loop ? row->free : v == Variant::bound ? row->manual : row->unrolled;
}

// The log of n to the base 2 in 64ths: whole part, then the first bits of what is left, joined by straight lines.
std::uint64_t log_64(std::uint64_t n) {
  if (n < 2) return 0;
  const auto whole = static_cast<std::uint64_t>(std::bit_width(n) - 1);
  const std::uint64_t rest = n - (std::uint64_t{1} << whole);
  return whole * 64 + (whole <= 57 ? (rest * 64) >> whole : rest >> (whole - 6));
}

void ratio_axis(Drawing& d, std::uint64_t height, std::uint64_t most) {
  for (std::uint64_t r = 0; r <= most; r += 200) {
    const std::uint64_t x = left + r * plot / most;
    d.line(x, 30, x, height - 25, "g");
    d.label(x, height - 8, fmt::format("{}.{}", r / 1000, r / 100 % 10), "m");
  }
}

struct Lane {
  std::uint64_t y = 0;
  std::uint64_t makespan = 1;
};

void draw_lanes(Drawing& d, const Recorded& r, const Lane& lane) {
  for (std::size_t e = 0; e < r.engines.size(); ++e) d.label(left - 8, lane.y + e * 16 + 11, r.engines[e], "e");
  // Spans of less than a pixel are drawn together: what is told is which pixels are busy.
  std::vector<std::uint64_t> drawn(r.engines.size() * 2, 0);
  for (const bool held : {true, false}) {
    for (const Span& s : r.spans) {
      if (s.held != held) continue;
      std::uint64_t from = left + s.from * plot / lane.makespan;
      const std::uint64_t to = std::max(left + s.to * plot / lane.makespan, from + 1);
      std::uint64_t& until = drawn[s.engine * 2 + (held ? 1 : 0)];
      from = std::max(from, until);
      if (to <= from) continue;
      until = to;
      d.box(from, lane.y + s.engine * 16, to - from, 14, held ? "held" : "run");
    }
  }
}

}  // namespace

std::string sensitivity_figure(const Evaluation& evaluation, std::uint32_t k) {
  const Kernel& kernel = all_kernels()[k];
  const auto row = std::ranges::find(evaluation.plan.sweep, k, &SweepRow::kernel);
  if (row == evaluation.plan.sweep.end()) return Drawing("no measurement").finish(40);
  const KernelSize& size = kernel.sizes[row->size];
  std::uint64_t most = 1000;
  for (const SweepRow& s : evaluation.plan.sweep) {
    if (s.kernel != k) continue;
    for (const Shown& v : plotted) most = std::max(most, evaluation.ratio(s.answers, v.variant).value_or(0));
  }
  most = (most / 200 + 1) * 200;
  Drawing d(fmt::format("{} {}, {}: latency relative to barriers over each parameter's range", kernel.id, kernel.file,
                        size.name));
  const std::uint64_t height = 60 + swept_parameters().size() * 44;
  ratio_axis(d, height, most);
  for (std::size_t v = 1; v < plotted.size(); ++v) {
    const std::uint64_t published = published_of(kernel, size.name, plotted[v].variant) * 10;
    d.label(width - right + 8, 40 + v * 16, entry(plotted[v].variant).name, plotted[v].kind);
    std::uint64_t y = 34 + (v - 1) * 12;
    for (const Sensitivity& s : sensitivities(evaluation, k, row->size, plotted[v].variant, published)) {
      if (v == 1) d.label(left - 8, y + 20, entry(s.parameter).name, "e");
      const std::uint64_t from = left + s.least * plot / most;
      d.box(from, y, std::max<std::uint64_t>(left + s.most * plot / most - from, 2), 10, plotted[v].kind);
      if (published != 0) d.line(left + published * plot / most, y - 1, left + published * plot / most, y + 11, "k");
      y += 44;
    }
  }
  d.label(width - right + 8, 40, "published: tick", "");
  return d.finish(height);
}

std::string trips_figure(const Evaluation& evaluation, std::uint32_t k) {
  const Kernel& kernel = all_kernels()[k];
  constexpr std::uint64_t height = 320;
  std::uint64_t most_trips = 1;
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (const TripsRow& row : evaluation.plan.trips) {
    if (row.kernel != k) continue;
    most_trips = std::max<std::uint64_t>(most_trips, row.trips);
    for (const Shown& v : plotted) {
      const Measured* m = evaluation.answer(row.answers, v.variant);
      if (!m->possible) continue;
      least = std::min(least, log_64(m->latency));
      most = std::max(most, log_64(m->latency));
    }
  }
  Drawing d(fmt::format("{} {}: latency against the trips of the outermost loop", kernel.id, kernel.file));
  if (most <= least) return d.finish(height);
  const auto x_of = [&](std::uint64_t trips) {
    return left + log_64(trips) * plot / std::max<std::uint64_t>(log_64(most_trips), 1);
  };
  const auto y_of = [&](std::uint64_t latency) {
    return height - 35 - (log_64(latency) - least) * (height - 80) / (most - least);
  };
  for (std::uint64_t trips = 1; trips <= most_trips; trips *= 2) {
    d.line(x_of(trips), 35, x_of(trips), height - 30, "g");
    d.label(x_of(trips), height - 12, std::to_string(trips), "m");
  }
  for (std::uint64_t us = 1; us < 10'000'000'000; us *= 10) {
    const std::uint64_t ps = us * 1'000'000;
    if (log_64(ps) < least || log_64(ps) > most) continue;
    d.line(left, y_of(ps), left + plot, y_of(ps), "g");
    d.label(left - 8, y_of(ps) + 4, fmt::format("{} us", us), "e");
  }
  for (std::size_t v = 0; v < plotted.size(); ++v) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> points;
    for (const TripsRow& row : evaluation.plan.trips) {
      const Measured* m = row.kernel == k ? evaluation.answer(row.answers, plotted[v].variant) : nullptr;
      if (m != nullptr && m->possible) points.emplace_back(x_of(row.trips), y_of(m->latency));
    }
    if (points.empty()) continue;
    d.path(points, plotted[v].kind);
    d.label(width - right + 8, 50 + v * 16, entry(plotted[v].variant).name, plotted[v].kind);
  }
  return d.finish(height);
}

std::string timeline_figure(const Evaluation& evaluation, std::uint32_t k) {
  const Kernel& kernel = all_kernels()[k];
  const auto row = std::ranges::find(evaluation.plan.timelines, k, &TimelineRow::kernel);
  if (row == evaluation.plan.timelines.end()) return Drawing("no measurement").finish(40);
  const Measured& barrier = evaluation.answers[row->barrier];
  const Measured& free = evaluation.answers[row->free];
  Drawing d(fmt::format("{} {}, {}: what each engine does", kernel.id, kernel.file, kernel.sizes[row->size].name));
  const std::uint64_t makespan = std::max<std::uint64_t>({barrier.latency, free.latency, 1});
  std::uint64_t y = 50;
  for (const auto& [m, name] : {std::pair{&barrier, "barrier"}, std::pair{&free, "per-loop"}}) {
    if (!m->possible) continue;
    d.label(left, y - 6, fmt::format("{}: {} us", name, m->latency / 1'000'000), "");
    draw_lanes(d, m->recorded, {y, makespan});
    const std::uint64_t end = left + m->latency * plot / makespan;
    const std::uint64_t lanes = m->recorded.engines.size() * 16;
    d.line(end, y - 4, end, y + lanes, "k");
    y += lanes + 30;
  }
  d.box(width - right + 8, 40, 10, 10, "run");
  d.label(width - right + 22, 50, "instruction", "");
  d.box(width - right + 8, 58, 10, 10, "held");
  d.label(width - right + 22, 68, "held", "");
  return d.finish(y);
}

namespace {

constexpr std::array schemes = {Shown{Variant::per_instruction, "c2"}, Shown{Variant::per_loop, "c1"},
                                Shown{Variant::per_engine, "c3"}, Shown{Variant::barrier, "c0"}};

// One panel: semaphores to the right (logarithmic, up to 256), registers upwards (up to 16).
void draw_resources(Drawing& d, const Evaluation& evaluation, const SweepRow& row, std::uint64_t x0, std::uint64_t y0) {
  constexpr std::uint64_t wide = 150;
  constexpr std::uint64_t high = 96;
  const Kernel& kernel = all_kernels()[row.kernel];
  d.label(x0, y0 - 6, fmt::format("{} {}", kernel.id, kernel.file), "");
  d.line(x0, y0, x0, y0 + high, "g");
  d.line(x0, y0 + high, x0 + wide, y0 + high, "g");
  for (const std::uint64_t n : {1, 4, 16, 64})
    d.label(x0 + log_64(n) * wide / 512, y0 + high + 14, std::to_string(n), "m");
  for (const std::uint64_t n : {4, 8, 12}) d.label(x0 - 4, y0 + high - n * high / 16 + 4, std::to_string(n), "e");
  for (const Shown& s : schemes) {
    const Measured* m = evaluation.answer(row.answers, s.variant);
    if (!m->possible) continue;
    const std::uint64_t x = x0 + log_64(m->semaphores) * wide / 512;
    const std::uint64_t y = y0 + high - std::min<std::uint64_t>(m->registers, 16) * high / 16;
    d.box(x - 4, y - 4, 8, 8, s.kind);
  }
}

}  // namespace

std::string resources_figure(const Evaluation& evaluation) {
  Drawing d("Semaphores (to the right) against registers of one engine (upwards)");
  std::uint64_t panel = 0;
  std::uint32_t last = not_asked;
  for (const SweepRow& row : evaluation.plan.sweep) {
    if (row.kernel == last || row.value != evaluation.plan.model[row.parameter]) continue;
    last = row.kernel;
    draw_resources(d, evaluation, row, 40 + panel % 4 * 180, 60 + panel / 4 * 150);
    ++panel;
  }
  const std::uint64_t y = 60 + (panel + 3) / 4 * 150;
  for (std::size_t s = 0; s < schemes.size(); ++s) {
    d.box(40 + s * 140, y - 9, 8, 8, schemes[s].kind);
    d.label(54 + s * 140, y, entry(schemes[s].variant).name, "");
  }
  return d.finish(y + 20);
}

}  // namespace counterpoint::report
