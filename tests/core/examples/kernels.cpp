// Reads and allocates the kernels for the tests.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/examples/kernels.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "core/text/text.hpp"

namespace counterpoint::kernels {
namespace {

void fail(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics) ADD_FAILURE() << to_string(d);
}

}  // namespace

std::filesystem::path folder() { return std::filesystem::path(COUNTERPOINT_SOURCE_DIR) / "examples" / "kernels"; }

std::string text_of(const std::string& file) {
  std::ifstream in(folder() / file);
  EXPECT_TRUE(in.good()) << file;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Program read_text(const std::string& text, const std::string& file) {
  auto program = parse_program(text, file);
  if (program) return std::move(*program);
  fail(program.error());
  return {};
}

Program read(const std::string& file) { return read_text(text_of(file), file); }

Implementation allocated(const Program& program, Scheme scheme) {
  AllocationOptions options;
  options.scheme = scheme;
  auto allocation = allocate(program, options);
  if (allocation) return std::move(allocation->implementation);
  fail(allocation.error());
  return {};
}

}  // namespace counterpoint::kernels
