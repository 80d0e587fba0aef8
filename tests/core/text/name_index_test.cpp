// The table of names against a map.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/name_index.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/core/generate.hpp"

namespace counterpoint {
namespace {

// Distribution: up to 2,000 mentions of names of 1 to 20 characters from an alphabet of three, so that many are
// prefixes of others and many come twice; half of the tables are sized in advance.
RC_GTEST_PROP(NameIndex, numbers_names_as_a_map_would, (std::uint64_t seed)) {
  Dice random(seed);
  std::string text;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  for (std::uint32_t n = random.below(2000); n > 0; --n) {
    const auto begin = static_cast<std::uint32_t>(text.size());
    for (std::uint32_t length = 1 + random.below(random.one_in(2) ? 3 : 20); length > 0; --length) {
      text += "a.B"[random.below(3)];
    }
    places.emplace_back(begin, static_cast<std::uint32_t>(text.size()));
    text += ' ';
  }
  NameIndex index(text);
  if (random.one_in(2)) index.reserve(places.size());
  std::map<std::string, std::uint32_t> map;
  for (const auto& [begin, end] : places) {
    const std::string name = text.substr(begin, end - begin);
    const bool known = map.contains(name);
    RC_ASSERT(index.find(name).has_value() == known);
    const auto [number, fresh] = index.intern(begin, end);
    RC_ASSERT(fresh == !known);
    const auto [at, added] = map.try_emplace(name, static_cast<std::uint32_t>(map.size()));
    RC_ASSERT(number == at->second);
    RC_ASSERT(index.name(number) == name);
    RC_ASSERT(index.find(name) == number);
  }
  RC_ASSERT(index.size() == map.size());
}

}  // namespace
}  // namespace counterpoint
