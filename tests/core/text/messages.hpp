// Helpers for tests that parse.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/text/text.hpp"

namespace counterpoint {

// All messages, a line each.
inline std::string messages(const Diagnostics& all) {
  std::string out;
  for (const Diagnostic& d : all) out += to_string(d) + "\n";
  return out;
}

// The program of a text that must be right.
inline Program good_program(std::string_view text) {
  auto p = parse_program(text, "p.cp");
  EXPECT_TRUE(p.has_value()) << messages(p.error()) << text;
  return std::move(p.value());
}

inline Implementation good_implementation(std::string_view text) {
  auto i = parse_implementation(text, "i.cp");
  EXPECT_TRUE(i.has_value()) << messages(i.error()) << text;
  return std::move(i.value());
}

}  // namespace counterpoint
