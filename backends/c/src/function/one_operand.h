/* function.h - kernels of correctly rounded functions of one operand, for every format below f64.
 *
 * A function comes as one or two loops over binary64 lanes, which are compiled once for all formats:
 *   evaluate     x[i] becomes f(x[i]) rounded to odd: right for every operand, at any price;
 *   approximate  v[i] is f(x[i]) with a relative error below 2^-44 (decide.h), or f(x[i]) rounded to
 *                binary32, or NaN for "undecided";
 *                zeros and infinities only where the result is one; approximate_f32 is the same
 *                from binary32 operands, none of them subnormal.
 * With both, the driver (function.c) rounds v, keeps what no error of that size could change, and
 * hands the other operands to `evaluate`, gathered, so that a range in which nothing is decided costs
 * little more than evaluate alone. Operands are exact in binary64. Clauses R1, R2, S1.
 *
 * Where speed counts most, two loops over binary32 lanes may come before these (lanes/enclosed.h):
 *   enclose      for f32: y[i], and a bit in `open` where a rounding test did not decide it;
 *   nearly       for the smaller formats: f(x[i]) to 2^-21, or NaN for "undecided".
 */
#ifndef SB_FUNCTION_H
#define SB_FUNCTION_H

#include "function/remembered.h"

#define SB_NEAR_ERROR 0x1p-20f

/* Outside of low .. high the result is NaN (S4), which is settled without evaluating. A kernel file
 * with such a domain defines these before it includes this header. */
#ifndef SB_FUNCTION_LOW
#define SB_FUNCTION_LOW (-__builtin_inf())
#endif
#ifndef SB_FUNCTION_HIGH
#define SB_FUNCTION_HIGH (__builtin_inf())
#endif
/* v, unless f(x) is known to be next to a tie, where a file may say better: see scalar/halved.h. Not
 * asked for approximate_f32, which meets no subnormal operand. */
#ifndef SB_FUNCTION_TIES
#define SB_FUNCTION_TIES(x, v) (v)
#endif
#define SB_FUNCTION_DOMAIN .low = SB_FUNCTION_LOW, .high = SB_FUNCTION_HIGH

typedef struct sb_function {
    double low, high;
    void (*approximate)(const double *x, double *v, int64_t count, const double *parameters);
    void (*approximate_f32)(const float *x, double *v, int64_t count, const double *parameters);
    void (*evaluate)(double *x, int64_t count, const double *parameters);
    /* These two see multiples of 64 operands, apart from the results. */
    uint32_t (*enclose)(const float *x, float *y, uint32_t *open, int64_t count);
    void (*nearly)(const float *x, float *w, int64_t count);
} sb_function;

#define SB_FUNCTION_LOOP(format)                                                                   \
    void sb_function_##format(const sb_function *f, int64_t count, const void *const *inputs,      \
                              void *output, const double *parameters)
SB_FUNCTION_LOOP(f32);
SB_FUNCTION_LOOP(f16);
SB_FUNCTION_LOOP(bf16);
SB_FUNCTION_LOOP(f8e4m3fn);
SB_FUNCTION_LOOP(f8e5m2);

#define SB_FUNCTION_WRAPPER(format)                                                                \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        sb_function_##format(&function, count, inputs, output, parameters);                        \
    }

/* The same, with results that are kept (remembered.h). */
#define SB_REMEMBERING_WRAPPER(format, bits)                                                       \
    static void compute_##format(int64_t count, const void *const *inputs, void *output,           \
                                 const double *parameters)                                         \
    {                                                                                              \
        sb_function_##format(&function, count, inputs, output, parameters);                        \
    }                                                                                              \
    SB_REMEMBERING_LOOP(format, bits)

#define SB_REMEMBERING_WRAPPERS                                                                    \
    SB_REMEMBERING_WRAPPER(f16, 16)                                                                \
    SB_REMEMBERING_WRAPPER(bf16, 16)                                                               \
    SB_REMEMBERING_WRAPPER(f8e4m3fn, 8)                                                            \
    SB_REMEMBERING_WRAPPER(f8e5m2, 8)

