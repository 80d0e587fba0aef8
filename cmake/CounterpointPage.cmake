# Builds the files of the page, report/page, into a layer: counterpoint_page(LAYER).
# SPDX-License-Identifier: Apache-2.0
#
# A raw string literal holds each; page_files.hpp declares the functions.
function(counterpoint_page layer)
  set(functions "")
  foreach(entry figure_style=figure.css figure_definitions=figure.svg page_style=page.css page_script=page.js)
    string(REPLACE "=" ";" parts "${entry}")
    list(GET parts 0 name)
    list(GET parts 1 file)
    set(path "${PROJECT_SOURCE_DIR}/report/page/${file}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(READ "${path}" text)
    string(APPEND functions "std::string_view ${name}() { return R\"page(${text})page\"; }\n")
  endforeach()
  set(source "${PROJECT_BINARY_DIR}/generated/page_files.cpp")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT
"// The files of report/page, written by the build.
// SPDX-License-Identifier: Apache-2.0
#include \"report/page/page_files.hpp\"

namespace counterpoint::report {

@functions@
}  // namespace counterpoint::report
")
  target_sources(${layer} PRIVATE "${source}")
endfunction()
