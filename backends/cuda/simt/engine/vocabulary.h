// vocabulary.h - the declarations for CUDA sources that the runtime implements.
#pragma once

#define __align__(n) __attribute__((aligned(n)))
#define SIMT_INLINE static inline __attribute__((always_inline, unused))
#define SIMT_HERE int line = __builtin_LINE(), const char *file = __builtin_FILE()

#include "../include/simt/vectors.h"

#include "../include/simt/threads.h"

#include "../include/simt/atomics.h"
#include "../include/simt/warp.h"

#include "../include/simt/bytes.h"

#undef assert
