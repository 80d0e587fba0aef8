// From faults to exit codes.
// SPDX-License-Identifier: Apache-2.0
#include "cli/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>

#include "cli/failure.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::cli {
namespace {

using testing::HasSubstr;

std::pair<int, std::string> guard(const std::function<int()>& action) {
  testing::internal::CaptureStderr();
  const int code = guarded(action);
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(Command, a_fault_of_our_own_is_70_and_asks_for_a_report) {
  const auto [code, said] = guard([]() -> int { require(false, "the sky is up"), throw 0; });
  EXPECT_EQ(code, 70);
  EXPECT_THAT(said, HasSubstr("internal error: command_test.cpp:"));
  EXPECT_THAT(said, HasSubstr("the sky is up"));
  EXPECT_THAT(said, HasSubstr("please report it"));
}

TEST(Command, running_out_of_memory_is_70_and_said_so) {
  const auto [code, said] = guard([]() -> int { throw std::bad_alloc(); });
  EXPECT_EQ(code, 70);
  EXPECT_EQ(said, "counterpoint: out of memory\n");
}

TEST(Command, an_exception_that_nobody_knows_is_70) {
  EXPECT_EQ(guard([]() -> int { throw 7; }).first, 70);
  EXPECT_EQ(guard([]() -> int { throw std::runtime_error("odd"); }).first, 70);
}

TEST(Command, a_failure_has_its_own_code_and_sentence) {
  const auto [code, said] = guard([]() -> int { throw Failure(Exit::cannot_write, "no room"); });
  EXPECT_EQ(code, 74);
  EXPECT_EQ(said, "counterpoint: no room\n");
}

}  // namespace
}  // namespace counterpoint::cli
