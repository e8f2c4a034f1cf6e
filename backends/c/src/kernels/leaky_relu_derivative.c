/* leaky_relu_derivative.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

static const sb_parameter attributes[] = {{"negative_slope", SB_NUMBER, 0.01}, {NULL, 0, 0}};

static sb_status prepare(sb_context *context, double *parameters)
{
    parameters[0] = (double)(float)sb_attribute_number(context, "negative_slope");
    return SB_OK;
}

SB_PARAMETRIC_FUNCTION_1(leaky_relu_derivative, prepare, leaky_relu_derivative_odd);