#define SB_FUNCTION_VARIANTS                                                                       \
    static const sb_variant variants[] = {{{SB_F32}, SB_F32, loop_f32},                            \
                                          {{SB_F16}, SB_F16, loop_f16},                            \
                                          {{SB_BF16}, SB_BF16, loop_bf16},                         \
                                          {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},             \
                                          {{SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},                   \
                                          {{0}, 0, NULL}};

#define SB_FUNCTION_KERNEL(op, attributes_)                                                        \
    SB_FUNCTION_WRAPPER(f32)                                                                       \
    SB_REMEMBERING_WRAPPERS                                                                        \
    SB_FUNCTION_VARIANTS                                                                           \
    SB_ELEMENTWISE_KERNEL(op, 1, attributes_, true)

#define SB_EVALUATE(expression)                                                                    \
    static void evaluate(double *x, int64_t count, const double *parameters)                       \
    {                                                                                              \
        const double parameter = parameters[0];                                                    \
        (void)parameter;                                                                           \
        SB_VECTORISE for (int64_t i = 0; i < count; i++) x[i] = (expression);                      \
    }

#define SB_APPROXIMATE_FROM(name, type, expression)                                                \
    static void name(const type *x, double *v, int64_t count, const double *parameters)            \
    {                                                                                              \
        const double parameter = parameters[0];                                                    \
        (void)parameter;                                                                           \
        SB_VECTORISE for (int64_t i = 0; i < count; i++) v[i] = (expression);                      \
    }
#define SB_APPROXIMATE(expression)                                                                 \
    SB_APPROXIMATE_FROM(approximate, double, SB_FUNCTION_TIES(x[i], expression))                   \
    SB_APPROXIMATE_FROM(approximate_f32, float, expression)

/* quick(x), and far(x) where that is NaN, in the loops that meet such an operand. */
#define SB_APPROXIMATE_FAR_FROM(name, type, quick, far)                                            \
    static void name(const type *x, double *v, int64_t count, const double *parameters)            \
    {                                                                                              \
        uint32_t any = 0;                                                                          \
        (void)parameters;                                                                          \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            v[i] = quick(x[i]);                                                                    \
            any |= v[i] != v[i];                                                                   \
        }                                                                                          \
        if (any == 0)                                                                              \
            return;                                                                                \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            double y = far(x[i]);                                                                  \
            v[i] = v[i] != v[i] ? y : v[i];                                                        \
        }                                                                                          \
    }
#define SB_FUNCTION_LOOPS                                                                          \
    .approximate = approximate, .approximate_f32 = approximate_f32, .evaluate = evaluate

/* The binary32 loop for other kernels, declared in fused/functions.h; the op has no attributes. */
#define SB_FUNCTION_EACH(op)                                                                       \
    void sb_each_##op##_f32(int64_t count, const float *x, float *y)                               \
    {                                                                                              \
        const double none[SB_MAX_PARAMETERS] = {0};                                                \
        const void *const inputs[] = {x};                                                          \
        loop_f32(count, inputs, y, none);                                                          \
    }

/* The kernel of `op` from odd(x) alone, or with quick(x) before it. */
#define SB_FUNCTION_1(op, odd)                                                                     \
    SB_EVALUATE(odd(x[i]))                                                                         \
    static const sb_function function = {SB_FUNCTION_DOMAIN, .evaluate = evaluate};                \
    SB_FUNCTION_KERNEL(op, NULL)

#define SB_QUICK_FUNCTION_1(op, quick, odd)                                                        \
    SB_EVALUATE(odd(x[i]))                                                                         \
    SB_APPROXIMATE(quick(x[i]))                                                                    \
    static const sb_function function = {SB_FUNCTION_DOMAIN, SB_FUNCTION_LOOPS};                   \
    SB_FUNCTION_KERNEL(op, NULL)

/* The same for a function whose quick(x) is NaN for far operands, which far(x) approximates. */
#define SB_QUICK_FAR_FUNCTION_1(op, quick, far, odd)                                               \
    SB_EVALUATE(odd(x[i]))                                                                         \
    SB_APPROXIMATE_FAR_FROM(approximate, double, quick, far)                                       \
    SB_APPROXIMATE_FAR_FROM(approximate_f32, float, quick, far)                                    \
    static const sb_function function = {SB_FUNCTION_DOMAIN, SB_FUNCTION_LOOPS};                   \
    SB_FUNCTION_KERNEL(op, NULL)

/* The same for a file with an approximate_f32 of its own. */
#define SB_VECTOR_FUNCTION_1(op, quick, odd)                                                       \
    SB_EVALUATE(odd(x[i]))                                                                         \
    SB_APPROXIMATE_FROM(approximate, double, SB_FUNCTION_TIES(x[i], quick(x[i])))                  \
    static const sb_function function = {SB_FUNCTION_DOMAIN, SB_FUNCTION_LOOPS};                   \
    SB_FUNCTION_KERNEL(op, NULL)

/* The same for odd(x, parameter) and quick(x, parameter). The parameter is the op's one numeric
 * attribute, rounded to binary32 (R4): the file has its table `attributes`, which begins with an
 * SB_REAL or SB_DIVISOR (see sb_parameter in kernel.h). */
#define SB_PARAMETRIC_QUICK_FUNCTION_1(op, quick, odd)                                             \
    SB_EVALUATE(odd(x[i], parameter))                                                              \
    SB_APPROXIMATE(quick(x[i], parameter))                                                         \
    static const sb_function function = {SB_FUNCTION_DOMAIN, SB_FUNCTION_LOOPS};                   \
    SB_FUNCTION_KERNEL(op, attributes)

#define SB_PARAMETRIC_VECTOR_FUNCTION_1(op, quick, odd)                                            \
    SB_EVALUATE(odd(x[i], parameter))                                                              \
    SB_APPROXIMATE_FROM(approximate, double, SB_FUNCTION_TIES(x[i], quick(x[i], parameter)))       \
    static const sb_function function = {SB_FUNCTION_DOMAIN, SB_FUNCTION_LOOPS};                   \
    SB_FUNCTION_KERNEL(op, attributes)

#endif
