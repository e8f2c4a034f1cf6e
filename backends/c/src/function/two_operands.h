/* function2.h - kernels of correctly rounded functions of two operands, for every format below f64.
 *
 * As function.h, with two loops over binary64 lanes, compiled once for all formats:
 *   approximate  v[i] is f(x[i], y[i]) with a relative error below 2^-44 (decide.h), or f(x[i], y[i])
 *                rounded to binary32, or NaN for "undecided"; zeros and infinities only where the
 *                result is one; approximate_f32 is the same from binary32 operands, none of them
 *                subnormal, in multiples of 64;
 *   evaluate     x[i] becomes f(x[i], y[i]) rounded to odd: right for every pair of operands.
 * The driver (function2.c) hands evaluate the pairs that the first leaves open, gathered.
 * Where speed counts most, f16 and bf16 have a loop over binary32 lanes before these:
 *   nearly       w[i] is f(x[i], y[i]) to 2^-21, or NaN for "undecided", in multiples of 64, where no
 *                operand is subnormal and nothing underflows.
 * Clauses R1, R2, S1.
 */
#ifndef SB_FUNCTION2_H
#define SB_FUNCTION2_H

#include "elementwise/elementwise.h"
#include "function/format_names.h"

typedef struct sb_function2 {
    void (*approximate)(const double *x, const double *y, double *v, int64_t count);
    void (*approximate_f32)(const float *x, const float *y, double *v, int64_t count);
    void (*evaluate)(double *x, const double *y, int64_t count);
    void (*nearly)(const float *x, const float *y, float *w, int64_t count);
} sb_function2;

/* A kernel file with such a loop defines its name before it includes this header. */
#ifndef SB_FUNCTION2_NEARLY
#define SB_FUNCTION2_NEARLY NULL
#endif

#define SB_FUNCTION2_LOOP(format)                                                                  \
    void SB_PASTE(sb_function2_, format)(const sb_function2 *f, int64_t count,                     \
                                         const void *const *inputs, void *output)
SB_FUNCTION2_LOOP(f32);
SB_FUNCTION2_LOOP(f16);
SB_FUNCTION2_LOOP(bf16);
SB_FUNCTION2_LOOP(f8e4m3fn);
SB_FUNCTION2_LOOP(f8e5m2);

#define SB_FUNCTION2_WRAPPER(format)                                                               \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        (void)parameters;                                                                          \
        sb_function2_##format(&function, count, inputs, output);                                   \
    }

#define SB_APPROXIMATE_2(name, type, quick)                                                        \
    static void name(const type *x, const type *y, double *v, int64_t count)                       \
    {                                                                                              \
        SB_VECTORISE for (int64_t i = 0; i < count; i++) v[i] = quick(x[i], y[i]);                 \
    }

/* The kernel of `op` from odd(x, y), and quick(x, y) before it. */
#define SB_QUICK_FUNCTION_2(op, quick, odd)                                                        \
    SB_APPROXIMATE_2(approximate_f32, float, quick)                                                \
    SB_VECTOR_FUNCTION_2(op, quick, odd)

/* The same for a file with an approximate_f32 of its own. */
#define SB_VECTOR_FUNCTION_2(op, quick, odd)                                                       \
    static void evaluate(double *x, const double *y, int64_t count)                                \
    {                                                                                              \
        SB_VECTORISE for (int64_t i = 0; i < count; i++) x[i] = odd(x[i], y[i]);                   \
    }                                                                                              \
    SB_EVALUATED_FUNCTION_2(op, quick)

/* And for one with an evaluate of its own as well. */
#define SB_EVALUATED_FUNCTION_2(op, quick)                                                         \
    SB_APPROXIMATE_2(approximate, double, quick)                                                   \
    static const sb_function2 function = {approximate, approximate_f32, evaluate,                  \
                                          SB_FUNCTION2_NEARLY};                                    \
    SB_FUNCTION2_WRAPPER(f32)                                                                      \
    SB_FUNCTION2_WRAPPER(f16)                                                                      \
    SB_FUNCTION2_WRAPPER(bf16)                                                                     \
    SB_FUNCTION2_WRAPPER(f8e4m3fn)                                                                 \
    SB_FUNCTION2_WRAPPER(f8e5m2)                                                                   \
    static const sb_variant variants[] = {                                                         \
        {{SB_F32, SB_F32}, SB_F32, loop_f32},                                                      \
        {{SB_F16, SB_F16}, SB_F16, loop_f16},                                                      \
        {{SB_BF16, SB_BF16}, SB_BF16, loop_bf16},                                                  \
        {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},                                  \
        {{SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},                                          \
        {{0}, 0, NULL}};                                                                           \
    SB_ELEMENTWISE(op, 2)

#endif
