// The programs of examples/kernels and examples/paired, built in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace counterpoint {

struct KernelSize {
  std::string_view name;   // "medium", "medium, skewed"
  std::string_view shape;  // "2048 x 2048 x 2048"
  std::string_view trips;  // "k=16 m=16 n=4", by name, each as in --trips
};

struct Kernel {
  std::string_view id;  // "K1t"
  std::string_view file;
  std::string_view text;
  std::span<const KernelSize> sizes;
};

struct PairedProgram {
  std::string_view file;
  std::string_view text;
};

// In the order of sizes.json.
[[nodiscard]] std::span<const Kernel> all_kernels();
// By name of file.
[[nodiscard]] std::span<const PairedProgram> paired_programs();

}  // namespace counterpoint
