// The product of an implementation and its program: compact states, steps, and what the program allows in each.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 3. The specification is deterministic, and its state after a visible trace depends only on how
// many visible events each engine has passed and how many instances have retired. Both are known from the state of
// the implementation, so a pair of states is a state of the implementation, and Equation 1 becomes a table: for every
// visible event, which retirement of which engine it needs. Commits occur in no guard, so they are fused with
// retirements.
//
// A state is a short string of bytes: per engine the position in its stream and its retired entries, then the cells,
// each number in as few bytes as the range that the streams can give it needs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/machine/step.hpp"
#include "verify/explore/linear.hpp"
#include "verify/question.hpp"

namespace counterpoint::testing {

// Unpacked, for computing.
struct PlainState {
  std::vector<std::uint32_t> position;  // by engine: event at hand; one past the last after its end
  std::vector<std::uint32_t> retired;   // by engine: entries in flight that have retired
  std::vector<std::int64_t> cells;
  bool fault = false;
  FaultKind fault_kind = FaultKind::overflow;
};

// A retirement of the program that a visible event needs. `instances` of the engine; more than there are: never.
struct PlainNeed {
  std::uint32_t engine = 0;
  std::uint32_t instances = 0;
};

class PlainProduct {
 public:
  // Without a program (`program` null) only the implementation is explored.
  PlainProduct(LinearStreams implementation, const LinearStreams* program, const Machine& machine,
               const std::vector<EngineId>& to_program);

  [[nodiscard]] std::size_t engine_count() const { return streams_.engines.size(); }
  [[nodiscard]] std::size_t state_size() const { return size_; }
  [[nodiscard]] PlainState start() const;
  void pack(const PlainState& s, std::span<std::uint8_t> out) const;
  void unpack(std::span<const std::uint8_t> in, PlainState& s) const;

  // Steps of an engine: 0 its stream, 1 the retirement of its oldest entry.
  static constexpr int stream = 0;
  static constexpr int retire = 1;
  [[nodiscard]] bool enabled(const PlainState& s, std::size_t engine, int step) const;
  void apply(PlainState& s, std::size_t engine, int step) const;
  [[nodiscard]] bool is_visible(const PlainState& s, std::size_t engine, int step) const;
  [[nodiscard]] bool ended(const PlainState& s, std::size_t engine) const {
    return s.position[engine] == streams_.engines[EngineId{engine}].events.size();
  }
  // What the program allows: the next visible event of the engine (or its end), the retirement of its oldest instance.
  [[nodiscard]] bool program_allows(const PlainState& s, std::size_t engine, int step) const;

 private:
  [[nodiscard]] bool test(const PlainState& s, const LinearEvent& e) const;
  [[nodiscard]] bool compare(TestKind kind, std::int64_t value, std::int64_t needed) const;
  void change(PlainState& s, std::uint32_t first, std::uint32_t last) const;
  void take(PlainState& s, const LinearEvent& e) const;
  [[nodiscard]] std::uint32_t instances_retired(const PlainState& s, std::size_t engine) const;
  void reach(PlainState& s, std::size_t engine) const;
  void make_needs(const LinearStreams& program, const std::vector<EngineId>& to_program);
  void choose_layout();
  void lay_cells();
  void meet(PlainState& s) const;

  LinearStreams streams_;
  bool has_program_ = false;
  MachineOptions options_;
  std::vector<std::vector<std::uint32_t>> need_start_;  // by engine, visible event and one more
  std::vector<std::vector<PlainNeed>> needs_;           // by engine
  std::vector<std::vector<bool>> issues_;               // by engine and visible event: an issue, not a visit
  std::vector<std::uint8_t> position_bytes_;
  std::vector<std::uint8_t> retired_bytes_;
  struct CellLayout {
    std::int64_t low = 0;  // what is stored is the difference to it
    std::uint8_t bytes = 8;
  };
  std::vector<CellLayout> cells_;
  std::size_t size_ = 0;
};

}  // namespace counterpoint::testing
