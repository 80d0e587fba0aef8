# Builds the programs and kernels of examples/ascend into a layer: counterpoint_programs(LAYER).
# SPDX-License-Identifier: Apache-2.0
#
# So that an installed command has them; targets/ascend/compare/cases.hpp declares the functions.
include(CounterpointBuiltIn)

function(counterpoint_programs layer)
  counterpoint_built_in(programs program_count PipeText "examples/ascend/*.cp")
  counterpoint_built_in(cases case_count PipeText "examples/ascend/cases/*.cp")
  counterpoint_built_in(kernels kernel_count PipeText "examples/ascend/cases/*.kernel")
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/built_in_pipe_programs.cpp" @ONLY CONTENT
"// The programs and kernels of examples/ascend, written by the build.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include \"targets/ascend/compare/cases.hpp\"

namespace counterpoint::ascend {
namespace {

constexpr std::array<PipeText, @program_count@> programs{
@programs@};

constexpr std::array<PipeText, @case_count@> cases{
@cases@};

constexpr std::array<PipeText, @kernel_count@> by_hand{
@kernels@};

}  // namespace

std::span<const PipeText> pipe_programs() { return programs; }
std::span<const PipeText> case_programs() { return cases; }
std::span<const PipeText> kernels_by_hand() { return by_hand; }

}  // namespace counterpoint::ascend
")
  target_sources(${layer} PRIVATE "${PROJECT_BINARY_DIR}/generated/built_in_pipe_programs.cpp")
endfunction()
