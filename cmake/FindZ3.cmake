# Finds Z3, where a distribution installs no package of Z3's own for CMake: Z3::Z3, Z3_VERSION.
# SPDX-License-Identifier: Apache-2.0
find_path(Z3_INCLUDE_DIR z3.h)
find_library(Z3_LIBRARY z3)
mark_as_advanced(Z3_INCLUDE_DIR Z3_LIBRARY)
if(Z3_INCLUDE_DIR AND EXISTS "${Z3_INCLUDE_DIR}/z3_version.h")
  file(STRINGS "${Z3_INCLUDE_DIR}/z3_version.h" z3_lines REGEX "^#define Z3_(MAJOR|MINOR|BUILD)")
  string(REGEX REPLACE "[^0-9;]*Z3_[A-Z_]*[ ]+([0-9]+)" "\\1" z3_numbers "${z3_lines}")
  list(JOIN z3_numbers "." Z3_VERSION)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Z3 REQUIRED_VARS Z3_LIBRARY Z3_INCLUDE_DIR VERSION_VAR Z3_VERSION)
if(Z3_FOUND AND NOT TARGET Z3::Z3)
  add_library(Z3::Z3 UNKNOWN IMPORTED)
  set_target_properties(Z3::Z3 PROPERTIES IMPORTED_LOCATION "${Z3_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Z3_INCLUDE_DIR}")
endif()
