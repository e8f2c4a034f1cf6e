/* leaky_relu.c - x or slope x (clauses R1, R2, R4, S1, S4). The product of two binary32 numbers is
 * exact in binary64; in f32 it is rounded where it stands. (A binary32 product would be right as
 * well, but where it is subnormal twelve times slower.) */
#include "function.h"
#include "scalar/convert.h"
#include "scalar/piecewise.h"

static const sb_parameter attributes[] = {{"negative_slope", SB_NUMBER, 0.01}, {NULL, 0, 0}};

static sb_status prepare(sb_context *context, double *parameters)
{
    parameters[0] = (double)(float)sb_attribute_number(context, "negative_slope");
    return SB_OK;
}

static void loop_f32(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    const float *x = inputs[0];
    const double slope = parameters[0];
    float *y = output;
    SB_VECTORISE for (int64_t i = 0; i < count; i++)
    {
        float product = (float)(slope * x[i]);
        y[i] = f32_canonical(x[i] > 0.0f ? x[i] : product);
    }
}

SB_EVALUATE(leaky_relu_odd(x[i], parameter))
static const sb_function function = {.evaluate = evaluate};
SB_REMEMBERING_WRAPPERS
SB_FUNCTION_VARIANTS
SB_ELEMENTWISE_PREPARED(leaky_relu, 1, prepare, attributes);
