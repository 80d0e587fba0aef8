// Random cases drawn from bytes, so that a failing one shrinks to small decisions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <functional>
#include <sstream>
#include <vector>

namespace counterpoint::testing {

// Decisions taken from a list of bytes; all of them 0 once it is used up.
class Choices {
 public:
  explicit Choices(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  std::uint32_t below(std::uint32_t n) { return at_ < bytes_.size() ? bytes_[at_++] % n : 0; }
  bool one_in(std::uint32_t n) { return below(n) == n - 1; }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0;
};

// Runs `property` on `cases` lists of `length` uniform bytes from a fixed seed; a failure is shrunk and reported.
inline void check_choices(std::uint64_t cases, std::size_t length, const std::function<void(Choices&)>& property) {
  rc::detail::TestParams parameters;
  parameters.maxSuccess = static_cast<int>(cases);
  parameters.seed = 20'260'813;
  const auto result = rc::detail::checkTestable(
      [&] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        const auto bytes = *rc::gen::container<std::vector<std::uint8_t>>(length, byte);
        Choices choices(bytes);
        property(choices);
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
}

}  // namespace counterpoint::testing
