# Builds the programs of examples/ascend into a layer: counterpoint_programs(LAYER).
# SPDX-License-Identifier: Apache-2.0
#
# So that an installed command has them; targets/ascend/compare/suite.hpp declares the function.
function(counterpoint_programs layer)
  set(entries "")
  file(GLOB programs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/ascend/*.cp")
  list(SORT programs)
  list(LENGTH programs count)
  foreach(path ${programs})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    cmake_path(GET path FILENAME file)
    file(READ "${path}" text)
    string(APPEND entries "    PipeProgram{\"${file}\", R\"program(${text})program\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/built_in_pipe_programs.cpp" @ONLY CONTENT
"// The programs of examples/ascend, written by the build.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include \"targets/ascend/compare/suite.hpp\"

namespace counterpoint::ascend {
namespace {

constexpr std::array<PipeProgram, @count@> programs{
@entries@};

}  // namespace

std::span<const PipeProgram> pipe_programs() { return programs; }

}  // namespace counterpoint::ascend
")
  target_sources(${layer} PRIVATE "${PROJECT_BINARY_DIR}/generated/built_in_pipe_programs.cpp")
endfunction()
