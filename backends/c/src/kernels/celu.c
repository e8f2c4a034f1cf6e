/* celu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_NUMBER, 1.0}, {NULL, 0, 0}};

static sb_status prepare(sb_context *context, double *parameters)
{
    parameters[0] = (double)(float)sb_attribute_number(context, "alpha");
    return SB_OK;
}

SB_PARAMETRIC_DOUBLES_FUNCTION_1(celu, prepare, doubles_celu, celu_quick, celu_odd);
