/* rsqrt.c - 1 / sqrt(x), correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "fused/functions.h"
#include "function/one_operand.h"
#include "scalar/rsqrt.h"
#include "scalar/rare_angle_f64.h"
#include "simd/doubles_estimates.h"

#if SB_HAS_DECIDE_LANES
static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    (void)parameters;
    for (int64_t i = 0; i < count; i += 8)
        doubles_store(v + i, doubles_rsqrt(doubles_load_f32(x + i)));
}

/* Operands may be subnormal in binary32 here, and rsqrt_quick would be slow for them. */
static void approximate(const double *x, double *v, int64_t count, const double *parameters)
{
    int64_t i = 0;
    (void)parameters;
    for (; i + 8 <= count; i += 8) doubles_store(v + i, doubles_rsqrt(_mm512_loadu_pd(x + i)));
    for (; i < count; i++) v[i] = rsqrt_quick(x[i]);
}

#define OWN_APPROXIMATE
#define OWN_APPROXIMATE_F32
#endif

#define OP rsqrt
#define TO_ODD rsqrt_to_odd
#define QUICK rsqrt_quick
#define ENCLOSED_F64(x, wide) rsqrt_f64(x)
#define ERROR_F64 SB_PLAIN_F64_ERROR
#define RARE_F64 rsqrt_rare_f64
#include "function/one_operand_kernel.h"

#define FORMAT f32
#include "fused/each_template.h"
