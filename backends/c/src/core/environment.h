/* environment.h - the floating-point environment of the calling thread (clause S5).
 *
 * The default one: round to nearest, ties to even, subnormals kept (no FTZ, no DAZ), exceptions
 * masked. Any shared object linked with -Ofast may have set another for the whole process.
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

/* Whether a result was too small for its format since the environment was set. */
static inline int sb_environment_underflowed(void)
{
    return (_mm_getcsr() & _MM_EXCEPT_UNDERFLOW) != 0;
}

/* The same, or a divisor was zero or counted as zero. */
static inline int sb_environment_flushed(void)
{
    return (_mm_getcsr() & (_MM_EXCEPT_UNDERFLOW | _MM_EXCEPT_DIV_ZERO)) != 0;
}

/* The default one, but with subnormal numbers as zeros, for a stretch whose results they cannot
 * change; ended by sb_environment_leave. */
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

#define sb_environment_flush sb_environment_enter /* subnormal numbers cost nothing there */

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
