// The kernels of examples/kernels, read and allocated for the tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/allocation/allocate.hpp"
#include "core/program/program.hpp"

namespace counterpoint::kernels {

[[nodiscard]] std::filesystem::path folder();
[[nodiscard]] std::string text_of(const std::string& file);
// The program; fails the test and is empty if the file has errors.
[[nodiscard]] Program read(const std::string& file);
[[nodiscard]] Program read_text(const std::string& text, const std::string& file);
// The implementation; fails the test and is empty if the scheme refuses.
[[nodiscard]] Implementation allocated(const Program& program, Scheme scheme);

}  // namespace counterpoint::kernels
