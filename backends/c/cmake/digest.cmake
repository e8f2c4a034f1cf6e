# Writes the digest of the sources in ROOT, and of the numerics beside it, to the header OUTPUT.
# library.py computes the same: SHA-256 over the lines "<sha256 of the file>  <path>", sorted by path.
file(GLOB_RECURSE paths RELATIVE "${ROOT}"
     "${ROOT}/src/*.c" "${ROOT}/src/*.h" "${ROOT}/include/*.h" "${ROOT}/probe/*.c"
     "${ROOT}/call/*.c" "${ROOT}/call/*.h" "${ROOT}/cmake/*.cmake" "${ROOT}/CMakeLists.txt"
     "${ROOT}/../numerics/*.h")
# CMakeLists.txt is globbed recursively; only the one at the root counts.
list(FILTER paths EXCLUDE REGEX "/CMakeLists\\.txt$")
list(SORT paths COMPARE STRING CASE SENSITIVE)
set(lines "")
foreach(path IN LISTS paths)
  file(SHA256 "${ROOT}/${path}" digest)
  string(APPEND lines "${digest}  ${path}\n")
endforeach()
string(SHA256 digest "${lines}")
file(WRITE "${OUTPUT}" "#define SB_SOURCE_DIGEST \"${digest}\"\n")
