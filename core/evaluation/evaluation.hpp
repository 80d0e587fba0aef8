// The evaluation: which measurements it is made of, and what the published figures say of the same kernels.
// SPDX-License-Identifier: Apache-2.0
//
// What. A plan lists questions, each once, and rows that name them. Whoever has threads answers the questions in any
// order (measure.hpp) and puts the answers beside them; all tables and figures are then functions of plan and answers.
// Why this way. An answer depends on its question alone, so that results do not depend on how many threads there are;
// the same question of two tables (the middle of a sweep is a row of Table 2) is asked once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/evaluation/family.hpp"
#include "core/evaluation/kernels.hpp"
#include "core/evaluation/measure.hpp"

namespace counterpoint {

struct PublishedRow {
  std::string_view name;
  std::string_view kernel;
  std::string_view size;
  std::uint32_t loops;
  // Hundredths of the barrier baseline; 0 if there is none.
  std::uint32_t free;
  std::uint32_t manual;
  std::uint32_t unrolled;
  std::uint32_t registers;  // added to each engine
  std::uint32_t rolled_bytes;
  std::uint32_t unrolled_bytes;
};
[[nodiscard]] std::span<const PublishedRow> all_published();
// The row of that kernel and size, null without one.
[[nodiscard]] const PublishedRow* published_for(std::string_view kernel, std::string_view size);

inline constexpr std::size_t variant_count = 0
#define X(identifier, word, summary) +1
#include "core/evaluation/variants.def"
#undef X
    ;
// Numbers of questions, by variant.
using Answers = std::array<std::uint32_t, variant_count>;
inline constexpr std::uint32_t not_asked = 0xffffffffU;

// Latency and resources of one kernel at one size: a row of Table 2.
struct SizeRow {
  std::uint32_t kernel = 0;
  std::uint32_t size = 0;
  Answers answers{};
};
// One value of one parameter, all others those of the machine.
struct SweepRow {
  std::uint32_t kernel = 0;
  std::uint32_t size = 0;
  Parameter parameter{};
  std::uint64_t value = 0;
  Answers answers{};
};
// Another trip count of the kernel's outermost loop that has one.
struct TripsRow {
  std::uint32_t kernel = 0;
  std::uint32_t size = 0;
  std::uint32_t trips = 0;
  Answers answers{};
};
// A dependency outside of the paper's subset: as it is, kept by a barrier or by our extensions, or rewritten with one
// no-op more.
struct PairedRow {
  std::string_view name;
  std::string_view shape;
  std::uint32_t baseline = 0;   // barriers everywhere
  std::uint32_t fallback = 0;   // per-loop in the paper's subset: a barrier for the rest
  std::uint32_t extension = 0;  // per-loop with our further classes
  std::uint32_t marked = 0;     // the rewritten program, per-loop in the paper's subset
};
// What `auto` makes of a budget of semaphores.
struct BudgetRow {
  std::uint32_t kernel = 0;
  std::uint32_t size = 0;
  std::uint64_t semaphores = 0;
  std::uint32_t answer = 0;
  std::uint32_t barrier = 0;
};
// The same kernel twice on one time axis.
struct TimelineRow {
  std::uint32_t kernel = 0;
  std::uint32_t size = 0;
  std::uint32_t barrier = 0;
  std::uint32_t free = 0;  // per-loop
};

enum class Amount : std::uint8_t { all, small };  // small: the small sizes alone

struct Plan {
  MachineModel model;
  Amount amount = Amount::all;
  std::vector<Measurement> questions;
  std::vector<SizeRow> sizes;
  std::vector<SweepRow> sweep;  // by kernel, parameter, value
  std::vector<TripsRow> trips;
  std::vector<PairedRow> paired;
  std::vector<BudgetRow> budgets;
  std::vector<TimelineRow> timelines;
};
[[nodiscard]] Plan make_plan(const MachineModel& model, Amount amount);
// Those whose cost nobody has published come first, then other estimates.
[[nodiscard]] std::span<const Parameter> swept_parameters();
inline constexpr std::size_t unknown_costs = 4;

struct Evaluation {
  Plan plan;
  std::vector<Measured> answers;  // by question
  Family family;

  // The latency of a variant in thousandths of the barrier baseline, rounded; nothing where one is not possible.
  [[nodiscard]] std::optional<std::uint64_t> ratio(const Answers& row, Variant v) const;
  [[nodiscard]] const Measured* answer(std::uint32_t question) const {
    return question == not_asked ? nullptr : &answers[question];
  }
  [[nodiscard]] const Measured* answer(const Answers& row, Variant v) const {
    return answer(row[static_cast<std::size_t>(v)]);
  }
};

// What one parameter does to a ratio: its least and greatest in the swept range, and the value at which it would be the
// published one (linear between the two values around it), if it is ever.
struct Sensitivity {
  Parameter parameter{};
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::optional<std::uint64_t> needed;
};
// `target`: thousandths.
[[nodiscard]] std::vector<Sensitivity> sensitivities(const Evaluation& evaluation, std::uint32_t kernel,
                                                     std::uint32_t size, Variant v, std::uint64_t target);

}  // namespace counterpoint
