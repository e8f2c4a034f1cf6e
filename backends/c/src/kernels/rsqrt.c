/* rsqrt.c - 1 / sqrt(x), correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "function/one_operand.h"
#include "scalar/rsqrt.h"
#include "simd/doubles.h"

#if SB_HAS_DECIDE_LANES
static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    (void)parameters;
    for (int64_t i = 0; i < count; i += 8)
        doubles_store(v + i, doubles_rsqrt(doubles_load_f32(x + i)));
}

/* Here operands may be subnormal in binary32, in which rsqrt_quick would be slow. */
static void approximate(const double *x, double *v, int64_t count, const double *parameters)
{
    int64_t i = 0;
    (void)parameters;
    for (; i + 8 <= count; i += 8)
        doubles_store(v + i, doubles_rsqrt(_mm512_loadu_pd(x + i)));
    for (; i < count; i++)
        v[i] = rsqrt_quick(x[i]);
}

SB_EVALUATE(rsqrt_to_odd(x[i]))
static const sb_function function = {SB_FUNCTION_DOMAIN, SB_FUNCTION_LOOPS};
SB_FUNCTION_KERNEL(rsqrt, NULL);
#else
SB_QUICK_FUNCTION_1(rsqrt, rsqrt_quick, rsqrt_to_odd);
#endif
