/* row_steps.h - the steps of fused kernels on contiguous rows: a template, included after
 * simd/vector_f32.h. */
#ifndef SB_FUSED_ROW_STEPS_H
#define SB_FUSED_ROW_STEPS_H

#include "elementwise/elementwise.h"

/* Return the largest of n values, or -infinity if n is 0. NaNs and the signs of zeros are
 * ignored. */
static real largest(const real *x, int64_t n)
{
    enum { SIDE = 4 * LANES };
    real side[SIDE], found = -__builtin_inff();
    for (int s = 0; s < SIDE; ++s) side[s] = found;
    int64_t i = 0;
    for (; i + SIDE <= n; i += SIDE)
        for (int s = 0; s < SIDE; ++s) side[s] = x[i + s] > side[s] ? x[i + s] : side[s];
    for (; i < n; ++i) found = x[i] > found ? x[i] : found;
    for (int half = SIDE / 2; half > 0; half /= 2)
        for (int s = 0; s < half; ++s)
            side[s] = side[s + half] > side[s] ? side[s + half] : side[s];
    return side[0] > found ? side[0] : found;
}

/* Compute d = x - m. d may be x. */
static void differences(const real *x, real m, int64_t n, real *d)
{
    SB_VECTORISE
    for (int64_t i = 0; i < n; ++i) d[i] = x[i] - m;
}

/* Compute y[i] = e[i] / s[i * step], with step 0 or 1. If `streamed` is set, the stores to y bypass
 * the caches. */
INLINE void divided(const real *e, const real *s, int step, int64_t n, real *y, bool streamed)
{
    int64_t i = 0;
    if (streamed) {
        for (; i < n && (uintptr_t)(y + i) % sizeof(vreal) != 0; ++i) y[i] = e[i] / s[i * step];
        for (; i + LANES <= n; i += LANES)
            v_stream(y + i, v_load(e + i) / (step ? v_load(s + i) : v_set(*s)));
    }
    for (; i < n; ++i) y[i] = e[i] / s[i * step];
}

#endif
