// floating_point.h - the floating-point control word of the CPU.
//
// It is set to round to nearest, with subnormals, whatever the calling process has set (clause R3).
#pragma once

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <fenv.h>
#endif

namespace simt
{

struct FloatingPoint {
#if defined(__x86_64__)
    uint32_t control;
#elif defined(__aarch64__)
    uint64_t control;
#else
    fenv_t control;
#endif
};

// Set IEEE 754's default environment. Return the previous one.
inline FloatingPoint floating_point_of_ieee()
{
    FloatingPoint before;
#if defined(__x86_64__)
    before.control = _mm_getcsr();
    _mm_setcsr(0x1f80); // all exceptions masked, nothing flushed
#elif defined(__aarch64__)
    const uint64_t plain = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before.control));
    __asm__ volatile("msr fpcr, %0" ::"r"(plain));
#else
    fegetenv(&before.control);
    fesetenv(FE_DFL_ENV);
#endif
    return before;
}

inline void floating_point_restore(const FloatingPoint &before)
{
#if defined(__x86_64__)
    _mm_setcsr(before.control);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" ::"r"(before.control));
#else
    fesetenv(&before.control);
#endif
}

} // namespace simt
