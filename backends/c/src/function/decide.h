/* decide.h - rounding of a binary64 approximation, with a test whether its error makes the result
 * uncertain.
 *
 * v has a relative error below e = SB_QUICK_ERROR, or is NaN. The result is decided as follows.
 *
 * - f32: if v (1 - e) and v (1 + e) round to the same number, every number between them does.
 *
 * - f16, bf16 and fp8: let w be v rounded to binary32. Unless w is a midpoint M of adjacent numbers
 * in the format, v is on the same side of M as w, at least half a binary32 ulp (relative 2^-25)
 * away from M, and so is every number within the error of v. Then rounding w gives the rounded
 * exact value.
 *
 * A NaN is never decided. Clauses R1, R2.
 */
#ifndef SB_DECIDE_H
#define SB_DECIDE_H

#include "elementwise/elementwise.h"
#include "elementwise/format_names.h"
#include "scalar/convert64.h"
#include "scalar/convert8.h"
#include "scalar/midpoint.h"
#include "scalar/subnormal.h"

#define SB_QUICK_ERROR 0x1p-44

enum { DECIDE_STAGE = 256 }; /* maximum number of operands in one stage */

/* Round v to y with `round`. open[i] becomes non-zero if the result is not decided. Return the sum
 * of all open[i]. */
static inline __attribute__((always_inline)) uint32_t decide_f32_by(float (*round)(double),
                                                                    const double *v, float *y,
                                                                    uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        float low = round(v[i] * (1.0 - SB_QUICK_ERROR));
        float high = round(v[i] * (1.0 + SB_QUICK_ERROR));
        y[i] = low;
        open[i] = low != high; /* true for a NaN */
        any |= open[i];
    }
    return any;
}

static inline float hardware_f32(double x) { return (float)x; }

static uint32_t decide_f32(const double *v, float *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    uint64_t tiny = 0;
    for (int64_t i = 0; i < count; i++) tiny |= f64_is_tiny(v[i]);
    if (tiny) /* rare, and slow to convert in hardware */
        any = decide_f32_by(f32_from_any_f64, v, y, open, count);
    else
        any = decide_f32_by(hardware_f32, v, y, open, count);
    return any;
}

/* The last rounding of a value that was first rounded to odd. */
#define last_f32 f32_from_any_f64
#define last_f16 f16_from_f64
#define last_bf16 bf16_from_f64
#define last_f8e4m3fn f8e4m3fn_from_f64
#define last_f8e5m2 f8e5m2_from_f64

/* Convert the numbers of a format to binary64. */
static void widen_f32(const float *x, double *a, int64_t count)
{
    uint32_t tiny = 0;
    for (int64_t i = 0; i < count; i++) tiny |= f32_is_subnormal(x[i]);
    if (tiny)
        for (int64_t i = 0; i < count; i++) a[i] = f64_from_any_f32(x[i]);
    else
        for (int64_t i = 0; i < count; i++) a[i] = (double)x[i];
}

static void widen_f16(const sb_f16 *x, double *a, int64_t count)
{
    for (int64_t i = 0; i < count; i++) a[i] = f64_from_f16(x[i]);
}

static void widen_bf16(const sb_bf16 *x, double *a, int64_t count)
{
    for (int64_t i = 0; i < count; i++) a[i] = f64_from_bf16(x[i]);
}

static void widen_f8e4m3fn(const sb_f8e4m3fn *x, double *a, int64_t count)
{
    for (int64_t i = 0; i < count; i++) a[i] = f64_from_f8e4m3fn(x[i]);
}

static void widen_f8e5m2(const sb_f8e5m2 *x, double *a, int64_t count)
{
    for (int64_t i = 0; i < count; i++) a[i] = f64_from_f8e5m2(x[i]);
}

/* Round v to binary32. */
static void narrow(const double *v, float *w, int64_t count)
{
    uint64_t tiny = 0;
    for (int64_t i = 0; i < count; i++) tiny |= f64_is_tiny(v[i]);
    if (tiny)
        for (int64_t i = 0; i < count; i++) w[i] = f32_from_any_f64(v[i]);
    else
        for (int64_t i = 0; i < count; i++) w[i] = (float)v[i];
}

#define FORMAT f16
#include "function/decide_template.h"
#define FORMAT bf16
#include "function/decide_template.h"
#define FORMAT f8e4m3fn
#include "function/decide_template.h"
#define FORMAT f8e5m2
#include "function/decide_template.h"

#endif
