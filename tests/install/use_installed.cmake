# cmake -D BUILD= -D SOURCE= -D COMPILER= -D GENERATOR= -D FLAGS= -D SCRATCH= -P: stage an install and use it.
# SPDX-License-Identifier: Apache-2.0
#
# The staged folder is moved before it is used, so that a path into the build or the first place shows at once.
set(outside "${CMAKE_CURRENT_LIST_DIR}/outside")
set(first "${SCRATCH}/first place")
set(stage "${SCRATCH}/stage")
file(REMOVE_RECURSE "${first}" "${stage}" "${SCRATCH}/find_package" "${SCRATCH}/subproject")

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_answer way)
  if(NOT output MATCHES "implementation double_buffer scheme per-loop.*semaphores: 2")
    message(FATAL_ERROR "the outside program built by ${way} printed:\n${output}")
  endif()
  message(STATUS "used by ${way}")
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${first}")
file(RENAME "${first}" "${stage}")

run(${CMAKE_COMMAND} -S "${outside}" -B "${SCRATCH}/find_package" -G "${GENERATOR}"
  "-DCMAKE_PREFIX_PATH=${stage}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build "${SCRATCH}/find_package")
run("${SCRATCH}/find_package/outside")
expect_answer("find_package")

file(GLOB_RECURSE pc "${stage}/*/counterpoint.pc")
cmake_path(GET pc PARENT_PATH pc_folder)
set(ENV{PKG_CONFIG_PATH} "${pc_folder}")
run(pkg-config --cflags --libs counterpoint)
separate_arguments(package UNIX_COMMAND "${output}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
run("${COMPILER}" -std=c++20 ${flags} "${outside}/main.cpp" ${package} -o "${SCRATCH}/outside_by_pkg_config")
file(GLOB_RECURSE shared "${stage}/*/libcounterpoint_core.so")
if(shared)
  cmake_path(GET shared PARENT_PATH library_folder)
  set(ENV{LD_LIBRARY_PATH} "${library_folder}")
endif()
run("${SCRATCH}/outside_by_pkg_config")
expect_answer("pkg-config")

# As part of another project: its tests are off, and the same names link.
file(WRITE "${SCRATCH}/subproject/CMakeLists.txt" "
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
add_subdirectory(\"${SOURCE}\" counterpoint EXCLUDE_FROM_ALL)
if(COUNTERPOINT_TESTS OR NOT TARGET counterpoint::core)
  message(FATAL_ERROR \"as a subproject: tests are on, or counterpoint::core is missing\")
endif()
")
run(${CMAKE_COMMAND} -S "${SCRATCH}/subproject" -B "${SCRATCH}/subproject/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}")
message(STATUS "used as a subproject")
