// Per-instruction, per-loop, and any mix of the two chosen by body and engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/allocation/counter_scheme.hpp"

namespace counterpoint {

class LocalScheme : public CounterScheme {
 public:
  LocalScheme(const Program& program, const AllocationOptions& options, Sharing shared)
      : program_(program), options_(options), shared_(std::move(shared)) {}

  void number(const Decisions& decisions) override;
  Threshold wait_for(const Formula& f, Lowering& lower) override;
  std::span<const SemaphoreId> updated_by(InstructionId i) override;
  void declare(ImplementationBuilder& builder) override;
  Form form_of(const Formula& f, EngineId e) override;

 protected:
  [[nodiscard]] const Program& program() const { return program_; }

 private:
  const Program& program_;
  const AllocationOptions& options_;
  Sharing shared_;
  Counting counting_;
  SemaphoreId updated_;
};

// The producers of the dependencies that become waits, by instruction.
[[nodiscard]] std::vector<bool> waited_producers(const Program& program, const std::vector<bool>& waiting);

}  // namespace counterpoint
