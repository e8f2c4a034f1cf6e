/* rsqrt.c - 1 / sqrt(x), correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "function.h"
#include "scalar/rsqrt.h"
#include "simd/doubles.h"

#if SB_HAS_DECIDE_LANES
static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    (void)parameters;
    for (int64_t i = 0; i < count; i += 8)
        doubles_store(v + i, doubles_rsqrt(doubles_load_f32(x + i)));
}
SB_VECTOR_FUNCTION_1(rsqrt, rsqrt_quick, rsqrt_odd);
#else
SB_QUICK_FUNCTION_1(rsqrt, rsqrt_quick, rsqrt_odd);
#endif
