// threads.h - the running thread, barriers of a block, and traps. Shared by units and the runtime.
#pragma once

// The values of the built-in variables.
struct simt_thread {
    uint3 thread, block;
    dim3 block_size, grid_size;
};

extern "C" {
extern const simt_thread *simt_current;

// `site` distinguishes barriers on the same line. Return the number of threads with nonzero
// `predicate`.
int simt_barrier(int predicate, int site, int line, const char *file);
int simt_block_threads(void);
[[noreturn]] void simt_trap(const char *what, int line, const char *file);
}

#define threadIdx (simt_current->thread)
#define blockIdx (simt_current->block)
#define blockDim (simt_current->block_size)
#define gridDim (simt_current->grid_size)
#define warpSize 32

#define __syncthreads() ((void)simt_barrier(0, __COUNTER__, __LINE__, __FILE__))
#define __syncthreads_count(p) simt_barrier((p) != 0, __COUNTER__, __LINE__, __FILE__)
#define __syncthreads_or(p) (int)(__syncthreads_count(p) != 0)
#define __syncthreads_and(p) (int)(__syncthreads_count(p) == simt_block_threads())

#define assert(condition)                                                                          \
    ((condition) ? (void)0 : simt_trap("assertion failed: " #condition, __LINE__, __FILE__))

SIMT_INLINE void __trap(SIMT_HERE) { simt_trap("__trap()", line, file); }
