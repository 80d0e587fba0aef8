// Elimination modulo 2^61 - 1.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/row_space.hpp"

#include <algorithm>

namespace counterpoint::smt {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr std::uint64_t prime = (std::uint64_t{1} << 61U) - 1;
constexpr std::int64_t largest_numerator = std::int64_t{1} << 44;

// The product of two elements. 2^61 = 1 in this field.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  const auto wide = static_cast<Wide>(a) * b;
  std::uint64_t r = static_cast<std::uint64_t>(wide & prime) + static_cast<std::uint64_t>(wide >> 61U);
  if (r >= prime) r -= prime;
  return r;
}
std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a >= b ? a - b : a + prime - b; }

std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t e = prime - 2; e != 0; e >>= 1U) {
    if ((e & 1U) != 0) result = times(result, a);
    a = times(a, a);
  }
  return result;
}

std::uint64_t element(std::int64_t n) {
  const std::int64_t r = n % static_cast<std::int64_t>(prime);
  return static_cast<std::uint64_t>(r < 0 ? r + static_cast<std::int64_t>(prime) : r);
}

void subtract_multiple(std::vector<std::uint64_t>& from, std::uint64_t factor, const std::vector<std::uint64_t>& row,
                       std::size_t first) {
  for (std::size_t i = first; i < row.size(); ++i) {
    if (row[i] != 0) from[i] = minus(from[i], times(factor, row[i]));
  }
}

}  // namespace

bool RowSpace::add(const std::vector<std::int64_t>& vector) {
  if (rows_.size() == columns_) return false;
  std::vector<std::uint64_t> v(columns_);
  for (std::size_t i = 0; i < columns_; ++i) v[i] = element(vector[i]);
  for (const Row& r : rows_) {
    if (v[r.pivot] != 0) subtract_multiple(v, v[r.pivot], r.values, r.pivot);
  }
  const auto pivot =
      static_cast<std::size_t>(std::find_if(v.begin(), v.end(), [](std::uint64_t x) { return x != 0; }) - v.begin());
  if (pivot == columns_) return false;
  const std::uint64_t scale = inverse(v[pivot]);
  for (std::uint64_t& x : v) x = times(x, scale);
  const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.pivot > pivot; });
  rows_.insert(at, {pivot, std::move(v)});
  return true;
}

void RowSpace::reduce() {
  for (std::size_t i = rows_.size(); i-- > 0;) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint64_t factor = rows_[j].values[rows_[i].pivot];
      if (factor != 0) subtract_multiple(rows_[j].values, factor, rows_[i].values, rows_[i].pivot);
    }
  }
}

bool RowSpace::independent(std::size_t column) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const Row& r) { return r.pivot == column; });
}

std::vector<std::pair<std::size_t, std::uint64_t>> RowSpace::combination(std::size_t column) const {
  std::vector<std::pair<std::size_t, std::uint64_t>> result;
  for (const Row& r : rows_) {
    if (r.values[column] != 0) result.emplace_back(r.pivot, r.values[column]);
  }
  return result;
}

std::optional<std::pair<std::int64_t, std::int64_t>> as_fraction(std::uint64_t element, std::int64_t most) {
  for (std::int64_t d = 1; d <= most; ++d) {
    const std::uint64_t n = times(element, static_cast<std::uint64_t>(d));
    if (n <= static_cast<std::uint64_t>(largest_numerator)) return std::pair{static_cast<std::int64_t>(n), d};
    if (prime - n <= static_cast<std::uint64_t>(largest_numerator)) {
      return std::pair{-static_cast<std::int64_t>(prime - n), d};
    }
  }
  return std::nullopt;
}

}  // namespace counterpoint::smt
