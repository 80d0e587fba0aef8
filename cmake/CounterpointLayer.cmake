# counterpoint_layer(NAME LINK ... [INSIDE ...] [BEHIND ...]): a library of every source below a layer's folder.
# SPDX-License-Identifier: Apache-2.0
#
# LINK: libraries that the layer's headers need. INSIDE: header-only libraries that its sources alone include; they
# are not passed on, so that an installed counterpoint does not ask for them. BEHIND: libraries that its sources alone
# include and that are linked: a static layer asks for them when a program is linked. A layer without sources is headers
# only.
function(counterpoint_layer name)
  cmake_parse_arguments(LAYER "" "" "LINK;INSIDE;BEHIND" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${name}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(target counterpoint_${name})
  if(sources)
    add_library(${target} ${sources})
    set(visibility PUBLIC)
    set_target_properties(${target} PROPERTIES
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    set_property(GLOBAL APPEND PROPERTY COUNTERPOINT_LIBRARIES ${target})
    foreach(library counterpoint_warnings ${LAYER_INSIDE})
      target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${library}>)
    endforeach()
    target_link_libraries(${target} PRIVATE ${LAYER_BEHIND})
  else()
    add_library(${target} INTERFACE)
    set(visibility INTERFACE)
  endif()
  add_library(counterpoint::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} ${visibility}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/counterpoint>)
  target_compile_features(${target} ${visibility} cxx_std_20)
  target_link_libraries(${target} ${visibility} ${LAYER_LINK})

  set_property(GLOBAL APPEND PROPERTY COUNTERPOINT_LAYERS ${target})
  install(TARGETS ${target} EXPORT counterpoint_targets)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${name}" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/counterpoint
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
endfunction()
