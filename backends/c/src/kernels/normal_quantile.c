/* normal_quantile.c - the inverse of the normal distribution function, correctly rounded (clauses
 * R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#define SB_FUNCTION_HIGH 1.0
#include "fused/functions.h"
#include "function/one_operand.h"
#include "scalar/erf_inverse.h"
#include "scalar/rare_erf_inverse_f64.h"
#include "simd/doubles_inverse.h"

#if SB_HAS_DECIDE_LANES
static void approximate_any(const float *x, double *v, int64_t count, const double *parameters)
{
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = normal_quantile_quick(x[i]);
}

/* Computes sqrt(2) erfinv(z), with z = 2 x - 1 and 1 - z^2 = 4 x (1 - x). For x above 2^-29 all
 * steps except the products are exact. Smaller x are beyond the end of the polynomials. */
static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    const doubles_inverse_tables tables = doubles_inverse_load();
    const doubles one = doubles_set(1.0), root = doubles_set(0x1.6a09e667f3bcdp0);
    __mmask8 inside = 0xff;
    for (int64_t i = 0; i < count; i += 8) {
        doubles a = doubles_load_f32(x + i), z = doubles_sub(doubles_add(a, a), one);
        doubles square = doubles_mul(z, z);
        doubles rest = doubles_mul(doubles_mul(doubles_set(4.0), a), doubles_sub(one, a));
        doubles y = doubles_erfinv(z, square, rest, &tables, &inside);
        doubles_store(v + i, doubles_mul(root, y));
    }
    if (inside != 0xff)
        approximate_any(x, v, count, parameters);
}
#define OWN_APPROXIMATE_F32
#endif

#define OP normal_quantile
#define TO_ODD normal_quantile_to_odd
#define QUICK normal_quantile_quick
#define ENCLOSED_F64 normal_quantile_f64
#define ERROR_F64 SB_ERF_INVERSE_F64_ERROR
#define WIDE_ERROR_F64 SB_ERF_INVERSE_F64_WIDE_ERROR
#define RARE_F64 normal_quantile_rare_f64
#include "function/one_operand_kernel.h"

#define FORMAT f64
#include "fused/each_template.h"
