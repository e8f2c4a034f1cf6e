/* one_operand.h - correctly rounded functions of one operand, for every format below f64.
 *
 * README.md explains the words. one_operand_kernel.h makes a kernel.
 *
 * A function provides one or two loops over binary64 lanes, which are compiled once for all
 * formats:
 *
 *   evaluate         x[i] becomes f(x[i]) rounded to odd: right for every operand, at any price;
 *   approximate      v[i] is f(x[i]) with a relative error below 2^-44 (decide.h), or f(x[i])
 *                    rounded to binary32, or NaN for "undecided"; it is a zero or an infinity only
 *                    if the result is one;
 *   approximate_f32  as approximate, from binary32 operands that are not subnormal.
 *
 * With both, the driver (one_operand.c) rounds v and keeps the results that no error of that size
 * could change. It gathers the other operands for `evaluate`. So a range in which no result is
 * decided costs little more than `evaluate` only. Operands are exact in binary64. Clauses R1, R2,
 * S1.
 *
 * If speed is important, two loops over binary32 lanes may come before these (lanes/enclosed.h):
 *
 *   enclose      for f32: y[i], and a bit in `open` if a rounding test did not decide it;
 *   nearly       for the smaller formats: f(x[i]) to 2^-21, or NaN for "undecided".
 */
#ifndef SB_ONE_OPERAND_H
#define SB_ONE_OPERAND_H

#include "function/remembered.h"

#define SB_NEAR_ERROR 0x1p-20f

/* Outside of low .. high the result is NaN (S4), without evaluation. The kernel file of a function
 * with a domain defines these limits before it includes this header. */
#ifndef SB_FUNCTION_LOW
#define SB_FUNCTION_LOW (-__builtin_inf())
#endif
#ifndef SB_FUNCTION_HIGH
#define SB_FUNCTION_HIGH (__builtin_inf())
#endif
/* The approximation v, unless f(x) is known to be next to a tie. A file may define a better value
 * for such an x; see scalar/halved.h. approximate_f32 does not use it, because its operands are not
 * subnormal. */
#ifndef SB_FUNCTION_TIES
#define SB_FUNCTION_TIES(x, v) (v)
#endif

typedef struct sb_function {
    double low, high;
    void (*approximate)(const double *x, double *v, int64_t count, const double *parameters);
    void (*approximate_f32)(const float *x, double *v, int64_t count, const double *parameters);
    void (*evaluate)(double *x, int64_t count, const double *parameters);
    /* These two loops take multiples of 64 operands. Operands and results do not overlap. */
    uint32_t (*enclose)(const float *x, float *y, uint32_t *open, int64_t count);
    void (*nearly)(const float *x, float *w, int64_t count);
} sb_function;

typedef void sb_function_loop(const sb_function *f, int64_t count, const void *const *inputs,
                              void *output, const double *parameters);
sb_function_loop sb_function_f32, sb_function_f16, sb_function_bf16;
sb_function_loop sb_function_f8e4m3fn, sb_function_f8e5m2;

#endif
