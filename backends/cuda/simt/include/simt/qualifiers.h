// qualifiers.h - the qualifiers of CUDA C++ before declarations.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

// The compiler ignores the attributes simt_kernel and simt_bounds. source.py searches for them in
// preprocessed text to find the entries of a unit.
#define __global__ __attribute__((used, simt_kernel))
#define __launch_bounds__(...) __attribute__((simt_bounds(__VA_ARGS__)))

#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))

// thread_local is the only specifier that works both inside a function, where it implies static,
// and after `extern`. One block runs at a time, so the image of the unit's thread-local variables
// is the block's shared memory. The runtime fills it with poison before each block. __constinit (of
// C++20; g++ 10 has it in C++17, too) refuses variables that need a constructor, as CUDA does.
#define __shared__ __constinit thread_local

#define SIMT_INLINE static inline __attribute__((always_inline, unused))

// The source position of a call: the last two parameters of functions that may report it.
#define SIMT_HERE int line = __builtin_LINE(), const char *file = __builtin_FILE()
