/* square.c - x * x, rounded once; see scalar/integer_powers.h (clauses R1, R2, S1). */
#include "elementwise/flushed_loop.h"
#include "function/remembered.h"
#include "scalar/integer_powers.h"
#include "elementwise/short_loops.h"

static float exact_square(float x)
{
    double a = f64_from_any_f32(x);
    return f32_from_any_f64(a * a); /* the product is exact */
}

SB_FLUSHED_LOOP_1(f32_square, exact_square)

#if SB_HAS_LANES
/* In bfloat16, x = X 2^e with 2^7 <= X < 2^8. Where X^2 has 16 bits, it is never 2^7 modulo 2^8. Where it
 * has 15, it lies midway where X = 8 k with odd k: X^2 / 2^7 = k^2 / 2, and since k^2 = 1 modulo 8, the
 * even neighbour is the one below. */
#define SQUARE(x, parameter) lanes_mul(x, x)
#define EXACT_SQUARE(x, parameter) ((x) * (x))

SB_SHORT_LOOP_F16(SQUARE)
SB_SHORT_LOOP_BF16(SQUARE, SB_SHORT_USUAL, short_round_plain, EXACT_SQUARE)
#else
SB_SHORTER_LOOPS_1(square)
#endif
SB_SHORTER_ARITHMETIC_1(square);
