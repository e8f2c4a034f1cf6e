/* square.c - x * x, rounded once; see scalar/integer_powers.h (clauses R1, R2, S1). */
#include "flushed_loop.h"
#include "remembered.h"
#include "scalar/integer_powers.h"

static float exact_square(float x)
{
    double a = f64_from_any_f32(x);
    return f32_from_any_f64(a * a); /* the product is exact */
}

SB_FLUSHED_LOOP_1(f32_square, exact_square)
SB_SHORTER_ARITHMETIC_1(square);
