# The files of a folder as entries of an array of C++: counterpoint_built_in(ENTRIES COUNT TYPE PATTERN).
# SPDX-License-Identifier: Apache-2.0
#
# TYPE{file, text} for each file that matches PATTERN, by name; PATTERN is relative to the project.
function(counterpoint_built_in entries count type pattern)
  set(made "")
  file(GLOB paths CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${pattern}")
  list(SORT paths)
  list(LENGTH paths number)
  foreach(path ${paths})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    cmake_path(GET path FILENAME file)
    file(READ "${path}" text)
    string(APPEND made "    ${type}{\"${file}\", R\"program(${text})program\"},\n")
  endforeach()
  set(${entries} "${made}" PARENT_SCOPE)
  set(${count} ${number} PARENT_SCOPE)
endfunction()
