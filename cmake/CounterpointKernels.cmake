# Builds the programs of examples/kernels and examples/paired into a layer: counterpoint_kernels(LAYER).
# SPDX-License-Identifier: Apache-2.0
#
# So that an installed command has them. The sizes of a kernel are those of examples/kernels/sizes.json.
include(CounterpointBuiltIn)

function(counterpoint_kernels layer)
  set(folder "${PROJECT_SOURCE_DIR}/examples/kernels")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/sizes.json")
  file(READ "${folder}/sizes.json" document)
  set(sizes "")
  set(entries "")
  string(JSON kernels GET "${document}" kernels)
  string(JSON count LENGTH "${kernels}")
  math(EXPR last "${count} - 1")
  foreach(k RANGE ${last})
    string(JSON id GET "${kernels}" ${k} id)
    string(JSON file GET "${kernels}" ${k} file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${file}")
    file(READ "${folder}/${file}" text)
    string(JSON size_count LENGTH "${kernels}" ${k} sizes)
    math(EXPR last_size "${size_count} - 1")
    string(APPEND sizes "constexpr std::array<KernelSize, ${size_count}> sizes_${k}{\n")
    foreach(s RANGE ${last_size})
      string(JSON name GET "${kernels}" ${k} sizes ${s} size)
      string(JSON shape GET "${kernels}" ${k} sizes ${s} shape)
      string(JSON loops LENGTH "${kernels}" ${k} sizes ${s} trips)
      math(EXPR last_loop "${loops} - 1")
      set(trips "")
      foreach(l RANGE ${last_loop})
        string(JSON loop MEMBER "${kernels}" ${k} sizes ${s} trips ${l})
        string(JSON counts GET "${kernels}" ${k} sizes ${s} trips ${loop})
        string(REGEX REPLACE "[^0-9,]" "" counts "${counts}")
        list(APPEND trips "${loop}=${counts}")
      endforeach()
      string(REPLACE ";" " " trips "${trips}")
      string(APPEND sizes "    KernelSize{\"${name}\", \"${shape}\", \"${trips}\"},\n")
    endforeach()
    string(APPEND sizes "};\n")
    string(APPEND entries "    Kernel{\"${id}\", \"${file}\", R\"program(${text})program\", sizes_${k}},\n")
  endforeach()
  counterpoint_built_in(pairs paired_count PairedProgram "examples/paired/*.cp")
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/built_in_kernels.cpp" @ONLY CONTENT
"// The programs of examples/kernels and examples/paired, written by the build.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include \"core/evaluation/kernels.hpp\"

namespace counterpoint {
namespace {

@sizes@
constexpr std::array<Kernel, @count@> kernels{
@entries@};

constexpr std::array<PairedProgram, @paired_count@> paired{
@pairs@};

}  // namespace

std::span<const Kernel> all_kernels() { return kernels; }
std::span<const PairedProgram> paired_programs() { return paired; }

}  // namespace counterpoint
")
  target_sources(${layer} PRIVATE "${PROJECT_BINARY_DIR}/generated/built_in_kernels.cpp")
endfunction()
