# Builds the lemmas of proofs-notes/lemmas into a layer: counterpoint_lemmas(LAYER).
# SPDX-License-Identifier: Apache-2.0
function(counterpoint_lemmas layer)
  file(GLOB lemmas CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/proofs-notes/lemmas/*.smt2")
  list(SORT lemmas)
  set(entries "")
  foreach(lemma ${lemmas})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${lemma}")
    cmake_path(GET lemma STEM name)
    file(READ "${lemma}" text)
    string(APPEND entries "    Lemma{\"${name}\", R\"lemma(${text})lemma\"},\n")
  endforeach()
  list(LENGTH lemmas count)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/built_in_lemmas.cpp" @ONLY CONTENT
"// The lemmas of proofs-notes/lemmas, written by the build.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include \"smt/certificate/lemmas.hpp\"

namespace counterpoint::smt {
namespace {

constexpr std::array<Lemma, @count@> lemmas{
@entries@};

}  // namespace

std::span<const Lemma> all_lemmas() { return lemmas; }

}  // namespace counterpoint::smt
")
  target_sources(${layer} PRIVATE "${PROJECT_BINARY_DIR}/generated/built_in_lemmas.cpp")
endfunction()
