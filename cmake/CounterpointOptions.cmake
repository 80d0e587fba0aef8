# Build options, and the warnings that every layer is compiled with.
# SPDX-License-Identifier: Apache-2.0
include(GNUInstallDirs)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
option(BUILD_SHARED_LIBS "Build the layers as shared libraries" OFF)
option(COUNTERPOINT_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(COUNTERPOINT_BENCHMARKS "Build the benchmarks" OFF)
option(COUNTERPOINT_CVC5 "Ask cvc5 beside Z3; its library links CLN, which is under the GPL" ON)
option(COUNTERPOINT_WERROR "Treat warnings as errors" OFF)
option(COUNTERPOINT_FUZZERS "Build the libFuzzer programs (clang), everything instrumented for them" OFF)
option(COUNTERPOINT_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)

add_library(counterpoint_warnings INTERFACE)
target_compile_options(counterpoint_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # False in GCC 12: on fmt 9's format strings, and on adding a literal to a string (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow -Wno-restrict>
  # std::stable_sort of libstdc++ 12 calls what it has itself deprecated; clang says so at every use.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(CMAKE_UNITY_BUILD)
  # A local name hides one that a source compiled together with this one keeps for itself, and GCC takes a source that
  # another one includes for a header: no fault of either.
  target_compile_options(counterpoint_warnings INTERFACE -Wno-shadow
    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(COUNTERPOINT_WERROR)
  # What GCC 12 guesses from optimised code is shown and is no error: it is wrong on strings that are moved or added
  # (GCC bugs 105329, 105651), and which it guesses depends on the level of optimisation.
  target_compile_options(counterpoint_warnings INTERFACE -Werror
    $<$<CXX_COMPILER_ID:GNU>:-Wno-error=array-bounds -Wno-error=maybe-uninitialized -Wno-error=dangling-pointer
    -Wno-error=stringop-overread -Wno-error=free-nonheap-object -Wno-error=use-after-free>)
endif()
if(COUNTERPOINT_FUZZERS)
  # Coverage everywhere; the driver with its own main is linked into the fuzzing programs alone.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(COUNTERPOINT_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # What is linked and not used is not loaded: libcvc5 only where the source is that knows about its leak.
  add_link_options(-fsanitize=address,undefined -Wl,--as-needed)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# Checks of our own invariants stay on in release builds.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")

if(PROJECT_IS_TOP_LEVEL)
  # The installed command finds shared layers beside it.
  set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  find_program(COUNTERPOINT_CCACHE ccache)
  if(COUNTERPOINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${COUNTERPOINT_CCACHE}")
  endif()
endif()
