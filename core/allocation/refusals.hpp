// The messages of allocation: what cannot be synchronised, why, and the smallest change that would help.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// "exp <- qk", "loop kv <- cnt".
[[nodiscard]] std::string subject_of(const Program& program, DependencyId d);
// The line of the consumer.
[[nodiscard]] Position position_of(const Program& program, DependencyId d);
[[nodiscard]] Diagnostic refuse_rejected(const Program& program, DependencyId d);
[[nodiscard]] Diagnostic refuse_without_extensions(const Program& program, DependencyId d);
[[nodiscard]] Diagnostic refuse_deep_history(const Program& program, DependencyId d, std::int64_t registers);
[[nodiscard]] Diagnostic refuse_large_threshold(const Program& program, DependencyId d);
[[nodiscard]] Diagnostic refuse_beyond_width(const Program& program, DependencyId d, std::int64_t number,
                                             std::uint32_t bits);
[[nodiscard]] Diagnostic refuse_divergent_scope(const Program& program, ScopeId s);
[[nodiscard]] Diagnostic refuse_backward_under_barriers(const Program& program, DependencyId d);
[[nodiscard]] Diagnostic warn_strengthened(const Program& program, DependencyId d, ScopeId carrier);
// `registers`: of the history that it would need, 0 if it is kept so because extensions are off.
[[nodiscard]] Diagnostic warn_barrier(const Program& program, DependencyId d, ScopeId carrier, std::int64_t registers);

// Appends while there are fewer than a hundred; then counts, and says at the end how many more there were.
class Messages {
 public:
  explicit Messages(Diagnostics& out) : out_(out) {}
  template <class Make>
  void add(Make make) {
    if (out_.size() < limit) {
      out_.push_back(make());
    } else {
      ++more_;
    }
  }
  void finish();

 private:
  static constexpr std::size_t limit = 100;
  Diagnostics& out_;
  std::size_t more_ = 0;
};

}  // namespace counterpoint
