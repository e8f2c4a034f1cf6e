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

#define QUICKLY f32_square
#define EXACTLY exact_square
#include "elementwise/flushed_f32_template.h"

static void loop_f64(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    const double *x = inputs[0];
    double *y = output;
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = f64_square(x[i]);
}

/* In bfloat16, x = X 2^e with 2^7 <= X < 2^8. If X^2 has 16 bits, it is never 2^7 modulo 2^8, so it
 * is not a midpoint. If it has 15 bits, it is a midpoint for X = 8 k with odd k: X^2 / 2^7 = k^2 /
 * 2, and since k^2 = 1 modulo 8, the even neighbour is the lower one. */
#define OPERATION(x, parameter) lanes_mul(x, x)
#define PLACE_BF16(bits) short_set(-1)
#define ROUND_BF16 short_round_plain
#define EXACTLY(x, parameter) ((x) * (x))
#define OP square
#include "function/short_arithmetic_kernel.h"
