// A stream while it is written: records whose registers are not numbered and whose branches name labels.
// SPDX-License-Identifier: Apache-2.0
//
// What. Records in order; beside each the registers that it writes and reads, of which there are any number; labels
// bound to places between records; and marks where loops and conditionals begin and end. `finish` finds out how long
// each register is needed, gives it one of the core's 62 (registers.hpp), sets those to 0 at the start that are read
// before they are written, and encodes. Why marks. The streams come from text with scopes, so what a register needs
// can be seen in one walk instead of iterating over a graph. Invariant: a register is read only after a write to it, or
// holds 0. Cost: linear in records, times a logarithm.
#pragma once

#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/ids.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

using DraftRegister = Id<struct DraftRegisterTag>;
using Label = Id<struct LabelTag>;

struct DraftRecord {
  Record record;
  DraftRegister target{};  // written: by moves, the ALU, a load of trips
  DraftRegister a{};       // read: by moves, the ALU, branches
  DraftRegister b{};
  DraftRegister first{};   // threshold of the band's wait
  DraftRegister second{};  // threshold of an EventSemaphore's second wait
  Label label{};           // of a branch
};

enum class MarkKind : std::uint8_t { loop, loop_end, branch, other_branch, branch_end };

// Before the record at `place`.
struct Mark {
  std::size_t place = 0;
  MarkKind kind = MarkKind::loop;
  bool at_least_once = false;  // of a loop's end
};

class Draft {
 public:
  [[nodiscard]] DraftRegister fresh() { return DraftRegister{registers_++}; }
  [[nodiscard]] Label label() {
    labels_.push_back(0);
    return Label{labels_.size() - 1};
  }
  // Here, before the next record.
  void bind(Label l) { labels_[l] = records.size(); }
  void mark(MarkKind kind, bool at_least_once = false) { marks.push_back({records.size(), kind, at_least_once}); }
  void add(const DraftRecord& r) { records.push_back(r); }
  void add(const Record& r) { records.push_back({r}); }

  // The words and blocks. A refusal where more registers are alive at once than the core has.
  [[nodiscard]] tl::expected<Stream, Diagnostic> finish(Engine engine, std::string_view counts_as,
                                                        const Profile& profile) const;
  [[nodiscard]] std::size_t register_count() const { return registers_; }

  std::vector<DraftRecord> records;
  std::vector<Mark> marks;

 private:
  std::size_t registers_ = 0;
  IdVector<Label, std::size_t> labels_;
};

// --- records that more than one part writes ---
[[nodiscard]] DraftRecord move_value(DraftRegister target, std::int64_t value);
[[nodiscard]] DraftRecord move_register(DraftRegister target, DraftRegister source);
[[nodiscard]] DraftRecord alu_value(AluOperation operation, DraftRegister target, DraftRegister a, std::int64_t value);
[[nodiscard]] DraftRecord alu_register(AluOperation operation, DraftRegister target, DraftRegister a, DraftRegister b);
[[nodiscard]] DraftRecord branch_value(Compare compare, DraftRegister a, std::int64_t value, Label to);
[[nodiscard]] DraftRecord branch_register(Compare compare, DraftRegister a, DraftRegister b, Label to);
[[nodiscard]] DraftRecord branch_always(Label to);

}  // namespace counterpoint::neuron
