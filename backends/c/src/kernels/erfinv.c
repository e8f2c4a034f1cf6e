/* erfinv.c - the inverse of the error function, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/erf_inverse.h"
#include "simd/doubles_inverse.h"

#if SB_HAS_DECIDE_LANES
SB_APPROXIMATE_FROM(approximate_any, float, erfinv_quick(x[i]))

static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    const doubles_inverse_tables tables = doubles_inverse_load();
    __mmask8 inside = 0xff;
    for (int64_t i = 0; i < count; i += 8) {
        doubles a = doubles_load_f32(x + i), square = doubles_mul(a, a);
        doubles rest = doubles_sub(doubles_set(1.0), square);
        doubles_store(v + i, doubles_erfinv(a, square, rest, &tables, &inside));
    }
    if (inside != 0xff)
        approximate_any(x, v, count, parameters);
}
SB_VECTOR_FUNCTION_1(erfinv, erfinv_quick, erfinv_to_odd);
#else
SB_QUICK_FUNCTION_1(erfinv, erfinv_quick, erfinv_to_odd);
#endif
