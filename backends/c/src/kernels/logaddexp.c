/* logaddexp.c - log(e^a + e^b), correctly rounded (clauses R1, R2, S1, S4). */
#include "function/two_operands.h"
#include "scalar/logaddexp.h"
#include "scalar/rare_logaddexp_f64.h"
#include "simd/doubles_functions.h"

#if SB_HAS_DECIDE_LANES
/* The result is max(a, b) + log(1 + e^d), d = -|a - b|. The second term, p, has an error of p
 * 2^-47.4. d has an error of 2^-53, which adds an error of p |d| 2^-53. The two terms may cancel.
 * If the sum minus twice the error and the sum plus twice the error round to the same binary32
 * number, v is that number (the sum itself need not have an error below 2^-44). NaN, and two
 * infinities of the same sign, are left open. */
static void approximate_f32(const float *x, const float *y, double *v, int64_t count)
{
    const doubles_table power = doubles_exp_load();
    const doubles_log1p_tables tables = doubles_log1p_load();
    for (int64_t i = 0; i < count; i += 8) {
        doubles a = doubles_load_f32(x + i), b = doubles_load_f32(y + i);
        doubles d = _mm512_or_pd(doubles_sub(a, b), doubles_set(-0.0));
        d = _mm512_max_pd(doubles_set(-200.0), d); /* a NaN stays a NaN */
        doubles p = doubles_log1p(doubles_exp_long(d, 1.0, power), &tables);
        doubles sum = doubles_add(_mm512_max_pd(a, b), p);
        doubles error = doubles_mul(p, doubles_fma(d, doubles_set(-0x1p-52), doubles_set(0x1p-46)));
        __m256 low = _mm512_cvtpd_ps(doubles_sub(sum, error));
        __m256 high = _mm512_cvtpd_ps(doubles_add(sum, error));
        __mmask8 sure = _mm256_cmp_ps_mask(low, high, _CMP_EQ_OQ);
        doubles_store(v + i, _mm512_mask_cvtps_pd(doubles_set(__builtin_nan("")), sure, low));
    }
}
#define OWN_APPROXIMATE_F32
#endif

#define OP logaddexp
#define TO_ODD logaddexp_to_odd
#define QUICK logaddexp_quick
#define ENCLOSED_F64 logaddexp_f64
#define ERROR_F64 SB_DIFFERENCE_F64_ERROR
#define WIDE_ERROR_F64 SB_DIFFERENCE_F64_WIDE_ERROR
#define RARE_F64 logaddexp_rare_f64
#define RARE_ERROR_F64 SB_LOGADDEXP_RARE_F64_ERROR
#include "function/two_operands_kernel.h"
