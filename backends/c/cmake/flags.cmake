# Every compiler flag of the C backend (clause R3). They come after the user's CFLAGS, so that a
# -ffast-math or -march=native there cannot change a bit.
set(sb_flags
    -O3
    -ffp-contract=off -fno-fast-math -fexcess-precision=standard
    -fno-trapping-math # exception flags are not observable (S5); selects may become blends
    -fno-math-errno    # sqrt is one instruction
    -fvisibility=hidden
    -Wall -Wextra -Wno-psabi)
set(sb_link_flags "")
set(sb_no_undefined "") # for libraries; the extension module has undefined Python symbols
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT SAMEBITS_SANITIZE)
  set(sb_no_undefined -Wl,--no-undefined)
endif()

# Clang lacks -fexcess-precision=standard, but behaves like it on these machines. On s390x
# `standard` evaluates float as double for compatibility with old libraries; `fast` does not.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "s390x")
  list(TRANSFORM sb_flags REPLACE "^-fexcess-precision=standard$" "-fexcess-precision=fast")
endif()
if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(REMOVE_ITEM sb_flags -fexcess-precision=standard)
endif()

if(SAMEBITS_WERROR)
  list(APPEND sb_flags -Werror)
endif()
if(SAMEBITS_SANITIZE)
  list(APPEND sb_flags -fsanitize=${SAMEBITS_SANITIZE} -fno-sanitize-recover=all
       -fno-omit-frame-pointer -g)
  list(APPEND sb_link_flags -fsanitize=${SAMEBITS_SANITIZE})
endif()

# One library for each instruction set. On machines other than x86-64 the compiler's default target
# (which has a hardware fma on aarch64) is the only one.
set(sb_instruction_sets baseline)
set(sb_flags_baseline "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  list(APPEND sb_instruction_sets avx2 avx512)
  set(sb_flags_baseline -march=x86-64 -mtune=generic)
  set(sb_flags_avx2 -march=x86-64 -mtune=generic -mavx2 -mfma -mf16c)
  set(sb_flags_avx512 -march=x86-64 -mtune=generic -mavx2 -mfma -mf16c -mavx512f -mavx512bw -mavx512dq
      -mavx512vl -mprefer-vector-width=512)
endif()
