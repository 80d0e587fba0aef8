// What registers hold, as sums of unknowns that are equal if and only if they are stored once.
// SPDX-License-Identifier: Apache-2.0
//
// What. A value is c_1 u_1 + ... + c_n u_n + c, over unknowns u in the order of their numbers. An unknown is something
// that only a run knows (a register at the head of a loop), or an operation that is no sum, on values. Each value is
// stored once, so that equal values have equal numbers, however they are computed.
// Why sums. Thresholds are sums of counters; 36 r - 28 and 36 (r - 1) + 8 must be seen to be the same, and 36 r - 28
// and 36 r - 24 to differ by 4. Sums, differences and products by constants wrap along with registers of any width, so
// all that is said here is true of counters that wrap as well. A comparison or a minimum does not: it is decided only
// where both sides are numbers no larger than those of the text, which every width that the text is for holds. Cost:
// O(terms) a value; a sum of more than `most_terms` terms is a new unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/program/implementation.hpp"

namespace counterpoint::passes {

using ValueId = Id<struct ValueTag>;

struct Term {
  std::uint32_t unknown = 0;
  std::int64_t scale = 0;
  friend bool operator==(const Term&, const Term&) = default;
};

class Values {
 public:
  // `largest`: the largest number of the text, without its sign.
  explicit Values(std::int64_t largest) : largest_(largest) {}

  ValueId constant(std::int64_t c) { return store({}, c); }
  ValueId fresh();
  ValueId of(Operation op, ValueId a, ValueId b);
  ValueId plus(ValueId v, std::int64_t c);

  [[nodiscard]] std::span<const Term> terms(ValueId v) const {
    return std::span(terms_).subspan(stored_[v].first, stored_[v].last - stored_[v].first);
  }
  [[nodiscard]] std::int64_t offset(ValueId v) const { return stored_[v].constant; }
  [[nodiscard]] std::optional<std::int64_t> number(ValueId v) const {
    if (!terms(v).empty()) return std::nullopt;
    return offset(v);
  }
  // a - b, where that is a number.
  [[nodiscard]] std::optional<std::int64_t> difference(ValueId a, ValueId b) const;

 private:
  static constexpr std::size_t most_terms = 6;
  struct Stored {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::int64_t constant = 0;
  };
  struct Opaque {
    Operation operation;
    ValueId a;
    ValueId b;
    friend bool operator==(const Opaque&, const Opaque&) = default;
  };
  struct OpaqueHash {
    std::size_t operator()(const Opaque& o) const noexcept;
  };

  ValueId store(std::span<const Term> terms, std::int64_t constant);
  [[nodiscard]] std::optional<ValueId> sum(ValueId a, std::int64_t scale_a, ValueId b, std::int64_t scale_b);
  ValueId opaque(Operation op, ValueId a, ValueId b);
  [[nodiscard]] bool comparable(std::int64_t v) const { return v <= largest_ && v >= -largest_; }

  std::int64_t largest_;
  std::uint32_t unknowns_ = 0;
  std::vector<Term> terms_;
  IdVector<ValueId, Stored> stored_;
  std::unordered_multimap<std::size_t, ValueId> index_;
  std::unordered_map<Opaque, ValueId, OpaqueHash> opaques_;
  std::vector<Term> scratch_;
};

// The largest number of the operands and semaphores of an implementation, without its sign.
[[nodiscard]] std::int64_t largest_number(const Implementation& implementation);

}  // namespace counterpoint::passes
