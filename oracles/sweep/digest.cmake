# Writes the digest of the sources under ROOT to the C file OUTPUT; library.py computes the same:
# SHA-256 over the lines "<sha256 of the file>  <path>", sorted by path.
file(GLOB paths RELATIVE "${ROOT}" "${ROOT}/src/*.c" "${ROOT}/src/*.h"
     "${ROOT}/src/narrow/*.c" "${ROOT}/src/narrow/*.h"
     "${ROOT}/src/wide/*.c" "${ROOT}/src/wide/*.h" "${ROOT}/CMakeLists.txt" "${ROOT}/digest.cmake")
list(SORT paths COMPARE STRING CASE SENSITIVE)
set(lines "")
foreach(path IN LISTS paths)
  file(SHA256 "${ROOT}/${path}" digest)
  string(APPEND lines "${digest}  ${path}\n")
endforeach()
string(SHA256 digest "${lines}")
file(WRITE "${OUTPUT}"
     "__attribute__((visibility(\"default\"))) const char sweep_source_digest[] = \"${digest}\";\n")
