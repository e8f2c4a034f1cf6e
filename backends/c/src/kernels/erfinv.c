/* erfinv.c - the inverse of the error function, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/erf_inverse.h"
#include "scalar/rare_erf_inverse_f64.h"
#include "simd/doubles_inverse.h"

#if SB_HAS_DECIDE_LANES
static void approximate_any(const float *x, double *v, int64_t count, const double *parameters)
{
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = erfinv_quick(x[i]);
}

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
#define OWN_APPROXIMATE_F32
#endif

#define OP erfinv
#define TO_ODD erfinv_to_odd
#define QUICK erfinv_quick
#define ENCLOSED_F64 erfinv_f64
#define ERROR_F64 SB_ERF_INVERSE_F64_ERROR
#define WIDE_ERROR_F64 SB_ERF_INVERSE_F64_WIDE_ERROR
#define RARE_F64 erfinv_rare_f64
#include "function/one_operand_kernel.h"
