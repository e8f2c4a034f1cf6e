// memory.h - copies, loads and stores with cache hints, fences and clocks.
#pragma once

// Use the names of the runtime, so that calls that the compiler does not inline are checked, too.
extern "C" {
void *memcpy(void *to, const void *from, size_t size) __asm__("simt_memcpy");
void *memmove(void *to, const void *from, size_t size) __asm__("simt_memmove");
void *memset(void *to, int byte, size_t size) __asm__("simt_memset");
}

// Cache hints change no value.
#define SIMT_LOAD(name)                                                                            \
    template <class T> SIMT_INLINE T name(const T *from) { return *from; }
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldcv)
SIMT_LOAD(__ldlu)
#undef SIMT_LOAD

#define SIMT_STORE(name)                                                                           \
    template <class T> SIMT_INLINE void name(T *to, T x) { *to = x; }
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
#undef SIMT_STORE

// A fence orders the accesses of one thread, but other threads do not wait for it. So the checking
// build does not treat fences or atomic operations as an order between threads.
SIMT_INLINE void __threadfence() { __asm__ volatile("" ::: "memory"); }
SIMT_INLINE void __threadfence_block() { __threadfence(); }
SIMT_INLINE void __threadfence_system() { __threadfence(); }

SIMT_INLINE void __nanosleep(unsigned) {}
