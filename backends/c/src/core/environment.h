/* environment.h - the floating-point environment of the calling thread (clause S5).
 *
 * The default environment rounds to nearest, ties to even, keeps subnormal numbers (no FTZ, no
 * DAZ), and masks exceptions. A shared object that was linked with -Ofast may have set a different
 * environment for the whole process.
 */
#ifndef SB_ENVIRONMENT_H
#define SB_ENVIRONMENT_H

#include <stdint.h>

#if defined(__SSE2__)
#include <xmmintrin.h>

typedef uint32_t sb_environment; /* MXCSR */

static inline sb_environment sb_environment_enter(void)
{
    sb_environment saved = _mm_getcsr();
    _mm_setcsr(0x1f80);
    return saved;
}

static inline void sb_environment_leave(sb_environment saved) { _mm_setcsr(saved); }

/* Return non-zero if a result has underflowed since the environment was set. */
static inline int sb_environment_underflowed(void)
{
    return (_mm_getcsr() & _MM_EXCEPT_UNDERFLOW) != 0;
}

/* Return non-zero if a result has underflowed, or a divisor was zero or was treated as zero. */
static inline int sb_environment_flushed(void)
{
    return (_mm_getcsr() & (_MM_EXCEPT_UNDERFLOW | _MM_EXCEPT_DIV_ZERO)) != 0;
}

/* Set the default environment, except that subnormal numbers are treated as zeros. Use it only if
 * they cannot change results. sb_environment_leave ends it. */
static inline sb_environment sb_environment_flush(void)
{
    sb_environment saved = _mm_getcsr();
    _mm_setcsr(0x1f80 | 0x8000 | 0x0040); /* flush to zero, denormals are zeros */
    return saved;
}

#elif defined(__aarch64__)

typedef uint64_t sb_environment; /* FPCR */

static inline sb_environment sb_environment_enter(void)
{
    sb_environment saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
    return saved;
}

static inline void sb_environment_leave(sb_environment saved)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(saved));
}

/* Subnormal numbers cost nothing extra on this processor. */
#define sb_environment_flush sb_environment_enter

#else
#include <fenv.h>

typedef fenv_t sb_environment;

static inline sb_environment sb_environment_enter(void)
{
    sb_environment saved;
    fegetenv(&saved);
    fesetenv(FE_DFL_ENV);
    return saved;
}

static inline void sb_environment_leave(sb_environment saved) { fesetenv(&saved); }

#define sb_environment_flush sb_environment_enter

#endif
#endif
