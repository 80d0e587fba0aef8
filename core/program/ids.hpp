// Strong 32-bit identifiers and the arrays they index.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace counterpoint {

// An index into one kind of array. Two kinds never mix; `none` marks "no such thing".
template <class Tag>
struct Id {
  static constexpr std::uint32_t none_value = 0xffffffffU;
  std::uint32_t value = none_value;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  [[nodiscard]] constexpr bool valid() const { return value != none_value; }
  [[nodiscard]] static constexpr Id none() { return Id{}; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using NameId = Id<struct NameTag>;
using EngineId = Id<struct EngineTag>;
using ScopeId = Id<struct ScopeTag>;
using BlockId = Id<struct BlockTag>;
using InstructionId = Id<struct InstructionTag>;
using DependencyId = Id<struct DependencyTag>;
using BufferId = Id<struct BufferTag>;
using SemaphoreId = Id<struct SemaphoreTag>;
// Dense per engine: register 0 of engine `act` and register 0 of engine `pe` are two registers.
using RegisterId = Id<struct RegisterTag>;

// A vector indexed by one kind of identifier.
template <class Key, class Value>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(std::size_t n, Value v = Value{}) : data_(n, std::move(v)) {}

  [[nodiscard]] std::size_t size() const { return data_.size(); }
  [[nodiscard]] bool empty() const { return data_.empty(); }
  [[nodiscard]] decltype(auto) operator[](Key k) { return data_[k.value]; }
  [[nodiscard]] decltype(auto) operator[](Key k) const { return data_[k.value]; }
  Key push_back(Value v) {
    data_.push_back(std::move(v));
    return Key{data_.size() - 1};
  }
  void reserve(std::size_t n) { data_.reserve(n); }
  void resize(std::size_t n, const Value& v = Value{}) { data_.resize(n, v); }
  void clear() { data_.clear(); }
  void shrink_to_fit() { data_.shrink_to_fit(); }
  [[nodiscard]] auto begin() { return data_.begin(); }
  [[nodiscard]] auto end() { return data_.end(); }
  [[nodiscard]] auto begin() const { return data_.begin(); }
  [[nodiscard]] auto end() const { return data_.end(); }
  [[nodiscard]] Value& back() { return data_.back(); }
  [[nodiscard]] const Value& back() const { return data_.back(); }
  [[nodiscard]] const std::vector<Value>& raw() const { return data_; }

 private:
  std::vector<Value> data_;
};

// The identifiers first, first+1, ..., last-1.
template <class Key>
struct IdRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  struct iterator {
    std::uint32_t at;
    Key operator*() const { return Key{at}; }
    iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator==(const iterator&) const = default;
  };
  [[nodiscard]] iterator begin() const { return {first}; }
  [[nodiscard]] iterator end() const { return {last}; }
  [[nodiscard]] std::size_t size() const { return last - first; }
  [[nodiscard]] bool empty() const { return first == last; }
  [[nodiscard]] bool contains(Key k) const { return k.value >= first && k.value < last; }
};

}  // namespace counterpoint

template <class Tag>
struct std::hash<counterpoint::Id<Tag>> {
  std::size_t operator()(counterpoint::Id<Tag> id) const noexcept { return id.value; }
};
