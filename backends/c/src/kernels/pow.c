/* pow.c - x to the power y, correctly rounded (clauses R1, R2, S1, S4). */
#include "function2.h"
#include "scalar/pow.h"
#include "simd/doubles_pow.h"

#if SB_HAS_DECIDE_LANES
SB_APPROXIMATE_2(approximate_any, float, pow_quick)

static void approximate_f32(const float *x, const float *y, double *v, int64_t count)
{
    const doubles_pow_tables tables = doubles_pow_load();
    const doubles zero = doubles_set(0.0), infinity = doubles_set(__builtin_inf());
    __mmask8 usual = 0xff;
    for (int64_t i = 0; i < count; i += 8) {
        doubles a = doubles_load_f32(x + i), b = doubles_load_f32(y + i);
        usual = _mm512_mask_cmp_pd_mask(usual, a, zero, _CMP_GT_OQ);
        usual = _mm512_mask_cmp_pd_mask(usual, a, infinity, _CMP_LT_OQ);
        usual = _mm512_mask_cmp_pd_mask(usual, _mm512_abs_pd(b), infinity, _CMP_LT_OQ);
        doubles_store(v + i, doubles_pow(a, b, &tables));
    }
    if (usual != 0xff)
        approximate_any(x, y, v, count);
}
SB_VECTOR_FUNCTION_2(pow, pow_quick, pow_odd);
#else
SB_QUICK_FUNCTION_2(pow, pow_quick, pow_odd);
#endif
