/* two_operands.h - correctly rounded functions of two operands, for every format below f64.
 *
 * The loops are as in one_operand.h. These are over binary64 lanes, compiled once for all formats:
 *   approximate      v[i] is f(x[i], y[i]) with a relative error below 2^-44 (decide.h), or
 *                    f(x[i], y[i]) rounded to binary32, or NaN for "undecided"; zeros and
 *                    infinities only where the result is one;
 *   approximate_f32  as approximate, from binary32 operands, none of them subnormal, in multiples
 *                    of 64;
 *   evaluate         x[i] becomes f(x[i], y[i]) rounded to odd: right for every pair of operands.
 * The driver (two_operands.c) gathers the pairs that the first loop leaves open for evaluate. Where
 * speed counts most, f16 and bf16 have a loop over binary32 lanes before these:
 *   nearly           w[i] is f(x[i], y[i]) to 2^-21, or NaN for "undecided", in multiples of 64,
 *                    where no operand is subnormal and no operation underflows.
 * Clauses R1, R2, S1.
 */
#ifndef SB_TWO_OPERANDS_H
#define SB_TWO_OPERANDS_H

#include "elementwise/elementwise.h"
#include "elementwise/format_names.h"

typedef struct sb_function2 {
    void (*approximate)(const double *x, const double *y, double *v, int64_t count);
    void (*approximate_f32)(const float *x, const float *y, double *v, int64_t count);
    void (*evaluate)(double *x, const double *y, int64_t count);
    void (*nearly)(const float *x, const float *y, float *w, int64_t count);
} sb_function2;

typedef void sb_function2_loop(const sb_function2 *f, int64_t count, const void *const *inputs,
                               void *output);
sb_function2_loop sb_function2_f32, sb_function2_f16, sb_function2_bf16;
sb_function2_loop sb_function2_f8e4m3fn, sb_function2_f8e5m2;

#endif
