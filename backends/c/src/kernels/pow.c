/* pow.c - x to the power y, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/two_operands.h"
#include "scalar/pow.h"
#include "scalar/rare_log_f64.h"
#include "simd/doubles_pow.h"
#include "simd/first/pow.h"

enum { POW_STAGE = 256 };

/* A negative base with a fractional exponent gives NaN. Such pairs are separated first, because a
 * whole array may consist of them, and the remaining pairs are compacted. */
static void evaluate(double *x, const double *y, int64_t count)
{
    for (int64_t done = 0; done < count; done += POW_STAGE) {
        const int part = count - done < POW_STAGE ? (int)(count - done) : POW_STAGE;
        double base[POW_STAGE], power[POW_STAGE];
        int places[POW_STAGE], left = 0;
        for (int i = 0; i < part; i++) {
            const double a = x[done + i], b = y[done + i];
            base[left] = a;
            power[left] = b;
            places[left] = (int)done + i;
            left += pow_is_number(a, b) != 0;
            x[done + i] = SB_NAN;
        }
        SB_VECTORISE
        for (int i = 0; i < left; i++) base[i] = pow_to_odd(base[i], power[i]);
        for (int i = 0; i < left; i++) x[places[i]] = base[i];
    }
}

#if SB_HAS_DECIDE_LANES
static void approximate_any(const float *x, const float *y, double *v, int64_t count)
{
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = pow_quick(x[i], y[i]);
}

static void approximate_f32(const float *x, const float *y, double *v, int64_t count)
{
    const doubles_pow_tables tables = doubles_pow_load();
    const doubles zero = doubles_set(0.0), infinity = doubles_set(__builtin_inf());
    __mmask8 usual = 0xff;
    for (int64_t i = 0; i < count; i += 8) {
        doubles a = doubles_load_f32(x + i), b = doubles_load_f32(y + i), size = _mm512_abs_pd(a);
        __mmask8 negative = _mm512_cmp_pd_mask(a, zero, _CMP_LT_OQ);
        usual = _mm512_mask_cmp_pd_mask(usual, size, zero, _CMP_GT_OQ);
        usual = _mm512_mask_cmp_pd_mask(usual, size, infinity, _CMP_LT_OQ);
        usual = _mm512_mask_cmp_pd_mask(usual, _mm512_abs_pd(b), infinity, _CMP_LT_OQ);
        doubles w = doubles_pow(size, b, &tables);
        if (negative != 0)
            w = doubles_pow_signed(w, b, negative);
        doubles_store(v + i, w);
    }
    if (usual != 0xff)
        approximate_any(x, y, v, count);
}
#define OWN_APPROXIMATE_F32
#endif

#define FORMAT f64
#define SQUARE_ROOT SB_SQRT
#include "elementwise/easy_pow_template.h"
#define FORMAT f32
#define SQUARE_ROOT SB_SQRT_F32
#include "elementwise/easy_pow_template.h"

#define OWN_EASY
#define OP pow
#define QUICK pow_quick
#define OWN_EVALUATE
#define FIRST_F64 first_pow
#define ENCLOSED_F64 pow_f64
#define ERROR_F64 SB_POW_F64_ERROR
#define WIDE_ERROR_F64 SB_POW_F64_WIDE_ERROR
#define RARE_F64 pow_rare_f64
#include "function/two_operands_kernel.h"
