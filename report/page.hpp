// A program and its implementations as one HTML file that needs nothing else: no network, no other file.
// SPDX-License-Identifier: Apache-2.0
//
// What. What it says in one minute comes first: how long each run takes, why barriers take longer, which engine waits
// for what. Then the timelines on one axis (drawn by the script of report/page, which also makes them respond to
// mouse, touch and keys; without scripts they are the figures of `draw`), the dependence graph, the tree of scopes with
// what synchronises where, every wait with its formula, line and slack, the verdicts with their bounds, and costs.
// Invariant. It renders what was run, measured and decided elsewhere; every name is escaped; the same input gives the
// same bytes. Cost: linear, timelines and lists cut at bounds that the page names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/dependence/explain.hpp"
#include "core/machine/machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/waiting.hpp"
#include "report/locator.hpp"
#include "report/run.hpp"
#include "report/timeline_svg.hpp"

namespace counterpoint::report {

enum class PageRole : std::uint8_t { specification, barriers, chosen };

// One run, of the program itself or of an implementation. Everything pointed to outlives it.
struct PageRun {
  PageRole role = PageRole::chosen;
  TimelinePanel panel;
  const Machine* machine = nullptr;
  const RunResult* result = nullptr;
  std::vector<TestRecord> tests;
  IdVector<EngineId, EngineUse> use;               // by engine of the machine
  const Implementation* implementation = nullptr;  // null: the specification
  const Locator* locator = nullptr;                // null: the specification
  std::optional<Cost> cost;
  std::vector<OutcomeLine> verdicts;  // for the trips of the run; for all trips if that was asked
};

struct PageFacts {
  const Program* program = nullptr;
  SourceText source;                 // of the program
  std::string trips;                 // "kv=5, others 2"
  std::string times;                 // whose: "trn2"
  std::string version;               // of the tool
  std::vector<std::string> remarks;  // why an allocation is missing, ...
  std::string ascend;                // the section of page_ascend, "" for none
};

// `runs`: the specification first.
[[nodiscard]] std::string page(const PageFacts& facts, std::span<const PageRun> runs);

// --- its parts, in the order of the page
[[nodiscard]] std::string page_summary(const PageFacts& facts, std::span<const PageRun> runs);
[[nodiscard]] std::string page_scopes(const PageRun& run);
[[nodiscard]] std::string page_waits(const PageFacts& facts, std::span<const PageRun> runs);
[[nodiscard]] std::string page_tables(std::span<const PageRun> runs);
// The data of the timelines, as JSON inside a script element.
[[nodiscard]] std::string page_data(const PageFacts& facts, std::span<const PageRun> runs);

// The word of a verdict, coloured by how good it is.
[[nodiscard]] std::string verdict_badge(const OutcomeLine& line);

// Times in a unit in which the longest run is a number that can be read: 41584200 ps are 41.584 us.
class TimeWords {
 public:
  explicit TimeWords(std::span<const PageRun> runs);
  [[nodiscard]] const std::string& unit() const { return unit_; }   // in UTF-8
  [[nodiscard]] std::uint64_t divisor() const { return divisor_; }  // units of the program in one of it
  [[nodiscard]] std::string number(std::int64_t time) const;        // "41.584"; "1 234" where nothing is divided
  [[nodiscard]] std::string text(std::int64_t time) const;          // "41.584 us", "1 unit"

 private:
  std::string unit_;
  std::uint64_t divisor_ = 1;
};

// One test of an instruction, in words.
struct TestWords {
  std::string before;     // "qk", "start of kv", "a statement of its own"
  std::string test;       // "s_kv_dma >= w", "load"
  std::string formula;    // "w := r_kv - 2", "R(load) >= r_kv"
  std::string releasers;  // "load on dma"
  std::string place;      // "file:7:3"
};
class TestWording {
 public:
  TestWording(const PageFacts& facts, const PageRun& run);
  [[nodiscard]] TestWords words(const TestRecord& record) const;

 private:
  const PageFacts& facts_;
  const PageRun& run_;
  std::optional<Explainer> explainer_;                          // of the specification
  IdVector<SemaphoreId, std::vector<InstructionId>> updaters_;  // of an implementation
  std::vector<BlockId> blocks_;                                 // of its stand-alone waits
};

}  // namespace counterpoint::report
