/* hypot.c - the square root of x^2 + y^2, correctly rounded (clauses R1, R2, S1, S4). */
#include "simd/short_lanes.h"
#include "function/two_operands.h"
#include "scalar/hypot.h"
#include "scalar/rare_angle_f64.h"
#include "simd/doubles_estimates.h"

#if SB_HAS_LANES
/* Squares of 11-bit numbers are exact. Their sum has a relative error of 2^-24, so its root has an
 * error of 2^-25, in addition to the error of the root function, 2^-21.6. */
static void nearly(const float *x, const float *y, float *w, int64_t count)
{
    for (int64_t i = 0; i < count; i += LANES_COUNT) {
        lanes a = lanes_load(x + i), b = lanes_load(y + i);
        lanes_store(w + i, lanes_root_nearly(lanes_fma(a, a, lanes_mul(b, b))));
    }
}
#define OWN_NEARLY
#endif

#if SB_HAS_DECIDE_LANES
/* x^2 is exact, so the sum has a relative error of 2^-53, and the computed root has an error of
 * 2^-51. */
static void approximate_f32(const float *x, const float *y, double *v, int64_t count)
{
    for (int64_t i = 0; i < count; i += 8) {
        doubles a = doubles_load_f32(x + i), b = doubles_load_f32(y + i);
        doubles_store(v + i, doubles_sqrt(doubles_fma(a, a, doubles_mul(b, b))));
    }
}
#define OWN_APPROXIMATE_F32
#endif

#define OP hypot
#define TO_ODD hypot_to_odd
#define QUICK hypot_quick
#define ENCLOSED_F64(x, y, wide) hypot_f64(x, y)
#define ERROR_F64 SB_PLAIN_F64_ERROR
#define RARE_F64 hypot_rare_f64
#include "function/two_operands_kernel.h"
