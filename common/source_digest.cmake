# samebits_source_digest(MACRO): when building, write ${generated}/source_digest.h, which defines
# MACRO as the digest of the sources that digested.txt in the calling folder names. The Python file
# code_digest.py computes it, and samebits computes it again when it loads the library.
function(samebits_source_digest macro)
  find_package(Python3 3.11 COMPONENTS Interpreter REQUIRED)
  set(listed "${CMAKE_CURRENT_SOURCE_DIR}/digested.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${listed}")
  file(STRINGS "${listed}" patterns REGEX "^[^#]")
  list(TRANSFORM patterns REPLACE "\\*\\*/" "") # GLOB_RECURSE looks into every folder by itself
  file(GLOB_RECURSE digested CONFIGURE_DEPENDS ${patterns})
  set(program "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/code_digest.py")
  add_custom_command(
    OUTPUT "${generated}/source_digest.h"
    COMMAND "${Python3_EXECUTABLE}" -I "${program}" "${CMAKE_CURRENT_SOURCE_DIR}" ${macro}
            "${generated}/source_digest.h"
    DEPENDS ${digested} "${listed}" "${program}"
    COMMENT "Computing ${macro}"
    VERBATIM)
endfunction()
