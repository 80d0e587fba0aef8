# What is installed beside the layers: the command, the package for find_package and the one for pkg-config.
# SPDX-License-Identifier: Apache-2.0
#
# Both packages are relocatable: the installed folder may be moved.
include(CMakePackageConfigHelpers)

if(TARGET counterpoint)
  install(TARGETS counterpoint)
endif()

# Static layers leave it to the program to link the solvers. Their find modules are installed with the package.
set(COUNTERPOINT_FIND_SOLVERS "")
set(COUNTERPOINT_PC_SOLVERS "")
if(NOT BUILD_SHARED_LIBS)
  set(COUNTERPOINT_FIND_SOLVERS "find_dependency(Z3)")
  set(COUNTERPOINT_PC_SOLVERS "-lz3")
  if(COUNTERPOINT_CVC5)
    string(APPEND COUNTERPOINT_FIND_SOLVERS "\nfind_dependency(cvc5)")
    string(APPEND COUNTERPOINT_PC_SOLVERS " -lcvc5")
  endif()
  # A program that never asks a solver does not load one.
  set(COUNTERPOINT_PC_SOLVERS "-Wl,--push-state,--as-needed ${COUNTERPOINT_PC_SOLVERS} -Wl,--pop-state")
endif()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/counterpoint")
configure_package_config_file(cmake/counterpointConfig.cmake.in
  "${PROJECT_BINARY_DIR}/counterpointConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/counterpointConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(EXPORT counterpoint_targets NAMESPACE counterpoint:: FILE counterpointTargets.cmake
  DESTINATION "${package_folder}")
install(FILES "${PROJECT_BINARY_DIR}/counterpointConfig.cmake" "${PROJECT_BINARY_DIR}/counterpointConfigVersion.cmake"
  cmake/FindZ3.cmake cmake/Findcvc5.cmake DESTINATION "${package_folder}")

# Static libraries are linked from the top layer down.
get_property(libraries GLOBAL PROPERTY COUNTERPOINT_LIBRARIES)
list(REVERSE libraries)
list(TRANSFORM libraries PREPEND "-l")
list(JOIN libraries " " COUNTERPOINT_PC_LIBRARIES)
file(RELATIVE_PATH COUNTERPOINT_PC_PREFIX
  "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/counterpoint.pc.in "${PROJECT_BINARY_DIR}/counterpoint.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/counterpoint.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
