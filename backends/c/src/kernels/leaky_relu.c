/* leaky_relu.c - x or slope x (clauses R1, R2, R4, S1, S4). The product of two binary32 numbers is
 * exact in binary64, and f32 rounds it there. (A binary32 product would be right too, but twelve
 * times slower if it is subnormal.) */
#include "function/one_operand.h"
#include "scalar/convert.h"
#include "scalar/piecewise.h"
#include "elementwise/short_loops.h"

static const sb_parameter attributes[] = {{"negative_slope", SB_FACTOR, 0.01}, {NULL, 0, 0}};

static void loop_f32(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    const float *x = inputs[0];
    const double slope = parameters[0];
    float *y = output;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        float product = (float)(slope * x[i]);
        y[i] = f32_canonical(x[i] > 0.0f ? x[i] : product);
    }
}

/* One product, rounded once. */
static void loop_f64(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    const double *x = inputs[0];
    const double slope = parameters[0];
    double *y = output;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const double product = slope * x[i];
        y[i] = f64_canonical(x[i] > 0.0 ? x[i] : product);
    }
}

static void evaluate(double *x, int64_t count, const double *parameters)
{
    const double parameter = parameters[0];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) x[i] = leaky_relu_to_odd(x[i], parameter);
}

static const sb_function function = {.evaluate = evaluate};

#if SB_HAS_PRODUCT_ODD
/* 24 bits, rounded to odd, are enough for both formats: 24 >= 11 + 2. In bfloat16, neither the
 * product nor the rest that the first rounding discards may be lost because it is subnormal. Such a
 * loss sets a flag, unless the operand itself is subnormal. */
LANES_FN lanes leaky_relu_lanes(lanes x, lanes slope)
{
    const lanes_mask positive = _mm512_cmp_ps_mask(x, lanes_set(0.0f), _CMP_GT_OQ);
    return lanes_select(positive, x, lanes_product_odd(slope, x));
}

/* Return values below 0x100 for lanes in which x is subnormal. */
LANES_FN short_bits subnormal(short_bits x)
{
    return short_sub(short_and(x, short_set(0x7fff)), short_set(1));
}

#define OPERATION leaky_relu_lanes
#define PLACE_BF16 subnormal
#define ROUND_BF16 short_round_even
#define EXACTLY leaky_relu_to_odd
#include "elementwise/short_template.h"
#else
#define FORMAT f16
#define BITS 16
#include "function/remembering_template.h"
#define FORMAT bf16
#define BITS 16
#include "function/remembering_template.h"
#endif
#define FORMAT f8e4m3fn
#define BITS 8
#include "function/remembering_template.h"
#define FORMAT f8e5m2
#define BITS 8
#include "function/remembering_template.h"

#define OP leaky_relu
#define ATTRIBUTES attributes
#include "elementwise/float_formats_kernel.h"
