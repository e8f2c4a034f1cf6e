/* reciprocal.c - 1 / x, rounded once; see scalar/integer_powers.h (clauses R1, R2, S1). */
#include "flushed_loop.h"
#include "remembered.h"
#include "scalar/integer_powers.h"

/* 1 - m x, for a midpoint m of binary32, is 0 or at least 2^-48: binary64 cannot reach one. */
static float exact_reciprocal(float x)
{
    return f32_from_any_f64(1.0 / f64_from_any_f32(x));
}

SB_FLUSHED_LOOP_1(f32_reciprocal, exact_reciprocal)
SB_SHORTER_ARITHMETIC_1(reciprocal);
