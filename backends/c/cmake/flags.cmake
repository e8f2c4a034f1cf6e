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
set(sb_no_undefined "") # of the libraries; the extension module leaves Python's symbols open
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT SAMEBITS_SANITIZE)
  set(sb_no_undefined -Wl,--no-undefined)
endif()

# clang knows only -ffp-contract=off; its excess precision is standard on these machines. On s390x
# the standard one evaluates float as double, for the sake of old libraries; the fast one does not.
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

# One library for each instruction set. Elsewhere than on x86-64 the compiler's default target
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
