/* reciprocal.c - 1 / x, rounded once; see scalar/integer_powers.h (clauses R1, R2, S1). */
#include "elementwise/flushed_loop.h"
#include "function/remembered.h"
#include "scalar/integer_powers.h"
#include "elementwise/short_loops.h"

/* 1 - m x, for a midpoint m of binary32, is 0 or at least 2^-48, so the binary64 quotient cannot
 * reach a midpoint. */
static float exact_reciprocal(float x) { return f32_from_any_f64(1.0 / f64_from_any_f32(x)); }

#define QUICKLY f32_reciprocal
#define EXACTLY exact_reciprocal
#include "elementwise/flushed_f32_template.h"

static void loop_f64(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    const double *x = inputs[0];
    double *y = output;
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = f64_reciprocal(x[i]);
}

#if SB_HAS_LANES
/* Return values below 0x100 for lanes in which x is subnormal, or 1 / x may be: from 2^126 on. */
LANES_FN short_bits extreme(short_bits x)
{
    short_bits size = short_and(x, short_set(0x7fff));
    return short_lesser(short_sub(size, short_set(1)), short_sub(size, short_set(0x7e80)));
}
#endif

/* A midpoint m of binary16 is M 2^a with M < 2^12, and x is X 2^b with X < 2^11. If 1 - m x is
 * small but not 0, M X is below 2^23. M X and the power of two 2^-(a + b) are different integers,
 * and the larger is at most about 2^22. They differ by at least 1, so |1 - m x| >= 2^-22 (bfloat16:
 * 2^-16), and an error below that does not move a result across a midpoint. 1 / x itself is never a
 * midpoint: a power of two is a number of the format, or beyond its range. */
#define OPERATION(x, parameter) lanes_reciprocal_nearly(x)
#define PLACE_BF16 extreme
#define ROUND_BF16 short_round_plain
#define EXACTLY(x, parameter) (1.0 / (x))
#define OP reciprocal
#include "function/short_arithmetic_kernel.h"
